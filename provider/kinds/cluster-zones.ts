/** STACKIT ends the names of metro zones, which span the others of a region, like this. */
const METRO = /-m$/;

/** What a person should know of the metro zones among some zones; `undefined` when there is none. */
export function metroZones(zones: readonly string[]): string | undefined {
  const found = zones.filter((zone) => METRO.test(zone));
  if (found.length === 0) return undefined;
  return `${found.join(', ')} is a metro zone, where not every machine type and volume type is to be had`;
}
