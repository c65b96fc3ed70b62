/** One schedule of a cluster: when is it due next? Times in milliseconds since the epoch. */
export type NextAfter = (time: number) => number | undefined;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A 29 February is never further away than this many days. */
const HORIZON = 366 * 8;

const WORDS: Readonly<Record<string, string>> = {
  '@annually': '0 0 1 1 *',
  '@yearly': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: MINUTE, h: HOUR };
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');

const never: NextAfter = () => undefined;

/**
 * Reads five cron fields, a word such as `@daily`, or `@every 1h30m`; anything else, six and seven fields included, is never due.
 * Times that a change to summer time skips do not exist; those that come twice are due twice.
 *
 * @param timezone IANA name; it must be known
 */
export function schedule(text: string, timezone: string): NextAfter {
  const every = /^@every (\S+)$/.exec(text)?.[1];
  if (every !== undefined) return everySome(every);
  const fields = (WORDS[text] ?? text).trim().toLowerCase().split(/ +/);
  const [minutes, hours, days, months, weekdays] = [
    numbers(fields[0], 0, 59),
    numbers(fields[1], 0, 23),
    numbers(fields[2], 1, 31),
    numbers(fields[3], 1, 12, MONTHS),
    numbers(fields[4], 0, 7, WEEKDAYS),
  ];
  if (fields.length !== 5 || !minutes || !hours || !days || !months || !weekdays) return never;
  if (weekdays.has(7)) weekdays.add(0);
  // With both kinds of days given, one is enough.
  const isEither = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  const times = [...hours].flatMap((hour) => [...minutes].map((minute) => hour * HOUR + minute * MINUTE));
  times.sort((left, right) => left - right);
  const zone = zoneOf(timezone);
  return (time) => {
    const today = Math.floor((time + zone(time)) / DAY) * DAY;
    for (let day = today; day < today + HORIZON * DAY; day += DAY) {
      const date = new Date(day);
      const [byDay, byWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
      if (!months.has(date.getUTCMonth() + 1) || !(isEither ? byDay || byWeekday : byDay && byWeekday)) continue;
      const next = firstOf(day, times, zone, time);
      if (next !== undefined) return next;
    }
    return undefined;
  };
}

/** Whether the runtime knows a time zone of this name. */
export function isTimezone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function everySome(text: string): NextAfter {
  const parts = text.match(/\d+[a-zµ]*/g) ?? [];
  const sum = parts.reduce(
    (total, part) => total + Number.parseInt(part, 10) * (UNITS[part.replace(/\d+/, '')] ?? 0),
    0,
  );
  // Whole seconds, one at least, as the cron libraries of Go have it.
  const period = Math.max(1_000, Math.floor(sum / 1_000) * 1_000);
  return (time) => time + period;
}

/** The numbers that a field names, `undefined` for what is no field. */
function numbers(field: string | undefined, least: number, most: number, names: readonly string[] = []) {
  const found = new Set<number>();
  const numberOf = (text: string): number => {
    const index = names.indexOf(text);
    if (index >= 0) return index + least;
    return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  };
  for (const part of field?.split(',') ?? ['']) {
    const [range = '', step, ...rest] = part.split('/');
    const [first = '', last, ...more] = range.split('-');
    const from = range === '*' ? least : numberOf(first);
    // `5/10` goes on to the end.
    const open = range === '*' || (last === undefined && step !== undefined);
    const to = open ? most : last === undefined ? from : numberOf(last);
    const by = step === undefined ? 1 : Number(/^\d{1,2}$/.test(step) ? step : Number.NaN);
    if (rest.length > 0 || more.length > 0 || !(from >= least && to <= most && from <= to && by >= 1)) return undefined;
    for (let number = from; number <= to; number += by) found.add(number);
  }
  return found;
}

/** How far local time is ahead of UTC at an instant. */
type Zone = (time: number) => number;

/** The first instant after `time` at which the clocks show one of the sorted times of a local day. */
function firstOf(day: number, times: readonly number[], zone: Zone, time: number): number | undefined {
  const offsets = [...new Set([zone(day - DAY), zone(day + 2 * DAY)])];
  let first: number | undefined;
  for (const clock of times) {
    for (const offset of offsets) {
      const instant = day + clock - offset;
      if (instant <= time || (first !== undefined && instant >= first)) continue;
      if (offsets.length === 1 || zone(instant) === offset) first = instant;
    }
    // Clocks are never put back by more than some hours.
    if (first !== undefined && (offsets.length === 1 || day + clock - Math.max(...offsets) > first)) return first;
  }
  return first;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timezone, format);
  return format;
}

function zoneOf(timezone: string): Zone {
  if (timezone === 'UTC') return () => 0;
  const format = formatOf(timezone);
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, day, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => parts.get(type));
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1_000) * 1_000;
  };
}
