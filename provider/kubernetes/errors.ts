import type { KubeStatus } from './types';

/** What a failed call to Kubernetes was about. */
export interface KubeErrorProps {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly reason?: string | undefined;
  /** What the server said, or why no answer came. */
  readonly answer: string;
  readonly details?: KubeStatus['details'] | undefined;
  readonly method: string;
  readonly path: string;
  /** Verb and resource in words, for the message. */
  readonly tried: string;
  /** Milliseconds, from the Retry-After header. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A call to Kubernetes that failed. The message says what was tried, on what, and what came back. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  /** HTTP status; 0 when no answer came: then the call may have been executed or not. */
  readonly status: number;
  /** Kubernetes' word, such as `Conflict`, `Expired` or `AlreadyExists`; empty when there is none. */
  readonly reason: string;
  readonly details: KubeStatus['details'];
  readonly method: string;
  /** URL path with the query. */
  readonly path: string;
  /** Milliseconds the server asked to wait. */
  readonly retryAfter: number | undefined;

  constructor(props: KubeErrorProps) {
    const { status, reason = '', answer, method, path, tried, retryAfter, details, cause } = props;
    const came = status === 0 ? answer : `${[status, reason].filter(Boolean).join(' ')}: ${answer}`;
    super(`cannot ${tried}: ${came}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.method = method;
    this.path = path;
    this.retryAfter = retryAfter;
  }

  /** The resourceVersion or continue token is too old: only a new LIST helps. */
  get isGone(): boolean {
    return this.status === 410 || this.reason === 'Expired' || this.reason === 'Gone';
  }
}
