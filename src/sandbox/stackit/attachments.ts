import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, chosen, conflict, notFound, refusal } from './errors';
import { find, see } from './find';
import { makeNic, nicBody } from './nics';
import { DEVICE_LIMIT, freeVolume } from './server-create';
import { STEADY } from './servers';
import type { Stored } from './store';

const attachBody = check.object({ deleteOnTermination: check.bool });

function steadyServer(call: Call): Stored<'server'> {
  const server = find(call, 'server', call.param('serverId'));
  if (!STEADY.includes(server.value.status)) throw conflict();
  return server;
}

function attachmentBody(server: Stored<'server'>, volumeId: string) {
  return { serverId: server.id, volumeId, deleteOnTermination: server.hidden.attachments[volumeId] ?? false };
}

function seeAttachment(call: Call): Answer {
  const server = see(call, 'server', call.param('serverId'));
  const volumeId = call.param('volumeId');
  if (server.hidden.attachments[volumeId] === undefined) throw notFound('volume attachment');
  return { status: 200, body: attachmentBody(server, volumeId) };
}

function attachVolume(call: Call): Answer {
  if (call.body() !== undefined) attachBody(call.body(), '');
  const server = steadyServer(call);
  const { attachments } = server.hidden;
  const isThere = attachments[call.param('volumeId')] !== undefined;
  if (isThere && call.settings.behaviour.repeatedAttachment === 400) throw badRequest('volume is already attached');
  const volume = freeVolume(call, call.param('volumeId'), server.hidden.zone);
  if (Object.keys(attachments).length >= call.settings.behaviour.deviceLimit) throw refusal(403, DEVICE_LIMIT);
  const { deleteOnTermination = false } = call.body<{ readonly deleteOnTermination?: boolean } | undefined>() ?? {};
  const steps = call.plan([{ after: call.settings.durations.volumeAttach, set: { status: 'ATTACHED' } }], {
    status: 'ERROR',
  });
  call.update(volume, { status: 'ATTACHING', serverId: server.id }, { steps });
  const updated = call.update(
    server,
    { volumes: [...server.value.volumes, volume.id] },
    { hidden: { attachments: { ...attachments, [volume.id]: deleteOnTermination } } },
  );
  return { status: 202, body: attachmentBody(updated, volume.id) };
}

function updateAttachment(call: Call): Answer {
  attachBody(call.body(), '');
  const server = steadyServer(call);
  const volumeId = call.param('volumeId');
  const current = server.hidden.attachments[volumeId];
  if (current === undefined) throw notFound('volume attachment');
  const { deleteOnTermination = current } = call.body<{ readonly deleteOnTermination?: boolean }>();
  const { bootVolume } = server.value;
  const set = bootVolume?.id === volumeId ? { bootVolume: { ...bootVolume, deleteOnTermination } } : {};
  const attachments = { ...server.hidden.attachments, [volumeId]: deleteOnTermination };
  return { status: 200, body: attachmentBody(call.update(server, set, { hidden: { attachments } }), volumeId) };
}

function detachVolume(call: Call): Answer {
  const server = steadyServer(call);
  const volumeId = call.param('volumeId');
  if (server.hidden.attachments[volumeId] === undefined) throw notFound('volume attachment');
  const volume = find(call, 'volume', volumeId);
  if (server.value.bootVolume?.id === volumeId) {
    throw chosen(call.settings.behaviour.bootVolumeDetach, 'boot volume cannot be detached');
  }
  if (volume.value.status !== 'ATTACHED') throw conflict();
  const steps = call.plan(
    [{ after: call.settings.durations.volumeDetach, set: { status: 'AVAILABLE', serverId: null } }],
    { status: 'ERROR' },
  );
  call.update(volume, { status: 'DETACHING' }, { steps });
  const { [volumeId]: _gone, ...attachments } = server.hidden.attachments;
  const volumes = server.value.volumes.filter((id) => id !== volumeId);
  call.update(server, { volumes }, { hidden: { attachments } });
  return { status: 204 };
}

function attachNic(call: Call): Answer {
  const server = steadyServer(call);
  const nic = find(call, 'nic', call.param('nicId'));
  if (nic.value.device !== undefined) throw conflict();
  call.update(nic, { device: server.id, status: 'ACTIVE', type: 'server' });
  call.update(server, {}, { hidden: { nicIds: [...server.hidden.nicIds, nic.id] } });
  return { status: 202 };
}

function detachNic(call: Call): Answer {
  const server = steadyServer(call);
  const nicId = call.param('nicId');
  if (!server.hidden.nicIds.includes(nicId)) throw notFound('nic');
  call.update(find(call, 'nic', nicId), { device: null, status: 'DOWN', type: 'none' });
  const without = (ids: readonly string[]) => ids.filter((id) => id !== nicId);
  const { nicIds, ownNicIds } = server.hidden;
  call.update(server, {}, { hidden: { nicIds: without(nicIds), ownNicIds: without(ownNicIds) } });
  return { status: 204 };
}

function attachNetwork(call: Call): Answer {
  const server = steadyServer(call);
  const { id } = makeNic(call, find(call, 'network', call.param('networkId')), {}, server.id);
  const { nicIds, ownNicIds } = server.hidden;
  call.update(server, {}, { hidden: { nicIds: [...nicIds, id], ownNicIds: [...ownNicIds, id] } });
  return { status: 202 };
}

function detachNetwork(call: Call): Answer {
  const server = steadyServer(call);
  const nics = server.hidden.nicIds.map((id) => find(call, 'nic', id));
  const gone = new Set(nics.filter(({ value }) => value.networkId === call.param('networkId')).map(({ id }) => id));
  if (gone.size === 0) throw notFound('network');
  for (const nic of nics) if (gone.has(nic.id)) call.remove(nic);
  const without = (ids: readonly string[]) => ids.filter((id) => !gone.has(id));
  const { nicIds, ownNicIds } = server.hidden;
  call.update(server, {}, { hidden: { nicIds: without(nicIds), ownNicIds: without(ownNicIds) } });
  return { status: 204 };
}

/** On all NICs; the odd refusals are quirks.md Q37. */
function addSecurityGroup(call: Call): Answer {
  const server = find(call, 'server', call.param('serverId'));
  const { id } = find(call, 'securityGroup', call.param('securityGroupId'));
  if (server.value.status === 'CREATING')
    throw refusal(404, `${server.id} could not be found as device id on any ports`);
  if (!STEADY.includes(server.value.status)) throw conflict();
  const nics = server.hidden.nicIds.map((nic) => find(call, 'nic', nic));
  if (nics.some(({ value }) => value.securityGroups?.includes(id))) throw badRequest('Duplicate items in the list');
  for (const nic of nics) call.update(nic, { securityGroups: [...(nic.value.securityGroups ?? []), id] });
  return { status: 202 };
}

function removeSecurityGroup(call: Call): Answer {
  const server = steadyServer(call);
  const { id } = find(call, 'securityGroup', call.param('securityGroupId'));
  for (const nicId of server.hidden.nicIds) {
    const nic = find(call, 'nic', nicId);
    call.update(nic, { securityGroups: (nic.value.securityGroups ?? []).filter((group) => group !== id) });
  }
  return { status: 204 };
}

function setServiceAccounts(call: Call, status: 200 | 201): Answer {
  const server = steadyServer(call);
  const mail = call.param('serviceAccountMail');
  const current = server.hidden.serviceAccountMails ?? [];
  if (status === 201 && current.length > 0) throw conflict();
  if (status === 200 && !current.includes(mail)) throw notFound('service account');
  const serviceAccountMails = status === 201 ? [mail] : [];
  call.update(server, {}, { hidden: { serviceAccountMails } });
  return { status, body: { items: serviceAccountMails } };
}

const SERVER = '/v2/projects/{projectId}/regions/{region}/servers/{serverId}';
const VOLUME = `${SERVER}/volume-attachments/{volumeId}`;

function change(
  operationId: string,
  method: Operation['method'],
  path: string,
  handler: (call: Call) => Answer,
): Operation {
  return { operationId, method, path, effect: 'updated', handler };
}

function read(operationId: string, path: string, handler: (call: Call) => Answer): Operation {
  return { operationId, method: 'GET', path, effect: 'none', handler };
}

export const attachmentOperations: readonly Operation[] = [
  read('ListAttachedVolumes', `${SERVER}/volume-attachments`, (call) => {
    const server = see(call, 'server', call.param('serverId'));
    const ids = Object.keys(server.hidden.attachments);
    return { status: 200, body: { items: ids.map((id) => attachmentBody(server, id)) } };
  }),
  read('GetAttachedVolume', VOLUME, seeAttachment),
  change('AddVolumeToServer', 'PUT', VOLUME, attachVolume),
  change('UpdateAttachedVolume', 'PATCH', VOLUME, updateAttachment),
  change('RemoveVolumeFromServer', 'DELETE', VOLUME, detachVolume),
  read('ListServerNICs', `${SERVER}/nics`, (call) => {
    const { hidden } = see(call, 'server', call.param('serverId'));
    return { status: 200, body: { items: hidden.nicIds.map((id) => nicBody(call, see(call, 'nic', id))) } };
  }),
  change('AddNicToServer', 'PUT', `${SERVER}/nics/{nicId}`, attachNic),
  change('RemoveNicFromServer', 'DELETE', `${SERVER}/nics/{nicId}`, detachNic),
  change('AddNetworkToServer', 'POST', `${SERVER}/networks/{networkId}`, attachNetwork),
  change('RemoveNetworkFromServer', 'DELETE', `${SERVER}/networks/{networkId}`, detachNetwork),
  change('AddSecurityGroupToServer', 'PUT', `${SERVER}/security-groups/{securityGroupId}`, addSecurityGroup),
  change('RemoveSecurityGroupFromServer', 'DELETE', `${SERVER}/security-groups/{securityGroupId}`, removeSecurityGroup),
  read('ListServerServiceAccounts', `${SERVER}/service-accounts`, (call) => {
    const { hidden } = see(call, 'server', call.param('serverId'));
    return { status: 200, body: { items: hidden.serviceAccountMails ?? [] } };
  }),
  change('AddServiceAccountToServer', 'PUT', `${SERVER}/service-accounts/{serviceAccountMail}`, (call) =>
    setServiceAccounts(call, 201),
  ),
  change('RemoveServiceAccountFromServer', 'DELETE', `${SERVER}/service-accounts/{serviceAccountMail}`, (call) =>
    setServiceAccounts(call, 200),
  ),
];
