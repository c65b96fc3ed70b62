import type { Operation } from './call';
import { Refusal } from './errors';
import { isSignedBy, type Jwt, parseJwt, publicKeyOf } from './jwt';
import type { Caller, Tokens } from './tokens';

/** A trust in tokens of another identity provider (auth.md §4). */
export interface Federation {
  /** E-mail of the service account. */
  readonly email: string;
  /** `iss` of the token. */
  readonly issuer: string;
  /** Claims that the token must carry, e.g. `sub` and `aud`. @default none */
  readonly claims?: Readonly<Record<string, string>>;
  /** PEM for RS256. @default the signature is not looked at */
  readonly publicKey?: string;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const GRANT = 'client_credentials';
const ASSERTION_TYPE = 'urn:schwarz:params:oauth:client-assertion-type:workload-jwt';

/** The trusts of a simulator, and the exchange of a workload's token. */
export class Federations {
  readonly #trusts: Federation[] = [];

  /** @throws TypeError without e-mail and issuer, or when a member is of another type */
  add(trust: Federation): void {
    if (!isText(trust?.email) || !isText(trust.issuer)) throw new TypeError('a federation needs email and issuer');
    const { claims = {}, publicKey = '' } = trust;
    if (claims === null || typeof claims !== 'object' || !Object.values(claims).every(isText)) {
      throw new TypeError('claims of a federation must be an object of names and texts');
    }
    if (typeof publicKey !== 'string') throw new TypeError('publicKey of a federation must be a PEM text');
    this.#trusts.push(trust);
  }

  list(): readonly Federation[] {
    return this.#trusts;
  }

  /** @throws Refusal 400 or 401 as an OAuth server words it */
  redeem(form: URLSearchParams, now: number): Caller {
    if (form.get('grant_type') !== GRANT) throw failure(400, 'unsupported_grant_type', 'grant_type is not supported');
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
      throw failure(400, 'invalid_request', 'client_assertion_type is not supported');
    }
    const email = form.get('client_id') ?? '';
    const jwt = parseJwt(form.get('client_assertion') ?? '');
    if (jwt === undefined) throw failure(400, 'invalid_request', 'client_assertion is not a valid JWT');
    if (typeof jwt.claims.exp === 'number' && jwt.claims.exp * 1000 <= now) {
      throw failure(401, 'invalid_client', 'client_assertion is expired');
    }
    if (!this.#trusts.some((trust) => trust.email === email && isTrusted(trust, jwt))) {
      throw failure(401, 'invalid_client', `no federation of ${email} matches the client_assertion`);
    }
    return { email, subject: email };
  }
}

function isTrusted({ issuer, claims = {}, publicKey }: Federation, jwt: Jwt): boolean {
  if (jwt.claims.iss !== issuer) return false;
  if (publicKey !== undefined && !isSignedBy(jwt, 'RS256', publicKeyOf(publicKey))) return false;
  return Object.entries(claims).every(([name, wanted]) => {
    const value = jwt.claims[name];
    return Array.isArray(value) ? value.includes(wanted) : value === wanted;
  });
}

function failure(status: number, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description });
}

/** The token endpoint for workload identities. */
export function federationOperations(federations: Federations, tokens: Tokens): readonly Operation[] {
  return [
    {
      operationId: 'ExchangeWorkloadToken',
      method: 'POST',
      path: '/oauth/v2/token',
      effect: 'none',
      bearer: false,
      handler: (call) => {
        const form = new URLSearchParams(call.body<Record<string, string> | undefined>() ?? {});
        return { status: 200, body: tokens.answerFor(federations.redeem(form, call.now)) };
      },
    },
  ];
}
