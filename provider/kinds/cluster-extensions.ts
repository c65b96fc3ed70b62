import type { ClusterExtensions, ClusterSpec } from '../../src/api';
import { difference } from '../engine/change';
import type { Desired, Difference } from '../engine/kind';
import type { CloudCluster } from './cluster-object';
import { plainRange } from './cluster-ranges';

type Name = 'acl' | 'dns' | 'observability';
type Switch = { readonly enabled: boolean } | undefined;

/** What we set of the additions, by the block that it lies in. */
export function extensionMembers(extensions: ClusterExtensions = {}): Record<string, string[]> {
  const { zones = [], gatewayApi } = extensions.dns ?? {};
  const dns = { zones: zones.length > 0, gatewayApi: gatewayApi === true };
  return {
    extensions: Object.entries(extensions).flatMap(([name, value]) => (value ? [name] : [])),
    'extensions.dns': Object.entries(dns).flatMap(([field, isSet]) => (isSet ? [field] : [])),
  };
}

/** Additions that are wanted, and those of ours that are wanted no more; what is off is as good as gone. */
export function compareExtensions({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  const { acl, observability } = spec.extensions ?? {};
  const dns = withCleared(spec.extensions?.dns, applied?.members?.['extensions.dns'] ?? []);
  const actual = cluster.extensions ?? {};
  const ours = applied?.members?.extensions ?? [];
  const compare = (name: Name, wanted: Switch, same: boolean): Difference[] => {
    const present: Switch = actual[name];
    if (wanted ? same && isOn(wanted) === isOn(present) : !ours.includes(name) || !isOn(present)) return [];
    const payload = { extensions: { [name]: wanted ?? null } };
    return [{ ...difference(`extensions.${name}`, wanted, present), fix: { call: 'patch', payload } }];
  };
  return [
    ...compare('acl', acl, sameSet(acl?.allowedCidrs, actual.acl?.allowedCidrs, plainRange)),
    ...compare(
      'dns',
      dns,
      (dns?.zones === undefined || sameSet(dns.zones, actual.dns?.zones, plainZone)) &&
        (dns?.gatewayApi === undefined || dns.gatewayApi === (actual.dns?.gatewayApi ?? false)),
    ),
    ...compare(
      'observability',
      observability,
      !observability?.enabled || observability.instanceId === actual.observability?.instanceId,
    ),
  ];
}

/** What was set of the names once and is absent now counts as none. */
function withCleared(dns: ClusterExtensions['dns'], ours: readonly string[]): ClusterExtensions['dns'] {
  if (!dns) return dns;
  const { zones, gatewayApi } = dns;
  return {
    ...dns,
    ...(zones === undefined && ours.includes('zones') && { zones: [] }),
    ...(gatewayApi === undefined && ours.includes('gatewayApi') && { gatewayApi: false }),
  };
}

function isOn(block: Switch): boolean {
  return block?.enabled ?? false;
}

/** Lists in which neither order nor repetition nor spelling means anything. */
function sameSet(a: readonly string[] = [], b: readonly string[] = [], plain: (text: string) => string): boolean {
  const [first, second] = [new Set(a.map(plain)), new Set(b.map(plain))];
  return first.size === second.size && [...first].every((text) => second.has(text));
}

/** A domain name is the same with a dot at its end. */
function plainZone(zone: string): string {
  return zone.toLowerCase().replace(/\.$/, '');
}
