import type { Schema } from '../../schema';
import type { FieldProblem } from './failure';
import type { Fields, KubeObject } from './object';

export type { Schema };

/** One column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** Above 0: only with `-o wide`. */
  readonly priority?: number;
  readonly cell: (object: KubeObject, now: number) => unknown;
}

/** One served resource: what requests, discovery, schema documents and tables need to know about it. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Where the store keeps its objects; versions of one resource share it. */
  readonly key: string;
  /** Comes from a CustomResourceDefinition. */
  readonly custom: boolean;
  readonly hasStatus: boolean;
  readonly schema: Schema;
  readonly columns: readonly Column[];
  /** Fields besides name and namespace that a field selector may name. */
  readonly selectable: readonly string[];
  /** A deleted object stays until what it holds is gone. */
  readonly drained: boolean;
  /** Whether objects count changes of their spec in `metadata.generation`. */
  readonly counted: boolean;
  /** Completes an object that is about to be created (no `old`) or changed. It may change the object given. */
  readonly prepare?: (object: KubeObject, old?: KubeObject) => void;
  /** Problems beyond the schema. */
  readonly check?: (object: KubeObject, old?: KubeObject, subresource?: string) => FieldProblem[];
  /** From the stored form to this version, where they differ. */
  readonly read?: (stored: KubeObject) => KubeObject;
  /** From this version to the stored form. */
  readonly write?: (object: KubeObject) => KubeObject;
}

/** Where the store keeps CustomResourceDefinitions. */
export const CRDS = 'apiextensions.k8s.io/customresourcedefinitions';

/** `v1`, or `<group>/<version>`. */
export function groupVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** Brings a stored object into the form of the resource's version. */
export function readAs(resource: Resource, stored: KubeObject): KubeObject {
  return resource.read?.(stored) ?? stored;
}

/** Brings an object of the resource's version into the stored form. */
export function writeAs(resource: Resource, object: KubeObject): KubeObject {
  return resource.write?.(object) ?? object;
}

/** Labels of a map of strings; absent when it is no map. */
export function stringsOf(value: unknown): Record<string, string> {
  const result: Record<string, string> = {};
  if (typeof value !== 'object' || value === null) return result;
  for (const [key, item] of Object.entries(value as Fields)) if (typeof item === 'string') result[key] = item;
  return result;
}
