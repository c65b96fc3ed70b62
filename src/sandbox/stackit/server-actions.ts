import type { Answer, Call, Operation, Plan } from './call';
import { machineType } from './catalogue';
import * as check from './check';
import { badRequest, conflict } from './errors';
import { find } from './find';
import { findImage } from './images';
import type { Stored } from './store';

type Server = Stored<'server'>;

/** One action: from which states it is taken, through which state it goes and where it ends (iaas.md §7.4). */
interface Action {
  readonly from: readonly string[];
  readonly through: string;
  readonly plan: (call: Call, server: Server) => Plan;
}

const RUNNING = { status: 'ACTIVE', powerStatus: 'RUNNING' };

/** A deallocated server gets its zone back with the start, because STACKIT hides it meanwhile. */
const started = ({ hidden }: Server) => ({ ...RUNNING, availabilityZone: hidden.zone });

const ACTIONS = {
  start: {
    from: ['INACTIVE', 'DEALLOCATED'],
    through: 'STARTING',
    plan: (call, server) => ({ after: call.settings.durations.serverStart, set: started(server) }),
  },
  stop: {
    from: ['ACTIVE'],
    through: 'STOPPING',
    plan: (call) => ({
      after: call.settings.durations.serverStop,
      set: { status: 'INACTIVE', powerStatus: 'STOPPED' },
    }),
  },
  deallocate: {
    from: ['ACTIVE', 'INACTIVE'],
    through: 'DEALLOCATING',
    plan: (call) => ({
      after: call.settings.durations.serverDeallocate,
      set: { status: 'DEALLOCATED', powerStatus: 'STOPPED', availabilityZone: null },
    }),
  },
  reboot: {
    from: ['ACTIVE'],
    through: 'REBOOTING',
    plan: (call) => ({ after: call.settings.durations.serverReboot, set: RUNNING }),
  },
  unrescue: {
    from: ['RESCUE'],
    through: 'UNRESCUING',
    plan: (call) => ({ after: call.settings.durations.serverUnrescue, set: RUNNING }),
  },
  rescue: {
    from: ['ACTIVE', 'INACTIVE'],
    through: 'RESCUING',
    plan: (call) => ({
      after: call.settings.durations.serverRescue,
      set: { status: 'RESCUE', powerStatus: 'RUNNING' },
    }),
  },
  resize: {
    from: ['ACTIVE', 'INACTIVE'],
    through: 'RESIZING',
    plan: (call, { value }) => ({
      after: call.settings.durations.serverResize,
      set: {
        status: value.status,
        ...(call.effects.rollback === undefined ? call.body<{ readonly machineType: string }>() : {}),
      },
    }),
  },
} as const satisfies Record<string, Action>;

function act(name: keyof typeof ACTIONS, prepare: (call: Call) => void = () => {}) {
  const { from, through, plan }: Action = ACTIONS[name];
  return (call: Call): Answer => {
    prepare(call);
    const server = find(call, 'server', call.param('serverId'));
    if (!from.includes(server.value.status) && !isAllowedResize(call, name, server)) throw conflict();
    const steps = call.plan([plan(call, server)], { status: 'ERROR' });
    call.update(server, { status: through, errorMessage: null }, { steps });
    return { status: 202 };
  };
}

function isAllowedResize(call: Call, name: string, { value }: Server): boolean {
  return name === 'resize' && value.status === 'DEALLOCATED' && call.settings.behaviour.resizeDeallocated === 'allow';
}

const resizeBody = check.object({ machineType: check.genericName }, ['machineType']);
const rescueBody = check.object({ image: check.uuid }, ['image']);

function prepareResize(call: Call): void {
  resizeBody(call.body(), '');
  if (machineType(call.body<{ readonly machineType: string }>().machineType) === undefined) {
    throw badRequest('machine type is not valid');
  }
}

function prepareRescue(call: Call): void {
  rescueBody(call.body(), '');
  findImage(call, call.body<{ readonly image: string }>().image);
}

function prepareReboot(call: Call): void {
  const action = call.query.get('action') ?? 'soft';
  if (action !== 'soft' && action !== 'hard') throw badRequest('action is not valid');
}

const SERVER = '/v2/projects/{projectId}/regions/{region}/servers/{serverId}';

function operation(operationId: string, name: keyof typeof ACTIONS, prepare?: (call: Call) => void): Operation {
  return { operationId, method: 'POST', path: `${SERVER}/${name}`, effect: 'updated', handler: act(name, prepare) };
}

export const serverActionOperations: readonly Operation[] = [
  operation('StartServer', 'start'),
  operation('StopServer', 'stop'),
  operation('DeallocateServer', 'deallocate'),
  operation('RebootServer', 'reboot', prepareReboot),
  operation('ResizeServer', 'resize', prepareResize),
  operation('RescueServer', 'rescue', prepareRescue),
  operation('UnrescueServer', 'unrescue'),
  {
    operationId: 'GetServerConsole',
    method: 'GET',
    path: `${SERVER}/console`,
    effect: 'none',
    handler: (call) => {
      const { id } = find(call, 'server', call.param('serverId'));
      return { status: 200, body: { url: `https://console.sandbox.stackit.invalid/${id}` } };
    },
  },
  {
    operationId: 'GetServerLog',
    method: 'GET',
    path: `${SERVER}/log`,
    effect: 'none',
    handler: (call) => {
      const { value } = find(call, 'server', call.param('serverId'));
      return { status: 200, body: { output: `[    0.000000] ${value.name} booted from the sandbox\n` } };
    },
  },
];
