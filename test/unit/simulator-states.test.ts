import type { Kind } from '../../src/sandbox/stackit';
import { type Json, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';

afterAll(() => protocol.check());

/** What an event leads to from one state: through what, and where it ends (`gone`); `idle` is taken and changes nothing. */
type Way = readonly [through: string, end: string] | 'idle';

interface Event {
  readonly name: string;
  readonly method?: string;
  /** Path below the region; `{id}` is the object. */
  readonly path: string;
  readonly body?: Json;
  /** States from which it is taken. */
  readonly from: Readonly<Record<string, Way>>;
  /** Status of the refusal anywhere else. @default 409 */
  readonly refusal?: number;
  /** What has to be there besides; its result replaces `{other}` in the path. */
  readonly prepare?: (lab: Lab, id: string) => string;
}

interface Machine {
  readonly kind: Kind & string;
  readonly path: string;
  readonly states: readonly string[];
  readonly events: readonly Event[];
  /** Members of an object in a state. */
  readonly value?: (state: string, lab: Lab) => Json;
  /** The state in an answer. */
  readonly read?: (json: Json) => unknown;
}

const each = (states: readonly string[], way: (state: string) => Way) =>
  Object.fromEntries(states.map((state) => [state, way(state)]));

const SERVER_STATES = [
  'ACTIVE',
  'INACTIVE',
  'DEALLOCATED',
  'RESCUE',
  'PAUSED',
  'ERROR',
  'CREATING',
  'STARTING',
  'STOPPING',
  'DEALLOCATING',
  'REBOOT',
  'REBOOTING',
  'REBUILD',
  'REBUILDING',
  'RESIZING',
  'RESCUING',
  'UNRESCUING',
  'MIGRATING',
  'UPDATING',
  'SNAPSHOTTING',
  'BACKING-UP',
  'RESTORING',
  'DELETING',
];
const STEADY = SERVER_STATES.slice(0, 6);

const action = (name: string, from: Event['from'], body?: Json): Event => ({
  name,
  method: 'POST',
  path: `servers/{id}/${name}`,
  from,
  ...(body === undefined ? {} : { body }),
});

const servers: Machine = {
  kind: 'server',
  path: 'servers/{id}',
  states: SERVER_STATES,
  events: [
    action('start', { INACTIVE: ['STARTING', 'ACTIVE'], DEALLOCATED: ['STARTING', 'ACTIVE'] }),
    action('stop', { ACTIVE: ['STOPPING', 'INACTIVE'] }),
    action('deallocate', {
      ACTIVE: ['DEALLOCATING', 'DEALLOCATED'],
      INACTIVE: ['DEALLOCATING', 'DEALLOCATED'],
    }),
    action('reboot', { ACTIVE: ['REBOOTING', 'ACTIVE'] }),
    action('resize', { ACTIVE: ['RESIZING', 'ACTIVE'], INACTIVE: ['RESIZING', 'INACTIVE'] }, { machineType: 'g1.2' }),
    action('rescue', { ACTIVE: ['RESCUING', 'RESCUE'], INACTIVE: ['RESCUING', 'RESCUE'] }, { image: IMAGE }),
    action('unrescue', { RESCUE: ['UNRESCUING', 'ACTIVE'] }),
    {
      name: 'update',
      method: 'PATCH',
      path: 'servers/{id}',
      body: { labels: { a: 'b' } },
      from: each(
        STEADY.filter((state) => state !== 'DEALLOCATED'),
        (state) => [state, state],
      ),
    },
    {
      name: 'attach a volume',
      method: 'PUT',
      path: 'servers/{id}/volume-attachments/{other}',
      from: each(STEADY, (state) => [state, state]),
      prepare: (lab) => lab.sim.add('volume', { availabilityZone: 'eu01-1' }, { projectId: PROJECT }).id,
    },
    {
      name: 'attach a NIC',
      method: 'PUT',
      path: 'servers/{id}/nics/{other}',
      from: each(STEADY, (state) => [state, state]),
      prepare: (lab) => lab.sim.add('nic', { networkId: NETWORK }, { projectId: PROJECT }).id,
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: 'servers/{id}',
      from: each(
        SERVER_STATES.filter((state) => state !== 'DELETING'),
        () => ['DELETING', 'gone'],
      ),
    },
  ],
};

const VOLUME_STATES = [
  'AVAILABLE',
  'ATTACHED',
  'ATTACHING',
  'AWAITING-TRANSFER',
  'BACKING-UP',
  'CREATING',
  'DELETING',
  'DETACHING',
  'DOWNLOADING',
  'ERROR',
  'ERROR_BACKING-UP',
  'ERROR_DELETING',
  'ERROR_RESIZING',
  'ERROR_RESTORING-BACKUP',
  'ERROR_KMS-ENCRYPTION-PARAMS',
  'MAINTENANCE',
  'RESERVED',
  'RESIZING',
  'RESTORING-BACKUP',
  'RETYPING',
  'UPLOADING',
];
const VOLUME_ERRORS = VOLUME_STATES.filter((state) => state.startsWith('ERROR'));
const anyServer = (lab: Lab) => lab.sim.add('server', {}, { projectId: PROJECT }).id;

const volumes: Machine = {
  kind: 'volume',
  path: 'volumes/{id}',
  states: VOLUME_STATES,
  events: [
    {
      name: 'resize',
      method: 'POST',
      path: 'volumes/{id}/resize',
      body: { size: 11 },
      from: { AVAILABLE: ['RESIZING', 'AVAILABLE'], ATTACHED: ['RESIZING', 'ATTACHED'] },
    },
    {
      name: 'attach',
      method: 'PUT',
      path: 'servers/{other}/volume-attachments/{id}',
      from: { AVAILABLE: ['ATTACHING', 'ATTACHED'] },
      prepare: anyServer,
    },
    {
      name: 'detach',
      method: 'DELETE',
      path: 'servers/{other}/volume-attachments/{id}',
      from: { ATTACHED: ['DETACHING', 'AVAILABLE'] },
      prepare: (lab, id) => lab.sim.add('server', { volumes: [id] }, { projectId: PROJECT }).id,
    },
    {
      name: 'snapshot',
      method: 'POST',
      path: 'snapshots',
      body: { volumeId: '{id}' },
      from: { AVAILABLE: ['BACKING-UP', 'AVAILABLE'], ATTACHED: ['BACKING-UP', 'ATTACHED'] },
    },
    {
      name: 'back up',
      method: 'POST',
      path: 'backups',
      body: { source: { type: 'volume', id: '{id}' } },
      from: { AVAILABLE: ['BACKING-UP', 'AVAILABLE'], ATTACHED: ['BACKING-UP', 'ATTACHED'] },
      refusal: 400,
    },
    {
      name: 'make an image',
      method: 'POST',
      path: 'volumes/{id}/upload',
      body: { name: 'golden', diskFormat: 'raw' },
      from: { AVAILABLE: ['UPLOADING', 'AVAILABLE'] },
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: 'volumes/{id}',
      from: each(['AVAILABLE', ...VOLUME_ERRORS], () => ['DELETING', 'gone']),
    },
  ],
};

const NETWORK_STATES = ['CREATING', 'CREATED', 'UPDATING', 'UPDATED', 'DELETING', 'FAILED'];

const networks: Machine = {
  kind: 'network',
  path: 'networks/{id}',
  states: NETWORK_STATES,
  events: [
    {
      name: 'update',
      method: 'PATCH',
      path: 'networks/{id}',
      body: { name: 'other' },
      from: { CREATED: ['UPDATING', 'CREATED'], UPDATED: ['UPDATING', 'CREATED'] },
    },
    {
      name: 'take a NIC',
      method: 'POST',
      path: 'networks/{id}/nics',
      body: {},
      from: each(['CREATED', 'UPDATED', 'UPDATING'], (state) => [state, state]),
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: 'networks/{id}',
      from: each(['CREATED', 'UPDATED', 'FAILED'], () => ['DELETING', 'gone']),
    },
  ],
};

const images: Machine = {
  kind: 'image',
  path: 'images/{id}',
  states: ['AVAILABLE', 'CREATING', 'DEACTIVATED', 'DELETING', 'ERROR'],
  events: [
    {
      name: 'copy onto a volume',
      method: 'POST',
      path: 'volumes',
      body: { availabilityZone: 'eu01-1', size: 10, source: { type: 'image', id: '{id}' } },
      from: { AVAILABLE: ['AVAILABLE', 'AVAILABLE'] },
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: 'images/{id}',
      from: each(['AVAILABLE', 'CREATING', 'DEACTIVATED', 'ERROR'], () => ['DELETING', 'gone']),
    },
  ],
};

const SNAPSHOT_STATES = [
  'AVAILABLE',
  'BACKING-UP',
  'CREATING',
  'DELETING',
  'ERROR',
  'RESTORING',
  'UNMANAGING',
  'UPDATING',
];
const deletable = each(['AVAILABLE', 'ERROR'], () => ['DELETING', 'gone']);
const copied = (_: string, lab: Lab): Json => ({
  volumeId: lab.sim.add('volume', { size: 10 }, { projectId: PROJECT }).id,
  size: 10,
});

const snapshots: Machine = {
  kind: 'snapshot',
  path: 'snapshots/{id}',
  states: SNAPSHOT_STATES,
  value: copied,
  events: [
    { name: 'delete', method: 'DELETE', path: 'snapshots/{id}', from: deletable, refusal: 400 },
    {
      name: 'copy onto a volume',
      method: 'POST',
      path: 'volumes',
      body: { availabilityZone: 'eu01-1', source: { type: 'snapshot', id: '{id}' } },
      from: { AVAILABLE: ['AVAILABLE', 'AVAILABLE'] },
    },
    {
      name: 'back up',
      method: 'POST',
      path: 'backups',
      body: { source: { type: 'snapshot', id: '{id}' } },
      from: { AVAILABLE: ['AVAILABLE', 'AVAILABLE'] },
      refusal: 400,
    },
  ],
};

const backups: Machine = {
  kind: 'backup',
  path: 'backups/{id}',
  states: ['AVAILABLE', 'CREATING', 'DELETING', 'ERROR', 'RESTORING'],
  value: copied,
  events: [
    { name: 'delete', method: 'DELETE', path: 'backups/{id}', from: deletable, refusal: 400 },
    {
      name: 'delete by force',
      method: 'DELETE',
      path: 'backups/{id}?force=true',
      from: each(['AVAILABLE', 'CREATING', 'DELETING', 'ERROR', 'RESTORING'], () => ['DELETING', 'gone']),
    },
    {
      name: 'restore',
      method: 'POST',
      path: 'backups/{id}/restore',
      from: { AVAILABLE: ['RESTORING', 'AVAILABLE'] },
      refusal: 400,
    },
  ],
};

const CLUSTER_STATES = [
  'STATE_CREATING',
  'STATE_RECONCILING',
  'STATE_HEALTHY',
  'STATE_UNHEALTHY',
  'STATE_HIBERNATING',
  'STATE_HIBERNATED',
  'STATE_WAKINGUP',
  'STATE_DELETING',
];
const RUNNING = ['STATE_HEALTHY', 'STATE_UNHEALTHY'];
const reconciling = each(RUNNING, () => ['STATE_RECONCILING', 'STATE_HEALTHY']);
const idle = (...states: readonly string[]) => each(states, () => 'idle');
const trigger = (name: string, from: Event['from']): Event => ({
  name,
  method: 'POST',
  path: `clusters/{id}/${name}`,
  from,
  refusal: 400,
});

const clusters: Machine = {
  kind: 'cluster',
  path: 'clusters/{id}',
  states: CLUSTER_STATES,
  value: (state, lab) => {
    lab.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, { projectId: PROJECT });
    const { status } = lab.sim.add('cluster', { name: 'other' }, { projectId: PROJECT });
    const hibernated = state === 'STATE_HIBERNATED';
    return { name: 'one', status: { ...status, aggregated: state, hibernated } };
  },
  read: (json) => (json.status as Json).aggregated,
  events: [
    {
      name: 'put',
      method: 'PUT',
      path: 'clusters/{id}',
      body: {
        kubernetes: { version: '1.35.2' },
        nodepools: [
          {
            name: 'pool',
            availabilityZones: ['eu01-1'],
            machine: { type: 'g1.2', image: { name: 'flatcar', version: '4459.2.3' } },
            minimum: 1,
            maximum: 3,
            maxSurge: 1,
            volume: { size: 20 },
          },
        ],
      },
      from: {
        ...reconciling,
        STATE_RECONCILING: ['STATE_RECONCILING', 'STATE_HEALTHY'],
        ...idle('STATE_CREATING', 'STATE_HIBERNATING', 'STATE_HIBERNATED', 'STATE_WAKINGUP'),
      },
    },
    trigger('hibernate', {
      ...each(RUNNING, () => ['STATE_HIBERNATING', 'STATE_HIBERNATED']),
      ...idle('STATE_HIBERNATED', 'STATE_HIBERNATING'),
    }),
    trigger('wakeup', {
      STATE_HIBERNATED: ['STATE_WAKINGUP', 'STATE_HEALTHY'],
      ...idle(...RUNNING, 'STATE_WAKINGUP', 'STATE_RECONCILING', 'STATE_CREATING'),
    }),
    trigger('maintenance', { ...reconciling, ...idle('STATE_RECONCILING') }),
    trigger('reconcile', { ...reconciling, ...idle('STATE_RECONCILING') }),
    trigger('start-credentials-rotation', reconciling),
    { ...trigger('kubeconfig', idle(...RUNNING, 'STATE_RECONCILING')), body: {} },
    {
      name: 'delete',
      method: 'DELETE',
      path: 'clusters/{id}',
      from: {
        ...each(CLUSTER_STATES.slice(0, -1), () => ['STATE_DELETING', 'gone']),
        ...idle('STATE_DELETING'),
      },
    },
  ],
};

const rotation: Machine = {
  kind: 'cluster',
  path: 'clusters/{id}',
  states: ['NEVER', 'PREPARING', 'PREPARED', 'COMPLETING', 'COMPLETED'],
  value: (phase, lab) => {
    const { status } = lab.sim.add('cluster', { name: 'other' }, { projectId: PROJECT });
    return { name: 'one', status: { ...status, credentialsRotation: { phase } } };
  },
  read: (json) => ((json.status as Json).credentialsRotation as Json).phase,
  events: [
    trigger('start-credentials-rotation', {
      NEVER: ['PREPARING', 'PREPARED'],
      COMPLETED: ['PREPARING', 'PREPARED'],
    }),
    trigger('complete-credentials-rotation', { PREPARED: ['COMPLETING', 'COMPLETED'] }),
  ],
};

const services: Machine = {
  kind: 'service',
  path: 'services/{id}',
  states: ['DISABLED', 'ENABLING', 'ENABLED', 'DISABLING'],
  value: () => ({ serviceId: 'cloud.stackit.ske' }),
  read: (json) => json.state,
  events: [
    {
      name: 'enable',
      method: 'POST',
      path: 'services/{id}',
      from: {
        DISABLED: ['ENABLING', 'ENABLED'],
        DISABLING: ['ENABLING', 'ENABLED'],
        ...idle('ENABLED', 'ENABLING'),
      },
    },
    {
      name: 'disable',
      method: 'DELETE',
      path: 'services/{id}',
      from: {
        ENABLED: ['DISABLING', 'DISABLED'],
        ENABLING: ['DISABLING', 'DISABLED'],
        ...idle('DISABLED', 'DISABLING'),
      },
    },
  ],
};

const machines = { servers, volumes, networks, images, snapshots, backups, clusters, rotation, services };

/** Makes the object of a machine in a state, with nothing planned. */
function inState({ kind, value }: Machine, state: string, lab: Lab): string {
  const members = { status: state, ...value?.(state, lab), ...(kind === 'service' ? { state } : {}) };
  const made = lab.sim.add(kind, members as never, { projectId: PROJECT }) as unknown as Json;
  return String(made.id ?? made.serviceId ?? made.name);
}

const rows = Object.entries(machines).flatMap(([plural, machine]) =>
  machine.events.flatMap((event) =>
    machine.states.map((state) => {
      const way = event.from[state];
      const outcome = way === undefined ? 'is refused' : way === 'idle' ? 'changes nothing' : `leads to ${way[1]}`;
      return [plural, event.name, state, outcome, machine, event] as const;
    }),
  ),
);

test.each(rows)('%s: %s in %s %s', async (_plural, _event, state, _outcome, machine, event) => {
  const lab = new Lab();
  const id = inState(machine, state, lab);
  const other = event.prepare?.(lab, id) ?? '';
  const fill = (text: string) => text.replaceAll('{id}', id).replaceAll('{other}', other);
  const body = event.body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(event.body))) as Json);
  const read = machine.read ?? ((json: Json) => json.status);
  const now = async () => {
    const { status, json } = await lab.call('GET', fill(machine.path));
    return status === 404 ? 'gone' : read(json);
  };
  const reply = await lab.call(event.method ?? 'POST', fill(event.path), body);
  const way = event.from[state];
  const [through, end] = way === undefined || way === 'idle' ? [state, state] : way;
  if (way === undefined) expect(reply.status).toBe(event.refusal ?? 409);
  else expect(reply.status).toBeLessThan(300);
  expect(await now()).toBe(through);
  await lab.clock.advance(3_600_000);
  expect(await now()).toBe(end);
});
