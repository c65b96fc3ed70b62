/** A maintenance window has no day: STACKIT writes times on this one. */
const DAY = '0000-01-01T';

const TIME = /^(?:\d{4}-\d{2}-\d{2}T)?(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** A time of the spec as STACKIT takes it: `01:00:00Z` becomes `0000-01-01T01:00:00Z`. */
export function onNoDay(time: string): string {
  const [, clock = time, offset = ''] = /^(?:\d{4}-\d{2}-\d{2}T)?([\d:.]+)(Z|[+-].*)$/.exec(time) ?? [];
  return `${DAY}${clock.length === 5 ? `${clock}:00` : clock}${offset}`;
}

/** Do two texts name the same time of day? The same instant has many spellings. */
export function sameTime(a: string | undefined, b: string | undefined): boolean {
  const [first, second] = [a, b].map((text) => (text === undefined ? undefined : secondsOf(text)));
  return first !== undefined && first === second;
}

/** Seconds since midnight UTC. */
function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds = '0', sign = '+', offsetHours = '0', offsetMinutes = '0'] = TIME.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const local = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (local - offset + 172_800) % 86_400;
}
