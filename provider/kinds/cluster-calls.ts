import { type ClusterPayload, SKE_SERVICE_ID, StackitError } from '../../src/stackit';
import type { Clients } from '../cloud/clients';
import type { CloudCalls, Desired, Hindrance, Scope, Update } from '../engine/kind';
import { OWNER_LABEL, UID_LABEL } from '../engine/owner';
import { type Composed, compose } from './cluster-compose';
import { type CloudCluster, withName } from './cluster-object';
import type { ClusterParts } from './cluster-parts';

/** A cluster that is to be made. */
export interface ClusterIntent {
  readonly name: string;
  readonly parts: ClusterParts;
  /** Names of the groups of nodes in the order of the spec. */
  readonly order: readonly string[];
}

/** What tells our own cluster from another of its name. */
type Ours = Pick<Desired<unknown>, 'labels' | 'status' | 'recorded'>;

/** Is a cluster of the recorded name another one than ours? Its label says so, else its identity. */
export function isNamesake({ labels: has, cluster }: CloudCluster, { labels, status, recorded }: Ours): boolean {
  const owner = has[OWNER_LABEL];
  if (owner !== undefined) return owner !== labels[OWNER_LABEL];
  if (!recorded) return true;
  return typeof status.identity === 'string' && status.identity !== cluster.status?.identity;
}

/** The calls to SKE. A cluster is made and changed by one PUT of all that it is. */
export const calls: CloudCalls<CloudCluster, ClusterIntent> = {
  // SKE lists a project as a whole and filters nothing.
  list: async ({ ske }, scope, { owner, signal }) =>
    (await ske.listClusters(scope, { ...(signal && { signal }) })).body
      .map(withName)
      .filter(({ labels }) => owner === undefined || labels[OWNER_LABEL] === owner),
  get: async ({ ske }, scope, name) => withName((await ske.getCluster(scope, name)).body),
  prepare,
  create: async (clients, scope, intent) => {
    const { name, parts, order } = intent;
    const there = await find(clients, scope, intent);
    if (there && !isMade(there, parts)) throw refusal('conflict', `a cluster named ${name} has come to be meanwhile`);
    if (there) return { id: name, object: there };
    const offers = await clients.offers(scope);
    const { payload, warnings } = sound(compose({ base: undefined, parts, offers, order }));
    const { body } = await clients.ske.putCluster(scope, name, payload);
    // An answer without the cluster is as good as one with it: the next look shows it.
    const isWhole = typeof body === 'object' && body?.name === name && body.kubernetes !== undefined;
    return { id: name, ...(isWhole && { object: withName(body) }), warnings };
  },
  delete: ({ ske }, scope, name) => ske.deleteCluster(scope, name),
  updates: {
    patch,
    hibernate: ({ ske }, scope, name) => ske.hibernateCluster(scope, name),
    wakeup: ({ ske }, scope, name) => ske.wakeUpCluster(scope, name),
    rotate: ({ ske }, scope, name, { step }) =>
      step === 'prepare' ? ske.startCredentialsRotation(scope, name) : ske.completeCredentialsRotation(scope, name),
  },
};

/** A change by read, modify and write: what nobody asked to change goes back as a GET has just given it. */
async function patch(...[clients, scope, name, parts, desired]: Parameters<Update>) {
  const object = withName((await clients.ske.getCluster(scope, name)).body);
  if (isNamesake(object, desired)) throw refusal('conflict', `another cluster has taken the name ${name}`);
  if (object.status === 'STATE_DELETING') throw refusal('conflict', `the cluster ${name} is being deleted`);
  const { name: _name, status: _status, ...base } = object.cluster;
  const { nodePools = [] } = desired.spec as { readonly nodePools?: readonly { readonly name: string }[] };
  const { payload, warnings } = sound(
    compose({
      base: base as ClusterPayload,
      parts: parts as ClusterParts,
      offers: needsOffers(parts) ? await clients.offers(scope) : {},
      order: nodePools.map((pool) => pool.name),
    }),
  );
  const { requestId } = await clients.ske.putCluster(scope, name, payload);
  return { warnings, ...(requestId !== undefined && { requestId }) };
}

function needsOffers(parts: ClusterParts): boolean {
  return parts.kubernetes !== undefined || parts.pools !== undefined;
}

/** @throws StackitError as STACKIT's own refusal would be, but with the culprits by name */
function sound(composed: Composed): Composed {
  if (composed.problems.length > 0) throw refusal('invalid', composed.problems.join('; '));
  return composed;
}

function refusal(is: StackitError['class'], answer: string): StackitError {
  return new StackitError({ operation: 'CreateOrUpdateCluster', method: '', path: '', class: is, answer });
}

/** The name has to be free, STACKIT has to offer what is wanted, and the service has to be on: in this order. */
async function prepare(clients: Clients, scope: Scope, intent: ClusterIntent): Promise<Hindrance | undefined> {
  const there = await find(clients, scope, intent);
  if (there) return taken(there, intent);
  const offers = await clients.offers(scope);
  const { problems } = compose({ base: undefined, parts: intent.parts, offers, order: intent.order });
  if (problems.length > 0) return { reason: 'InvalidSpec', message: problems.join('; '), again: 'slow' };
  return enable(clients, scope);
}

/**
 * The cluster of a name. GET and LIST may disagree for a while: the name is free when neither shows somebody else's. One
 * that was made for this object and is only listed doesn't count, since a PUT brings it back or changes nothing.
 */
async function find({ ske }: Clients, scope: Scope, { name, parts }: ClusterIntent): Promise<CloudCluster | undefined> {
  try {
    return withName((await ske.getCluster(scope, name)).body);
  } catch (error) {
    if (!(error instanceof StackitError && error.class === 'gone')) throw error;
  }
  const listed = (await ske.listClusters(scope)).body.map(withName);
  return listed.find((cluster) => cluster.id === name && !isMade(cluster, parts));
}

/** Was the cluster made for this very object? */
function isMade({ labels, status }: CloudCluster, { labels: own = {} }: ClusterParts): boolean {
  return (
    status !== 'STATE_DELETING' && labels[OWNER_LABEL] === own[OWNER_LABEL] && labels[UID_LABEL] === own[UID_LABEL]
  );
}

function taken(there: CloudCluster, { name, parts }: ClusterIntent): Hindrance | undefined {
  // Made by an attempt whose answer was lost: `create` takes it for its own.
  if (isMade(there, parts)) return undefined;
  if (there.status === 'STATE_DELETING') {
    const message = `the cluster ${name} is being deleted in STACKIT; its name is free once it is gone`;
    return { reason: 'NameTaken', message, again: 'change' };
  }
  const message = `STACKIT has a cluster named ${name} that does not belong to this object, so it is left alone; choose another spec.name, or observe it by spec.existingClusterName`;
  return { reason: 'NameTaken', message, again: 'change' };
}

/** Switches the service on for the project, if it is not. It is never switched off: other clusters may use it. */
async function enable({ enablement }: Clients, scope: Scope): Promise<Hindrance | undefined> {
  let state: string | undefined;
  try {
    state = (await enablement.getService(scope, SKE_SERVICE_ID)).body.state;
  } catch (error) {
    if (!(error instanceof StackitError)) throw error;
    // Whoever may not ask may still make clusters; STACKIT's answer to that tells.
    if (error.class === 'forbidden') return undefined;
    if (error.class !== 'gone') throw error;
  }
  if (state === 'ENABLED') return undefined;
  if (state !== 'ENABLING') {
    try {
      await enablement.enableService(scope, SKE_SERVICE_ID);
    } catch (error) {
      if (!(error instanceof StackitError && error.class === 'forbidden')) throw error;
      const message = `SKE is not enabled for the project (${state ?? 'unknown'}) and this identity may not enable it: it lacks the permission service-enablement.service-state.edit; ${error.message}`;
      return { reason: 'Forbidden', message, again: 'slow' };
    }
  }
  return {
    reason: 'Creating',
    message: `STACKIT is enabling the service ${SKE_SERVICE_ID} for the project`,
    again: 'soon',
  };
}
