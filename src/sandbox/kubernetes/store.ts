import type { KubeObject } from './object';

/** One change of one object. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The store's version after the change; also the object's own resourceVersion. */
  readonly version: number;
  /** `<group>/<plural>` */
  readonly key: string;
  readonly object: KubeObject;
  /** The object before the change. */
  readonly previous?: KubeObject;
}

/**
 * All objects, in memory, under one counter as in etcd: each write takes the next version, and a window of the last changes
 * answers watches and continued lists from an earlier version.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, KubeObject>>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #window: number;
  #history: Change[] = [];
  #version = 1;
  #compacted = 0;

  constructor(window: number) {
    this.#window = window;
  }

  /** Version of the last write. */
  get version(): number {
    return this.#version;
  }

  /** Changes after this version are known, those up to it are forgotten. */
  get compacted(): number {
    return this.#compacted;
  }

  get(key: string, namespace: string, name: string): KubeObject | undefined {
    return this.#tables.get(key)?.get(idOf(namespace, name));
  }

  /** Objects in the order of their namespaces and names. */
  list(key: string, namespace?: string): KubeObject[] {
    return select(this.#tables.get(key)?.values() ?? [], namespace);
  }

  /** The objects as they were at `version`; undefined when that is forgotten. */
  listAt(key: string, version: number, namespace?: string): KubeObject[] | undefined {
    if (version < this.#compacted) return undefined;
    const objects = new Map(this.#tables.get(key));
    for (let index = this.#history.length - 1; index >= 0; index--) {
      const change = this.#history[index];
      if (change === undefined || change.version <= version) break;
      if (change.key !== key) continue;
      const id = idOf(change.object.metadata.namespace ?? '', change.object.metadata.name);
      if (change.previous === undefined) objects.delete(id);
      else objects.set(id, change.previous);
    }
    return select(objects.values(), namespace);
  }

  /** Stores the object under the next version, which it gets as its resourceVersion, and returns it. */
  put(key: string, object: KubeObject): KubeObject {
    const previous = this.get(key, object.metadata.namespace ?? '', object.metadata.name);
    const stored = this.#stamp(object);
    const table = this.#tables.get(key) ?? new Map<string, KubeObject>();
    this.#tables.set(key, table);
    table.set(idOf(stored.metadata.namespace ?? '', stored.metadata.name), stored);
    this.#publish(
      previous === undefined
        ? { type: 'ADDED', key, object: stored }
        : { type: 'MODIFIED', key, object: stored, previous },
    );
    return stored;
  }

  /** Removes the object and returns its last state under the version of its removal. */
  remove(key: string, object: KubeObject): KubeObject {
    const id = idOf(object.metadata.namespace ?? '', object.metadata.name);
    const previous = this.#tables.get(key)?.get(id);
    this.#tables.get(key)?.delete(id);
    const last = this.#stamp(object);
    this.#publish({ type: 'DELETED', key, object: last, ...(previous === undefined ? {} : { previous }) });
    return last;
  }

  /** Changes after `version`; undefined when some of them are forgotten. */
  since(version: number): readonly Change[] | undefined {
    if (version < this.#compacted) return undefined;
    const first = this.#history.findIndex((change) => change.version > version);
    return first === -1 ? [] : this.#history.slice(first);
  }

  /** Calls the listener after each write, until the returned function is called. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets all changes up to now. */
  compact(): void {
    this.#history = [];
    this.#compacted = this.#version;
  }

  #stamp(object: KubeObject): KubeObject {
    this.#version += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
  }

  #publish(change: Omit<Change, 'version'>): void {
    const full: Change = { ...change, version: this.#version };
    this.#history.push(full);
    if (this.#history.length > 2 * this.#window) {
      this.#history = this.#history.slice(-this.#window);
      this.#compacted = (this.#history[0]?.version ?? this.#version + 1) - 1;
    }
    for (const listener of [...this.#listeners]) listener(full);
  }
}

function idOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function select(objects: Iterable<KubeObject>, namespace?: string): KubeObject[] {
  const result: KubeObject[] = [];
  for (const object of objects) {
    if (namespace === undefined || object.metadata.namespace === namespace) result.push(object);
  }
  return result.sort((a, b) =>
    compare(idOf(a.metadata.namespace ?? '', a.metadata.name), idOf(b.metadata.namespace ?? '', b.metadata.name)),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
