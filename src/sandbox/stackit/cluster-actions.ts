import type { Call, Operation, Plan } from './call';
import { updated } from './cluster-defaults';
import { ASLEEP, AWAKE, RUNNING } from './cluster-schedule';
import { CLUSTER, type Cluster, findCluster, stateOf, withRotation } from './clusters';
import { change } from './rows';
import { skeRefusal } from './shapes';

/** One action: where it is taken, where it changes nothing, and what it does (ske.md §3.1). Anywhere else it is refused. */
interface Action {
  readonly from: readonly string[];
  /** Answers 202 and does nothing. */
  readonly idle: readonly string[];
  readonly through: string;
  readonly plan: (call: Call, cluster: Cluster) => Plan;
}

const healthy = { 'status.aggregated': 'STATE_HEALTHY', 'status.errors': [] };

const ACTIONS = {
  TriggerHibernate: {
    from: RUNNING,
    idle: ['STATE_HIBERNATED', 'STATE_HIBERNATING'],
    through: 'STATE_HIBERNATING',
    plan: (call) => ({
      after: call.settings.durations.clusterHibernate,
      set: ASLEEP,
    }),
  },
  TriggerWakeup: {
    from: ['STATE_HIBERNATED'],
    idle: [...RUNNING, 'STATE_WAKINGUP', 'STATE_RECONCILING', 'STATE_CREATING'],
    through: 'STATE_WAKINGUP',
    plan: (call) => ({
      after: call.settings.durations.clusterWakeup,
      set: AWAKE,
    }),
  },
  TriggerMaintenance: {
    from: RUNNING,
    idle: ['STATE_RECONCILING'],
    through: 'STATE_RECONCILING',
    plan: (call, { value }) => ({
      after: call.settings.durations.clusterReconcile,
      set: { ...healthy, ...updated(value) },
    }),
  },
  TriggerReconcile: {
    from: RUNNING,
    idle: ['STATE_RECONCILING'],
    through: 'STATE_RECONCILING',
    plan: (call) => ({ after: call.settings.durations.clusterReconcile, set: healthy }),
  },
} as const satisfies Record<string, Action>;

function action(name: keyof typeof ACTIONS, path: string): Operation {
  const { from, idle, through, plan }: Action = ACTIONS[name];
  return change('POST')(name, `${CLUSTER}/${path}`, (call) => {
    const cluster = findCluster(call);
    const state = stateOf(cluster);
    if (idle.includes(state)) return { status: 202, body: {} };
    if (!from.includes(state)) {
      if (call.settings.behaviour.actionWhileBusy === 'ignore') return { status: 202, body: {} };
      throw skeRefusal(400, `cluster "${cluster.id}" is in ${state}`, 'FailedPrecondition');
    }
    const steps = withRotation(call, cluster, [plan(call, cluster)]);
    call.update(cluster, { 'status.aggregated': through }, { steps });
    return { status: 202, body: {} };
  });
}

export const clusterActionOperations: readonly Operation[] = [
  action('TriggerHibernate', 'hibernate'),
  action('TriggerWakeup', 'wakeup'),
  action('TriggerMaintenance', 'maintenance'),
  action('TriggerReconcile', 'reconcile'),
].map((operation) => ({ ...operation, api: 'ske' as const }));
