import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { Refusal } from './errors';
import { isSignedBy, parseJwt, privateKeyOf, publicKeyOf, signJwt } from './jwt';
import { makeKey, makeKeySync, type ServiceAccountKey } from './keys';

/** Who makes a call. Key pairs belong to the caller. */
export interface Caller {
  readonly email: string;
  readonly subject: string;
}

/** What the token endpoint answers (auth.md §2.2). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

export interface TokenOptions {
  /** Seconds. */
  readonly lifetime: number;
  /** Seconds. */
  readonly clockSkew: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether 401 comes as the gateway's plain text (Q97). */
  readonly plainText: boolean;
  readonly key?: ServiceAccountKey;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const MISSING = 'Jwt is missing';
const MALFORMED = 'Jwt is not in the form of Header.Payload.Signature with two dots and 3 sections';
const EXPIRED = 'Jwt is expired';
const FOREIGN = "Jwks doesn't have key to match kid or alg from Jwt";
const REVOKED = { status: 401, message: 'Unauthenticated token' };
/** Refresh tokens outlive access tokens by this factor. */
const REFRESH_FACTOR = 6;
/** More remembered token IDs than this are cleared of the expired ones. */
const REMEMBERED = 5_000;

interface Account {
  readonly key: ServiceAccountKey;
  readonly publicKey: KeyObject;
}

interface Signer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly kid: string;
}

/** Parsed keys, as parsing one costs more than setting up all else of a simulator. */
const signers = new WeakMap<ServiceAccountKey, Signer>();

/** @throws TypeError for a key without its private half */
function signerOf(key: ServiceAccountKey): Signer {
  const known = signers.get(key);
  if (known !== undefined) return known;
  const { privateKey: pem } = key.credentials;
  if (pem === undefined) throw new TypeError('the simulator needs a key file with credentials.privateKey');
  const privateKey = privateKeyOf(pem);
  const signer = { privateKey, publicKey: createPublicKey(privateKey), kid: `sandbox-${key.id}` };
  signers.set(key, signer);
  return signer;
}

/** The service-account API of the simulator: registered keys, the token endpoint and the check of bearer tokens. */
export class Tokens {
  readonly #accounts = new Map<string, Account>();
  readonly #usedAssertions = new Map<string, number>();
  readonly #issued = new Map<string, number>();
  readonly #dead = new Map<string, 'expired' | 'revoked'>();
  readonly #verified = new Map<string, { caller: Caller; exp: number; jti: string }>();
  #key: ServiceAccountKey | undefined;
  #signing: Signer | undefined;
  /** Seconds; may be changed at any time. */
  lifetime: number;

  constructor(private readonly options: TokenOptions) {
    this.lifetime = options.lifetime;
    if (options.key !== undefined) this.#adopt(options.key);
  }

  /** The first service account's key, made on first use. */
  get key(): ServiceAccountKey {
    return this.#key ?? this.#adopt(makeKeySync());
  }

  /** Makes the key off the main thread, unless there is one. */
  async prepare(): Promise<void> {
    if (this.#key !== undefined) return;
    const key = await makeKey();
    if (this.#key === undefined) this.#adopt(key);
  }

  /** Registers a further key; its private half is not needed. */
  addKey(key: ServiceAccountKey): void {
    this.#accounts.set(key.credentials.kid, { key, publicKey: publicKeyOf(key.publicKey) });
  }

  /** Deletes a key: the token endpoint no longer knows it. Tokens already issued live on. */
  removeKey(kid: string): void {
    this.#accounts.delete(kid);
  }

  /** Makes every access token issued so far invalid. */
  endAll(reason: 'expired' | 'revoked'): void {
    for (const jti of this.#issued.keys()) this.#dead.set(jti, reason);
  }

  /** Makes one access token invalid. */
  end(token: string, reason: 'expired' | 'revoked'): void {
    const jti = parseJwt(token)?.claims.jti;
    if (typeof jti === 'string') this.#dead.set(jti, reason);
  }

  /** Issues an access token without an exchange. `lifetime` in seconds. */
  issue(caller?: Partial<Caller>, lifetime = this.lifetime): string {
    const { iss, sub } = this.key.credentials;
    const { email = iss, subject = sub } = caller ?? {};
    return this.#sign({ email, subject }, 'access', lifetime);
  }

  /** The token endpoint. @throws Refusal in the documented shapes (auth.md §2.2, §7) */
  exchange(form: URLSearchParams): TokenAnswer {
    const grant = form.get('grant_type');
    if (grant === JWT_BEARER) return this.#answer(this.#redeem(form.get('assertion') ?? ''));
    if (grant === 'refresh_token') return this.#answer(this.#refresh(form.get('refresh_token') ?? ''));
    throw this.malformed(grant === null ? 'grant_type is missing' : 'unsupported grant_type');
  }

  /** What a token endpoint answers a caller that has proved who it is. */
  answerFor(caller: Caller): TokenAnswer {
    return this.#answer(caller);
  }

  /** 400 in the shape of the service-account API. */
  malformed(message: string): Refusal {
    const timeStamp = new Date(this.options.now()).toISOString();
    return new Refusal(400, { timeStamp, path: '/token', status: 400, error: 'Bad Request', message });
  }

  /** Checks an `Authorization` header. @throws Refusal 401 as the gateway words it */
  authenticate(header: string | undefined): Caller {
    const token = /^Bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
    if (token === undefined) throw this.#unauthorized(MISSING);
    const { caller, exp, jti } = this.#verified.get(token) ?? this.#verify(token);
    const dead = this.#dead.get(jti);
    if (dead !== undefined) throw this.refuse(dead);
    if (exp * 1000 <= this.options.now()) throw this.refuse('expired');
    return caller;
  }

  /** 401 as for an expired or a revoked token. */
  refuse(reason: 'expired' | 'revoked'): Refusal {
    return reason === 'revoked' && this.options.plainText ? new Refusal(401, REVOKED) : this.#unauthorized(EXPIRED);
  }

  /** The gateway's words as the real cloud sends them, or what the specification declares. */
  #unauthorized(text: string): Refusal {
    return new Refusal(401, this.options.plainText ? text : { code: 401, msg: 'Unauthorized' });
  }

  #adopt(key: ServiceAccountKey): ServiceAccountKey {
    // One pair serves as account key and as issuer key: it is a sandbox, and a second pair would cost another 100 ms.
    this.#signing = signerOf(key);
    this.#key = key;
    this.#accounts.set(key.credentials.kid, { key, publicKey: this.#signing.publicKey });
    return key;
  }

  #signer() {
    this.#signing ?? this.key;
    if (this.#signing === undefined) throw new Error('no signing key');
    return this.#signing;
  }

  #verify(token: string): { caller: Caller; exp: number; jti: string } {
    const jwt = parseJwt(token);
    if (jwt === undefined) throw this.#unauthorized(MALFORMED);
    const { kid, publicKey } = this.#signer();
    if (jwt.header.kid !== kid || jwt.header.alg !== 'RS256') throw this.#unauthorized(FOREIGN);
    if (!isSignedBy(jwt, 'RS256', publicKey) || jwt.claims.use !== 'access') {
      throw this.#unauthorized('Jwt verification fails');
    }
    const { email, sub, exp, jti } = jwt.claims;
    const known = { caller: { email: String(email), subject: String(sub) }, exp: Number(exp), jti: String(jti) };
    if (this.#verified.size >= REMEMBERED) this.#verified.clear();
    this.#verified.set(token, known);
    return known;
  }

  #redeem(assertion: string): Caller {
    const jwt = parseJwt(assertion);
    if (jwt === undefined) throw this.malformed('assertion is not a valid JWT');
    const kid = String(jwt.header.kid);
    const account = this.#accounts.get(kid);
    if (account === undefined) throw denied(`Key with kid ${kid} was not found`);
    this.#checkAssertion(jwt, account);
    const { iss, sub } = account.key.credentials;
    return { email: iss, subject: sub };
  }

  #checkAssertion(jwt: NonNullable<ReturnType<typeof parseJwt>>, { key, publicKey }: Account): void {
    const { claims } = jwt;
    const now = this.options.now() / 1000;
    const { clockSkew } = this.options;
    if (!key.active) throw denied(`Key with kid ${key.credentials.kid} is not active`);
    if (key.validUntil !== undefined && Date.parse(key.validUntil) <= now * 1000) {
      throw denied(`Key with kid ${key.credentials.kid} has expired`);
    }
    if (!isSignedBy(jwt, 'RS512', publicKey)) throw this.malformed('assertion is not signed with RS512 by this key');
    if (claims.iss !== key.credentials.iss || claims.sub !== key.credentials.sub) {
      throw this.malformed('assertion has another issuer or subject than its key');
    }
    const { aud } = claims;
    if (!(Array.isArray(aud) ? aud.includes(key.credentials.aud) : aud === key.credentials.aud)) {
      throw this.malformed('assertion has the wrong audience');
    }
    if (typeof claims.exp !== 'number' || claims.exp <= now - clockSkew) throw this.malformed('assertion is expired');
    if (typeof claims.iat !== 'number' || claims.iat > now + clockSkew) {
      throw this.malformed('assertion was issued in the future');
    }
    if (typeof claims.jti !== 'string' || claims.jti === '') throw this.malformed('assertion has no jti');
    if (this.#usedAssertions.has(claims.jti)) throw this.malformed('assertion was used before');
    prune(this.#usedAssertions, now - clockSkew);
    this.#usedAssertions.set(claims.jti, claims.exp);
  }

  #refresh(token: string): Caller {
    const jwt = parseJwt(token);
    const { claims } = jwt ?? { claims: {} as Record<string, unknown> };
    const good = jwt !== undefined && isSignedBy(jwt, 'RS256', this.#signer().publicKey) && claims.use === 'refresh';
    const jti = String(claims.jti);
    if (!good || Number(claims.exp) * 1000 <= this.options.now() || this.#usedAssertions.has(jti)) {
      throw this.malformed('refresh token is invalid');
    }
    this.#usedAssertions.set(jti, Number(claims.exp));
    return { email: String(claims.email), subject: String(claims.sub) };
  }

  #answer(caller: Caller): TokenAnswer {
    return {
      access_token: this.#sign(caller, 'access', this.lifetime),
      refresh_token: this.#sign(caller, 'refresh', this.lifetime * REFRESH_FACTOR),
      token_type: 'Bearer',
      expires_in: Math.ceil(this.lifetime),
      scope: '',
    };
  }

  #sign({ email, subject }: Caller, use: 'access' | 'refresh', lifetime: number): string {
    const iat = Math.floor(this.options.now() / 1000);
    const exp = iat + lifetime;
    const jti = randomUUID();
    if (use === 'access') {
      prune(this.#issued, iat, this.#dead);
      this.#issued.set(jti, exp);
    }
    const claims = { iss: 'stackit/serviceaccount', sub: subject, aud: 'stackit', email, iat, exp, jti, use };
    const { privateKey, kid } = this.#signer();
    return signJwt(claims, { algorithm: 'RS256', kid, privateKey });
  }
}

function denied(message: string): Refusal {
  return new Refusal(403, { error: { code: 403, status: 'FORBIDDEN', message } });
}

/** Drops the IDs that have expired before `now` (seconds), once there are many. */
function prune(expiries: Map<string, number>, now: number, also?: Map<string, unknown>): void {
  if (expiries.size < REMEMBERED) return;
  for (const [jti, exp] of expiries) {
    if (exp > now) continue;
    expiries.delete(jti);
    also?.delete(jti);
  }
}
