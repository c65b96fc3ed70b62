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
  readonly status?: number;
  /** STACKIT's code, if it is more than the status. */
  readonly code?: string;
  /** `X-Request-Id` of the answer. */
  readonly requestId?: string;
  /** Milliseconds after which the next try makes sense, as the answer or a back-off of ours says. */
  readonly retryAfter?: number;

  constructor(details: StackitErrorDetails) {
    const { operation, method, status, code, requestId, retryAfter, secrets = [] } = details;
    const path = details.path.split('?', 1)[0] ?? '';
    const said = redact(details.answer, secrets).replace(/[.\s]+$/, '');
    const came = status === undefined ? said : `answered ${status}${said === '' ? '' : `: ${said}`}`;
    const reference = requestId === undefined ? '' : ` (request ${requestId})`;
    super(`${words(operation)}: ${method} ${path} ${came}${reference}`, {
      ...(details.cause === undefined ? {} : { cause: plainCause(details.cause, secrets) }),
    });
    this.class = details.class;
    this.operation = operation;
    this.method = method;
    this.path = path;
    if (status !== undefined) this.status = status;
    if (code !== undefined) this.code = code;
    if (requestId !== undefined) this.requestId = requestId;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** The `code` of an error of Node.js or undici, looked for in its causes too. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
    if (current instanceof AggregateError && current.errors[0] instanceof Error) return errorCode(current.errors[0]);
  }
  return undefined;
}

/** The message of whatever was thrown; a connect error over several addresses has none of its own. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorText).join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}

// Errors of the wire carry sockets, inputs and half-read bodies: what inspect() would print is kept out.
function plainCause(cause: unknown, secrets: readonly string[]): unknown {
  if (cause instanceof StackitError) return cause;
  const plain = new Error(redact(errorText(cause), secrets));
  plain.name = cause instanceof Error ? cause.name : 'Error';
  delete plain.stack;
  const code = errorCode(cause);
  return code === undefined ? plain : Object.assign(plain, { code });
}

function words(operation: string): string {
  return operation.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}
