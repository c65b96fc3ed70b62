import { createHash } from 'node:crypto';
import type { ClusterKubeconfig, ClusterSpec, CredentialsRotation, KubeconfigStatus, ObjectMeta } from '../../src/api';
import { API_GROUP, API_GROUP_VERSION, API_VERSION } from '../../src/product';
import type { Companion, Resource } from '../engine/kind';
import { KubeError, type KubeObject, type ResourcePath } from '../kubernetes';
import type { CloudCluster } from './cluster-object';

type Work = Parameters<Companion<ClusterSpec, CloudCluster>>[0];

type Secret = KubeObject & {
  readonly metadata: ObjectMeta;
  readonly data?: Readonly<Record<string, string>>;
};

/** Key of the Secret that holds the kubeconfig. */
const KEY = 'kubeconfig';

/** Seconds; long enough to outlast a provider that is away for some hours. */
const USUAL_LIFE = 86_400;

/** Share of its life after which a kubeconfig is renewed. */
const RENEWAL = 0.8;

/** Milliseconds that a kubeconfig is kept whatever its dates say: clocks may differ by more than its life. */
const LEAST = 300_000;

/** What of a kubeconfig is written on its Secret, so that the Secret itself tells whether it is good. */
const ISSUED = `${API_GROUP}/kubeconfig-issued-at`;
const EXPIRES = `${API_GROUP}/kubeconfig-expires-at`;
const SOURCE = `${API_GROUP}/kubeconfig-source`;
const DIGEST = `${API_GROUP}/kubeconfig-sha256`;

/** States in which the API server of a cluster answers. */
const REACHABLE: readonly (string | undefined)[] = ['STATE_HEALTHY', 'STATE_UNHEALTHY', 'STATE_RECONCILING'];

type Kept = Awaited<ReturnType<Companion<ClusterSpec, CloudCluster>>>;

/** Keeps a kubeconfig of the cluster in a Secret, and none in a Secret that the spec has ceased to name. */
export const keepKubeconfig: Companion<ClusterSpec, CloudCluster> = async (work) => {
  const { desired } = work;
  const { kubeconfig } = desired.spec;
  const former = formerOf(desired.status, kubeconfig?.secretName);
  // Observing neither issues credentials nor deletes any.
  if (desired.deleting || (former !== undefined && desired.observeOnly)) return {};
  const kept = kubeconfig ? await keep(work, kubeconfig) : {};
  // The new one is there before the old one goes.
  const isReplaced = kubeconfig === undefined || kept.status !== undefined;
  if (former === undefined || !isReplaced) return kept;
  const isDeleted = await discard(work, former);
  const message = `deleted the Secret ${former}, which held a kubeconfig and is not named in the spec any more`;
  return {
    ...kept,
    status: { kubeconfig: undefined, ...kept.status },
    happenings: [
      ...(kept.happenings ?? []),
      ...(isDeleted ? [{ type: 'Normal', reason: 'KubeconfigDeleted', message } as const] : []),
    ],
  };
};

/** Name of the Secret that was written last, unless it is the wanted one. */
function formerOf({ kubeconfig }: Work['desired']['status'], wanted: string | undefined): string | undefined {
  const { secretName } = (kubeconfig ?? {}) as Partial<KubeconfigStatus>;
  return secretName === wanted ? undefined : secretName;
}

/** Issues a kubeconfig when it is missing, old, or of other credentials. */
async function keep(work: Work, kubeconfig: ClusterKubeconfig): Promise<Kept> {
  const { desired, object, now, metadata } = work;
  if (!REACHABLE.includes(object.status)) return {};
  const present = await secretOf(work, kubeconfig.secretName);
  if (present && !belongsTo(present, metadata)) {
    return {
      problem: `kubeconfig: the Secret ${kubeconfig.secretName} exists and does not belong to this object, so it is left alone`,
    };
  }
  const source = sourceOf(kubeconfig, object);
  const due = present ? dueOf(present, source) : 0;
  if (present && due > now) return { status: { kubeconfig: shown(present) }, again: due - now };
  if (desired.observeOnly) return {};
  const issued = await issue(work, kubeconfig);
  if (issued.text === '') return { problem: 'kubeconfig: STACKIT answered the request for one with an empty text' };
  const annotations = {
    [ISSUED]: new Date(now).toISOString(),
    ...(issued.expiresAt !== undefined && { [EXPIRES]: issued.expiresAt }),
    [SOURCE]: source,
    [DIGEST]: digestOf(encoded(issued.text)),
  };
  const secret = await write(work, { name: kubeconfig.secretName, annotations, text: issued.text, present });
  // A process that stood still until another had followed, and the spec had changed, takes back what it made.
  if (!present && !(await isNamed(work, kubeconfig.secretName))) {
    await remove(work, secret);
    return {};
  }
  const message = `wrote a kubeconfig into the Secret ${kubeconfig.secretName}`;
  return {
    status: { kubeconfig: shown(secret) },
    happenings: [{ type: 'Normal', reason: 'KubeconfigWritten', message }],
    again: dueOf(secret, source) - now,
  };
}

/** Did we make the Secret for this object? Others may name the object as an owner too, but not as the controller. */
function belongsTo({ metadata }: Secret, { uid }: ObjectMeta): boolean {
  return metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.controller === true) ?? false;
}

/** Deletes a Secret that we made; `false` when there is none, or one that does not belong to the object. */
async function discard(work: Work, name: string): Promise<boolean> {
  const secret = await secretOf(work, name);
  if (!secret || !belongsTo(secret, work.metadata)) return false;
  await remove(work, secret);
  return true;
}

/** Deletes a Secret as it was seen, and no other. */
async function remove({ kube, metadata }: Work, secret: Secret): Promise<void> {
  const { uid, resourceVersion, name } = secret.metadata;
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  await kube.delete(pathOf(metadata, name), { preconditions });
}

/** Does the object, as it is right now, name the Secret? */
async function isNamed({ kube, metadata: { namespace, name = '', uid } }: Work, secretName: string): Promise<boolean> {
  const place = { group: API_GROUP, version: API_VERSION, plural: 'clusters', name };
  try {
    const object = await kube.get<Resource<ClusterSpec>>({ ...place, ...(namespace !== undefined && { namespace }) });
    return object.metadata.uid === uid && object.spec.kubeconfig?.secretName === secretName;
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return false;
    throw error;
  }
}

/** All whose change makes a kubeconfig useless or unwanted. A rotation counts once its new authority is there. */
function sourceOf({ type = 'admin', expiration }: ClusterKubeconfig, { cluster }: CloudCluster): string {
  const { identity = '', creationTime = '', credentialsRotation } = cluster.status ?? {};
  const {
    phase = '',
    lastInitiationTime = '',
    lastCompletionTime = '',
  }: CredentialsRotation = credentialsRotation ?? {};
  const begun = ['PREPARED', 'COMPLETING', 'COMPLETED'].includes(phase) ? lastInitiationTime : '';
  return JSON.stringify([type, expiration ?? USUAL_LIFE, identity, creationTime, begun, lastCompletionTime]);
}

/** When the kubeconfig has to be replaced; 0 for one that is no good. One without credentials lasts. */
function dueOf({ metadata, data }: Secret, source: string): number {
  const { [ISSUED]: issuedAt, [EXPIRES]: expiresAt, [SOURCE]: former, [DIGEST]: digest } = metadata.annotations ?? {};
  const isWhole = data?.[KEY] !== undefined && digestOf(data[KEY]) === digest;
  if (issuedAt === undefined || former !== source || !isWhole) return 0;
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  return Number.isNaN(issued + expires) ? 0 : issued + Math.max(LEAST, RENEWAL * (expires - issued));
}

function shown({ metadata }: Secret): KubeconfigStatus {
  const { [ISSUED]: issuedAt, [EXPIRES]: expiresAt } = metadata.annotations ?? {};
  return {
    secretName: metadata.name ?? '',
    ...(issuedAt !== undefined && { issuedAt }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

interface Issued {
  readonly text: string;
  readonly expiresAt?: string;
}

async function issue(
  { clients: { ske }, scope, object, now }: Work,
  { type = 'admin', expiration }: ClusterKubeconfig,
): Promise<Issued> {
  if (type !== 'admin') {
    const get = type === 'login' ? ske.getLoginKubeconfig : ske.getIdpKubeconfig;
    return { text: (await get(scope, object.id)).body?.kubeconfig ?? '' };
  }
  const seconds = expiration ?? USUAL_LIFE;
  const expirationSeconds = String(seconds);
  const { body } = await ske.createKubeconfig(scope, object.id, { expirationSeconds });
  const { kubeconfig, expirationTimestamp } = body ?? {};
  // A certificate ends, also where STACKIT does not say when.
  const isDated = !Number.isNaN(Date.parse(expirationTimestamp ?? ''));
  const expiresAt = isDated ? expirationTimestamp : new Date(now + seconds * 1_000).toISOString();
  return { text: kubeconfig ?? '', ...(expiresAt !== undefined && { expiresAt }) };
}

function pathOf({ namespace }: ObjectMeta, name?: string): ResourcePath {
  return {
    group: '',
    version: 'v1',
    plural: 'secrets',
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  };
}

async function secretOf({ kube, metadata }: Work, name: string): Promise<Secret | undefined> {
  try {
    return await kube.get<Secret>(pathOf(metadata, name));
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return undefined;
    throw error;
  }
}

/** A text as a Secret holds it. */
function encoded(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** By this it shows when somebody else has written into the Secret. */
function digestOf(data: string): string {
  return createHash('sha256').update(data).digest('hex');
}

interface Writing {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly text: string;
  readonly present: Secret | undefined;
}

/** Only a Secret that belongs to the object is changed, and one that came meanwhile makes the creation fail. */
function write({ kube, metadata }: Work, { name, annotations, text, present }: Writing): Promise<Secret> {
  const data = { [KEY]: encoded(text) };
  if (present) {
    const { uid, resourceVersion } = present.metadata;
    const cleared = annotations[EXPIRES] === undefined ? { [EXPIRES]: null } : {};
    return kube.patch<Secret>(pathOf(metadata, name), {
      metadata: { uid, resourceVersion, annotations: { ...cleared, ...annotations } },
      data,
    });
  }
  const owner = {
    apiVersion: API_GROUP_VERSION,
    kind: 'Cluster',
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: false,
  };
  return kube.create<Secret>(pathOf(metadata), {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { name, annotations, ownerReferences: [owner] },
    data,
  });
}
