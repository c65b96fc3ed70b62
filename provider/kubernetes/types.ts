/** What Kubernetes keeps about every object, as far as the provider reads it. */
export interface KubeMetadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** Any Kubernetes object. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: KubeMetadata;
}

/** One page of a LIST. */
export interface KubeList<T> {
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items: readonly T[];
}

/** One line of a WATCH. An `ERROR` carries a {@link KubeStatus}. */
export interface WatchEvent<T = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: T;
}

/** Kubernetes' own description of a failure. */
export interface KubeStatus {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Names a collection (no `name`) or one object of the Kubernetes API, and a subresource of it. */
export interface ResourcePath {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Absent for cluster-scoped kinds and for a LIST or WATCH over all namespaces. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** The URL path of a resource: `/apis/<group>/<version>/namespaces/<namespace>/<plural>/<name>/<subresource>`. */
export function urlOf(path: ResourcePath): string {
  const root = path.group === '' ? ['api', path.version] : ['apis', path.group, path.version];
  const scope = path.namespace === undefined ? [] : ['namespaces', path.namespace];
  const rest = [path.plural, path.name, path.subresource].filter((part): part is string => part !== undefined);
  return `/${[...root, ...scope, ...rest].map(encodeURIComponent).join('/')}`;
}

/** The resource in words, as `kubectl` writes it: `servers.compute.sostackit.dev/status default/web`. */
export function nameOf(path: ResourcePath): string {
  const kind = path.group === '' ? path.plural : `${path.plural}.${path.group}`;
  const type = path.subresource === undefined ? kind : `${kind}/${path.subresource}`;
  const object = [path.namespace, path.name].filter((part) => part !== undefined).join('/');
  return object === '' ? type : `${type} ${path.name === undefined ? `in ${object}` : object}`;
}

/** The key under which the reflector keeps an object: `namespace/name`, or `name` alone when it has no namespace. */
export function keyOf(object: KubeObject): string {
  const { namespace, name = '' } = object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}
