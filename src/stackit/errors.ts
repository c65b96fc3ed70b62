import type { ErrorClass } from './error-class';
import { redact } from './redact';

/** What a {@link StackitError} is made of. */
export interface StackitErrorDetails {
  readonly operation: string;
  readonly method: string;
  /** A query in it is dropped. */
  readonly path: string;
  readonly class: ErrorClass;
  /** What came back, in words. */
  readonly answer: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
  /** Values that must not show, wherever they stand. */
  readonly secrets?: readonly string[] | undefined;
}

/** A call to STACKIT that did not succeed. Holds no token, key, user data or upload URL. */
export class StackitError extends Error {
  override readonly name = 'StackitError';
  /** What it means; see {@link ErrorClass}. */
  readonly class: ErrorClass;
  /** Operation in STACKIT's words, such as `CreateServer`. */
  readonly operation: string;
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** HTTP status; absent when no answer came. */
  declare readonly status?: number;
  /** STACKIT's code, if it is more than the status. */
  declare readonly code?: string;
  /** `X-Request-Id` of the answer. */
  declare readonly requestId?: string;
  /** Milliseconds after which the next try makes sense, as the answer or a back-off of ours says. */
  declare readonly retryAfter?: number;
  readonly #details: StackitErrorDetails;

  constructor(details: StackitErrorDetails) {
    const { operation, method, status, code, requestId, retryAfter, secrets = [] } = details;
    const path = details.path.split('?', 1)[0] ?? '';
    const said = redact(details.answer, secrets).replace(/[.\s]+$/, '');
    const came = status === undefined ? said : `answered ${status}${said === '' ? '' : `: ${said}`}`;
    const reference = requestId === undefined ? '' : ` (request ${requestId})`;
    super(`${words(operation)}: ${[method, path, came].filter((part) => part !== '').join(' ')}${reference}`, {
      ...(details.cause === undefined ? {} : { cause: plainCause(details.cause, secrets) }),
    });
    this.#details = { ...details, path, answer: said, secrets: undefined };
    this.class = details.class;
    this.operation = operation;
    this.method = method;
    this.path = path;
    if (status !== undefined) this.status = status;
    if (code !== undefined) this.code = code;
    if (requestId !== undefined) this.requestId = requestId;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }

  /** The same error with another wait. */
  withRetryAfter(retryAfter: number): StackitError {
    return new StackitError({ ...this.#details, cause: this.cause, retryAfter });
  }
}

/**
 * The `code` of an error of Node.js or undici, looked for in its causes too. Its shape is asked, not its class, which differs
 * between contexts of one process.
 */
export function errorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current !== null && typeof current === 'object' && depth < 5; depth += 1) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string') return code;
    current = Array.isArray(errors) ? errors[0] : cause;
  }
  return undefined;
}

/** The message of whatever was thrown; a connect error over several addresses has none of its own. */
export function errorText(error: unknown): string {
  if (error === null || typeof error !== 'object') return String(error);
  const { message, name, errors } = error as { message?: unknown; name?: unknown; errors?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return Array.isArray(errors) ? errors.map(errorText).join(', ') : String(name ?? 'an unknown error');
}

// Errors of the wire carry sockets, inputs and half-read bodies: what inspect() would print is kept out.
function plainCause(cause: unknown, secrets: readonly string[]): unknown {
  if (cause === null || typeof cause !== 'object' || cause instanceof StackitError) return cause;
  const plain = new Error(redact(errorText(cause), secrets));
  plain.name = String((cause as { name?: unknown }).name ?? 'Error');
  delete plain.stack;
  const code = errorCode(cause);
  return code === undefined ? plain : Object.assign(plain, { code });
}

function words(operation: string): string {
  return operation.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}
