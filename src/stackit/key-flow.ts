import { type KeyObject, randomUUID, sign } from 'node:crypto';
import type { ServiceAccountKey } from './key-file';

/** Seconds that an assertion is valid, as in STACKIT's documentation. */
export const ASSERTION_LIFETIME = 600;

/**
 * The signed statement with which a service-account key gets a token: a JWT of RS512 (auth fact sheet §2.1).
 *
 * @param now milliseconds since the epoch
 */
export function signAssertion(key: ServiceAccountKey, privateKey: KeyObject, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = { alg: 'RS512', typ: 'JWT', kid: key.kid };
  const { iss, sub, aud } = key;
  const claims = { iss, sub, aud, jti: randomUUID(), iat: issued, exp: issued + ASSERTION_LIFETIME };
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('sha512', Buffer.from(content), privateKey).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
