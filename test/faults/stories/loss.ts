import { allGone, always, type Scenario, type Step } from '../scenario';
import type { World } from '../world';
import {
  allUp,
  create,
  creating,
  effects,
  FULL,
  MINIMAL,
  NETWORK,
  PLACE,
  PUBLIC_IMAGE,
  SERVER,
  VOLUME,
  type Wanted,
} from './wanted';

/** Somebody deletes what we made behind our back, servers first. */
export const losing = (wanted: readonly Wanted[]): Step => ({
  when: allUp(wanted),
  act: ({ stackit, cluster }) => {
    for (const kind of ['server', 'volume', 'image', 'network'] as const) {
      for (const { id, labels } of stackit.objects(kind)) if (labels?.['sostackit-owner']) stackit.remove(kind, id);
    }
    for (const object of cluster.objects.values()) lost.set(object.metadata.uid, object.status?.[idField(object.kind)]);
  },
});

/** IDs of what was lost, by the UID of its object in Kubernetes. */
const lost = new Map<string | undefined, unknown>();

const idField = (kind: string) => `${kind.toLowerCase()}Id`;

/** All are up again, under new IDs. */
export const recreated =
  (wanted: readonly Wanted[]): Step['when'] =>
  (world) =>
    allUp(wanted)(world) &&
    [...world.cluster.objects.values()].every(
      ({ kind, metadata, spec, status }) => spec.existingId || status?.[idField(kind)] !== lost.get(metadata.uid),
    );

const recreate: Scenario = {
  name: 'recreate',
  steps: [creating(MINIMAL), losing(MINIMAL)],
  from: 1,
  settled: recreated(MINIMAL),
};

const recreateFull: Scenario = {
  name: 'recreate-full',
  steps: [creating(FULL), losing(FULL)],
  from: 1,
  settled: recreated(FULL),
};

const CREATIONS = ['CreateNetwork', 'CreateVolume', 'CreateServer', 'CreateImage'] as const;

const createdTimes = (world: World, times: number): string[] =>
  CREATIONS.flatMap((operation) =>
    effects(world, operation) === times || operation === 'CreateImage'
      ? []
      : [`${operation} was carried out ${effects(world, operation)} times`],
  );

/** The Kubernetes objects are lost without their finalizers having run, and come back with new UIDs and no status. */
const restore: Scenario = {
  name: 'restore',
  steps: [
    creating(FULL),
    {
      when: allUp(FULL),
      act: async (world) => {
        world.stop();
        for (const [kind, name] of FULL) {
          await world.cluster.delete(kind, name);
          await world.cluster.patch(kind, name, { metadata: { finalizers: null } }).catch(() => {});
        }
      },
    },
    {
      when: allGone,
      act: async (world) => {
        await create(world, FULL);
        world.start();
      },
    },
  ],
  from: 2,
  settled: allUp(FULL),
  check: (world) => createdTimes(world, 1),
};

const TAKEN = {
  Network: 'bbbbbbbb-0000-4000-8000-000000000001',
  Volume: 'bbbbbbbb-0000-4000-8000-000000000002',
  Server: 'bbbbbbbb-0000-4000-8000-000000000003',
} as const;

const HANDED_OVER: readonly Wanted[] = [
  ['Network', 'net', NETWORK],
  ['Volume', 'disk', VOLUME],
  ['Server', 'web', SERVER],
];

/** Objects of the Go operator: a finalizer, and an ID in the status; STACKIT knows nothing of us. */
const takeOver: Scenario = {
  name: 'take-over',
  setUp: ({ stackit }) => {
    const { labels } = NETWORK;
    const prefix = { prefixes: ['10.99.0.0/24'], gateway: '10.99.0.1' };
    stackit.add('network', { id: TAKEN.Network, name: 'net', labels, ipv4: prefix }, PLACE);
    stackit.add('volume', { id: TAKEN.Volume, name: 'disk', labels, size: VOLUME.size }, PLACE);
    stackit.add('server', { id: TAKEN.Server, name: 'web', labels, machineType: 'c1.2', imageId: PUBLIC_IMAGE }, PLACE);
  },
  steps: [
    {
      when: always,
      act: async (world) => {
        for (const [kind, name, spec] of HANDED_OVER) {
          const finalizers = [`compute.sostackit.dev/${kind.toLowerCase()}-finalizer`];
          const id = TAKEN[kind as keyof typeof TAKEN];
          world.promises.wants(await world.cluster.create(kind, name, spec, { finalizers }));
          await world.cluster.patch(kind, name, { status: { [idField(kind)]: id } }, '/status');
        }
      },
    },
  ],
  settled: (world) => allUp(HANDED_OVER)(world) && world.promises.allStamped(),
  check: (world) => [
    ...createdTimes(world, 0),
    ...world.stackit.journal
      .filter(({ method, effect }) => method !== 'GET' && effect !== 'none')
      .flatMap(({ operationId, requestBody }) =>
        JSON.stringify(Object.keys(requestBody as object)) === '["labels"]' ? [] : [`${operationId} was sent`],
      ),
  ],
};

export const loss: readonly Scenario[] = [recreate, recreateFull, restore, takeOver];
