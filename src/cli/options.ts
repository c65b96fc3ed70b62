import { InvalidArgumentError } from 'commander';
import { type Behaviour, readBehaviour } from '../sandbox/stackit/behaviour';
import { DEVIATIONS, type Deviation } from '../sandbox/stackit/deviations';

/** Factor by which the simulator's durations shrink, or none at all. */
export type Speed = number | 'instant';

/** Reads `--speed`: a number above 0, or `instant`. */
export function parseSpeed(text: string): Speed {
  if (text === 'instant') return 'instant';
  const speed = Number(text);
  if (text.trim() !== '' && Number.isFinite(speed) && speed > 0) return speed;
  throw new InvalidArgumentError(
    'It is a number above 0 (1 = as slow as the real cloud, 60 = a minute in a second) or "instant".',
  );
}

/** Reads a port: 0 (a free one) to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a port from 1 to 65535, or 0 for a free one.');
}

/** Adds one `--project`, which is a UUID, to those before. */
export function collectProject(text: string, before: readonly string[] = []): readonly string[] {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError('A STACKIT project ID is a UUID.');
}

/** Reads `--deviations`: `all`, or numbers such as `Q38,Q97`. */
export function parseDeviations(text: string): readonly Deviation[] | 'all' {
  if (text === 'all') return 'all';
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isDeviation)) return names;
  throw new InvalidArgumentError(`It is "all", or some of ${Object.keys(DEVIATIONS).join(',')}, split by commas.`);
}

/** Adds one `--behaviour`, a `name=value`, to those before; the last one of a name holds. */
export function collectBehaviour(text: string, before: Partial<Behaviour> = {}): Partial<Behaviour> {
  const mark = text.indexOf('=');
  if (mark < 1) throw new InvalidArgumentError('It is <name>=<value>, such as checksum=md5.');
  try {
    return { ...before, ...readBehaviour(text.slice(0, mark), text.slice(mark + 1)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgumentError(`${error.message}.`);
  }
}

function isDeviation(name: string): name is Deviation {
  return Object.hasOwn(DEVIATIONS, name);
}
