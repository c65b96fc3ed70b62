import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, notFound } from './errors';
import { findOwnImage } from './images';
import type { Share } from './objects';
import { change, REGION, read } from './rows';
import type { Stored } from './store';

interface SharePayload {
  readonly parentOrganization?: boolean;
  readonly projects?: readonly string[];
}

const shape = check.object({ parentOrganization: check.bool, projects: check.list(check.uuid) });

function wanted(call: Call): SharePayload {
  shape(call.body(), '');
  const { parentOrganization, projects } = call.body<SharePayload>();
  if ((parentOrganization === undefined) === (projects === undefined)) {
    throw badRequest('exactly one of parentOrganization and projects must be set');
  }
  return { ...(projects === undefined ? {} : { projects }), ...(parentOrganization ? { parentOrganization } : {}) };
}

function sharedImage(call: Call): { readonly stored: Stored<'image'>; readonly share: Share } {
  const stored = findOwnImage(call);
  const { share } = stored.hidden;
  if (share === undefined) throw notFound('image share');
  return { stored, share };
}

/** How a share answers: the organization or the list of projects. */
const bodyOf = ({ parentOrganization, projects }: Share) =>
  parentOrganization ? { parentOrganization } : { projects: Object.keys(projects) };

function put(call: Call, stored: Stored<'image'>, share: Share | undefined): Stored<'image'> {
  const none = share === undefined || (!share.parentOrganization && Object.keys(share.projects).length === 0);
  const scope = none ? 'local' : share.parentOrganization ? 'organization' : 'projects';
  return call.update(stored, { scope }, { hidden: { share: none ? undefined : share } });
}

/** PUT replaces, PATCH adds to what there is. */
function setShare(call: Call, keep: boolean): Answer {
  const { parentOrganization, projects = [] } = wanted(call);
  const stored = findOwnImage(call);
  const before = keep ? stored.hidden.share : undefined;
  const granted = Object.fromEntries(projects.map((id) => [id, before?.projects[id] ?? call.timestamp()]));
  const share: Share = {
    parentOrganization: parentOrganization ?? (projects.length > 0 ? undefined : before?.parentOrganization),
    projects: { ...before?.projects, ...granted },
  };
  put(call, stored, share);
  return { status: 200, body: bodyOf(share) };
}

function consumer(call: Call) {
  const { stored, share } = sharedImage(call);
  const consumerProjectId = call.param('consumerProjectId');
  const createdAt = share.projects[consumerProjectId];
  if (createdAt === undefined) throw notFound('image share');
  return { stored, share, consumerProjectId, createdAt };
}

const SHARE = `${REGION}/images/{imageId}/share`;
const CONSUMER = `${SHARE}/{consumerProjectId}`;

export const imageShareOperations: readonly Operation[] = [
  read('GetImageShare', SHARE, (call) => ({ status: 200, body: bodyOf(sharedImage(call).share) })),
  change('PUT')('SetImageShare', SHARE, (call) => setShare(call, false)),
  change('PATCH')('UpdateImageShare', SHARE, (call) => setShare(call, true)),
  change('DELETE')('DeleteImageShare', SHARE, (call) => {
    put(call, sharedImage(call).stored, undefined);
    return { status: 204 };
  }),
  read('GetImageShareConsumer', CONSUMER, (call) => {
    const { stored, consumerProjectId, createdAt } = consumer(call);
    return { status: 200, body: { consumerProjectId, imageId: stored.id, createdAt, updatedAt: createdAt } };
  }),
  change('DELETE')('DeleteImageShareConsumer', CONSUMER, (call) => {
    const { stored, share, consumerProjectId } = consumer(call);
    const { [consumerProjectId]: _, ...projects } = share.projects;
    put(call, stored, { ...share, projects });
    return { status: 204 };
  }),
];
