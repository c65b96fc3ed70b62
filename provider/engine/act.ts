import { StackitError } from '../../src/stackit';
import { withCompanion } from './companion';
import { findCondition } from './conditions';
import { create } from './create';
import { deleteOwned, deleting, lookAgain, release } from './delete';
import { outcomeOfFault } from './fault';
import { findings } from './findings';
import type { Action } from './kind';
import type { Observation } from './observe';
import { mergeOutcomes, type Outcome } from './outcome';
import { isGoing, isObserveOnly, type Pass, recordedId, statusOf } from './pass';
import { prepare } from './prepare';
import { resolveReferences } from './references';
import { update } from './update';

/** Carries out what was decided. */
export async function act(pass: Pass, action: Action<unknown>, observation: Observation): Promise<Outcome> {
  switch (action.type) {
    case 'update':
      return change(pass, action, observation);
    case 'none':
      return isGoing(pass.object) ? release(pass, observation) : beside(pass, seen(pass, observation), observation);
    case 'adopt':
      return beside(pass, mergeOutcomes(seen(pass, observation), adopt(pass, action.id)), observation);
    case 'create':
      return (
        (await prepare(pass, action.payload)) ??
        mergeOutcomes(lost(pass, observation), await create(pass, action.payload, observation.useless ?? []))
      );
    case 'delete':
      return mergeOutcomes(seen(pass, observation), await deleteOwned(pass, action.id));
    case 'refuse':
      return {
        ready: { status: 'False', reason: action.reason, message: action.message },
        // What is not there is in no state and holds nothing.
        ...(action.reason === 'NotFound' && {
          synced: { status: 'False', reason: 'DriftDetected', message: action.message },
          status: { state: undefined },
        }),
        happenings: [{ type: 'Warning', reason: action.reason, message: action.message }],
        pace: action.reason === 'NotFound' || action.reason === 'AmbiguousMatch' ? 'slow' : 'none',
      };
    case 'wait':
      return wait(pass, action, observation);
  }
}

async function change(pass: Pass, action: Extract<Action<unknown>, { type: 'update' }>, observation: Observation) {
  const { observed } = observation;
  return observed.is === 'present' ? beside(pass, await update(pass, action, observed.object), observation) : {};
}

/** What is let go needs nothing beside it any more. */
async function beside(pass: Pass, outcome: Outcome, { observed }: Observation): Promise<Outcome> {
  return observed.is === 'present' && !isGoing(pass.object) ? withCompanion(pass, outcome, observed.object) : outcome;
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
          !isGoing(pass.object) && { ready: { status: 'False', reason: 'Creating', message } }),
        ...(isGoing(pass.object) && { ready: deleting(message) }),
        next: { is: 'after', delay },
        pace: 'slow',
      };
    }
    case 'deletion':
      // What STACKIT says of a deletion under way, such as what it waits for, is the message.
      return mergeOutcomes(
        { ready: deleting('STACKIT is deleting it') },
        {
          ...seen(pass, observation),
          ...lookAgain(pass),
          pace: 'fast',
        },
      );
    case 'reference':
      return waitForReference(pass, action.message);
    case 'dependents':
      return mergeOutcomes(seen(pass, observation), {
        ready: { status: 'False', reason: 'InUse', message: `deletion waits: ${action.message}` },
        pace: action.inStackit && isRecent(pass) ? 'fast' : 'slow',
      });
  }
}

/** Milliseconds for which a deletion that somebody in STACKIT has to make way for is watched closely. */
const RECENT = 600_000;

function isRecent({ object, now }: Pass): boolean {
  return now - Date.parse(object.metadata.deletionTimestamp ?? '') < RECENT;
}

/** Milliseconds between two writes that only say in other words what is waited for, and between those that name no cause. */
const RETOLD = 2_000;
const RETOLD_PROGRESS = 60_000;

/** At the start of a chain each link's first words would be passed on to all that follow, a write each. */
function waitForReference({ engine, kind, object, memo, now }: Pass, message: string): Outcome {
  const former = findCondition(statusOf(object).conditions, 'Ready');
  const isWaiting =
    former?.reason === 'WaitingForReference' && former.observedGeneration === (object.metadata.generation ?? 0);
  const waiting = Object.values(resolveReferences(kind, object, engine.lookup)).filter(({ is }) => is === 'waiting');
  const isMoving = waiting.length > 0 && waiting.every((resolution) => 'moving' in resolution);
  const next = (memo.toldAt ?? 0) + (isMoving ? RETOLD_PROGRESS : RETOLD);
  if (isWaiting && former.message !== message && next > now) {
    return { pace: 'none', next: { is: 'after', delay: next - now } };
  }
  if (former?.message !== message) memo.toldAt = now;
  return { ready: { status: 'False', reason: 'WaitingForReference', message }, pace: 'none' };
}

/** An object that is made again was lost first, and nobody should have to guess what went with it. */
function lost({ kind, object }: Pass, { observed }: Observation): Outcome {
  if (observed.is !== 'gone') return {};
  const message = [
    `the ${kind.kind} ${observed.id} is gone from STACKIT, so it is created again`,
    ...kind.losses(statusOf(object)),
  ].join('; ');
  return { happenings: [{ type: 'Warning', reason: 'Recreating', message }] };
}

/** Records an object that is there already. */
function adopt(pass: Pass, id: string): Outcome {
  const { kind, engine, object, scope, owned, memo } = pass;
  const observeOnly = isObserveOnly(object);
  memo.failures = 0;
  if (!owned) return { status: { [kind.idField]: id } };
  return {
    status: {
      [kind.idField]: id,
      attempt: undefined,
      // Without our labels on it this stays open, until a PATCH has stamped it.
      ...(statusOf(object).applied === undefined &&
        !observeOnly && { applied: { clusterId: engine.clusterId, ...scope } }),
    },
    happenings: [
      { type: 'Normal', reason: 'Found', message: `found in STACKIT by its owner label, with the ID ${id}` },
    ],
  };
}

/** What was seen, if anything was. */
function seen(pass: Pass, { observed }: Observation): Outcome {
  return observed.is === 'present' ? findings(pass, observed.object) : {};
}
