const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;

/** Milliseconds of a duration in Go's notation, such as `1m30s` or `500ms`; undefined when it is none or is negative. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  let total = 0;
  let position = 0;
  while (position < text.length) {
    PART.lastIndex = position;
    const part = PART.exec(text);
    if (part === null) return undefined;
    total += Number(part[1]) * (UNITS[part[2] ?? ''] ?? Number.NaN);
    position = PART.lastIndex;
  }
  return position === 0 ? undefined : total;
}
