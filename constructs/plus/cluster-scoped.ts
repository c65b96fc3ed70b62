import { type ApiObject, JsonPatch } from 'cdk8s';

/** Takes the chart's namespace, which cdk8s gives to all objects, from one that lies in none. */
export function clusterScoped(object: ApiObject): ApiObject {
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
