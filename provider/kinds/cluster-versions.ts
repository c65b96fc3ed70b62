/** A version on offer, as STACKIT lists it. */
export interface OfferedVersion {
  readonly version?: string;
  /** `supported`, `preview` or `deprecated`. */
  readonly state?: string;
}

/** A chosen version with what a person should know of it, or why there is none. */
export type Choice =
  | { readonly version: string; readonly warning?: string }
  | { readonly problem: string; readonly version?: never };

/** What to choose from and by. */
export interface Wish {
  /** Least version, in full or its first parts; absent: any. */
  readonly floor: string | undefined;
  /** The version in use; absent for what is new. */
  readonly current: string | undefined;
  readonly offers: readonly OfferedVersion[];
}

type Parts = readonly number[];

/** States in the order of preference. */
const STATES = ['supported', 'preview', 'deprecated'] as const;

/** Order of versions by their numbers: `1.33.10` comes after `1.33.8`. Parts that one of them lacks do not count. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Does a version satisfy a floor? `1.34.2` satisfies `1.34`, `1.34.1` and `1.33.9`. */
export function satisfies(version: string, floor: string | undefined): boolean {
  return floor === undefined || compareVersions(version, floor) >= 0;
}

/** By how many minor versions `version` is ahead of `other`; `Infinity` where the major versions differ. */
export function minorsAhead(version: string, other: string): number {
  const [[major, minor = 0], [otherMajor, otherMinor = 0]] = [partsOf(version), partsOf(other)];
  return major === otherMajor ? minor - otherMinor : Number.POSITIVE_INFINITY * compareVersions(version, other);
}

/**
 * The Kubernetes version to ask for, by the rules of STACKIT's own Terraform provider: what is in use if that is enough; a
 * full version exactly; else the highest supported patch, then a preview, then a deprecated one. From what is in use it is
 * one minor version at a time.
 */
export function chooseKubernetes({ floor, current, offers }: Wish): Choice {
  if (current !== undefined && satisfies(current, floor)) return { version: current };
  if (floor === undefined) return best(offers, offers, 'Kubernetes');
  if (current !== undefined && minorsAhead(floor, current) > 1) {
    const [major = 0, minor = 0] = partsOf(current);
    const next = `${major}.${minor + 1}`;
    return best(startingWith(offers, next), offers, `Kubernetes ${next}, which comes before ${floor},`);
  }
  const fitting = isFull(floor) ? offers.filter(({ version }) => version === floor) : startingWith(offers, floor);
  return best(fitting, offers, `Kubernetes ${floor}`);
}

/**
 * The version of an operating system to ask for. A floor that is deprecated or not on offer any more stands for the newest
 * supported version above it, of the same line where there is one.
 */
export function chooseImage({ floor, current, offers }: Wish, name: string): Choice {
  if (current !== undefined && satisfies(current, floor)) return { version: current };
  if (floor === undefined) return best(offers, offers, `machine image ${name}`);
  // New nodes are refused a deprecated one, without a word of why (Q69).
  const exact = offers.filter(({ version, state }) => version === floor && state !== 'deprecated');
  if (exact.length > 0) return best(exact, offers, `machine image ${name} ${floor}`);
  const line = startingWith(offers, isFull(floor) ? floor.split('.').slice(0, -1).join('.') : floor);
  const above = (candidates: readonly OfferedVersion[]) =>
    candidates.filter(
      ({ version, state }) => state === 'supported' && version !== undefined && satisfies(version, floor),
    );
  const fitting = [above(line), above(offers), line.filter(({ version = '' }) => satisfies(version, floor))];
  return best(fitting.find(({ length }) => length > 0) ?? [], offers, `machine image ${name} ${floor}`);
}

/** The versions on offer in words, for a message. */
export function offeredText(offers: readonly OfferedVersion[]): string {
  const sorted = [...offers].sort((a, b) => compareVersions(a.version ?? '', b.version ?? ''));
  const texts = sorted.map(({ version, state }) => (state === 'supported' ? version : `${version} (${state})`));
  return texts.length === 0 ? 'nothing is' : texts.join(', ');
}

/** The newest of the best state that any of the fitting has. */
function best(fitting: readonly OfferedVersion[], offers: readonly OfferedVersion[], what: string): Choice {
  for (const wanted of STATES) {
    const [version] = fitting
      .flatMap((offer) => (offer.state === wanted && offer.version ? [offer.version] : []))
      .sort((a, b) => compareVersions(b, a));
    if (version === undefined) continue;
    if (wanted === 'supported') return { version };
    return { version, warning: `${what} is on offer as ${version} only, which is ${wanted}` };
  }
  return { problem: `${what} is not on offer; these are: ${offeredText(offers)}` };
}

function startingWith(offers: readonly OfferedVersion[], floor: string): readonly OfferedVersion[] {
  return offers.filter(({ version }) => version !== undefined && compareVersions(version, floor) === 0);
}

function isFull(version: string): boolean {
  return partsOf(version).length >= 3;
}

/** The numbers before any `-` or `+`. */
function partsOf(version: string): Parts {
  return (version.split(/[-+]/)[0] ?? '').split('.').map(Number);
}
