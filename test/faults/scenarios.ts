import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './code';
import { idOf } from './promises';
import { allGone, allReady, always, isReady, readyOf, type Scenario, type Step } from './scenario';
import type { World } from './world';

export const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' } as const;
const PUBLIC_IMAGE = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
const FOREIGN_NETWORK = '33333333-3333-3333-3333-333333333333';
const FOREIGN_VOLUME = 'aaaaaaaa-0000-4000-8000-00000000000a';
const CANARY = 'canary-5d0f1c-user-data-of-a-server';

const NETWORK = { ...PLACE, ipv4: { prefixLength: 24 }, labels: { team: 'blue' } };
const VOLUME = { ...PLACE, availabilityZone: 'eu01-1', size: 10 };
const IMAGE = { ...PLACE, diskFormat: 'raw' };
const SERVER = {
  ...PLACE,
  machineType: 'c1.2',
  imageId: PUBLIC_IMAGE,
  networkId: FOREIGN_NETWORK,
  userData: CANARY,
  bootVolume: { size: 20, deleteOnTermination: true },
};

type Wanted = readonly [kind: string, name: string, spec: object];
type Name = readonly [kind: string, name: string];

const MINIMAL: readonly Wanted[] = [
  ['Network', 'net', NETWORK],
  ['Image', 'own', IMAGE],
  ['Volume', 'disk', VOLUME],
  ['Server', 'web', SERVER],
];

const FULL: readonly Wanted[] = parseAllDocuments(
  readFileSync(join(ROOT, 'examples/yaml/full-stack.yaml'), 'utf8'),
).map((document): Wanted => {
  const { kind, metadata, spec } = document.toJS() as {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly spec: object;
  };
  return [kind, metadata.name, spec];
});

const namesOf = (wanted: readonly Wanted[]): Name[] => wanted.map(([kind, name]) => [kind, name]);

async function create({ cluster, promises }: World, wanted: readonly Wanted[]): Promise<void> {
  promises.canaries.push(CANARY);
  for (const [kind, name, spec] of wanted) {
    const object = await cluster.create(kind, name, spec);
    promises.wants(object as Parameters<typeof promises.wants>[0]);
  }
}

async function remove({ cluster }: World, wanted: readonly Name[]): Promise<void> {
  for (const [kind, name] of wanted) if (cluster.get(kind, name)) await cluster.delete(kind, name);
}

const creating = (wanted: readonly Wanted[]): Step => ({ when: always, act: (world) => create(world, wanted) });
const removing = (wanted: readonly Wanted[], when: Step['when'] = allReady(namesOf(wanted))): Step => ({
  when,
  act: (world) => remove(world, namesOf(wanted)),
});

/** All are ready, but an image of one's own: that waits for its bytes. */
function minimalSettled(world: World): boolean {
  const image = world.cluster.get('Image', 'own');
  return (
    allReady(namesOf(MINIMAL).filter(([kind]) => kind !== 'Image'))(world) &&
    readyOf(image)?.reason === 'AwaitingUpload' &&
    typeof image?.status?.uploadUrl === 'string'
  );
}

/** No call but GET went to the objects of a kind. */
function calls({ stackit }: World, operationId: string): number {
  return stackit.journal.filter((entry) => entry.operationId === operationId && entry.effect !== 'none').length;
}

const createMinimal: Scenario = {
  name: 'create-minimal',
  steps: [creating(MINIMAL)],
  settled: minimalSettled,
  pairs: true,
};

const createFull: Scenario = {
  name: 'create-full',
  steps: [creating(FULL)],
  settled: allReady(namesOf(FULL)),
  pairs: true,
};

const refs: Scenario = {
  name: 'refs',
  steps: [
    creating(FULL.filter(([kind]) => kind === 'Server')),
    {
      when: ({ cluster }) => readyOf(cluster.get('Server', 'stack'))?.reason === 'WaitingForReference',
      act: (world) =>
        create(
          world,
          FULL.filter(([kind]) => kind === 'Image' || kind === 'Volume'),
        ),
    },
    {
      when: ({ cluster }) => isReady(cluster.get('Volume', 'stack')),
      act: (world) =>
        create(
          world,
          FULL.filter(([kind]) => kind === 'Network'),
        ),
    },
  ],
  settled: allReady(namesOf(FULL)),
};

const ADOPTED: readonly Wanted[] = [
  ['Network', 'net', { ...PLACE, existingId: FOREIGN_NETWORK }],
  ['Image', 'os', { ...PLACE, existingId: PUBLIC_IMAGE }],
  ['Volume', 'disk', { ...PLACE, availabilityZone: 'eu01-1', existingId: FOREIGN_VOLUME }],
];

const adopt: Scenario = {
  name: 'adopt',
  setUp: ({ stackit, promises }) => {
    stackit.add('volume', { id: FOREIGN_VOLUME, name: 'theirs', labels: { team: 'red' } }, PLACE);
    promises.plantForeign();
  },
  steps: [creating(ADOPTED), removing(ADOPTED)],
  settled: allGone,
  check: ({ stackit }) =>
    stackit.journal.filter(({ method }) => method !== 'GET').map(({ operationId }) => `${operationId} was called`),
};

const upload: Scenario = {
  name: 'upload',
  steps: [
    creating([['Image', 'own', IMAGE]]),
    {
      when: ({ cluster, stackit }) => {
        const image = cluster.get('Image', 'own');
        const id = image && idOf(image);
        return typeof image?.status?.uploadUrl === 'string' && stackit.objects('image').some((seen) => seen.id === id);
      },
      act: async ({ cluster, stackit }) => {
        const { pathname } = new URL(String(cluster.get('Image', 'own')?.status?.uploadUrl));
        await stackit.handle({
          method: 'PUT',
          path: pathname,
          headers: { 'content-type': 'application/octet-stream', 'content-length': '4' },
          body: 'disk',
        });
      },
    },
  ],
  settled: ({ cluster }) => isReady(cluster.get('Image', 'own')) && !cluster.get('Image', 'own')?.status?.uploadUrl,
};

const deletion: Scenario = {
  name: 'delete',
  steps: [creating(FULL), removing(FULL)],
  from: 1,
  settled: allGone,
  pairs: true,
};

/** Moments in a creation at which somebody changes his mind. */
const MOMENTS: Readonly<Record<string, Step['when']>> = {
  finalizer: ({ cluster }) => cluster.get('Network', 'net')?.metadata.finalizers !== undefined,
  intent: ({ cluster }) => cluster.get('Volume', 'disk')?.status?.attempt !== undefined,
  made: (world) => calls(world, 'CreateServer') > 0,
  recorded: ({ cluster }) => cluster.get('Server', 'web')?.status?.serverId !== undefined,
};

const deletionsWhileCreating = Object.entries(MOMENTS).map(
  ([moment, when]): Scenario => ({
    name: `delete-while-creating-${moment}`,
    steps: [creating(MINIMAL), removing(MINIMAL, when)],
    settled: allGone,
  }),
);

/** The Kubernetes objects are lost without their finalizers having run, and come back with new UIDs and no status. */
const restore: Scenario = {
  name: 'restore',
  steps: [
    creating(FULL),
    {
      when: allReady(namesOf(FULL)),
      act: async (world) => {
        const { cluster } = world;
        world.stop();
        for (const [kind, name] of namesOf(FULL)) {
          await cluster.delete(kind, name);
          await cluster.patch(kind, name, { metadata: { finalizers: null } }).catch(() => {});
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
  settled: allReady(namesOf(FULL)),
  check: (world) =>
    ['CreateNetwork', 'CreateVolume', 'CreateServer'].flatMap((operation) =>
      calls(world, operation) === 1 ? [] : [`${operation} was carried out ${calls(world, operation)} times`],
    ),
};

export const scenarios: readonly Scenario[] = [
  createMinimal,
  createFull,
  refs,
  adopt,
  upload,
  deletion,
  ...deletionsWhileCreating,
  restore,
];
