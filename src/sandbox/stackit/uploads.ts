import { createHash, timingSafeEqual } from 'node:crypto';
import { sleep } from '../../clock';
import { readBody } from '../../http';
import type { Answer, Call, Operation } from './call';
import { badRequest, chosen, conflict, forbidden, notFound, Refusal, refusal } from './errors';
import type { Upload } from './objects';
import type { Stored } from './store';

/**
 * Takes the bytes of an image (iaas.md §6.2): raw, with Content-Length, without Authorization. The URL works once, until it
 * expires or the image is gone.
 */
async function uploadImage(call: Call): Promise<Answer> {
  const { id } = openUpload(call);
  const length = lengthOf(call);
  setUpload(call, id, 'running');
  let received: Received;
  try {
    received = await receive(call);
  } catch (error) {
    setUpload(call, id, 'open');
    throw error;
  }
  // Time went by: look again.
  const now = call.settings.clock.now();
  call.store.settle(now);
  const stored = call.store.get('image', call.scope, id);
  if (stored === undefined || stored.value.status !== 'CREATING') throw notFound('upload');
  if (received.size !== length) {
    setUpload(call, id, 'open');
    throw badRequest(`content length is ${length}, but ${received.size} bytes came`);
  }
  const upload = { ...(stored.hidden.upload as Upload), state: 'done' as const };
  const { size, digest } = received;
  const half = call.settings.durations.imageImport / 2;
  const steps = call
    .plan(
      [
        { after: half, set: { importProgress: 50 } },
        { after: half, set: { status: 'AVAILABLE', importProgress: 100 } },
      ],
      { status: 'ERROR' },
    )
    .map((step) => ({ ...step, at: step.at - call.now + now }));
  const checksum = { algorithm: call.settings.behaviour.checksum, digest };
  call.store.put({ ...stored, value: { ...stored.value, size, checksum }, hidden: { upload }, steps }, now);
  return { status: 200, resourceId: id };
}

function openUpload(call: Call): Stored<'image'> {
  const stored = call.store.get('image', call.scope, call.param('imageId'));
  const upload = stored?.hidden.upload;
  if (stored === undefined || upload === undefined || stored.value.status === 'DELETING') throw notFound('upload');
  const [given, real] = [Buffer.from(call.param('token')), Buffer.from(upload.token)];
  if (given.length !== real.length || !timingSafeEqual(given, real)) throw forbidden();
  // A pre-signed URL carries its own permission; a second one is ambiguous, and our token must not travel there.
  if (call.request.headers.authorization !== undefined) throw badRequest('Authorization header is not allowed');
  if (upload.state === 'done') throw chosen(call.settings.behaviour.repeatedUpload, 'upload URL has been used');
  if (upload.state !== 'open') throw conflict();
  if (call.now >= upload.expires) throw forbidden('upload URL has expired');
  return stored;
}

// The words of a storage that knows nothing of STACKIT's shapes.
const TOO_LARGE = '<Error><Code>EntityTooLarge</Code><Message>Your proposed upload is too large</Message></Error>';

function lengthOf(call: Call): number {
  const header = call.request.headers['content-length'];
  if (header === undefined || !/^\d+$/.test(header)) throw refusal(411, 'Content-Length is missing');
  if (Number(header) > call.settings.behaviour.uploadLimit) throw new Refusal(400, TOO_LARGE);
  return Number(header);
}

interface Received {
  readonly size: number;
  readonly digest: string;
}

/** Reads in a stream: images may be larger than the memory. */
async function receive(call: Call): Promise<Received> {
  const { body } = call.request;
  const hash = createHash(call.settings.behaviour.checksum);
  const { bytesPerSecond } = call.effects.slowUpload ?? {};
  let size = 0;
  const chunks =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? [await readBody(body)] : body;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.length;
    if (bytesPerSecond !== undefined) await sleep(call.settings.clock, (chunk.length / bytesPerSecond) * 1000);
  }
  return { size, digest: hash.digest('hex') };
}

function setUpload(call: Call, id: string, state: Upload['state']): void {
  const stored = call.store.get('image', call.scope, id);
  if (stored?.hidden.upload === undefined) return;
  call.store.put({ ...stored, hidden: { upload: { ...stored.hidden.upload, state } } }, call.settings.clock.now());
}

export const uploadOperations: readonly Operation[] = [
  {
    operationId: 'UploadImage',
    method: 'PUT',
    path: '/upload/{token}/{projectId}/{region}/{imageId}',
    effect: 'updated',
    bearer: false,
    raw: true,
    handler: uploadImage,
  },
];
