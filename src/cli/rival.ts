import { LEASE_NAME } from '../../provider/config';
import type { KubeClient, KubeObject } from '../../provider/kubernetes';
import { Failure } from './failure';

interface Lease extends KubeObject {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly renewTime?: string;
    readonly leaseDurationSeconds?: number;
  };
}

/**
 * Makes sure that no other provider runs on a real cluster: it would create the demo's objects in the real cloud.
 *
 * @throws Failure when the lease of one is held
 */
export async function refuseRival(client: KubeClient): Promise<void> {
  const { items } = await client.list<Lease>({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' });
  const held = items.find((lease) => lease.metadata.name === LEASE_NAME && isHeld(lease, Date.now()));
  if (!held) return;
  throw new Failure(
    `a provider runs on this cluster already: "${held.spec?.holderIdentity}" holds the lease ${held.metadata.namespace}/${LEASE_NAME}`,
    'It would create the objects of the demo in the real cloud: use a cluster without one.',
  );
}

function isHeld({ spec = {} }: Lease, now: number): boolean {
  const { holderIdentity, renewTime = '', leaseDurationSeconds = 15 } = spec;
  // Clocks may differ by as much again.
  return Boolean(holderIdentity) && now < Date.parse(renewTime) + 2000 * leaseDurationSeconds;
}
