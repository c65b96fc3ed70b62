import { readFile as readFromDisk } from 'node:fs/promises';
import { type Clock, systemClock } from '../clock';
import type { Transport } from '../http';
import { PACKAGE_NAME } from '../product';
import { type Credentials, type Environment, type ReadFile, resolveCredentials } from './credentials';
import { errorText, StackitError } from './errors';
import { exchange, type Grant } from './exchange';
import { createHttpTransport, type HttpTransport, type ProxyOptions } from './http';
import { backoff } from './retry';

/** Gives access tokens to clients. */
export interface TokenSource {
  /**
   * A token that is valid now; empty when none is needed.
   *
   * @throws StackitError of class `unauthenticated`, `transient` or `throttled`
   */
  token(signal?: AbortSignal): Promise<string>;
  /** Says that STACKIT refused this token; the next {@link TokenSource.token} is a fresh one, unless another was got meanwhile. */
  invalidate(token: string): void;
  /** Where the tokens come from, without secrets, for people. */
  describe(): string;
}

/** Settings of {@link createTokenSource}. */
export interface TokenSourceOptions {
  /** The environment in which credentials are looked for. */
  readonly env: Environment;
  readonly readFile?: ReadFile;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly userAgent?: string;
  readonly proxy?: ProxyOptions;
  /** Gives the transport to the token endpoint's host. @default pools of connections, closed with the source */
  readonly connect?: (origin: string) => Transport;
}

/** A token source with connections of its own. */
export interface ClosableTokenSource extends TokenSource {
  close(): Promise<void>;
}

/** Part of a token's life after which it is renewed. */
const RENEWAL = 0.8;
/** Milliseconds before its end in which a token is not used any more, at most a tenth of its life. */
const LEEWAY = 30_000;
/** Milliseconds between two renewals that refusals of tokens ask for. */
const REFUSAL_SPACING = 15_000;
/** Milliseconds between two looks at credentials that were refused. */
const RECHECK = 1_000;
/** Waits after failures: five calls in the first minute, then one a minute. */
const FAILURE_BACKOFF = { base: 4_000, factor: 2, cap: 60_000 };

/** Makes the source of tokens for what the environment holds. Nothing is read or sent before the first token is asked for. */
export function createTokenSource(options: TokenSourceOptions): ClosableTokenSource {
  const { env, clock = systemClock, random = Math.random, userAgent = PACKAGE_NAME } = options;
  const readFile = options.readFile ?? ((path: string) => readFromDisk(path, 'utf8'));
  const pools = new Map<string, HttpTransport>();
  const ownConnect = (origin: string) => {
    const pool =
      pools.get(origin) ?? createHttpTransport({ origin, ...(options.proxy ? { proxy: options.proxy } : {}) });
    pools.set(origin, pool);
    return pool;
  };
  const connect = options.connect ?? ownConnect;
  const source = new CachedTokens({
    clock,
    random,
    load: () => resolveCredentials(env, readFile),
    exchange: (credentials) => exchange(credentials, { clock, userAgent, connect }),
  });
  return {
    token: (signal) => source.token(signal),
    invalidate: (token) => source.invalidate(token),
    describe: () => source.describe(),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

interface CacheOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly load: () => Promise<Credentials>;
  readonly exchange: (credentials: Credentials) => Promise<Grant>;
}

interface Failure {
  readonly error: StackitError;
  /** Time of the next try. */
  readonly until: number;
  /** Whether only other credentials can help. */
  readonly final: boolean;
  /** The credentials that failed; absent when none were found. */
  readonly fingerprint: string | undefined;
}

/** One token for all callers: got once however many ask, renewed early, and kept when a renewal fails. */
class CachedTokens implements TokenSource {
  readonly #options: CacheOptions;
  #credentials: Credentials | undefined;
  #grant: Grant | undefined;
  #refused = false;
  #lastRefusal = Number.NEGATIVE_INFINITY;
  #failure: Failure | undefined;
  #failures = 0;
  #flight: Promise<Grant> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  async token(signal?: AbortSignal): Promise<string> {
    const grant = this.#grant;
    const age = this.#age();
    if (grant !== undefined && age === 'fresh') return grant.token.reveal();
    const renewal = this.#renew();
    if (grant !== undefined && age === 'aging') {
      // Good for some time yet: nobody waits, and a failure is told once it matters.
      renewal.catch(() => undefined);
      return grant.token.reveal();
    }
    return (await abortable(renewal, signal)).token.reveal();
  }

  invalidate(token: string): void {
    const now = this.#options.clock.now();
    if (this.#grant?.token.reveal() !== token || now - this.#lastRefusal < REFUSAL_SPACING) return;
    this.#lastRefusal = now;
    this.#refused = true;
  }

  describe(): string {
    const credentials = this.#credentials;
    if (credentials === undefined) return 'no credentials found yet';
    const { source } = credentials;
    if (credentials.flow === 'none') return 'no authentication (STACKIT_NO_AUTH)';
    if (credentials.flow === 'token') return `given token from ${source}`;
    if (credentials.flow === 'federation') return `workload identity of ${credentials.email} from ${source}`;
    return `key ${credentials.key.kid} of ${credentials.key.iss} from ${source}, token endpoint ${withoutQuery(credentials.endpoint)}`;
  }

  #age(): 'none' | 'fresh' | 'aging' | 'old' {
    if (this.#grant === undefined) return 'none';
    if (this.#refused) return 'old';
    const { obtained, expires } = this.#grant;
    if (expires === Number.POSITIVE_INFINITY) return 'fresh';
    const now = this.#options.clock.now();
    const life = expires - obtained;
    if (now < obtained + RENEWAL * life) return 'fresh';
    return now < expires - Math.min(LEEWAY, life / 10) ? 'aging' : 'old';
  }

  #renew(): Promise<Grant> {
    this.#flight ??= this.#fetch().finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  async #fetch(): Promise<Grant> {
    const { clock, load, exchange: get } = this.#options;
    const failure = this.#failure;
    if (failure !== undefined && clock.now() < failure.until) return this.#fallback(failure);
    let fingerprint: string | undefined;
    try {
      const credentials = await load();
      fingerprint = credentials.fingerprint;
      if (failure?.final && failure.fingerprint === fingerprint) return this.#postpone(failure);
      this.#credentials = credentials;
      const grant = await get(credentials);
      this.#grant = grant;
      this.#refused = false;
      this.#failure = undefined;
      this.#failures = 0;
      return grant;
    } catch (error) {
      return this.#fail(error, fingerprint);
    }
  }

  #fail(error: unknown, fingerprint: string | undefined): Grant {
    const { clock, random } = this.#options;
    const known = error instanceof StackitError ? error : unexpected(error);
    const now = clock.now();
    const final = known.class === 'unauthenticated';
    this.#failures = final ? 0 : this.#failures + 1;
    const wait = final ? RECHECK : Math.max(known.retryAfter ?? 0, backoff(FAILURE_BACKOFF, this.#failures, random));
    this.#failure = { error: known, until: now + wait, final, fingerprint };
    return this.#fallback(this.#failure);
  }

  #postpone(failure: Failure): Grant {
    this.#failure = { ...failure, until: this.#options.clock.now() + RECHECK };
    return this.#fallback(failure);
  }

  // A token that STACKIT has not refused is used to its very end before a failure is told.
  #fallback(failure: Failure): Grant {
    const now = this.#options.clock.now();
    if (this.#grant !== undefined && !this.#refused && now < this.#grant.expires) return this.#grant;
    throw failure.final ? failure.error : failure.error.withRetryAfter(Math.max(0, failure.until - now));
  }
}

function unexpected(error: unknown): StackitError {
  return new StackitError({
    operation: 'GetAccessToken',
    method: 'POST',
    path: '',
    class: 'transient',
    answer: `failed: ${errorText(error)}`,
    cause: error,
  });
}

function withoutQuery(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}${new URL(url).pathname}` : 'that is no URL';
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(unexpected(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
