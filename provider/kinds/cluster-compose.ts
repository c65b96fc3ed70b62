import type { ClusterPayload, Nodepool, ProviderOptions } from '../../src/stackit';
import type { ClusterParts, PoolParts } from './cluster-parts';
import { type Choice, chooseImage, chooseKubernetes, compareVersions, minorsAhead } from './cluster-versions';

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
  const payload: ClusterPayload = {
    ...(base ?? {}),
    kubernetes: { ...base?.kubernetes, version },
    nodepools: poolsOf(base?.nodepools ?? [], parts.pools ?? {}, { order, context }),
    ...block('maintenance', base?.maintenance, parts.maintenance),
    ...block('hibernation', base?.hibernation, parts.hibernation),
    ...block('access', base?.access, parts.access),
    ...(parts.network && { network: { ...base?.network, ...parts.network } }),
    ...(parts.extensions && { extensions: withoutNull({ ...base?.extensions, ...parts.extensions }) }),
    ...(parts.labels && { labels: withoutNull({ ...base?.labels, ...parts.labels }) }),
  };
  for (const name of ['maintenance', 'access'] as const) if (parts[name] === null) delete payload[name];
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

/** A block as it is to be sent: the wanted one, or none that was asked to go, or what is there. */
function block<Name extends string, Value extends object>(
  name: Name,
  present: Value | undefined,
  wanted: Value | null | undefined,
): { [Key in Name]?: Value } {
  const value = wanted === undefined ? present : wanted;
  return (value ? { [name]: value } : {}) as { [Key in Name]?: Value };
}

function withoutNull<Value>(entries: Readonly<Record<string, Value | null>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== null));
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
  return {
    ...pool,
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
    ...(version && { kubernetes: { version } }),
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
