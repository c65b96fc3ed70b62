import type { CloudObject } from '../engine/kind';

/** How often an object needs to be looked at: `fast` while it moves, `slow` at rest. */
export type Pace = 'fast' | 'slow';

/** What a key wants to be told about. */
export interface Interest {
  readonly pace: Pace;
  /** ID of the STACKIT object that the key stands for, once known. */
  readonly id?: string;
  /** Owner label of the key; absent for an adopted object. */
  readonly owner?: string;
}

/** `stale`: no LIST has begun since our last write to the object, so nothing is known; `error` says why, if LISTs fail. */
export type Sight =
  | {
      readonly is: 'present';
      readonly object: CloudObject /** When the request began, by the clock. */;
      readonly at: number;
    }
  | { readonly is: 'missing' }
  | { readonly is: 'stale'; readonly error?: unknown };
