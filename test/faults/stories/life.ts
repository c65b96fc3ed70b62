import { allGone, isReady, readyOf, type Scenario, type Step } from '../scenario';
import {
  allUp,
  create,
  creating,
  effects,
  FOREIGN_NETWORK,
  FULL,
  IMAGE,
  MINIMAL,
  ofKinds,
  PLACE,
  PUBLIC_IMAGE,
  removing,
  uploading,
  type Wanted,
} from './wanted';

const FOREIGN_VOLUME = 'aaaaaaaa-0000-4000-8000-00000000000a';

const createMinimal: Scenario = {
  name: 'create-minimal',
  steps: [creating(MINIMAL)],
  settled: allUp(MINIMAL),
};

const createFull: Scenario = {
  name: 'create-full',
  steps: [creating(FULL)],
  settled: allUp(FULL),
};

/** The server comes first, and each thing that it waits for later. */
const refs: Scenario = {
  name: 'refs',
  steps: [
    creating(ofKinds(FULL, 'Server')),
    {
      when: ({ cluster }) => readyOf(cluster.get('Server', 'stack'))?.reason === 'WaitingForReference',
      act: (world) => create(world, ofKinds(FULL, 'Image', 'Volume')),
    },
    {
      when: ({ cluster }) => isReady(cluster.get('Volume', 'stack')),
      act: (world) => create(world, ofKinds(FULL, 'Network')),
    },
  ],
  settled: allUp(FULL),
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
  steps: [creating([['Image', 'own', IMAGE]]), uploading],
  settled: ({ cluster }) => isReady(cluster.get('Image', 'own')) && !cluster.get('Image', 'own')?.status?.uploadUrl,
};

const deletion: Scenario = {
  name: 'delete',
  steps: [creating(FULL), removing(FULL)],
  from: 1,
  settled: allGone,
};

/** Moments in a creation at which somebody has second thoughts. */
const MOMENTS: Readonly<Record<string, Step['when']>> = {
  finalizer: ({ cluster }) => cluster.get('Network', 'net')?.metadata.finalizers !== undefined,
  intent: ({ cluster }) => cluster.get('Volume', 'disk')?.status?.attempt !== undefined,
  made: (world) => effects(world, 'CreateServer') > 0,
  recorded: ({ cluster }) => cluster.get('Server', 'web')?.status?.serverId !== undefined,
};

const deletionsWhileCreating = Object.entries(MOMENTS).map(
  ([moment, when]): Scenario => ({
    name: `delete-while-creating-${moment}`,
    steps: [creating(MINIMAL), removing(MINIMAL, when)],
    settled: allGone,
  }),
);

const orphaned = ofKinds(FULL, 'Network', 'Volume').map(
  ([kind, name, spec]): Wanted => [kind, name, { ...spec, source: undefined, deletionPolicy: 'Orphan' }],
);

/** What is to be left behind is left behind, without a trace of ours. */
const orphan: Scenario = {
  name: 'orphan',
  steps: [creating(orphaned), removing(orphaned)],
  from: 1,
  settled: allGone,
  check: ({ stackit, promises }) => {
    promises.mayLeave = true;
    const left = [...stackit.objects('network'), ...stackit.objects('volume')].filter(({ name }) => name === 'stack');
    return [
      ...(left.length === 2 ? [] : [`${left.length} objects were left instead of 2`]),
      ...left.flatMap(({ id, labels }) =>
        Object.keys(labels ?? {}).some((key) => key.startsWith('sostackit-')) ? [`${id} kept a label of ours`] : [],
      ),
    ];
  },
};

export const life: readonly Scenario[] = [
  createMinimal,
  createFull,
  refs,
  adopt,
  upload,
  deletion,
  ...deletionsWhileCreating,
  orphan,
];
