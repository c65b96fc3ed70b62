import type { KubeClient, ResourcePath } from '../../provider/kubernetes';
import { KubeError } from '../../provider/kubernetes/errors';
import { type CustomResourceDefinition, crds } from '../schema/crd';
import { type AnyObject, conditionOf } from './objects';
import { until } from './until';

/** Applies all definitions and waits until each is served. @throws KubeError with the server's answer */
export async function installCrds(client: KubeClient, signal?: AbortSignal): Promise<void> {
  await Promise.all(crds.map((definition) => client.apply(pathTo(definition), definition, { signal })));
  await until('the custom resource definitions are established', () => established(client), { signal });
}

async function established(client: KubeClient): Promise<boolean> {
  try {
    const found = await Promise.all(crds.map((definition) => client.get<AnyObject>(pathTo(definition))));
    return found.every((object) => conditionOf(object, 'Established')?.status === 'True');
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return false;
    throw error;
  }
}

function pathTo({ metadata }: CustomResourceDefinition): ResourcePath {
  return { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions', name: metadata.name };
}
