import type { Verb } from './operation';

/**
 * What an error means for the one who called.
 *
 * - `gone`: the object of a GET or DELETE does not exist
 * - `notYetVisible`: the same so soon after creation that it proves nothing; only the caller knows, so no call is classed so
 * - `conflict`: not in this state of things; look again, then try again
 * - `throttled`: not executed, too many calls
 * - `invalid`: refused for what was asked, or something that it refers to is missing; the same call fails again
 * - `forbidden`: the identity lacks a permission
 * - `unauthenticated`: no valid token, even after a fresh one
 * - `quota`: a limit of the project or of a device is reached
 * - `capacity`: STACKIT has no room for it at the moment
 * - `transient`: not executed, or repeatable; try again
 * - `uncertain`: a POST that may have been executed
 */
export type ErrorClass =
  | 'gone'
  | 'notYetVisible'
  | 'conflict'
  | 'throttled'
  | 'invalid'
  | 'forbidden'
  | 'unauthenticated'
  | 'quota'
  | 'capacity'
  | 'transient'
  | 'uncertain';

/** A row matches when all that it names match. */
interface Rule {
  /** A status, or a range of them with both ends included. */
  readonly status: number | readonly [number, number];
  readonly verbs?: readonly Verb[];
  readonly message?: RegExp;
  /** Code in words, as SKE gives it. */
  readonly code?: string;
  readonly class: ErrorClass;
}

// Texts seen in production; there is no code that tells these refusals from others of the same status.
const QUOTA = /quota|maximum allowed number|(?<!rate )limit (?:is |was |has been )?(?:exceeded|reached)/i;
const CAPACITY = /no valid host|insufficient capacity|not enough (?:capacity|hosts|resources)/i;
const DUPLICATE = /duplicate items in the list|already (?:attached|exists|a member)/i;

/**
 * The whole table, first match wins. Sources: fact sheet §0.2 and pitfalls Q2 (409 in other shapes), Q19 (404 on POST names a
 * missing dependency), Q36 (quota and capacity), Q37 (duplicate member; a port that is not there yet), Q57 (403 that is a
 * device limit), Q81 (501 for an unknown region); SKE fact sheet §3.1 (400 for a state that forbids the call).
 */
export const ERROR_RULES: readonly Rule[] = [
  { status: 401, class: 'unauthenticated' },
  { status: 429, class: 'throttled' },
  { status: 413, class: 'quota' },
  { status: [400, 422], message: CAPACITY, class: 'capacity' },
  { status: 409, message: CAPACITY, class: 'capacity' },
  { status: 403, message: QUOTA, class: 'quota' },
  { status: 409, message: QUOTA, class: 'quota' },
  { status: [400, 422], message: QUOTA, class: 'quota' },
  { status: [400, 409], code: 'FailedPrecondition', class: 'conflict' },
  { status: 403, class: 'forbidden' },
  { status: 407, class: 'forbidden' },
  { status: 404, verbs: ['GET', 'DELETE'], class: 'gone' },
  { status: 410, verbs: ['GET', 'DELETE'], class: 'gone' },
  { status: 404, verbs: ['PUT', 'PATCH'], class: 'conflict' },
  { status: 410, verbs: ['PUT', 'PATCH'], class: 'conflict' },
  { status: 400, verbs: ['PUT'], message: DUPLICATE, class: 'conflict' },
  { status: 409, class: 'conflict' },
  { status: 412, class: 'conflict' },
  { status: 423, class: 'conflict' },
  { status: 408, verbs: ['POST'], class: 'uncertain' },
  { status: 408, class: 'transient' },
  { status: 425, class: 'transient' },
  { status: 501, class: 'invalid' },
  { status: [500, 599], verbs: ['POST'], class: 'uncertain' },
  { status: [500, 599], class: 'transient' },
  { status: [300, 499], class: 'invalid' },
];

/** The meaning of an answer that is no success. */
export function errorClass(verb: Verb, status: number, message = '', code?: string): ErrorClass {
  const rule = ERROR_RULES.find(
    (candidate) =>
      matches(candidate.status, status) &&
      (candidate.verbs?.includes(verb) ?? true) &&
      (candidate.code === undefined || candidate.code === code) &&
      (candidate.message?.test(message) ?? true),
  );
  return rule?.class ?? unansweredClass(verb, true);
}

/** The meaning of no answer, or of a success that could not be read; `sent` is false when the request never left. */
export function unansweredClass(verb: Verb, sent: boolean): ErrorClass {
  return verb === 'POST' && sent ? 'uncertain' : 'transient';
}

/** Code of an error by which a layer around a transport says that it did not send the request. */
export const NOT_SENT = 'ERR_NOT_SENT';

// A connection that never came to be carried no request.
const NEVER_SENT = new Set([
  NOT_SENT,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Whether a transport's error leaves open that the request was executed. */
export function mayHaveBeenSent(code: string | undefined): boolean {
  return code === undefined || !NEVER_SENT.has(code);
}

function matches(expected: Rule['status'], status: number): boolean {
  return typeof expected === 'number' ? expected === status : status >= expected[0] && status <= expected[1];
}
