import type { OwnWarning } from './warnings';

/** A zone that lies in another region, by the names of both. */
export function zoneWarnings(spec: { readonly region: string; readonly availabilityZone?: string }): OwnWarning[] {
  const { region, availabilityZone: zone } = spec;
  if (typeof zone !== 'string' || typeof region !== 'string' || zone.startsWith(`${region}-`)) return [];
  return [{ code: 'zone-of-another-region', message: `the zone ${zone} is none of the region ${region} by its name` }];
}
