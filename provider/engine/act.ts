import { StackitError } from '../../src/stackit';
import { create } from './create';
import { deleteOwned, deleting, release } from './delete';
import { outcomeOfFault } from './fault';
import type { Action, CloudObject } from './kind';
import type { Observation } from './observe';
import { mergeOutcomes, type Outcome } from './outcome';
import { type Pass, recordedId, statusOf } from './pass';

/** Carries out what was decided. */
export async function act(pass: Pass, action: Action<unknown>, observation: Observation): Promise<Outcome> {
  switch (action.type) {
    case 'none':
    case 'update':
      return isGoing(pass) ? release(pass, observation) : findings(pass, observation);
    case 'adopt':
      return mergeOutcomes(findings(pass, observation), adopt(pass, action.id));
    case 'create':
      return create(pass, action.payload, observation.useless ?? []);
    case 'delete':
      return mergeOutcomes(findings(pass, observation), await deleteOwned(pass, action.id));
    case 'refuse':
      return {
        ready: { status: 'False', reason: action.reason, message: action.message },
        happenings: [{ type: 'Warning', reason: action.reason, message: action.message }],
        pace: action.reason === 'NotFound' || action.reason === 'AmbiguousMatch' ? 'slow' : 'none',
      };
    case 'wait':
      return wait(pass, action, observation);
  }
}

function wait(pass: Pass, action: Extract<Action<unknown>, { type: 'wait' }>, observation: Observation): Outcome {
  switch (action.on) {
    case 'observation':
      return observation.error instanceof StackitError
        ? { ...outcomeOfFault(pass, observation.error, { verb: 'observe' }), next: { is: 'rest' }, pace: 'slow' }
        : { pace: 'slow' };
    case 'visibility': {
      const delay = Math.max(1, (action.until ?? 0) - pass.now);
      const message = 'looking in STACKIT for what an earlier attempt may have made';
      return {
        ...(recordedId(pass) === undefined &&
          !isGoing(pass) && { ready: { status: 'False', reason: 'Creating', message } }),
        ...(isGoing(pass) && { ready: deleting(message) }),
        next: { is: 'after', delay },
        pace: 'slow',
      };
    }
    case 'deletion':
      return mergeOutcomes(findings(pass, observation), { ready: deleting('STACKIT is deleting it'), pace: 'fast' });
    case 'reference':
      return { ready: { status: 'False', reason: 'WaitingForReference', message: action.message }, pace: 'none' };
    case 'dependents':
      return mergeOutcomes(findings(pass, observation), {
        ready: { status: 'False', reason: 'InUse', message: `deletion waits: ${action.message}` },
        pace: 'slow',
      });
  }
}

/** Records an object that is there already. */
function adopt(pass: Pass, id: string): Outcome {
  const { kind, engine, object, scope, owned, memo } = pass;
  memo.failures = 0;
  if (!owned) return { status: { [kind.idField]: id } };
  return {
    status: {
      [kind.idField]: id,
      attempt: undefined,
      applied: statusOf(object).applied ?? { clusterId: engine.clusterId, ...scope },
    },
    happenings: [
      { type: 'Normal', reason: 'Found', message: `found in STACKIT by its owner label, with the ID ${id}` },
    ],
  };
}

/** What the look at STACKIT says about the object. */
function findings(pass: Pass, { observed }: Observation): Outcome {
  if (observed.is !== 'present') return {};
  const { kind, object, owned } = pass;
  const health = kind.health(observed.object, object.spec, pass.now);
  return {
    ready: health.ready,
    synced: synced(pass, observed.object, owned),
    status: kind.status(observed.object),
    pace: health.phase === 'moving' || health.phase === 'deleting' ? 'fast' : 'slow',
    ...(health.phase === 'failed' && {
      happenings: [{ type: 'Warning', reason: health.ready.reason, message: health.ready.message }],
    }),
  };
}

function synced({ kind, object }: Pass, cloud: CloudObject, owned: boolean): NonNullable<Outcome['synced']> {
  const { existingId } = object.spec;
  if (!owned) {
    return existingId === cloud.id
      ? { status: 'True', reason: 'ObserveOnly', message: `observes ${cloud.id} and never changes it` }
      : {
          status: 'False',
          reason: 'ImmutableFieldChanged',
          message: `existingId can't be changed after creation: ${cloud.id} is still observed; delete this object and make a new one`,
        };
  }
  const differences = kind.differences(object.spec, cloud);
  const [first] = differences;
  const remarks = kind.remarks(object.spec);
  if (!first) {
    return { status: 'True', reason: 'UpToDate', message: ['STACKIT holds what the spec says', ...remarks].join('; ') };
  }
  const told = [...differences.map(({ message }) => message), ...remarks];
  return { status: 'False', reason: first.reason, message: told.join('; ') };
}

function isGoing({ object }: Pass): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
