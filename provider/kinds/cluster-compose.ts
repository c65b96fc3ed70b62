import type { ClusterPayload, Nodepool, ProviderOptions } from '../../src/stackit';
import type { ClusterParts, PoolParts } from './cluster-parts';
import {
  type Choice,
  chooseImage,
  chooseKubernetes,
  compareVersions,
  minorsAhead,
  satisfies,
} from './cluster-versions';
import { metroZones } from './cluster-zones';

/** A payload for a PUT, what a person should know of it, and why it can't be sent. */
export interface Composed {
  readonly payload: ClusterPayload;
  readonly warnings: readonly string[];
  readonly problems: readonly string[];
}

/** What {@link compose} works with. */
export interface Composition {
  /** The cluster as a GET just gave it, without name and status; absent for one that is to be made. */
  readonly base: ClusterPayload | undefined;
  readonly parts: ClusterParts;
  readonly offers: ProviderOptions;
  /** Names of the groups of nodes in the order of the spec. */
  readonly order: readonly string[];
}

type Pool = ClusterPayload['nodepools'][number];

/** System of new nodes where the spec names none, as in STACKIT's own Terraform provider. */
const USUAL_IMAGE = 'flatcar';

/**
 * Lays parts over a cluster. Everything that no part names goes back as it came, since a PUT resets what it lacks. Versions
 * are chosen, and what is new in it is checked against what STACKIT offers, because its own refusals name no culprit.
 */
export function compose({ base, parts, offers, order }: Composition): Composed {
  const notes = new Notes();
  const version = kubernetesOf({ base, parts, offers }, notes);
  const context: PoolContext = { offers, version, notes };
  const { kubernetes: _version, pools: _pools, ...blocks } = parts;
  const payload: ClusterPayload = {
    ...(overlay({ ...base }, blocks) as Partial<ClusterPayload>),
    kubernetes: { ...base?.kubernetes, version },
    nodepools: poolsOf(base?.nodepools ?? [], parts.pools ?? {}, { order, context }),
  };
  for (const pool of payload.nodepools) checkPoolVersion(pool, version, notes);
  return { payload, warnings: notes.warnings, problems: notes.problems };
}

class Notes {
  readonly warnings: string[] = [];
  readonly problems: string[] = [];

  /** The chosen version; `fallback` stands for one that can't be chosen. */
  take(choice: Choice, prefix: string, fallback: string): string {
    if (choice.version === undefined) this.problems.push(`${prefix}${choice.problem}`);
    else if (choice.warning) this.warnings.push(`${prefix}${choice.warning}`);
    return choice.version ?? fallback;
  }

  /** Complains of a value that is not on offer. */
  expect(what: string, value: string, offered: readonly (string | undefined)[]): void {
    if (offered.includes(value)) return;
    this.problems.push(`${what} ${JSON.stringify(value)} is not on offer; these are: ${offered.join(', ')}`);
  }
}

function kubernetesOf({ base, parts, offers }: Omit<Composition, 'order'>, notes: Notes): string {
  const current = base?.kubernetes.version;
  if (parts.kubernetes === undefined && current !== undefined) return current;
  const choice = chooseKubernetes({
    floor: parts.kubernetes?.floor,
    current,
    offers: offers.kubernetesVersions ?? [],
  });
  return notes.take(choice, 'kubernetesVersion: ', current ?? '');
}

type Members = Readonly<Record<string, unknown>>;

/** What is there with what is wanted laid over it: `null` takes a member away, and of an object the rest stays. */
function overlay(present: Members, wanted: Members): Members {
  const whole: Record<string, unknown> = { ...present };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) delete whole[name];
    else if (isMembers(value)) whole[name] = overlay(isMembers(present[name]) ? present[name] : {}, value);
    else if (value !== undefined) whole[name] = value;
  }
  return whole;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface PoolContext {
  readonly offers: ProviderOptions;
  /** Kubernetes version that the cluster will have. */
  readonly version: string;
  readonly notes: Notes;
}

function poolsOf(
  present: readonly Pool[],
  parts: Readonly<Record<string, PoolParts | null>>,
  { order, context }: { readonly order: readonly string[]; readonly context: PoolContext },
): Pool[] {
  const names = [...new Set([...present.map(({ name }) => name), ...Object.keys(parts)])];
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((name) => {
      const wanted = parts[name];
      const pool = present.find((candidate) => candidate.name === name);
      if (wanted === null) return [];
      if (wanted === undefined) return pool ? [pool] : [];
      return [poolWith(name, pool, { wanted, context })];
    });
}

function poolWith(
  name: string,
  pool: Pool | undefined,
  { wanted, context }: { readonly wanted: PoolParts; readonly context: PoolContext },
): Pool {
  const { machineType, volume, zones, labels, taints, cri, kubernetes, allowSystemComponents } = wanted;
  check(name, pool, { wanted, context });
  const version = kubernetes && poolVersion(name, pool, { wanted, context });
  const { kubernetes: own, ...former } = pool ?? {};
  return {
    ...former,
    // Without a version of their own, nodes follow the cluster.
    ...(own && kubernetes !== null && { kubernetes: own }),
    name,
    machine: {
      ...pool?.machine,
      type: machineType ?? pool?.machine.type ?? '',
      image: imageOf(name, pool, { wanted, context }),
    },
    minimum: wanted.minimum ?? pool?.minimum ?? 0,
    maximum: wanted.maximum ?? pool?.maximum ?? 1,
    availabilityZones: zones ?? pool?.availabilityZones ?? [],
    volume: { ...pool?.volume, ...volume, size: volume?.size ?? pool?.volume.size ?? 0 },
    ...surgeOf(pool, wanted),
    ...(labels && { labels }),
    ...(taints && { taints: taints as NonNullable<Pool['taints']> }),
    ...(cri && { cri: { name: cri } }),
    ...(version && { kubernetes: { ...pool?.kubernetes, version } }),
    ...(allowSystemComponents !== undefined && { allowSystemComponents }),
  };
}

interface PoolChange {
  readonly wanted: PoolParts;
  readonly context: PoolContext;
}

/** Only what changes is checked: what is in use may be off the list. */
function check(name: string, pool: Pool | undefined, { wanted, context: { offers, notes } }: PoolChange): void {
  const prefix = `nodePools ${name}: `;
  const { machineType, volume, zones = [] } = wanted;
  const names = (offered: readonly { readonly name?: string }[] | undefined) => (offered ?? []).map((one) => one.name);
  if (machineType !== undefined && machineType !== pool?.machine.type) {
    notes.expect(`${prefix}machineType`, machineType, names(offers.machineTypes));
  }
  if (volume?.type !== undefined && volume.type !== pool?.volume.type) {
    notes.expect(`${prefix}volume.type`, volume.type, names(offers.volumeTypes));
  }
  for (const zone of zones) {
    if (!pool?.availabilityZones.includes(zone)) {
      notes.expect(`${prefix}availabilityZones:`, zone, names(offers.availabilityZones));
    }
  }
  const metro = metroZones(zones.length > 0 ? zones : (pool?.availabilityZones ?? []));
  if (metro && (zones.length > 0 || machineType !== undefined)) {
    notes.warnings.push(`${prefix}${metro}; machineType is ${machineType ?? pool?.machine.type}`);
  }
}

function imageOf(name: string, pool: Pool | undefined, { wanted, context }: PoolChange): Nodepool['machine']['image'] {
  const { offers, notes } = context;
  const former = pool?.machine.image;
  const system = wanted.image?.name ?? former?.name ?? USUAL_IMAGE;
  if (wanted.image === undefined && former) return former;
  const listed = (offers.machineImages ?? []).find((image) => image.name === system);
  // A version counts within one system only.
  const current = former?.name === system ? former.version : undefined;
  if (!listed && current === undefined) {
    const names = (offers.machineImages ?? []).map((image) => image.name);
    notes.expect(`nodePools ${name}: machineImage.name`, system, names);
    return { name: system, version: '' };
  }
  const choice = chooseImage({ floor: wanted.image?.floor, current, offers: listed?.versions ?? [] }, system);
  return { name: system, version: notes.take(choice, `nodePools ${name}: `, current ?? '') };
}

function poolVersion(name: string, pool: Pool | undefined, { wanted, context }: PoolChange): string {
  const { offers, version, notes } = context;
  const offered = (offers.kubernetesVersions ?? []).filter(
    (offer) => offer.version !== undefined && compareVersions(offer.version, version) <= 0,
  );
  const floor = wanted.kubernetes?.floor;
  const current = pool?.kubernetes?.version;
  // What no version on offer could mend is told by itself.
  const isUseless = floor && (compareVersions(floor, version) > 0 || minorsAhead(version, floor) > 1);
  if (isUseless && !(current && satisfies(current, floor))) return floor;
  // The nodes of a group follow the cluster, so that what is wanted of both is one step.
  if (current === undefined && floor === version) return version;
  return notes.take(chooseKubernetes({ floor, current, offers: offered }), `nodePools ${name}: `, current ?? '');
}

/** STACKIT takes nothing for 0, and refuses 0 for both; more than 0 has to be enough for all zones. */
function surgeOf(pool: Pool | undefined, wanted: PoolParts): Pick<Pool, 'maxSurge' | 'maxUnavailable'> {
  const zones = (wanted.zones ?? pool?.availabilityZones ?? []).length;
  const raised = (value: number | undefined) => (value && value < zones ? zones : value);
  const maxSurge = wanted.maxSurge ?? raised(pool?.maxSurge);
  const maxUnavailable = wanted.maxUnavailable ?? raised(pool?.maxUnavailable);
  if (!maxSurge && !maxUnavailable) return { ...(maxUnavailable === 0 && { maxUnavailable }), maxSurge: zones };
  return { ...(maxSurge !== undefined && { maxSurge }), ...(maxUnavailable !== undefined && { maxUnavailable }) };
}

/** Nodes never lead the cluster, and follow at most one minor version behind. */
function checkPoolVersion({ name, kubernetes }: Pool, cluster: string, { problems }: Notes): void {
  const version = kubernetes?.version;
  if (!version || !cluster) return;
  if (compareVersions(version, cluster) > 0) {
    problems.push(`nodePools ${name}: kubernetesVersion ${version} is ahead of the cluster's ${cluster}`);
  } else if (minorsAhead(cluster, version) > 1) {
    problems.push(
      `nodePools ${name}: kubernetesVersion ${version} is more than one minor version behind the cluster's ${cluster}; raise it first`,
    );
  }
}
