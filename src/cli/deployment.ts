import { randomBytes } from 'node:crypto';
import { type KubeClient, KubeError, type ResourcePath } from '../../provider/kubernetes';
import { PACKAGE_NAME } from '../product';
import { crds } from '../schema/crd';
import { Failure } from './failure';
import { type AnyObject, pathOf } from './objects';
import { until } from './until';

/** Manifests in a namespace of their own. */
export interface Deployment {
  readonly namespace: string;
  /** Every object of ours in the namespace, in the order of the kinds. */
  list(): Promise<readonly AnyObject[]>;
  /** Starts the deletion of all objects. */
  delete(): Promise<void>;
  /** Deletes the namespace and waits until it is gone. Ending a second time is as good. */
  remove(): Promise<void>;
}

/** Makes a fresh namespace. @throws KubeError */
export async function createDeployment(client: KubeClient, signal: AbortSignal): Promise<Deployment> {
  const namespace = `${PACKAGE_NAME}-demo-${randomBytes(3).toString('hex')}`;
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await client.create({ group: '', version: 'v1', plural: 'namespaces' }, body, { signal });
  const path: ResourcePath = { group: '', version: 'v1', plural: 'namespaces', name: namespace };
  const list = () => listAll(client, namespace);
  return {
    namespace,
    list,
    delete: async () => {
      const objects = await list();
      await Promise.all(
        objects.map(({ kind = '', metadata }) => gone(client.delete(pathOf(pluralOf(kind), namespace, metadata.name)))),
      );
    },
    remove: async () => {
      if (await gone(client.delete(path))) return;
      await until(`the namespace ${namespace} is gone`, () => gone(client.get(path)), { seconds: 60 });
    },
  };
}

/** Applies synthesized objects in the namespace. @throws KubeError with the server's answer, Failure for a foreign kind */
export async function applyAll(client: KubeClient, namespace: string, objects: readonly AnyObject[]): Promise<void> {
  for (const object of objects) {
    const path = pathOf(pluralOf(object.kind ?? ''), namespace, object.metadata.name);
    await client.apply(path, { ...object, metadata: { ...object.metadata, namespace } });
  }
}

/** All objects of our kinds in one namespace, or in all. */
export async function listAll(client: KubeClient, namespace?: string): Promise<readonly AnyObject[]> {
  const lists = await Promise.all(
    crds.map(async ({ spec: { names, group, versions } }) => {
      const path = {
        group,
        version: versions[0].name,
        plural: names.plural,
        ...(namespace !== undefined && { namespace }),
      };
      const { items } = await client.list<AnyObject>(path);
      return items.map((item) => ({ ...item, kind: names.kind }));
    }),
  );
  return lists.flat();
}

function pluralOf(kind: string): string {
  const found = crds.find(({ spec }) => spec.names.kind === kind);
  if (!found) throw new Failure(`could not apply an object of kind "${kind}", which is none of ours`);
  return found.spec.names.plural;
}

/** Whether the call says that there is no such object. */
async function gone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return true;
    throw error;
  }
}
