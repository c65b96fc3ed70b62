import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A JSON web token taken apart, not yet verified. */
export interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

const DIGESTS = { RS256: 'sha256', RS512: 'sha512' } as const;
export type Algorithm = keyof typeof DIGESTS;

/** Takes a compact token apart; `undefined` if it is none. */
export function parseJwt(token: string): Jwt | undefined {
  const parts = token.split('.');
  const [header, claims, signature] = parts;
  if (parts.length !== 3 || !header || !claims || !signature || /[^A-Za-z0-9_-]/.test(parts.join(''))) return undefined;
  try {
    const [first, second] = [parseRecord(header), parseRecord(claims)];
    return {
      header: first,
      claims: second,
      signed: `${header}.${claims}`,
      signature: Buffer.from(signature, 'base64url'),
    };
  } catch {
    return undefined;
  }
}

function parseRecord(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
  if (typeof value !== 'object' || value === null) throw new SyntaxError('not an object');
  return value as Record<string, unknown>;
}

/** Whether the signature is that of the key, by the algorithm expected (never the one that the token asks for). */
export function isSignedBy(jwt: Jwt, algorithm: Algorithm, publicKey: KeyObject): boolean {
  return jwt.header.alg === algorithm && verify(DIGESTS[algorithm], Buffer.from(jwt.signed), publicKey, jwt.signature);
}

/** Signs claims; the result is in compact form. */
export function signJwt(
  claims: Readonly<Record<string, unknown>>,
  options: { readonly algorithm: Algorithm; readonly kid: string; readonly privateKey: KeyObject },
): string {
  const { algorithm, kid, privateKey } = options;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: algorithm, typ: 'JWT', kid })}.${encode(claims)}`;
  return `${signed}.${sign(DIGESTS[algorithm], Buffer.from(signed), privateKey).toString('base64url')}`;
}

export const publicKeyOf = (pem: string): KeyObject => createPublicKey(pem);
export const privateKeyOf = (pem: string): KeyObject => createPrivateKey(pem);
