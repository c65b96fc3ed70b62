import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { conflict } from './errors';
import { find } from './find';
import type { ImageObject } from './objects';
import { create, REGION } from './rows';

const shape = check.object(
  { name: check.genericName, diskFormat: check.oneOf('raw', 'qcow2', 'iso'), protected: check.bool },
  ['name', 'diskFormat'],
);

/** Makes an image of a detached volume's content. */
function imageFromVolume(call: Call): Answer {
  shape(call.body(), '');
  const volume = find(call, 'volume', call.param('volumeId'));
  if (volume.value.status !== 'AVAILABLE') throw conflict();
  const wanted = call.body<Pick<ImageObject, 'name' | 'diskFormat'> & Partial<Pick<ImageObject, 'protected'>>>();
  const id = call.uuid();
  const value: ImageObject = {
    id,
    name: wanted.name,
    diskFormat: wanted.diskFormat,
    minDiskSize: volume.value.size,
    minRam: 0,
    protected: wanted.protected ?? false,
    agent: { supported: false, provisionByDefault: false },
    config: volume.value.imageConfig ?? { architecture: 'x86', uefi: true },
    scope: 'local',
    owner: call.param('projectId'),
    size: volume.value.size * 2 ** 30,
    checksum: { algorithm: call.settings.behaviour.checksum, digest: id.replaceAll('-', '').repeat(4) },
    importProgress: 0,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  const after = call.settings.durations.imageImport;
  const done = { status: 'AVAILABLE', importProgress: 100 };
  call.create('image', id, value, {}, call.plan([{ after, set: done }], { status: 'ERROR' }));
  const back = call.quietPlan([{ after, set: { status: 'AVAILABLE' } }]);
  call.update(volume, { status: 'UPLOADING' }, { steps: back });
  return { status: 201, body: value, resourceId: id };
}

export const volumeImageOperations: readonly Operation[] = [
  create('ImageFromVolume', `${REGION}/volumes/{volumeId}/upload`, imageFromVolume),
];
