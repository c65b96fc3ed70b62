import { takesKubeconfig } from './cluster-credentials';
import { unscheduled } from './cluster-schedule';
import { defaultsFor } from './defaults';
import { farewell } from './farewell';
import { keyPairScope } from './keypairs';
import { KINDS, type Kind, type Objects } from './objects';
import type { Pipeline } from './pipeline';
import { openRegion } from './seed';
import { patched, type ScopeKey, type Stored } from './store';

/** Where an object is; what is left out matches everything. Public images are in the project `public`. */
export interface Where {
  readonly projectId?: string;
  readonly region?: string;
}

/**
 * All objects by kind (`networks`, `nics`, `volumes`, `images`, `servers`, `keypairs`, `securityGroups`, `publicIps`,
 * `snapshots`, `backups`, `affinityGroups`, `clusters`, `services`), each in its wire shape plus `projectId` and `region`, or `caller` for key pairs.
 */
export type State = { readonly projects: readonly string[] } & Readonly<Record<string, readonly unknown[]>>;

/** All objects with their planned changes, as plain JSON. It holds the secrets of open uploads. */
export interface Dump {
  /** Which projects, regions and callers have been seen; their seed is not planted again. */
  readonly scopes: readonly string[];
  readonly objects: readonly Stored[];
}

/** The doors behind the API: no token, no journal, no faults. */
export interface BehindTheApi {
  state(): State;
  /** Objects of one kind as they are now, in the order of their creation. */
  objects<K extends Kind>(kind: K, where?: Where): readonly Objects[K][];
  /**
   * Makes an object, at rest. Members left out get sensible values.
   *
   * @param where region defaults to the first one; the project of a key pair or public image is not looked at
   */
  add<K extends Kind>(kind: K, value: Partial<Objects[K]>, where: Where & { readonly projectId: string }): Objects[K];
  /** Changes members of an object at once, `null` removes one. @throws RangeError when there is no such object */
  change<K extends Kind>(kind: K, id: string, set: Readonly<Record<string, unknown>>, where?: Where): Objects[K];
  /** Loses an object at once, with what a deletion would take along. Says whether there was one. */
  remove(kind: Kind, id: string, where?: Where): boolean;
  /** Whether a cluster takes a kubeconfig that the simulator issued; a completed rotation kills older ones. */
  takesKubeconfig(cluster: string, kubeconfig: string, where?: Where): boolean;
  dump(): Dump;
  /** Replaces all objects by those of a dump. @throws TypeError when it is none, and nothing is replaced */
  load(dump: Dump): void;
}

/** Opens the doors to one simulator. */
export function behindTheApi(pipe: Pipeline): BehindTheApi {
  const { settings, seed, store } = pipe;

  const settled = (): number => {
    const now = settings.clock.now();
    store.settle(now);
    return now;
  };

  const scopes = ({ projectId, region }: Where = {}): ScopeKey[] =>
    [...store.scopes()].filter((scope) => {
      const [project, place] = scope.split('/');
      return (projectId === undefined || project === projectId) && (region === undefined || place === region);
    });

  const all = <K extends Kind>(kind: K, where?: Where): Stored<K>[] =>
    scopes(where).flatMap((scope) => [...store.list(kind, scope)]);

  function one<K extends Kind>(kind: K, id: string, where?: Where): Stored<K> | undefined {
    for (const scope of scopes(where)) {
      const stored = store.get(kind, scope, id);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  return {
    state: () => {
      settled();
      const scopes = [...store.scopes()].map((scope) => scope.split('/')[0] ?? '');
      const projects = [...new Set(scopes)].filter((project) => project !== 'public' && project !== 'caller');
      const lists = KINDS.map((kind) => [`${kind}s`, all(kind).map(placed)]);
      return { projects, ...Object.fromEntries(lists) };
    },
    objects: (kind, where) => {
      settled();
      return all(kind, where).map(({ value }) => value);
    },
    add: (kind, value, { projectId, region = settings.regions[0] ?? 'eu01' }) => {
      const now = settled();
      let scope: ScopeKey = `${projectId}/${region}`;
      if (kind === 'keypair') scope = keyPairScope({ email: pipe.tokens.key.credentials.iss, subject: '' });
      else if (projectId !== 'public') openRegion(store, settings, seed, scope);
      const id = nameOf(kind, value) ?? settings.uuid();
      return store.put(defaultsFor(kind, { scope, id, value, now, settings }), now).value;
    },
    change: (kind, id, set, where) => {
      const now = settled();
      const stored = one(kind, id, where);
      if (stored === undefined) throw new RangeError(`there is no ${kind} ${id}`);
      return store.put({ ...stored, value: patched(stored.value, set, now), steps: unscheduled(stored.steps) }, now)
        .value;
    },
    remove: (kind, id, where) => {
      const now = settled();
      const stored = one(kind, id, where);
      if (stored === undefined) return false;
      farewell(store, stored, now);
      store.remove(kind, stored.scope, id, now);
      return true;
    },
    takesKubeconfig: (name, kubeconfig, where) => {
      settled();
      const cluster = one('cluster', name, where);
      return cluster !== undefined && takesKubeconfig(cluster, kubeconfig);
    },
    dump: () => {
      settled();
      return { scopes: [...store.scopes()], objects: KINDS.flatMap((kind) => all(kind) as Stored[]) };
    },
    load: (dump) => {
      checkDump(dump);
      const { scopes, objects } = dump;
      const now = settings.clock.now();
      store.clear();
      for (const scope of scopes) store.open(scope);
      for (const stored of objects) store.put(stored, now);
    },
  };
}

function checkDump(dump: Dump | null): void {
  const isScope = (scope: unknown) => typeof scope === 'string' && scope.includes('/');
  const isStored = (one: Partial<Stored> | null) =>
    one !== null &&
    KINDS.some((kind) => kind === one.kind) &&
    [one.id, one.scope].every((member) => typeof member === 'string') &&
    [one.value, one.hidden].every((member) => typeof member === 'object' && member !== null) &&
    Array.isArray(one.steps);
  const { scopes, objects } = (dump ?? {}) as { readonly scopes?: unknown; readonly objects?: unknown };
  if (Array.isArray(scopes) && Array.isArray(objects) && scopes.every(isScope) && objects.every(isStored)) return;
  throw new TypeError('this is not what GET /admin/dump answered: {scopes, objects}');
}

function nameOf(kind: Kind, value: object): string | undefined {
  const { id, name } = value as { readonly id?: string; readonly name?: string };
  if (kind === 'service') return (value as { readonly serviceId?: string }).serviceId;
  return kind === 'keypair' || kind === 'cluster' ? name : id;
}

function placed({ scope, value }: Stored): unknown {
  const [project, place] = scope.split('/');
  return project === 'caller' ? { caller: place, ...value } : { projectId: project, region: place, ...value };
}
