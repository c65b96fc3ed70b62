import type { Seen } from '../faults/cluster';
import { loadProvider } from '../faults/code';
import { run } from '../faults/run';
import { allGone, isReady, readyOf, type Scenario, type Step } from '../faults/scenario';
import type { World } from '../faults/world';

/** Where the clusters of stories lie. */
export const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' } as const;

/** A group of nodes as stories use it. */
export const POOL = {
  name: 'system',
  machineType: 'g1.2',
  minimum: 1,
  maximum: 3,
  availabilityZones: ['eu01-1'],
  volume: { size: 20 },
  allowSystemComponents: true,
};

/** A cluster as stories use it. */
export const SPEC = { ...PLACE, kubernetesVersion: '1.34', nodePools: [POOL] };

/** Payload of a PUT. */
export interface Sent {
  readonly kubernetes: { readonly version: string };
  readonly nodepools: readonly (Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly machine: { readonly type: string; readonly image: { readonly name: string; readonly version: string } };
    readonly kubernetes?: { readonly version: string };
    readonly maxSurge?: number;
    readonly maxUnavailable?: number;
  })[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly hibernation?: { readonly schedules: readonly object[] };
  readonly maintenance?: { readonly timeWindow?: { readonly start: string; readonly end: string } };
  readonly access?: object;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly network?: Readonly<Record<string, unknown>>;
  readonly audit?: object;
}

/** What happens in a story, one after the other. */
export interface Story extends Pick<Scenario, 'stackit' | 'setUp'> {
  /** What is created at first, beside {@link SPEC}. */
  readonly spec?: object;
  readonly steps?: readonly Step[];
  /** The end. @default ready and up to date */
  readonly until?: Step['when'];
  readonly kinds?: readonly string[];
}

/** What came of a story. */
export interface Told {
  /** Payloads of the PUTs that were carried out or refused, in their order. */
  readonly puts: readonly Sent[];
  /** How often an operation was called. */
  readonly calls: (operationId: string) => number;
  /** The Kubernetes object at the end; absent once it is gone. */
  readonly object: Seen | undefined;
  /** Message of a condition at the end. */
  readonly message: (type: 'Ready' | 'Synced') => string;
  readonly cloud: ReturnType<typeof cloudOf>;
  readonly events: readonly string[];
  readonly took: number;
}

const code = loadProvider();

/**
 * Tells a story of one cluster named `it`, with the whole provider, the local Kubernetes API and the simulator, in a time of
 * its own. @throws Error that says which promise of the provider was broken
 */
export async function tell({ spec, steps = [], until = upToDate, ...rest }: Story): Promise<Told> {
  let told: Omit<Told, 'took'> | undefined;
  let events: readonly string[] = [];
  const begin: Step = {
    when: () => true,
    act: async ({ cluster, promises }) => promises.wants(await cluster.create('Cluster', 'it', { ...SPEC, ...spec })),
  };
  // What was refused is deleted at the end, since a promise of every run is that nothing stays unmade.
  const end: Step = {
    when: until,
    act: async (world) => {
      told = lookAt(world);
      if (!told.cloud && told.object) await world.cluster.delete('Cluster', 'it');
    },
  };
  const scenario: Scenario = {
    kinds: ['Cluster'],
    ...rest,
    name: 'story',
    steps: [begin, ...steps, end],
    settled: (world) => {
      void world.cluster.events().then((found) => {
        events = found.map((event) => `${text(event, 'reason')}: ${text(event, 'message')}`);
      });
      return told?.cloud ? until(world) : allGone(world);
    },
    check: (world) => {
      if (told?.cloud) told = lookAt(world);
      return [];
    },
  };
  const { violations, took } = await run({ scenario, code, seed: 1, faults: [], elected: false });
  if (!told || violations.length > 0) throw new Error(violations.join('\n'));
  return { ...told, events, took };
}

function lookAt(world: World): Omit<Told, 'took'> {
  const { journal } = world.stackit;
  const object = world.cluster.get('Cluster', 'it');
  return {
    puts: journal
      .filter(({ operationId }) => operationId === 'CreateOrUpdateCluster')
      .map(({ requestBody }) => requestBody as Sent),
    calls: (operationId) => journal.filter((entry) => entry.operationId === operationId).length,
    object,
    message: (type) => object?.status?.conditions?.find((condition) => condition.type === type)?.message ?? '',
    cloud: cloudOf(world),
    events: [],
  };
}

function text(object: object, field: string): string {
  return String((object as Readonly<Record<string, unknown>>)[field]);
}

/** The cluster in STACKIT. */
export function cloudOf({ stackit }: World) {
  return stackit.objects('cluster').find(({ name }) => name === 'it');
}

const seen = ({ cluster }: World) => cluster.get('Cluster', 'it');

/** Ready, and in step with the spec of today. */
export function upToDate(world: World): boolean {
  const synced = seen(world)?.status?.conditions?.find(({ type }) => type === 'Synced');
  return (
    isReady(seen(world)) && synced?.status === 'True' && synced.observedGeneration === seen(world)?.metadata.generation
  );
}

/** Ready is False for a reason. */
export const unready = (reason: string) => (world: World) => {
  const ready = readyOf(seen(world));
  return ready?.status === 'False' && ready.reason === reason;
};

/** Synced is False for a reason, for the spec of today. */
export const unsynced = (reason: string) => (world: World) => {
  const synced = seen(world)?.status?.conditions?.find(({ type }) => type === 'Synced');
  return (
    synced?.status === 'False' &&
    synced.reason === reason &&
    synced.observedGeneration === seen(world)?.metadata.generation
  );
};

/** Somebody changes the spec. */
export const changing = (spec: object, when: Step['when'] = upToDate): Step => ({
  when,
  act: async ({ cluster, promises }) => promises.wants(await cluster.patch('Cluster', 'it', { spec })),
});

/** STACKIT, or somebody in its portal, changes the cluster. */
export const turning = (set: Readonly<Record<string, unknown>>, when: Step['when'] = upToDate): Step => ({
  when,
  act: ({ stackit }) => stackit.change('cluster', 'it', set),
});

/** Somebody sets annotations below `compute.sostackit.dev/`; `null` removes one. */
export const annotating = (values: Readonly<Record<string, string | null>>, when: Step['when'] = upToDate): Step => ({
  when,
  act: ({ cluster }) =>
    cluster.patch('Cluster', 'it', {
      metadata: {
        annotations: Object.fromEntries(
          Object.entries(values).map(([key, value]) => [`compute.sostackit.dev/${key}`, value]),
        ),
      },
    }),
});

/** Somebody deletes the Kubernetes object. */
export const removing = (when: Step['when'] = upToDate): Step => ({
  when,
  act: ({ cluster }) => cluster.delete('Cluster', 'it'),
});

/** The provider is made to look so many times, each time from the start. */
export function looking(times = 20, when: Step['when'] = upToDate): Step[] {
  const handled = (world: World) => String(seen(world)?.status?.lastHandledReconcileAt);
  return Array.from({ length: times }, (_, index) =>
    annotating(
      { 'reconcile-requested-at': `look ${index}` },
      (world) => when(world) && (index === 0 || handled(world) === `look ${index - 1}`),
    ),
  );
}

/** Nothing happens for so long, in milliseconds. */
export function waiting(time: number): Step {
  let end: number | undefined;
  return {
    when: ({ clock }) => {
      end ??= clock.now() + time;
      return clock.now() >= end;
    },
    act: () => {},
  };
}
