import type { Answer, Call, Operation } from './call';
import { Refusal } from './errors';
import type { ServiceObject } from './objects-ske';
import { change, destroy, REGION, read } from './rows';
import { skeRefusal } from './shapes';

/** Whose words the operations of SKE take. */
export const SKE = 'ske' as const;

/** ID under which SKE is enabled. */
const SKE_SERVICE = 'cloud.stackit.ske';

/** Services that a project may enable, with those that come along (ske.md §6). */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  [SKE_SERVICE]: ['cloud.stackit.iaas'],
  'cloud.stackit.iaas': [],
  'cloud.stackit.observability': [],
};

const ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}$/;

/** A service that nobody has enabled. */
export function serviceDefaults(serviceId: string): ServiceObject {
  return {
    serviceId,
    state: 'DISABLED',
    enablement: 'REQUEST',
    lifecycle: 'FLEX',
    scope: 'PUBLIC',
    dependencies: { hard: SERVICES[serviceId] ?? [], soft: [] },
    labels: {},
    parameters: {},
  };
}

/** @throws Refusal 403 in the shape of SKE while the service is not enabled */
export function requireService(call: Call): void {
  if (!call.settings.behaviour.requireService) return;
  const service = call.store.get('service', call.scope, SKE_SERVICE);
  if (service?.value.state !== 'ENABLED') throw skeRefusal(403, 'service not enabled');
}

// 400 and 404 come without a body.
function checkId(serviceId: string): void {
  if (serviceId.length < 10 || !ID.test(serviceId)) throw new Refusal(400, undefined);
  if (SERVICES[serviceId] === undefined) throw new Refusal(404, undefined);
}

function seeService(call: Call, serviceId: string): ServiceObject {
  return call.view.get('service', call.scope, serviceId)?.value ?? serviceDefaults(serviceId);
}

function getService(call: Call): Answer {
  const serviceId = call.param('serviceId');
  checkId(serviceId);
  return { status: 200, body: seeService(call, serviceId) };
}

function listServices(call: Call): Answer {
  const ids = Object.keys(SERVICES);
  const first = Number(call.query.get('cursor') ?? 0);
  if (!Number.isInteger(first) || first < 0) throw new Refusal(400, undefined);
  const end = first + call.settings.behaviour.servicesPerPage;
  const items = ids.slice(first, end).map((serviceId) => seeService(call, serviceId));
  return { status: 200, body: { items, ...(end < ids.length ? { nextCursor: String(end) } : {}) } };
}

function turn(call: Call, serviceId: string, through: 'ENABLING' | 'DISABLING', to: 'ENABLED' | 'DISABLED'): void {
  const stored = call.store.get('service', call.scope, serviceId);
  const value = stored?.value ?? serviceDefaults(serviceId);
  if (value.state === to || value.state === through) return;
  const { serviceEnable, serviceDisable } = call.settings.durations;
  const after = to === 'ENABLED' ? serviceEnable : serviceDisable;
  const steps = call.plan([{ after, set: { state: to, error: null } }], ({ message, code = 'INTERNAL' }) => ({
    state: to === 'ENABLED' ? 'DISABLED' : 'ENABLED',
    error: { action: to === 'ENABLED' ? 'ENABLE' : 'DISABLE', code, reason: message },
  }));
  call.create('service', serviceId, { ...value, state: through }, {}, steps);
}

function enableService(call: Call): Answer {
  const serviceId = call.param('serviceId');
  checkId(serviceId);
  for (const needed of SERVICES[serviceId] ?? []) turn(call, needed, 'ENABLING', 'ENABLED');
  turn(call, serviceId, 'ENABLING', 'ENABLED');
  return { status: 202 };
}

function disableService(call: Call): Answer {
  const serviceId = call.param('serviceId');
  checkId(serviceId);
  turn(call, serviceId, 'DISABLING', 'DISABLED');
  return { status: 202 };
}

const ALL = `${REGION}/services`;
const ONE = `${ALL}/{serviceId}`;

export const serviceOperations: readonly Operation[] = [
  read('ListServiceStatusRegional', ALL, listServices),
  read('GetServiceStatusRegional', ONE, getService),
  change('POST')('EnableServiceRegional', ONE, enableService),
  destroy('DisableServiceRegional', ONE, disableService),
].map((operation) => ({ ...operation, api: 'enablement' as const }));
