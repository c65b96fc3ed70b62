import type { Call } from './call';
import { notFound } from './errors';
import type { Kind, Objects } from './objects';
import { type Labels, labelSelector } from './selector';
import type { Stored } from './store';

const NAMES: Record<Kind, string> = {
  network: 'network',
  nic: 'nic',
  volume: 'volume',
  image: 'image',
  server: 'server',
  keypair: 'keypair',
  securityGroup: 'security group',
  publicIp: 'public ip',
  snapshot: 'snapshot',
  backup: 'backup',
  affinityGroup: 'affinity group',
  cluster: 'cluster',
  service: 'service',
};

/** The object as it is now. @throws Refusal 404 */
export function find<K extends Kind>(call: Call, kind: K, id: string, scope = call.scope): Stored<K> {
  const stored = call.store.get(kind, scope, id);
  if (stored === undefined) throw notFound(NAMES[kind]);
  return stored;
}

/** The object as a read shall see it. @throws Refusal 404 */
export function see<K extends Kind>(call: Call, kind: K, id: string, scope = call.scope): Stored<K> {
  const stored = call.view.get(kind, scope, id);
  if (stored === undefined) throw notFound(NAMES[kind]);
  return stored;
}

/** Objects of a scope that the call's label_selector takes, as a read shall see them. */
export function seeAll<K extends Kind>(call: Call, kind: K, scope = call.scope): Stored<K>[] {
  const selects = labelSelector(call);
  const found: Stored<K>[] = [];
  for (const stored of call.view.list(kind, scope)) {
    if (selects(labelsOf(stored.value))) found.push(stored);
  }
  return found;
}

function labelsOf(value: Objects[Kind]): Labels {
  return 'labels' in value ? value.labels : undefined;
}
