import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultEffect, Kind } from '../../src/sandbox/stackit';
import { type Json, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

// Every state that the fact sheets name is either reached by calls, time and faults alone, or is one that no call leads to.

const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';
const SERVER = { name: 'a', machineType: 'c1.2', networking: { networkId: NETWORK }, imageId: IMAGE };
const CLUSTER = {
  kubernetes: { version: '1.34.4' },
  nodepools: [
    {
      name: 'a',
      availabilityZones: ['eu01-1'],
      machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
      minimum: 1,
      maximum: 2,
      maxSurge: 1,
      volume: { size: 20 },
    },
  ],
};

afterAll(() => protocol.check());

/** A lab that notes the state of one object after every call and every second. */
class Watched extends Lab {
  readonly seen = new Set<string>();
  path = '';
  member: (json: Json) => unknown = ({ status }) => status;

  async look(): Promise<void> {
    const { status, json } = await this.call('GET', this.path);
    this.seen.add(status === 404 ? 'gone' : String(this.member(json)));
  }

  /** A call below the object, and so many seconds after it. */
  async carry(method: string, path: string, body?: unknown, seconds = 90): Promise<void> {
    const { status, text } = await this.call(method, path === '' ? this.path : path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    await this.look();
    for (let second = 0; second < seconds; second += 1) {
      await this.clock.advance(1_000);
      await this.look();
    }
  }

  async begin(path: string, body: Json, seconds = 90): Promise<string> {
    const id = await this.make(path, body);
    this.path = `${path}/${id}`;
    await this.look();
    await this.carry('GET', '', undefined, seconds);
    return id;
  }

  fail(status?: string): void {
    const effect: FaultEffect = { kind: 'fail', message: 'no', ...(status !== undefined && { status }) };
    this.sim.faults.add({ match: { nth: 1 }, effect });
  }
}

async function server(lab: Watched): Promise<void> {
  const id = await lab.begin('servers', SERVER);
  const act = (name: string, body?: unknown) => lab.carry('POST', `servers/${id}/${name}`, body);
  await act('reboot');
  await act('resize', { machineType: 'c1.3' });
  await act('rescue', { image: IMAGE });
  await act('unrescue');
  await act('stop');
  await act('start');
  await act('deallocate');
  await act('start');
  lab.fail();
  await act('reboot');
  await lab.carry('DELETE', '');
}

async function volume(lab: Watched): Promise<void> {
  const availabilityZone = 'eu01-m';
  const id = await lab.begin('volumes', { availabilityZone, size: 10, source: { type: 'image', id: IMAGE } });
  const serverId = await lab.make('servers', SERVER);
  await lab.carry('POST', `volumes/${id}/resize`, { size: 11 });
  const attachment = `servers/${serverId}/volume-attachments/${id}`;
  await lab.carry('PUT', attachment);
  await lab.carry('DELETE', attachment);
  const source = { type: 'volume', id };
  await lab.carry('POST', 'backups', { source }, 300);
  const [backup] = lab.sim.objects('backup');
  await lab.carry('POST', `backups/${backup?.id}/restore`, undefined, 300);
  await lab.carry('POST', `volumes/${id}/upload`, { name: 'a', diskFormat: 'raw' }, 300);
  lab.fail();
  await lab.carry('POST', `volumes/${id}/resize`, { size: 12 });
  for (const status of ['ERROR', 'ERROR_KMS-ENCRYPTION-PARAMS', 'ERROR_BACKING-UP', 'RESERVED', 'RETYPING']) {
    lab.fail(status);
    await lab.begin('volumes', { availabilityZone, size: 10 });
    lab.sim.faults.clear();
  }
  await lab.begin('volumes', { availabilityZone, size: 10 });
  lab.fail();
  await lab.carry('DELETE', '');
  const again = await lab.begin('volumes', { availabilityZone, size: 10 });
  await lab.carry('POST', 'backups', { source: { type: 'volume', id: again } }, 300);
  lab.sim.faults.clear();
  lab.fail();
  await lab.carry('POST', `backups/${lab.sim.objects('backup').at(-1)?.id}/restore`, undefined, 300);
  await lab.carry('DELETE', '');
}

async function network(lab: Watched): Promise<void> {
  await lab.begin('networks', { name: 'a' });
  await lab.carry('PATCH', '', { name: 'b' });
  lab.fail();
  await lab.carry('PATCH', '', { name: 'c' });
  await lab.carry('DELETE', '');
}

async function image(lab: Watched): Promise<void> {
  for (const fails of [true, false]) {
    const { json } = await lab.call('POST', 'images', { name: 'a', diskFormat: 'raw' });
    lab.path = `images/${json.id}`;
    await lab.look();
    if (fails) lab.fail();
    expect((await lab.send('PUT', new URL(String(json.uploadUrl)).pathname, Buffer.alloc(9))).status).toBe(200);
    await lab.carry('GET', '', undefined);
    lab.sim.faults.clear();
  }
  await lab.carry('DELETE', '');
}

async function snapshot(lab: Watched): Promise<void> {
  const volumeId = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 });
  await lab.clock.advance(60_000);
  await lab.begin('snapshots', { volumeId });
  await lab.carry('DELETE', '');
  lab.fail();
  await lab.begin('snapshots', { volumeId });
}

async function backup(lab: Watched): Promise<void> {
  const source = { type: 'volume', id: await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 }) };
  await lab.clock.advance(60_000);
  const id = await lab.begin('backups', { source }, 300);
  await lab.carry('POST', `backups/${id}/restore`, undefined, 300);
  await lab.carry('DELETE', '', undefined, 300);
  lab.fail();
  await lab.begin('backups', { source }, 300);
}

const HOUR = 3_600;

async function cluster(lab: Watched): Promise<void> {
  lab.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, { projectId: PROJECT });
  lab.path = 'clusters/one';
  const act = (name: string) => lab.carry('POST', `clusters/one/${name}`, undefined, HOUR);
  lab.sim.faults.add({
    match: { operationId: 'CreateOrUpdateCluster', nth: 1 },
    effect: { kind: 'unhealthy', ms: 60_000 },
  });
  await lab.carry('PUT', 'clusters/one', CLUSTER, HOUR);
  await act('reconcile');
  await act('hibernate');
  await act('wakeup');
  await act('start-credentials-rotation');
  await act('complete-credentials-rotation');
  await lab.carry('DELETE', 'clusters/one', undefined, HOUR);
}

const stateOfCluster = ({ status }: Json) => (status as Json).aggregated;
const phase = ({ status }: Json) => ((status as Json).credentialsRotation as Json).phase;
const NO_CALL = 'no call leads there; it can be set behind the API';
const SHORT = 'part of another state here';
const GONE = 'shown as 404, as the fact sheets allow';

interface Row {
  readonly walk: (lab: Watched) => Promise<void>;
  readonly member?: (json: Json) => unknown;
  /** As the fact sheet lists them, and the file. */
  readonly sheet: 'iaas.md' | 'ske.md';
  readonly states: string;
  readonly unreached: Readonly<Record<string, string>>;
}

const ROWS: Readonly<Record<string, Row>> = {
  server: {
    walk: server,
    sheet: 'iaas.md',
    states:
      'ACTIVE INACTIVE DEALLOCATED RESCUE PAUSED CREATING STARTING STOPPING DEALLOCATING REBOOT REBOOTING REBUILD REBUILDING RESIZING RESCUING UNRESCUING MIGRATING UPDATING SNAPSHOTTING BACKING-UP RESTORING DELETING ERROR DELETED',
    unreached: {
      PAUSED: NO_CALL,
      REBOOT: SHORT,
      REBUILD: NO_CALL,
      REBUILDING: NO_CALL,
      MIGRATING: NO_CALL,
      UPDATING: NO_CALL,
      SNAPSHOTTING: NO_CALL,
      'BACKING-UP': NO_CALL,
      RESTORING: NO_CALL,
      DELETED: GONE,
    },
  },
  volume: {
    walk: volume,
    sheet: 'iaas.md',
    states:
      'ATTACHED ATTACHING AVAILABLE AWAITING-TRANSFER BACKING-UP CREATING DELETED DELETING DETACHING DOWNLOADING ERROR ERROR_BACKING-UP ERROR_DELETING ERROR_RESIZING ERROR_RESTORING-BACKUP ERROR_KMS-ENCRYPTION-PARAMS MAINTENANCE RESERVED RESIZING RESTORING-BACKUP RETYPING UPLOADING',
    unreached: { 'AWAITING-TRANSFER': NO_CALL, MAINTENANCE: NO_CALL, DELETED: GONE },
  },
  network: {
    walk: network,
    sheet: 'iaas.md',
    states: 'CREATING CREATED UPDATING UPDATED DELETING DELETED FAILED',
    unreached: { UPDATED: 'a network that was changed is CREATED again', DELETED: GONE },
  },
  image: {
    walk: image,
    sheet: 'iaas.md',
    states: 'AVAILABLE CREATING DEACTIVATED DELETED DELETING ERROR',
    unreached: { DEACTIVATED: NO_CALL, DELETED: GONE },
  },
  snapshot: {
    walk: snapshot,
    sheet: 'iaas.md',
    states: 'AVAILABLE BACKING-UP CREATING DELETED DELETING ERROR RESTORING UNMANAGING UPDATING',
    unreached: { 'BACKING-UP': NO_CALL, DELETED: GONE, RESTORING: NO_CALL, UNMANAGING: NO_CALL, UPDATING: NO_CALL },
  },
  backup: {
    walk: backup,
    sheet: 'iaas.md',
    states: 'AVAILABLE CREATING DELETED DELETING ERROR RESTORING',
    unreached: { DELETED: GONE },
  },
  cluster: {
    walk: cluster,
    member: stateOfCluster,
    sheet: 'ske.md',
    states:
      'STATE_CREATING, STATE_RECONCILING, STATE_HEALTHY, STATE_UNHEALTHY, STATE_HIBERNATING, STATE_HIBERNATED, STATE_WAKINGUP, STATE_DELETING',
    unreached: {},
  },
  'rotation of credentials': {
    walk: cluster,
    member: phase,
    sheet: 'ske.md',
    states: 'NEVER, PREPARING, PREPARED, COMPLETING or COMPLETED',
    unreached: {},
  },
};

const namesOf = (states: string) => states.split(/,? or |,? /);

describe.each(Object.entries(ROWS))('states of STACKIT: %s', (kind, { walk, member, sheet, states, unreached }) => {
  const text = join(__dirname, '../../../shared/stackit', sheet);
  (existsSync(text) ? test : test.skip)('are those of the fact sheet', () => {
    const listed = readFileSync(text, 'utf8');
    for (const name of namesOf(states)) expect(listed).toContain(name);
    if (kind !== 'server') expect(listed.replace(/\s+/g, ' ')).toContain(states);
  });

  test('are all reached, but for those that no call leads to', async () => {
    const lab = new Watched();
    if (member) lab.member = member;
    await walk(lab);
    expect(namesOf(states).filter((name) => !lab.seen.has(name) && unreached[name] === undefined)).toEqual([]);
    expect(Object.keys(unreached).filter((name) => lab.seen.has(name))).toEqual([]);
    expect([...lab.seen].filter((name) => ![...namesOf(states), 'gone'].includes(name))).toEqual([]);
  }, 60_000);
});

const set = Object.entries(ROWS).flatMap(([kind, { unreached }]) =>
  Object.entries(unreached).flatMap(([state, reason]) => (reason === NO_CALL ? [[kind, state] as const] : [])),
);

test.each(set)('a %s can be set to %s behind the API, and shows it', async (kind, state) => {
  const lab = new Lab();
  const made = lab.sim.add(kind as Kind, { status: state } as never, { projectId: PROJECT }) as unknown as Json;
  expect(await lab.status(`${kind}s/${made.id}`)).toBe(state);
});
