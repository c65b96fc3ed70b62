import { generateKeyPair, generateKeyPairSync, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';

/** Content of a service account key file (auth.md §1). */
export interface ServiceAccountKey {
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
  readonly createdAt: string;
  /** Absent for a key that never expires. */
  readonly validUntil?: string;
  readonly keyType: 'USER_MANAGED' | 'SYSTEM_MANAGED';
  readonly keyOrigin: 'USER_PROVIDED' | 'GENERATED';
  readonly keyAlgorithm: 'RSA_2048' | 'RSA_4096';
  readonly active: boolean;
  readonly credentials: {
    readonly kid: string;
    /** E-mail of the service account. */
    readonly iss: string;
    readonly sub: string;
    readonly aud: string;
    /** PEM (PKCS#8). */
    readonly privateKey?: string;
    readonly tokenEndpoint?: string;
  };
}

/** Options of {@link makeKey}. */
export interface KeyOptions {
  /** E-mail of the service account. @default sandbox@sa.stackit.cloud */
  readonly email?: string;
  /** RFC 3339. @default none */
  readonly validUntil?: string;
  /** RFC 3339. @default now */
  readonly createdAt?: string;
}

const PAIR = {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;

/** Makes a key on the calling thread, which takes some 100 ms. */
export function makeKeySync(options: KeyOptions = {}): ServiceAccountKey {
  return keyOf(generateKeyPairSync('rsa', PAIR), options);
}

/** Makes a key off the main thread. */
export async function makeKey(options: KeyOptions = {}): Promise<ServiceAccountKey> {
  return keyOf(await promisify(generateKeyPair)('rsa', PAIR), options);
}

function keyOf(pair: { publicKey: string; privateKey: string }, options: KeyOptions): ServiceAccountKey {
  const { email = 'sandbox@sa.stackit.cloud', validUntil, createdAt = new Date().toISOString() } = options;
  const id = randomUUID();
  return {
    id,
    publicKey: pair.publicKey,
    createdAt,
    ...(validUntil === undefined ? {} : { validUntil }),
    keyType: 'USER_MANAGED',
    keyOrigin: 'GENERATED',
    keyAlgorithm: 'RSA_2048',
    active: true,
    credentials: {
      kid: id,
      iss: email,
      sub: randomUUID(),
      aud: 'https://service-account.sandbox.stackit.invalid',
      privateKey: pair.privateKey,
    },
  };
}
