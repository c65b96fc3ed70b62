import type { Applied } from '../../src/api';
import { difference } from './change';
import { findCondition } from './conditions';
import type { CloudObject, Difference, Resolutions } from './kind';
import type { Outcome } from './outcome';
import { OWNER_LABEL, UID_LABEL } from './owner';
import { desiredOf, type Pass, statusOf } from './pass';
import { resolveReferences } from './references';

/** What a look at STACKIT says about the object. */
export function findings(pass: Pass, cloud: CloudObject): Outcome {
  const { kind, object, owned } = pass;
  const health = kind.health(cloud, object.spec, pass.now);
  const differences = owned ? differencesOf(pass, cloud) : [];
  const observeOnly = desiredOf(pass).observeOnly;
  // A process that ended between the PATCH that stamped an object and its record of it left the latter to this look.
  const ours = statusOf(object).applied !== undefined || isStamped(pass, cloud);
  const compared = kind.compares?.(cloud) ?? health.phase === 'steady';
  // What was not compared, or can't be changed now, may still hold what the spec names no more.
  const isOpen = !compared || differences.some(({ fix, isPostponed }) => fix || isPostponed);
  const settled = owned && ours && !isOpen;
  const lingers = settled && !observeOnly ? lingering(pass) : 0;
  return {
    ready: health.ready,
    ...syncedBy(pass, cloud, { differences, compared }),
    status: {
      ...kind.status(cloud, desiredOf(pass)),
      drift: observeOnly && differences.length > 0 ? differences.map(driftOf) : undefined,
      ...(settled && !observeOnly && { applied: appliedNow(pass) }),
    },
    pace: health.phase === 'moving' || health.phase === 'deleting' ? 'fast' : 'slow',
    ...(lingers > 0 && { next: { is: 'after', delay: lingers } }),
    ...(health.phase === 'failed' && {
      happenings: [{ type: 'Warning', reason: health.ready.reason, message: health.ready.message }],
    }),
  };
}

/** What was not compared leaves the verdict on this generation as it is; on a newer one there is none yet. */
function syncedBy(
  pass: Pass,
  cloud: CloudObject,
  { differences, compared }: { readonly differences: readonly Difference[]; readonly compared: boolean },
): Pick<Outcome, 'synced'> {
  if (!pass.owned) return { synced: adopted(pass, cloud) };
  const former = findCondition(statusOf(pass.object).conditions, 'Synced');
  if (compared || former === undefined) return { synced: syncedOf(pass, cloud, differences) };
  if (former.observedGeneration === (pass.object.metadata.generation ?? 0)) return {};
  const message = `the spec is compared once STACKIT no longer reports ${cloud.status}`;
  return { synced: { status: 'False', reason: 'Updating', message } };
}

function isStamped({ owner, object }: Pass, { labels }: CloudObject): boolean {
  return labels[OWNER_LABEL] === owner && labels[UID_LABEL] === object.metadata.uid;
}

/** Milliseconds beyond the grace of a call within which a look at STACKIT shows what it did: two looks at rest. */
const LOOKS = 120_000;

/**
 * For how many milliseconds more what was taken out may come back: where a change sends the whole object, one that is carried
 * out long after it was sent undoes those that came between. Until then it counts as set by us, and is taken out again.
 */
function lingering({ kind, object, now, engine }: Pass): number {
  const { lastChange } = statusOf(object);
  if (!kind.isNamesake || lastChange === undefined) return 0;
  return Math.max(0, Date.parse(lastChange.time) + engine.createGrace + LOOKS - now);
}

/**
 * What we set in STACKIT. While a change is under way that is both what was there and what is wanted, since nobody knows
 * yet which, and as little while a reference is not resolved or what was taken out may come back; at rest it is exactly what
 * is wanted.
 */
export function appliedNow(pass: Pass, at: 'rest' | 'change' = 'rest'): Applied {
  const { engine, scope, object, kind } = pass;
  const present = statusOf(object).applied ?? { clusterId: engine.clusterId, ...scope };
  const spec = object.spec as unknown as Readonly<Record<string, unknown>>;
  const fields = kind.clearable.filter((field) => spec[field] !== undefined);
  const references = resolveReferences(kind, object, engine.lookup);
  const members = membersOf(kind.members(object.spec, references));
  const labelKeys = Object.keys(desiredOf(pass).labels);
  const isOpen = Object.values(references).some(({ is }) => is !== 'ready');
  const former = at === 'change' || isOpen || lingering(pass) > 0 ? present : undefined;
  const values = kind.hiddenValues(object.spec);
  return {
    ...present,
    // Nobody knows what another operator's object was made with, so what its spec says when it is taken over stands for it.
    ...(at === 'rest' && present.values === undefined && Object.keys(values).length > 0 && { values }),
    labelKeys: union(labelKeys, former?.labelKeys),
    ...(fields.length > 0 || present.fields ? { fields: union(fields, former?.fields) } : {}),
    ...(Object.keys(members).length > 0 || present.members ? { members: bothMembers(members, former?.members) } : {}),
  };
}

type Members = Readonly<Record<string, readonly string[]>>;

/** Empty lists say nothing. */
function membersOf(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, list]) => list.length > 0));
}

function bothMembers(wanted: Members, former: Members = {}): Members {
  const names = union(Object.keys(wanted), Object.keys(former));
  return Object.fromEntries(names.map((name) => [name, union(wanted[name] ?? [], former[name])]));
}

function union(a: readonly string[], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])].sort();
}

/** All differences: those of the kind, and those that no kind can mend. */
function differencesOf(pass: Pass, cloud: CloudObject): readonly Difference[] {
  const { kind, object, engine } = pass;
  const references = resolveReferences(kind, object, engine.lookup);
  return [
    ...kind.differences(desiredOf(pass), cloud, references),
    ...movedFields(pass),
    ...lateAdoption(pass, cloud),
    ...movedReferences(pass, references),
  ];
}

/** Who sets an ID to adopt at what we made must not believe that its deletion leaves it in STACKIT. */
function lateAdoption({ kind, object }: Pass, { id }: CloudObject): Difference[] {
  const adopts = kind.adopts(object.spec);
  if (adopts === undefined) return [];
  const message = `what is adopted can't be set after creation: ${id} was made for this object, and is deleted with it unless spec.deletionPolicy is Orphan`;
  const field = kind.isNamesake ? 'existingClusterName' : 'existingId';
  return [{ ...difference(field, adopts, id), reason: 'ImmutableFieldChanged', message }];
}

/** Where the object lies can't change; it is still looked for, and deleted, where it was made. */
function movedFields({ object, scope }: Pass): Difference[] {
  return (['projectId', 'region'] as const).flatMap((field): Difference[] => {
    if (object.spec[field] === scope[field]) return [];
    const found = difference(field, object.spec[field], scope[field]);
    return [{ ...found, reason: 'ImmutableFieldChanged', message: `${found.message}; it stays where it was made` }];
  });
}

/** A reference is resolved once, at creation. */
function movedReferences({ object }: Pass, references: Resolutions): Difference[] {
  const used = statusOf(object).applied?.references ?? {};
  return Object.entries(references).flatMap(([field, resolution]): Difference[] => {
    const former = used[field];
    if (former === undefined || resolution.is !== 'ready' || resolution.id === former) return [];
    const found = difference(field, resolution.id, former);
    const message = `${found.message}: it was made with the latter, and a reference is resolved at creation only`;
    return [{ ...found, reason: 'ReferenceChanged', message }];
  });
}

function syncedOf(
  { kind, object }: Pass,
  cloud: CloudObject,
  differences: readonly Difference[],
): NonNullable<Outcome['synced']> {
  const remarks = kind.remarks(object.spec, cloud);
  // What can't be mended says more than what is about to be.
  const [first] = [...differences.filter(({ fix }) => !fix), ...differences];
  if (!first) {
    return { status: 'True', reason: 'UpToDate', message: ['STACKIT holds what the spec says', ...remarks].join('; ') };
  }
  const told = [...differences.map(({ message }) => message), ...remarks];
  return { status: 'False', reason: first.reason, message: told.join('; ') };
}

function adopted({ kind, object }: Pass, cloud: CloudObject): NonNullable<Outcome['synced']> {
  if (kind.adopts(object.spec) === cloud.id) {
    return { status: 'True', reason: 'ObserveOnly', message: `observes ${cloud.id} and never changes it` };
  }
  const message = `what is adopted can't be changed after creation: ${cloud.id} is still observed; delete this object and make a new one`;
  return { status: 'False', reason: 'ImmutableFieldChanged', message };
}

function driftOf({ field, wanted, actual }: Difference): Record<string, string> {
  const text = (value: unknown) =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { field, wanted: text(wanted), actual: text(actual) };
}
