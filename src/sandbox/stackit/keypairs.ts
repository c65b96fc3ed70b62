import { createHash } from 'node:crypto';
import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, conflict, refusal } from './errors';
import { seeAll } from './find';
import type { KeyPairObject, Labels } from './objects';
import type { ScopeKey, Stored } from './store';
import type { Caller } from './tokens';

/** Key pairs belong to the calling identity, whatever the project (iaas.md §8, quirks.md Q32). */
export const keyPairScope = ({ email }: Caller): ScopeKey => `caller/${email}`;

/** @throws Refusal 404 in the words of the real API */
export function findKeyPair(call: Call, name: string): Stored<'keypair'> {
  const stored = call.store.get('keypair', keyPairScope(call.caller), name);
  if (stored === undefined) throw refusal(404, 'resource not found: keypair');
  return stored;
}

const PUBLIC_KEY = /^(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]+={0,2}(?: .*)?$/;

const createBody = check.object({ name: check.keyPairName, publicKey: check.text(), labels: check.labels }, [
  'publicKey',
]);
const updateBody = check.object({ labels: check.labelPatch });

/** MD5, as STACKIT shows it. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('md5')
    .update(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64'))
    .digest('hex');
  return digest.replace(/..(?=.)/g, '$&:');
}

function createKeyPair(call: Call): Answer {
  createBody(call.body(), '');
  const { name: wanted, publicKey, labels } = call.body<{ name?: string; publicKey: string; labels?: Labels }>();
  if (!PUBLIC_KEY.test(publicKey)) throw badRequest('invalid pubkey');
  const fingerprint = fingerprintOf(publicKey);
  const comment = publicKey.split(' ').slice(2).join(' ');
  const name = wanted || comment.replace(/[^A-Za-z0-9@._-]/g, '') || fingerprint.replaceAll(':', '');
  const scope = keyPairScope(call.caller);
  if (call.store.get('keypair', scope, name) !== undefined) throw conflict();
  const value: KeyPairObject = {
    name,
    publicKey,
    fingerprint,
    labels,
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  call.create('keypair', name, value, {}, [], scope);
  return { status: 201, body: value, resourceId: name };
}

function updateKeyPair(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = findKeyPair(call, call.param('keypairName'));
  const { labels } = call.body<{ labels?: Readonly<Record<string, string | null>> }>();
  const updated = call.update(stored, { labels: check.merge(stored.value.labels, labels) });
  return { status: 200, body: updated.value };
}

function deleteKeyPair(call: Call): Answer {
  call.remove(findKeyPair(call, call.param('keypairName')));
  return { status: 204 };
}

const KEY_PAIR = '/v2/keypairs/{keypairName}';

export const keyPairOperations: readonly Operation[] = [
  {
    operationId: 'ListKeyPairs',
    method: 'GET',
    path: '/v2/keypairs',
    effect: 'none',
    handler: (call) => ({
      status: 200,
      body: { items: seeAll(call, 'keypair', keyPairScope(call.caller)).map(({ value }) => value) },
    }),
  },
  { operationId: 'CreateKeyPair', method: 'POST', path: '/v2/keypairs', effect: 'created', handler: createKeyPair },
  {
    operationId: 'GetKeyPair',
    method: 'GET',
    path: KEY_PAIR,
    effect: 'none',
    handler: (call) => ({ status: 200, body: findKeyPair(call, call.param('keypairName')).value }),
  },
  { operationId: 'UpdateKeyPair', method: 'PATCH', path: KEY_PAIR, effect: 'updated', handler: updateKeyPair },
  { operationId: 'DeleteKeyPair', method: 'DELETE', path: KEY_PAIR, effect: 'deleted', handler: deleteKeyPair },
];
