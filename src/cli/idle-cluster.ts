import { type KubeClient, KubeError, type KubeObject } from '../../provider/kubernetes';
import { listAll } from './deployment';
import { Failure } from './failure';

interface Lease extends KubeObject {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly renewTime?: string;
    readonly leaseDurationSeconds?: number;
  };
}

/**
 * Makes sure that a real cluster holds no objects of ours and no running provider: the demo's would take those objects
 * for its own and create them in the simulator, and another one would create the demo's in the real cloud.
 *
 * @throws Failure when there are some
 */
export async function aloneOn(client: KubeClient): Promise<void> {
  const advice = 'The demo would get mixed up with it: use a cluster without STACKIT objects, such as one of kind.';
  const [first, ...more] = await unlessUnknown(listAll(client));
  if (first) {
    const { kind, metadata } = first;
    const name = `${kind} ${metadata.namespace}/${metadata.name}`;
    throw new Failure(`this cluster has ${more.length + 1} STACKIT objects already, such as ${name}`, advice);
  }
  const { items } = await client.list<Lease>({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' });
  const held = items.find((lease) => lease.metadata.name === LEASE_NAME && isHeld(lease, Date.now()));
  if (held) throw new Failure(`a provider runs on this cluster already: ${held.spec?.holderIdentity}`, advice);
}

function isHeld({ spec = {} }: Lease, now: number): boolean {
  const { holderIdentity, renewTime, leaseDurationSeconds = 15 } = spec;
  return Boolean(holderIdentity) && now < Date.parse(renewTime ?? '') + 2000 * leaseDurationSeconds;
}

/** Without the definitions there are no objects. */
async function unlessUnknown<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return [];
    throw error;
  }
}
