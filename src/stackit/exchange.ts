import type { Clock } from '../clock';
import { type HttpResponse, readBody, type Transport } from '../http';
import type { Credentials } from './credentials';
import { parseErrorBody } from './error-body';
import type { ErrorClass } from './error-class';
import { errorCode, errorText, StackitError } from './errors';
import { readClaims } from './jwt';
import { signAssertion } from './key-flow';
import { retryAfter } from './retry';
import { Secret } from './secret';

/** A token and when it was got and ends, in milliseconds since the epoch of our clock. */
export interface Grant {
  readonly token: Secret;
  readonly obtained: number;
  /** `Infinity` when it has no end that can be read. */
  readonly expires: number;
}

/** What an exchange needs from outside. */
export interface ExchangeOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  /** The transport to a host. */
  readonly connect: (origin: string) => Transport;
}

/** Code of the error for credentials that the token endpoint refuses. */
export const CREDENTIALS_INVALID = 'CredentialsInvalid';

/** Milliseconds that the token endpoint has for its answer. */
const TIMEOUT = 60_000;

/** Gets a token for credentials. @throws StackitError */
export async function exchange(credentials: Credentials, options: ExchangeOptions): Promise<Grant> {
  const now = options.clock.now();
  if (credentials.flow === 'none') return { token: new Secret(''), obtained: now, expires: Number.POSITIVE_INFINITY };
  if (credentials.flow === 'token') return given(credentials.token, credentials.source, now);
  const form = credentials.flow === 'key' ? keyForm(credentials, now) : federationForm(credentials);
  const endpoint = endpointOf(credentials.endpoint);
  const response = await post(endpoint, form, options);
  const who = credentials.flow === 'federation' ? workload(credentials) : '';
  return grantOf(response, endpoint, options.clock, { secrets: [...form.values()], who });
}

function given(token: Secret, source: string, now: number): Grant {
  const end = readClaims(token.reveal())?.exp;
  const expires = end === undefined ? Number.POSITIVE_INFINITY : end * 1000;
  if (expires > now) return { token, obtained: now, expires };
  throw new StackitError({
    operation: 'GetAccessToken',
    method: 'token of',
    path: source,
    class: 'unauthenticated',
    code: CREDENTIALS_INVALID,
    answer: `expired at ${new Date(expires).toISOString()}, and a given token is never renewed; use a service-account key`,
  });
}

function keyForm(credentials: Credentials & { flow: 'key' }, now: number): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signAssertion(credentials.key, credentials.privateKey, now),
  });
}

function federationForm(credentials: Credentials & { flow: 'federation' }): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:schwarz:params:oauth:client-assertion-type:workload-jwt',
    client_assertion: credentials.assertion.reveal(),
    client_id: credentials.email,
  });
}

type TokenResponse = HttpResponse & { readonly text: string };

async function post(endpoint: URL, form: URLSearchParams, options: ExchangeOptions): Promise<TokenResponse> {
  const body = form.toString();
  const secrets = [...form.values()];
  const timeout = new AbortController();
  const timer = options.clock.after(TIMEOUT, () => timeout.abort());
  try {
    const response = await options.connect(endpoint.origin)({
      method: 'POST',
      path: endpoint.pathname + endpoint.search,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': options.userAgent,
      },
      body,
      signal: timeout.signal,
    });
    return { ...response, text: (await readBody(response.body)).toString('utf8') };
  } catch (error) {
    const answer = timeout.signal.aborted
      ? `gave no answer within ${TIMEOUT / 1000} s`
      : `gave no answer: ${errorText(error)}`;
    throw failure(endpoint, { class: 'transient', answer, code: errorCode(error), cause: error, secrets });
  } finally {
    timer.cancel();
  }
}

/** Who asked, for the trust that is missing or wrong (quirks.md Q98): what a workload's token says of itself, and never the token. */
function workload({ email, assertion, source }: Credentials & { flow: 'federation' }): string {
  const { iss, sub, aud } = readClaims(assertion.reveal()) ?? {};
  const said = (value: unknown) => (JSON.stringify(value) ?? 'none').slice(0, 200);
  return ` - the workload token in ${source} for ${email} has issuer ${said(iss)}, subject ${said(sub)} and audience ${said(aud)}`;
}

interface Asked {
  readonly secrets: readonly string[];
  /** Added to a refusal. */
  readonly who: string;
}

function grantOf(response: TokenResponse, endpoint: URL, clock: Clock, { secrets, who }: Asked): Grant {
  const { status } = response;
  if (status !== 200) {
    const { message, code } = parseErrorBody(response.text, secrets);
    const kind = refusal(status);
    throw failure(endpoint, {
      class: kind,
      status,
      answer: message + hint(message) + (kind === 'unauthenticated' ? who : ''),
      code: kind === 'unauthenticated' ? CREDENTIALS_INVALID : code,
      retryAfter: retryAfter(response.headers['retry-after'], clock),
      requestId: response.headers['x-request-id'],
    });
  }
  const fields = parseFields(response.text);
  const token = typeof fields?.access_token === 'string' ? fields.access_token.trim() : '';
  if (token === '') throw failure(endpoint, { class: 'transient', status, answer: 'without an access token' });
  const now = clock.now();
  const seconds = typeof fields?.expires_in === 'number' ? fields.expires_in : undefined;
  return { token: new Secret(token), obtained: now, expires: endOf(token, seconds, now) };
}

/** When a token ends by our clock: what the token says, whichever of the two clocks is fast. */
export function endOf(token: string, expiresIn: number | undefined, now: number): number {
  const { exp, iat } = readClaims(token) ?? {};
  const life = exp !== undefined && iat !== undefined ? exp - iat : expiresIn;
  const byLife = life === undefined ? Number.POSITIVE_INFINITY : now + life * 1000;
  if (exp === undefined) return byLife;
  // An end that has passed already is a clock that runs ahead: then only the lifetime says something.
  return exp * 1000 > now ? Math.min(exp * 1000, byLife) : byLife;
}

function refusal(status: number): ErrorClass {
  if (status === 429) return 'throttled';
  return status === 400 || status === 401 || status === 403 ? 'unauthenticated' : 'transient';
}

function hint(message: string): string {
  return /key with kid .* was not found/i.test(message)
    ? ' - the key was deleted, or the token endpoint belongs to another environment'
    : '';
}

function parseFields(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function endpointOf(endpoint: string): URL {
  if (URL.canParse(endpoint) && /^https?:/.test(endpoint)) return new URL(endpoint);
  throw new StackitError({
    operation: 'GetAccessToken',
    method: 'token endpoint',
    path: '',
    class: 'unauthenticated',
    code: 'CredentialsInvalid',
    answer: 'is not a URL such as https://service-account.api.stackit.cloud/token',
  });
}

type Failure = Omit<ConstructorParameters<typeof StackitError>[0], 'operation' | 'method' | 'path'>;

function failure(endpoint: URL, details: Failure): StackitError {
  return new StackitError({
    operation: 'GetAccessToken',
    method: 'POST',
    path: `${endpoint.origin}${endpoint.pathname}`,
    ...details,
  });
}
