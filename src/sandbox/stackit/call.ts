import type { HttpRequest } from '../../http';
import { unscheduled } from './cluster-schedule';
import { badRequest } from './errors';
import type { Effects } from './faults';
import type { Hidden, Kind, Objects } from './objects';
import type { Settings } from './options';
import type { Api } from './shapes';
import { patched, type ScopeKey, type Step, type Store, type Stored, type View } from './store';
import type { Caller } from './tokens';

/** What a handler answers. A string body goes out as plain text, `undefined` as no body. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** ID of the object that the call was about, when the path doesn't name it. */
  readonly resourceId?: string;
  /** What was done, where that depends on the call. @default the operation's */
  readonly effect?: Effect;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** What a successful call does to STACKIT. */
export type Effect = 'none' | 'created' | 'updated' | 'deleted';

/** One line of the operations table. */
export interface Operation {
  /** As in the official specification. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template with `{parameters}`; the last parameter names the resource. */
  readonly path: string;
  readonly effect: Effect;
  readonly handler: Handler;
  /** Whether a bearer token is asked for. @default true */
  readonly bearer?: boolean;
  /** Whether the handler reads the body itself instead of getting JSON. @default false */
  readonly raw?: boolean;
  /** Whose words refusals take. @default iaas */
  readonly api?: Api;
}

/** A change planned for later: `after` counts from the one before it, in milliseconds. */
export interface Plan {
  readonly after: number;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: true;
}

/** Where a failed transition ends: a state, or what an object of another shape shows. */
export type Failing =
  | { readonly status: string }
  | ((fail: NonNullable<Effects['fail']>) => Readonly<Record<string, unknown>>);

/** Everything that a handler needs to know, and the only way in which it changes the store. */
export class Call {
  constructor(
    private readonly given: {
      readonly now: number;
      readonly operation: Operation;
      readonly params: Readonly<Record<string, string>>;
      readonly query: URLSearchParams;
      readonly body: unknown;
      readonly request: HttpRequest;
      readonly caller: Caller;
      readonly requestId: string;
      readonly store: Store;
      readonly view: View;
      readonly settings: Settings;
      readonly effects: Effects;
    },
  ) {}

  get now(): number {
    return this.given.now;
  }
  get query(): URLSearchParams {
    return this.given.query;
  }
  get request(): HttpRequest {
    return this.given.request;
  }
  get caller(): Caller {
    return this.given.caller;
  }
  get requestId(): string {
    return this.given.requestId;
  }
  get store(): Store {
    return this.given.store;
  }
  /** For reads: the present, or the past that a stale fault shows. */
  get view(): View {
    return this.given.view;
  }
  get settings(): Settings {
    return this.given.settings;
  }
  get effects(): Effects {
    return this.given.effects;
  }

  /** The parsed body; its shape has been checked by the caller. */
  body<T>(): T {
    return this.given.body as T;
  }

  param(name: string): string {
    return this.given.params[name] ?? '';
  }

  /** Scope of the project and region in the path. */
  get scope(): ScopeKey {
    return `${this.param('projectId')}/${this.param('region')}`;
  }

  uuid(): string {
    return this.settings.uuid();
  }

  /** URL under which the caller reached the simulator, without a slash at the end. */
  baseUrl(): string {
    const { host } = this.request.headers;
    return host === undefined ? this.settings.baseUrl() : `http://${host}`;
  }

  timestamp(): string {
    return new Date(this.now).toISOString();
  }

  /** Plans what happens to the object that the call is about; faults change the outcome. */
  plan(plans: readonly Plan[], failure: Failing): Step[] {
    const { fail, duration } = this.effects;
    const timed =
      duration === undefined ? plans : plans.map((plan) => ({ ...plan, after: duration.ms / plans.length }));
    const steps = this.quietPlan(timed);
    if (fail === undefined) return steps;
    const at = steps.at(-1)?.at ?? this.now;
    const set = typeof failure === 'function' ? failure(fail) : { status: fail.status ?? failure.status };
    return [...steps.slice(0, -1), { at, set, failure: fail.message }];
  }

  /** Plans what happens to another object; no fault touches it. */
  quietPlan(plans: readonly Plan[]): Step[] {
    let at = this.now;
    return plans.map(({ after, ...rest }) => {
      at += after;
      return { at, ...rest };
    });
  }

  create<K extends Kind>(
    kind: K,
    id: string,
    value: Objects[K],
    hidden: Hidden[K],
    steps: readonly Step[] = [],
    scope: ScopeKey = this.scope,
  ): Stored<K> {
    this.#checkLabels(value);
    return this.store.put({ kind, id, scope, created: this.now, value, hidden, steps }, this.now);
  }

  /** Sets members of the wire shape (`null` removes one); a new plan replaces the old one. */
  update<K extends Kind>(
    stored: Stored<K>,
    set: Readonly<Record<string, unknown>>,
    more: { readonly steps?: readonly Step[]; readonly hidden?: Partial<Hidden[K]> } = {},
  ): Stored<K> {
    this.#checkLabels(set);
    return this.store.put(
      {
        ...stored,
        value: patched(stored.value, set, this.now),
        hidden: { ...stored.hidden, ...more.hidden },
        steps: more.steps ?? unscheduled(stored.steps),
        failure: more.steps === undefined ? stored.failure : undefined,
      },
      this.now,
    );
  }

  remove(stored: Stored): void {
    this.store.remove(stored.kind, stored.scope, stored.id, this.now);
  }

  #checkLabels(members: object): void {
    const { labels } = members as { readonly labels?: object | null };
    const count = Object.keys(labels ?? {}).length;
    const { labelLimit } = this.settings.behaviour;
    if (count > labelLimit) throw badRequest(`maximum number of labels is ${labelLimit}`);
  }
}
