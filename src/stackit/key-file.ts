import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Secret } from './secret';

/** The part of a service-account key file that the key flow uses; other members are tolerated and dropped. */
export interface ServiceAccountKey {
  readonly id?: string;
  readonly kid: string;
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly tokenEndpoint?: string;
  /** PEM; absent when the key pair was made by the user. */
  readonly privateKey?: Secret;
}

/** Says what is wrong with a credential, never what it holds. */
export class CredentialProblem extends Error {
  override readonly name = 'CredentialProblem';
}

/**
 * Reads a service-account key file (auth fact sheet §1). A byte order mark and CRLF are no problem.
 *
 * @throws CredentialProblem with a hint, never with content
 */
export function parseServiceAccountKey(content: string): ServiceAccountKey {
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') throw new CredentialProblem('is empty');
  if (text.startsWith('-----BEGIN')) {
    throw new CredentialProblem(
      'holds a PEM key, but the JSON file of the service-account key is needed; a separate private key belongs into STACKIT_PRIVATE_KEY_PATH',
    );
  }
  const file = parseObject(text);
  const credentials = file.credentials;
  if (credentials === null || typeof credentials !== 'object') {
    throw new CredentialProblem('is JSON without "credentials"; it is not a service-account key');
  }
  const fields = credentials as Record<string, unknown>;
  const missing = ['kid', 'iss', 'sub', 'aud'].filter(
    (name) => typeof fields[name] !== 'string' || fields[name] === '',
  );
  if (missing.length > 0)
    throw new CredentialProblem(`lacks ${missing.map((name) => `credentials.${name}`).join(', ')}`);
  const { kid, iss, sub, aud, tokenEndpoint, privateKey } = fields as Record<string, string>;
  return {
    kid: kid ?? '',
    iss: iss ?? '',
    sub: sub ?? '',
    aud: aud ?? '',
    ...(typeof file.id === 'string' ? { id: file.id } : {}),
    ...(typeof tokenEndpoint === 'string' && tokenEndpoint !== '' ? { tokenEndpoint } : {}),
    ...(typeof privateKey === 'string' && privateKey.trim() !== '' ? { privateKey: new Secret(privateKey) } : {}),
  };
}

/** Reads an RSA private key, PKCS#1 or PKCS#8 PEM. @throws CredentialProblem */
export function parsePrivateKey(content: string): KeyObject {
  const text = content
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  if (text === '') throw new CredentialProblem('is empty');
  if (text.startsWith('{')) throw new CredentialProblem('holds JSON, but the private key has to be PEM');
  if (/-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(text))
    throw new CredentialProblem('holds a public key, but the private one is needed');
  if (!text.includes('-----BEGIN')) {
    throw new CredentialProblem(
      looksLikeBase64(text, '-----BEGIN') ? 'is base64 of PEM; decode it once' : 'is not PEM',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    throw new CredentialProblem('is PEM that cannot be read as an unencrypted private key');
  }
  if (key.asymmetricKeyType !== 'rsa') throw new CredentialProblem('is not an RSA key');
  return key;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>;
  } catch {
    // What the parser says would quote the content.
  }
  if (looksLikeBase64(text, '{')) {
    throw new CredentialProblem('is base64 of JSON; it was encoded once too often, store the JSON itself');
  }
  throw new CredentialProblem('is not JSON; the file as downloaded from STACKIT is needed');
}

function looksLikeBase64(text: string, start: string): boolean {
  return Buffer.from(text.replace(/^"|"$/g, ''), 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith(start);
}
