import type { Applied } from '../../src/api';
import { changeOf, difference } from './change';
import type { CloudObject, Difference } from './kind';
import type { Outcome } from './outcome';
import { desiredOf, type Pass, statusOf } from './pass';
import { resolveReferences } from './references';

/** What a look at STACKIT says about the object. */
export function findings(pass: Pass, cloud: CloudObject): Outcome {
  const { kind, object, owned } = pass;
  const health = kind.health(cloud, object.spec, pass.now);
  const differences = owned ? differencesOf(pass, cloud) : [];
  const observeOnly = desiredOf(pass).observeOnly;
  const settled = owned && statusOf(object).applied !== undefined && changeOf(differences) === undefined;
  return {
    ready: health.ready,
    synced: owned ? syncedOf(pass, differences) : adopted(pass, cloud),
    status: {
      ...kind.status(cloud),
      drift: observeOnly && differences.length > 0 ? differences.map(driftOf) : undefined,
      ...(settled && !observeOnly && { applied: appliedNow(pass) }),
    },
    pace: health.phase === 'moving' || health.phase === 'deleting' ? 'fast' : 'slow',
    ...(health.phase === 'failed' && {
      happenings: [{ type: 'Warning', reason: health.ready.reason, message: health.ready.message }],
    }),
  };
}

/** What we set in STACKIT, once the changes of the moment are carried out. */
export function appliedNow(pass: Pass): Applied {
  const { engine, scope, object, kind } = pass;
  const present = statusOf(object).applied ?? { clusterId: engine.clusterId, ...scope };
  const fields = kind.clearable.filter(
    (field) => (object.spec as unknown as Record<string, unknown>)[field] !== undefined,
  );
  return {
    ...present,
    labelKeys: Object.keys(desiredOf(pass).labels).sort(),
    ...(fields.length > 0 || present.fields ? { fields } : {}),
  };
}

/** All differences: those of the kind, and those that no kind can mend. */
function differencesOf(pass: Pass, cloud: CloudObject): readonly Difference[] {
  return [...pass.kind.differences(desiredOf(pass), cloud), ...movedFields(pass), ...movedReferences(pass)];
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
function movedReferences({ kind, object, engine }: Pass): Difference[] {
  const used = statusOf(object).applied?.references ?? {};
  return Object.entries(resolveReferences(kind, object, engine.lookup)).flatMap(([field, resolution]): Difference[] => {
    const former = used[field];
    if (former === undefined || resolution.is !== 'ready' || resolution.id === former) return [];
    const found = difference(field, resolution.id, former);
    const message = `${found.message}: it was made with the latter, and a reference is resolved at creation only`;
    return [{ ...found, reason: 'ReferenceChanged', message }];
  });
}

function syncedOf({ kind, object }: Pass, differences: readonly Difference[]): NonNullable<Outcome['synced']> {
  const remarks = kind.remarks(object.spec);
  // What can't be mended says more than what is about to be.
  const [first] = [...differences.filter(({ fix }) => !fix), ...differences];
  if (!first) {
    return { status: 'True', reason: 'UpToDate', message: ['STACKIT holds what the spec says', ...remarks].join('; ') };
  }
  const told = [...differences.map(({ message }) => message), ...remarks];
  return { status: 'False', reason: first.reason, message: told.join('; ') };
}

function adopted({ object }: Pass, cloud: CloudObject): NonNullable<Outcome['synced']> {
  if (object.spec.existingId === cloud.id) {
    return { status: 'True', reason: 'ObserveOnly', message: `observes ${cloud.id} and never changes it` };
  }
  const message = `existingId can't be changed after creation: ${cloud.id} is still observed; delete this object and make a new one`;
  return { status: 'False', reason: 'ImmutableFieldChanged', message };
}

function driftOf({ field, wanted, actual }: Difference): Record<string, string> {
  const text = (value: unknown) =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { field, wanted: text(wanted), actual: text(actual) };
}
