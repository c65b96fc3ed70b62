import { type Clock, systemClock } from '../../clock';
import { BEHAVIOUR, type Behaviour } from './behaviour';
import type { Deviation } from './deviations';
import { type Durations, durationsFor } from './durations';
import type { ServiceAccountKey } from './keys';
import type { QuotaName } from './quota-names';
import type { Recorder } from './record';
import type { Seed } from './seed';

/** Limits by what STACKIT counts; absent for none. */
export type Quotas = Readonly<Partial<Record<QuotaName, number>>>;

export interface SimulatorOptions {
  /** @default the system's */
  readonly clock?: Clock;
  /** `2` makes every transition twice as fast, `'instant'` due at the next request. @default 1 */
  readonly speed?: number | 'instant';
  /** Single durations in milliseconds, not scaled by `speed`. */
  readonly durations?: Partial<Durations>;
  /** Objects that each project has on first use. @default seed.json */
  readonly seed?: Seed;
  /** The only projects there are. @default any project comes into being on first use */
  readonly projects?: readonly string[];
  /** @default eu01, eu02 */
  readonly regions?: readonly string[];
  /** Life of an access token in seconds. @default 600 */
  readonly tokenLifetime?: number;
  /** Tolerated difference of clocks in assertions, in seconds. @default 60 */
  readonly clockSkew?: number;
  /** Key of the service account; a new one costs some 100 ms, so tests may share one. @default made on first use */
  readonly key?: ServiceAccountKey;
  /** Source of all IDs, numbers in [0, 1). Not used for secrets. @default Math.random */
  readonly random?: () => number;
  /** Entries that the journal keeps at least. @default 20000 */
  readonly journalLimit?: number;
  readonly behaviour?: Partial<Behaviour>;
  /** Limits of every project and region, enforced and listed. @default none */
  readonly quotas?: Quotas;
  /** Departures to show, or `'all'`. @default none */
  readonly deviations?: readonly Deviation[] | 'all';
  /** Sees every exchange, for checks of the protocol. @default none */
  readonly recorder?: Recorder | undefined;
}

/** The options as handlers see them. */
export interface Settings {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly projects: ReadonlySet<string> | undefined;
  readonly regions: readonly string[];
  readonly behaviour: Behaviour;
  readonly quotas: Quotas;
  readonly random: () => number;
  /** A random UUID of version 4. */
  readonly uuid: () => string;
  deviates(deviation: Deviation): boolean;
  /** URL under which clients reach the simulator, without a slash at the end. */
  readonly baseUrl: () => string;
}

/** Fills in the defaults. */
export function settingsOf(options: SimulatorOptions, baseUrl: () => string): Settings {
  const { clock = systemClock, speed = 1, projects, regions = ['eu01', 'eu02'], random = Math.random } = options;
  const { deviations = [] } = options;
  return {
    clock,
    durations: durationsFor(speed, options.durations),
    projects: projects === undefined ? undefined : new Set(projects),
    regions,
    behaviour: { ...BEHAVIOUR, ...options.behaviour },
    quotas: options.quotas ?? {},
    random,
    uuid: () => uuidFrom(random),
    deviates: (deviation) => deviations === 'all' || deviations.includes(deviation),
    baseUrl,
  };
}

function uuidFrom(random: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) & 3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
