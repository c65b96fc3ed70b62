import type { Pace } from '../cloud/observer';
import type { Backoff } from './backoff';
import type { Ready, Synced } from './conditions';

/** Something that happened to an object, for `kubectl describe`. */
export interface Happening {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** When the key is looked at again without anything having changed. */
export type Next =
  | { readonly is: 'rest' }
  | { readonly is: 'after'; readonly delay: number }
  /** A fault: later each time. `holds` names what is not tried again before then, however often the key runs. */
  | { readonly is: 'backoff'; readonly backoff: Backoff; readonly holds?: string; readonly delay?: number };

/** What one pass found and did. Only the report turns it into conditions, events, a requeue time and metrics. */
export interface Outcome {
  readonly ready?: Ready;
  readonly synced?: Synced;
  /** Status fields to set; `undefined` removes one. */
  readonly status?: Readonly<Record<string, unknown>>;
  readonly happenings?: readonly Happening[];
  readonly next?: Next;
  /** How often STACKIT has to be looked at; `none` for an object that has nothing there. */
  readonly pace?: Pace | 'none';
  /** The pass failed, for metrics and the log. */
  readonly error?: unknown;
  /** The object is gone, or about to be: there is nothing to report on. */
  readonly released?: boolean;
}

/** Two findings about one object as one; of what both say, the later counts, and the sooner of two dates. */
export function mergeOutcomes(earlier: Outcome, later: Outcome): Outcome {
  return {
    ...earlier,
    ...later,
    status: { ...earlier.status, ...later.status },
    happenings: [...(earlier.happenings ?? []), ...(later.happenings ?? [])],
  };
}
