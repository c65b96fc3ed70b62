import type { KubeObject, ResourcePath } from '../../provider/kubernetes';
import { API_GROUP, API_VERSION } from '../product';

/** A condition, as far as this command looks into it. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** An object of any kind of ours. */
export interface AnyObject extends KubeObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: {
    readonly state?: string;
    readonly conditions?: readonly AnyCondition[];
    readonly [field: string]: unknown;
  };
}

/** One of the object's conditions. */
export function conditionOf(object: AnyObject, type: string): AnyCondition | undefined {
  return object.status?.conditions?.find((condition) => condition.type === type);
}

/** Names a collection of ours in one namespace, or one object in it. */
export function pathOf(plural: string, namespace: string, name?: string): ResourcePath {
  return { group: API_GROUP, version: API_VERSION, plural, namespace, ...(name !== undefined && { name }) };
}
