import { type Block, parseBlock } from './cidr';
import { Heap } from './heap';
import { type Hidden, KINDS, type Kind, type Objects } from './objects';
import { Ranges } from './ranges';

/** A change that happens to an object by itself at a time. Plain data, so that it can be dumped. */
export interface Step {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Members to set; `null` removes one. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: true;
  /** The text of an asynchronous failure. */
  readonly failure?: string;
  /** Begins what happens by a schedule; such a plan gives way to any other change of the object. */
  readonly routine?: true;
}

/** Where an object lives: `project/region`, `public/region` or `caller/<mail>`. */
export type ScopeKey = string;

/** An object with what the simulator knows about it. Never changed in place. */
export interface Stored<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  readonly scope: ScopeKey;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly value: Objects[K];
  readonly hidden: Hidden[K];
  readonly steps: readonly Step[];
  readonly failure?: string | undefined;
}

/** Read access, to the present or to a moment of the past. */
export interface View {
  get<K extends Kind>(kind: K, scope: ScopeKey, id: string): Stored<K> | undefined;
  list<K extends Kind>(kind: K, scope: ScopeKey): Iterable<Stored<K>>;
}

/** Called when a step removes an object, so that its kind can let go of others. */
export type Farewell = (store: Store, gone: Stored, at: number) => void;

/** Adds to an object's plan what happens to it again and again; `since` in milliseconds since the epoch. */
export type Routine = (stored: Stored, since: number) => Stored;

/** The NICs of one network. */
export interface Tenants {
  readonly ids: Set<string>;
  readonly addresses: Set<string>;
  /** Where the search for a free address goes on. */
  mark: number;
}

interface Due {
  readonly at: number;
  readonly kind: Kind;
  readonly scope: ScopeKey;
  readonly id: string;
}

interface Change {
  readonly at: number;
  readonly kind: Kind;
  readonly scope: ScopeKey;
  readonly id: string;
  readonly before: Stored | undefined;
}

type Tables = Record<Kind, Map<string, Stored>>;

/** All objects, in memory. Time moves only by {@link Store.settle}. */
export class Store implements View {
  readonly #scopes = new Map<ScopeKey, Tables>();
  readonly #due = new Heap<Due>((left, right) => left.at - right.at);
  readonly #tenants = new Map<string, Tenants>();
  readonly #ranges = new Map<ScopeKey, Ranges>();
  readonly #farewell: Farewell;
  readonly #routine: Routine;
  #past: Change[] = [];
  /** How far back {@link asOf} can see, in milliseconds. `0` keeps nothing. */
  memory = 0;

  constructor(farewell: Farewell = () => {}, routine: Routine = (stored) => stored) {
    this.#farewell = farewell;
    this.#routine = routine;
  }

  scopes(): Iterable<ScopeKey> {
    return this.#scopes.keys();
  }

  has(scope: ScopeKey): boolean {
    return this.#scopes.has(scope);
  }

  /** Makes an empty scope; objects may be put only into a known one. */
  open(scope: ScopeKey): void {
    if (this.#scopes.has(scope)) return;
    this.#scopes.set(scope, Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Tables);
  }

  get<K extends Kind>(kind: K, scope: ScopeKey, id: string): Stored<K> | undefined {
    return this.#scopes.get(scope)?.[kind].get(id) as Stored<K> | undefined;
  }

  list<K extends Kind>(kind: K, scope: ScopeKey): Iterable<Stored<K>> {
    return (this.#scopes.get(scope)?.[kind].values() ?? []) as Iterable<Stored<K>>;
  }

  count(kind: Kind, scope: ScopeKey): number {
    return this.#scopes.get(scope)?.[kind].size ?? 0;
  }

  /** The NICs in a network. */
  tenants(scope: ScopeKey, networkId: string): Tenants {
    const key = `${scope}/${networkId}`;
    const known = this.#tenants.get(key);
    if (known !== undefined) return known;
    const tenants: Tenants = { ids: new Set(), addresses: new Set(), mark: 0 };
    this.#tenants.set(key, tenants);
    return tenants;
  }

  /** IPv4 prefixes of the networks in a scope. */
  ranges(scope: ScopeKey): Ranges {
    const known = this.#ranges.get(scope);
    if (known !== undefined) return known;
    const ranges = new Ranges();
    this.#ranges.set(scope, ranges);
    return ranges;
  }

  put<K extends Kind>(given: Stored<K>, at: number): Stored<K> {
    const stored = this.#routine(given, at) as Stored<K>;
    const { kind, scope, id, steps } = stored;
    this.open(scope);
    this.#remember(stored, at);
    this.#index(stored);
    this.#scopes.get(scope)?.[kind].set(id, stored);
    const [next] = steps;
    if (next !== undefined && Number.isFinite(next.at)) this.#due.push({ at: next.at, kind, scope, id });
    return stored;
  }

  remove(kind: Kind, scope: ScopeKey, id: string, at: number): void {
    const stored = this.get(kind, scope, id);
    if (stored === undefined) return;
    this.#remember(stored, at);
    this.#scopes.get(scope)?.[kind].delete(id);
    if (is('nic', stored)) {
      const tenants = this.tenants(scope, stored.value.networkId);
      tenants.ids.delete(id);
      tenants.addresses.delete(stored.value.ipv4 ?? '');
    }
    if (is('network', stored)) {
      for (const block of blocksOf(stored)) this.ranges(scope).remove(block);
      this.#tenants.delete(`${scope}/${id}`);
    }
  }

  /** Lets everything happen that is due until `now`, in the order of its time. */
  settle(now: number): void {
    for (let due = this.#due.peek(); due !== undefined && due.at <= now; due = this.#due.peek()) {
      this.#due.pop();
      const stored = this.get(due.kind, due.scope, due.id);
      const step = stored?.steps[0];
      // A later write may have replaced the plan; its own entry is in the heap too.
      if (stored !== undefined && step !== undefined && step.at === due.at) this.#take(stored, step);
    }
    if (this.memory > 0) this.#forget(now - this.memory);
  }

  /** The objects as they were at a time, not longer ago than {@link memory}. */
  asOf(time: number): View {
    const then = new Map<string, Stored | undefined>();
    for (let index = this.#past.length - 1; index >= 0; index--) {
      const change = this.#past[index] as Change;
      if (change.at <= time) break;
      then.set(`${change.kind}/${change.scope}/${change.id}`, change.before);
    }
    return new Past(this, then);
  }

  /** Forgets everything, scopes included. */
  clear(): void {
    this.#scopes.clear();
    this.#due.clear();
    this.#tenants.clear();
    this.#ranges.clear();
    this.#past = [];
  }

  #take(stored: Stored, step: Step): void {
    const { at } = step;
    if (step.remove) {
      this.#farewell(this, stored, at);
      this.remove(stored.kind, stored.scope, stored.id, at);
      return;
    }
    const { failure } = step;
    const told = failure !== undefined && stored.kind === 'server' ? { errorMessage: failure } : {};
    const value = patched(stored.value, { ...step.set, ...told }, at);
    this.put({ ...stored, failure, value, steps: stored.steps.slice(1) }, at);
  }

  /** Prefixes and addresses never change, so they are entered only once. */
  #index(stored: Stored): void {
    const { kind, scope, id } = stored;
    if (this.get(kind, scope, id) !== undefined) return;
    if (is('network', stored)) for (const block of blocksOf(stored)) this.ranges(scope).add(block);
    if (!is('nic', stored)) return;
    const tenants = this.tenants(scope, stored.value.networkId);
    tenants.ids.add(id);
    if (stored.value.ipv4 !== undefined) tenants.addresses.add(stored.value.ipv4);
  }

  #remember({ kind, scope, id }: Stored, at: number): void {
    if (this.memory > 0) this.#past.push({ at, kind, scope, id, before: this.get(kind, scope, id) });
  }

  #forget(time: number): void {
    const keep = this.#past.findIndex((change) => change.at > time);
    if (keep !== 0) this.#past = keep < 0 ? [] : this.#past.slice(keep);
  }
}

/** Sets members of an object's wire shape and its `updatedAt`; `null` removes one, `status.phase` is a member of a member. */
export function patched<T extends object>(value: T, set: Readonly<Record<string, unknown>>, at: number): T {
  const next = { ...value } as Record<string, unknown>;
  for (const [name, member] of Object.entries(set)) {
    const dot = name.indexOf('.');
    const [outer, inner] = [name.slice(0, dot), name.slice(dot + 1)];
    if (dot > 0) next[outer] = patched((next[outer] ?? {}) as object, { [inner]: member }, at);
    else if (member === null) delete next[name];
    else next[name] = member;
  }
  if ('updatedAt' in value) next.updatedAt = new Date(at).toISOString();
  return next as T;
}

function is<K extends Kind>(kind: K, stored: Stored): stored is Stored<K> {
  return stored.kind === kind;
}

function blocksOf({ value }: Stored<'network'>): Block[] {
  return (value.ipv4?.prefixes ?? []).map(parseBlock).filter((block) => block !== undefined);
}

class Past implements View {
  constructor(
    private readonly now: Store,
    private readonly then: ReadonlyMap<string, Stored | undefined>,
  ) {}

  get<K extends Kind>(kind: K, scope: ScopeKey, id: string): Stored<K> | undefined {
    const key = `${kind}/${scope}/${id}`;
    return this.then.has(key) ? (this.then.get(key) as Stored<K> | undefined) : this.now.get(kind, scope, id);
  }

  *list<K extends Kind>(kind: K, scope: ScopeKey): Iterable<Stored<K>> {
    for (const stored of this.now.list(kind, scope)) {
      const before = this.get(kind, scope, stored.id);
      if (before !== undefined) yield before;
    }
    for (const before of this.then.values()) {
      if (before?.kind === kind && before.scope === scope && this.now.get(kind, scope, before.id) === undefined) {
        yield before as Stored<K>;
      }
    }
  }
}
