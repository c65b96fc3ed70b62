import { randomBytes } from 'node:crypto';
import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, conflict, forbidden, notFound } from './errors';
import { seeAll } from './find';
import type { ImageObject, Labels } from './objects';
import { labelSelector } from './selector';
import type { ScopeKey, Stored, View } from './store';

type Change = Partial<Omit<ImageObject, 'labels'>> & { readonly labels?: Readonly<Record<string, string | null>> };

interface CreateImage {
  readonly name: string;
  readonly diskFormat: string;
  readonly minDiskSize?: number;
  readonly minRam?: number;
  readonly protected?: boolean;
  readonly labels?: Labels;
  readonly agent?: { readonly supported?: boolean; readonly provisionByDefault?: boolean };
  readonly config?: Readonly<Record<string, unknown>>;
}

const bus = check.nullable(check.oneOf('scsi', 'virtio', 'ide', 'usb', 'sata'));
const config = check.object({
  architecture: check.oneOf('x86', 'arm64'),
  operatingSystem: check.oneOf('linux', 'windows'),
  operatingSystemDistro: check.nullable(check.text()),
  operatingSystemVersion: check.nullable(check.text()),
  uefi: check.bool,
  secureBoot: check.bool,
  bootMenu: check.bool,
  virtioScsi: check.bool,
  diskBus: bus,
  cdromBus: bus,
  rescueBus: bus,
  rescueDevice: check.nullable(check.oneOf('cdrom', 'disk')),
  nicModel: check.nullable(check.text()),
  videoModel: check.nullable(check.text()),
});
const members = {
  name: check.genericName,
  diskFormat: check.oneOf('raw', 'qcow2', 'iso'),
  minDiskSize: check.integer(0),
  minRam: check.integer(0),
  protected: check.bool,
  agent: check.object({ supported: check.bool, provisionByDefault: check.bool }),
  config,
};
const createBody = check.object({ ...members, labels: check.labels }, ['name', 'diskFormat']);
const updateBody = check.object({ ...members, labels: check.labelPatch });

/** Where the public images of a region live; they belong to no project. */
export const publicScope = (region: string): ScopeKey => `public/${region}`;

/** Images of other projects in the region that are shared with the call's project. */
function* sharedImages(call: Call, view: View): Generator<Stored<'image'>> {
  const [project, region] = [call.param('projectId'), call.param('region')];
  for (const scope of call.store.scopes()) {
    if (scope === call.scope || !scope.endsWith(`/${region}`)) continue;
    for (const stored of view.list('image', scope)) {
      const { share } = stored.hidden;
      if (share?.parentOrganization || share?.projects[project] !== undefined) yield stored;
    }
  }
}

function visibleImage(call: Call, view: View, id: string): Stored<'image'> {
  const own = view.get('image', call.scope, id) ?? view.get('image', publicScope(call.param('region')), id);
  if (own !== undefined) return own;
  for (const stored of sharedImages(call, view)) if (stored.id === id) return stored;
  throw notFound('image');
}

/** An image of the project, a public or a shared one. @throws Refusal 404 */
export function findImage(call: Call, id: string): Stored<'image'> {
  return visibleImage(call, call.store, id);
}

/** @throws Refusal 404 for an unknown image, 403 for a public or shared one */
export function findOwnImage(call: Call): Stored<'image'> {
  const stored = findImage(call, call.param('imageId'));
  if (stored.scope !== call.scope) throw forbidden();
  return stored;
}

function listImages(call: Call): Answer {
  const selects = labelSelector(call);
  const stored = seeAll(call, 'image');
  stored.push(...[...sharedImages(call, call.view)].filter(({ value }) => selects(value.labels)));
  if (call.query.get('all') === 'true') stored.push(...seeAll(call, 'image', publicScope(call.param('region'))));
  return { status: 200, body: { items: stored.map(({ value }) => value) } };
}

function checkAgent(agent: CreateImage['agent']): void {
  if (agent?.provisionByDefault && !agent.supported) throw badRequest('agent.provisionByDefault needs agent.supported');
}

function createImage(call: Call): Answer {
  createBody(call.body(), '');
  const wanted = call.body<CreateImage>();
  checkAgent(wanted.agent);
  const id = call.uuid();
  const value: ImageObject = {
    id,
    name: wanted.name,
    diskFormat: wanted.diskFormat,
    minDiskSize: wanted.minDiskSize ?? 0,
    minRam: wanted.minRam ?? 0,
    protected: wanted.protected ?? false,
    labels: wanted.labels,
    agent: { supported: false, provisionByDefault: false, ...wanted.agent },
    config: { architecture: 'x86', uefi: true, secureBoot: false, bootMenu: false, ...wanted.config },
    scope: 'local',
    owner: call.param('projectId'),
    importProgress: 0,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  const token = randomBytes(24).toString('base64url');
  const expires = call.now + call.settings.behaviour.uploadLifetime;
  call.create('image', id, value, { upload: { token, expires, state: 'open' } });
  const { projectId, region } = { projectId: call.param('projectId'), region: call.param('region') };
  const uploadUrl = `${call.baseUrl()}/upload/${token}/${projectId}/${region}/${id}`;
  return { status: 201, body: { id, uploadUrl }, resourceId: id };
}

function updateImage(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = findOwnImage(call);
  if (stored.value.status === 'DELETING') throw conflict();
  const { name, minDiskSize, minRam, labels, agent, config: wanted, ...rest } = call.body<Change>();
  checkAgent(agent === undefined ? undefined : { ...stored.value.agent, ...agent });
  const set = { name, minDiskSize, minRam, protected: rest.protected };
  const updated = call.update(stored, {
    ...Object.fromEntries(Object.entries(set).filter(([, member]) => member !== undefined)),
    ...(agent === undefined ? {} : { agent: { ...stored.value.agent, ...agent } }),
    ...(wanted === undefined ? {} : { config: { ...stored.value.config, ...wanted } }),
    labels: check.merge(stored.value.labels, labels),
  });
  return { status: 200, body: updated.value };
}

function deleteImage(call: Call): Answer {
  const stored = findOwnImage(call);
  const { protectedImage } = call.settings.behaviour;
  if (stored.value.protected) throw protectedImage === 403 ? forbidden() : conflict();
  if (stored.value.status === 'DELETING' || isKept(call, stored.id)) throw conflict();
  const plans = [{ after: call.settings.durations.imageDelete, remove: true as const }];
  call.update(stored, { status: 'DELETING' }, { steps: call.plan(plans, { status: 'ERROR' }) });
  return { status: 204 };
}

/** Whether a server needs the image on its host. */
function isKept(call: Call, imageId: string): boolean {
  const { bootedImage } = call.settings.behaviour;
  if (bootedImage === 'none') return false;
  for (const { value } of call.store.list('server', call.scope)) {
    if (value.imageId !== imageId) continue;
    if (bootedImage === 'any' || ['CREATING', 'REBUILD', 'REBUILDING'].includes(value.status)) return true;
  }
  return false;
}

const IMAGES = '/v2/projects/{projectId}/regions/{region}/images';

export const imageOperations: readonly Operation[] = [
  { operationId: 'ListImages', method: 'GET', path: IMAGES, effect: 'none', handler: listImages },
  { operationId: 'CreateImage', method: 'POST', path: IMAGES, effect: 'created', handler: createImage },
  {
    operationId: 'GetImage',
    method: 'GET',
    path: `${IMAGES}/{imageId}`,
    effect: 'none',
    handler: (call) => ({ status: 200, body: visibleImage(call, call.view, call.param('imageId')).value }),
  },
  { operationId: 'UpdateImage', method: 'PATCH', path: `${IMAGES}/{imageId}`, effect: 'updated', handler: updateImage },
  {
    operationId: 'DeleteImage',
    method: 'DELETE',
    path: `${IMAGES}/{imageId}`,
    effect: 'deleted',
    handler: deleteImage,
  },
];
