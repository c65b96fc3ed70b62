import type { Clock, Timer } from '../../src/clock';
import type { Log } from '../log';
import type { KubeClient } from './client';
import { KubeError } from './errors';
import type { KubeObject, ResourcePath } from './types';

/** Bounds of the recorder; times in milliseconds. */
const BOUNDS = {
  /** Equal events within this time are counted instead of written. */
  series: 600_000,
  /** A count is written at most this often. */
  update: 60_000,
  /** Nothing is written for this long into a namespace that refused an event. */
  refused: 300_000,
  /** Remembered series. */
  remembered: 1024,
  /** Calls under way at once; what comes meanwhile is dropped. */
  parallel: 16,
  /** Events an object may cause at once, and the time that gives it one more. */
  objectBurst: 25,
  objectRefill: 60_000,
  messageLength: 1024,
} as const;

/** Options of {@link EventRecorder}. */
export interface EventRecorderOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  /** Name of the controller, shown as FROM by `kubectl describe`. */
  readonly component: string;
  /** Name of this process, such as the pod's. */
  readonly instance: string;
  readonly log: Log;
}

/** What happened to an object. */
export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  /** One word in CamelCase. */
  readonly reason: string;
  /** Cut after 1024 characters. */
  readonly message: string;
  /** One word for what was being done. */
  readonly action?: string;
}

/** Equal events about one object. */
interface Series {
  readonly key: string;
  readonly path: ResourcePath & { readonly namespace: string };
  readonly started: number;
  count: number;
  writtenCount: number;
  writtenAt: number;
  created: boolean;
  timer: Timer | undefined;
}

/** Records events for `kubectl describe`. Best effort: it never waits, never throws and never tries again. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #series = new Map<string, Series>();
  readonly #budgets = new Map<string, { tokens: number; at: number }>();
  readonly #refusedUntil = new Map<string, number>();
  #underWay = 0;
  #sequence = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  record(object: KubeObject, event: RecordedEvent): void {
    const now = this.#options.clock.now();
    const { namespace = 'default', uid = '' } = object.metadata;
    if ((this.#refusedUntil.get(namespace) ?? 0) > now) return;
    const message = cut(event.message);
    const key = JSON.stringify([uid, namespace, object.metadata.name, event.type, event.reason, message]);
    const known = this.#series.get(key);
    if (known && now - known.started < BOUNDS.series) {
      this.#repeat(known);
      return;
    }
    if (!this.#spend(`${uid}/${namespace}/${object.metadata.name}`, now)) return;
    known?.timer?.cancel();
    this.#begin(key, object, { ...event, message });
  }

  /** Writes no more counts. */
  stop(): void {
    for (const series of this.#series.values()) series.timer?.cancel();
    this.#series.clear();
  }

  #begin(key: string, object: KubeObject, event: RecordedEvent): void {
    const now = this.#options.clock.now();
    const { namespace = 'default', name = '' } = object.metadata;
    this.#sequence += 1;
    const id = `${name.slice(0, 200)}.${(now * 1000 + (this.#sequence % 1000)).toString(16)}`;
    const path = { group: '', version: 'v1', plural: 'events', namespace, name: id };
    const series: Series = {
      key,
      path,
      started: now,
      count: 1,
      writtenCount: 1,
      writtenAt: now,
      created: false,
      timer: undefined,
    };
    this.#series.delete(key);
    remember(this.#series, key, series)?.timer?.cancel();
    const { name: _, ...collection } = path;
    this.#send(series, async () => {
      await this.#options.client.create(collection, this.#document(object, event, path));
      series.created = true;
    });
  }

  #repeat(series: Series): void {
    const { clock } = this.#options;
    series.count += 1;
    const delay = series.writtenAt + BOUNDS.update - clock.now();
    series.timer ??= clock.after(Math.max(delay, 0), () => {
      series.timer = undefined;
      this.#update(series);
    });
  }

  #update(series: Series): void {
    const { client, clock } = this.#options;
    if (!series.created || series.count === series.writtenCount) return;
    const now = clock.now();
    series.writtenAt = now;
    series.writtenCount = series.count;
    const patch = { count: series.count, lastTimestamp: seconds(now) };
    this.#send(series, () => client.patch(series.path, patch));
  }

  #send(series: Series, call: () => Promise<unknown>): void {
    const { log } = this.#options;
    if (this.#underWay >= BOUNDS.parallel) {
      if (!series.created) this.#forget(series);
      return;
    }
    this.#underWay += 1;
    call()
      .catch((error: unknown) => {
        this.#forget(series);
        this.#refused(series, error);
        log.debug({ error, namespace: series.path.namespace }, 'event not recorded');
      })
      .finally(() => {
        this.#underWay -= 1;
      });
  }

  #forget(series: Series): void {
    series.timer?.cancel();
    if (this.#series.get(series.key) === series) this.#series.delete(series.key);
  }

  /** Forbidden is also what a terminating namespace answers; a missing one answers 404 to a creation. */
  #refused(series: Series, error: unknown): void {
    if (!(error instanceof KubeError)) return;
    if (error.status !== 403 && (error.status !== 404 || series.created)) return;
    const until = this.#options.clock.now() + BOUNDS.refused;
    this.#refusedUntil.delete(series.path.namespace);
    remember(this.#refusedUntil, series.path.namespace, until);
  }

  #spend(owner: string, now: number): boolean {
    const budget = this.#budgets.get(owner) ?? { tokens: BOUNDS.objectBurst, at: now };
    const refilled = Math.min(BOUNDS.objectBurst, budget.tokens + (now - budget.at) / BOUNDS.objectRefill);
    const allowed = refilled >= 1;
    this.#budgets.delete(owner);
    remember(this.#budgets, owner, { tokens: allowed ? refilled - 1 : refilled, at: now });
    return allowed;
  }

  #document(object: KubeObject, event: RecordedEvent, path: ResourcePath) {
    const { component, instance, clock } = this.#options;
    const { namespace, name, uid, resourceVersion } = object.metadata;
    const time = seconds(clock.now());
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: path.name, namespace: path.namespace },
      involvedObject: { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid, resourceVersion },
      type: event.type,
      reason: event.reason,
      message: event.message,
      ...(event.action === undefined ? {} : { action: event.action }),
      count: 1,
      firstTimestamp: time,
      lastTimestamp: time,
      source: { component },
      reportingComponent: component,
      reportingInstance: instance.slice(0, 128),
    };
  }
}

/** Adds the newest entry, and drops and answers the oldest one when there are too many. */
function remember<T>(map: Map<string, T>, key: string, value: T): T | undefined {
  map.set(key, value);
  if (map.size <= BOUNDS.remembered) return undefined;
  const [oldest, dropped] = map.entries().next().value as [string, T];
  map.delete(oldest);
  return dropped;
}

function cut(message: string): string {
  return message.length <= BOUNDS.messageLength ? message : `${message.slice(0, BOUNDS.messageLength - 1)}…`;
}

/** Event times are whole seconds. */
function seconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
