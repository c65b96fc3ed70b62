import type { Answer, Call, Failing, Operation, Plan } from './call';
import { ADDRESSES, completed, newStatus, updated } from './cluster-defaults';
import { checkCluster } from './cluster-rules';
import { checkClusterShape } from './cluster-shape';
import { makeNic } from './nics';
import type { ClusterObject, ClusterSpec } from './objects-ske';
import { change, destroy, REGION, read } from './rows';
import { requireService, SKE } from './services';
import { skeRefusal } from './shapes';
import type { Step, Stored } from './store';

export type Cluster = Stored<'cluster'>;

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,9}[a-z0-9])?$/;

/** @throws Refusal 404 in the shape of SKE */
export function findCluster(call: Call, view = call.store as Pick<Call['view'], 'get'>): Cluster {
  const name = call.param('clusterName');
  const stored = view.get('cluster', call.scope, name);
  if (stored === undefined) throw skeRefusal(404, `cluster "${name}" not found`);
  return stored;
}

export const stateOf = ({ value }: Cluster): string => value.status.aggregated;

/** What a cluster shows when a transition fails: unhealthy, with the error in both of its places. */
export const failing: Failing = ({ message, status = 'STATE_UNHEALTHY', code = 'SKE_INFRA_ERROR' }) => ({
  'status.aggregated': status,
  'status.errors': [{ code, message }],
});

/** Steps of a cluster's life, with those of a credentials rotation under way kept among them. */
export function withRotation(call: Call, cluster: Cluster | undefined, plans: readonly Plan[]): readonly Step[] {
  const own = call.plan(plans, failing);
  const rotation = (cluster?.steps ?? []).filter(({ set }) => set?.['status.credentialsRotation.phase'] !== undefined);
  return [...own, ...rotation].sort((left, right) => left.at - right.at);
}

/** Errors that the payload earns only in the background (Q79). */
function backgroundErrors(call: Call, { network, extensions }: ClusterSpec) {
  const errors = [...(call.effects.errors?.errors ?? [])];
  const own = network?.id === undefined ? undefined : call.store.get('network', call.scope, network.id)?.value;
  if (network?.id !== undefined && own === undefined) {
    errors.push({ code: 'SKE_INFRA_SNA_NETWORK_NOT_FOUND', message: `network ${network.id} was not found` });
  } else if (own !== undefined && own.ipv4?.nameservers?.length === 0) {
    errors.push({ code: 'SKE_NETWORK_NO_DNS_CONFIGURED', message: `network ${own.id} has no DNS servers` });
  }
  const { enabled, instanceId } = (extensions?.observability ?? {}) as { enabled?: boolean; instanceId?: string };
  const known = call.settings.behaviour.observabilityInstances;
  if (enabled && known !== 'any' && !known.includes(instanceId ?? '')) {
    errors.push({ code: 'SKE_OBSERVABILITY_INSTANCE_NOT_FOUND', message: `instance ${instanceId} was not found` });
  }
  return errors;
}

function putCluster(call: Call): Answer {
  const name = call.param('clusterName');
  if (!NAME.test(name)) throw skeRefusal(400, `invalid input: cluster name "${name}" is not valid`);
  checkClusterShape(call.body());
  const spec = call.body<ClusterSpec>();
  const current = call.store.get('cluster', call.scope, name);
  if (current !== undefined && stateOf(current) === 'STATE_DELETING') {
    throw skeRefusal(
      call.settings.behaviour.putWhileDeleting,
      `cluster "${name}" is being deleted`,
      'FailedPrecondition',
    );
  }
  requireService(call);
  checkCluster(call, name, spec, current?.value);
  const answer = current === undefined ? createCluster(call, spec) : updateCluster(call, current, spec);
  return { status: 202, body: answer.value, effect: current === undefined ? 'created' : 'updated' };
}

function createCluster(call: Call, spec: ClusterSpec): Cluster {
  const { settings } = call;
  const errors = backgroundErrors(call, spec);
  const status = { ...newStatus(settings, call.now, call.param('region')), errors };
  const value: ClusterObject = { name: call.param('clusterName'), ...completed(spec, settings), status };
  const hidden = { nicIds: nodeNics(call, spec, status.identity), serial: 0, generation: 0 };
  const steps = errors.length > 0 ? stuck(call) : call.plan([...blip(call), ...arrival(call, value)], failing);
  return call.create('cluster', value.name, value, hidden, steps);
}

/** A cluster with a configuration error stays CREATING, except that a missing observability instance is survived. */
function stuck(call: Call): readonly Step[] {
  const { ms } = call.effects.errors ?? {};
  if (ms === undefined) return [];
  return call.plan([{ after: ms, set: { 'status.errors': [] } }, ...arrival(call, undefined)], failing);
}

/** UNHEALTHY for a moment before HEALTHY (Q78). */
function blip(call: Call): readonly Plan[] {
  const { unhealthy } = call.effects;
  if (unhealthy === undefined) return [];
  return [
    { after: call.settings.durations.clusterCreate, set: { 'status.aggregated': 'STATE_UNHEALTHY' } },
    { after: unhealthy.ms, set: { 'status.aggregated': 'STATE_RECONCILING' } },
  ];
}

function arrival(call: Call, value: ClusterObject | undefined): readonly Plan[] {
  const { durations } = call.settings;
  const healthy = { 'status.aggregated': 'STATE_HEALTHY', ...ADDRESSES };
  return [{ after: durations.clusterCreate, set: healthy }, ...(value === undefined ? [] : autoUpdate(call, value))];
}

/** The service's own update after a while, which raises versions behind everybody's back. */
function autoUpdate(call: Call, value: ClusterObject): readonly Plan[] {
  const { autoUpdateAfter } = call.settings.behaviour;
  if (!Number.isFinite(autoUpdateAfter)) return [];
  return [
    { after: autoUpdateAfter, set: { 'status.aggregated': 'STATE_RECONCILING' } },
    {
      after: call.settings.durations.clusterReconcile,
      set: { 'status.aggregated': 'STATE_HEALTHY', ...updated(value) },
    },
  ];
}

function nodeNics(call: Call, { network }: ClusterSpec, identity: string): readonly string[] {
  const own = network?.id === undefined ? undefined : call.store.get('network', call.scope, network.id);
  if (own === undefined) return [];
  return [makeNic(call, own, { name: 'ske-node' }, identity).id];
}

function updateCluster(call: Call, current: Cluster, spec: ClusterSpec): Cluster {
  const { settings } = call;
  const { hibernation } = current.value;
  // The old schedule outlives the removal of its block (Q76).
  const kept = spec.hibernation === undefined && settings.deviates('Q76') ? { hibernation } : {};
  const blocks = Object.entries({ ...completed(spec, settings), ...kept }).map(([key, block]) => [key, block ?? null]);
  const set = Object.fromEntries(blocks) as Record<string, unknown>;
  if (current.value.network !== undefined && spec.network === undefined) delete set.network;
  const state = stateOf(current);
  if (state === 'STATE_CREATING') return call.update(current, set);
  if (['STATE_HIBERNATED', 'STATE_HIBERNATING', 'STATE_WAKINGUP'].includes(state)) return call.update(current, set);
  const healthy = { 'status.aggregated': 'STATE_HEALTHY', 'status.errors': [] };
  const steps = withRotation(call, current, [{ after: settings.durations.clusterUpdate, set: healthy }]);
  const errors = backgroundErrors(call, spec);
  return call.update(current, { ...set, 'status.aggregated': 'STATE_RECONCILING', 'status.errors': errors }, { steps });
}

/** 202 again while it is DELETING; LoadBalancers and volumes of the cluster may hold it up for long. */
function deleteCluster(call: Call): Answer {
  const cluster = findCluster(call);
  if (stateOf(cluster) === 'STATE_DELETING') return { status: 202, body: {} };
  const { remainingResources } = call.effects;
  const message = 'LoadBalancer services or volumes remain in the cluster';
  const code = 'SKE_REMAINING_RESOURCES';
  const held = remainingResources && {
    'status.error': { code, message, details: '' },
    'status.errors': [{ code, message }],
  };
  const after = call.settings.durations.clusterDelete + (remainingResources?.ms ?? 0);
  const steps = call.plan([{ after, remove: true }], failing);
  call.update(cluster, { 'status.aggregated': 'STATE_DELETING', ...held }, { steps });
  return { status: 202, body: {} };
}

export const CLUSTER = `${REGION}/clusters/{clusterName}`;

export const clusterOperations: readonly Operation[] = [
  read('ListClusters', `${REGION}/clusters`, (call) => ({
    status: 200,
    body: { items: [...call.view.list('cluster', call.scope)].map(({ value }) => value) },
  })),
  read('GetCluster', CLUSTER, (call) => ({ status: 200, body: findCluster(call, call.view).value })),
  change('PUT')('CreateOrUpdateCluster', CLUSTER, putCluster),
  destroy('DeleteCluster', CLUSTER, deleteCluster),
].map((operation) => ({ ...operation, api: SKE }));
