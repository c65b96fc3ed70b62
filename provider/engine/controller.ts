import { sleep } from '../../src/clock';
import { API_GROUP, API_VERSION } from '../../src/product';
import { KubeError, type KubeObject, Reflector } from '../kubernetes';
import { findCondition } from './conditions';
import { discardSurplus } from './delete';
import type { Engine } from './engine';
import type { AnyKind, Resource } from './kind';
import { isNewer, type Memo, newMemo, wishesOf } from './memo';
import { type Priority, WorkQueue } from './queue';
import { reconcile } from './reconcile';
import { targetsOf } from './references';

/** A look at each object without any sign of a change, in case a sign was lost. Milliseconds, spread by a tenth. */
const RESYNC = 600_000;

/** How often a process that ends tries to delete what it made for nobody, and the milliseconds between. */
const CLEAR_UPS = 8;
const CLEAR_UP_PAUSE = 2_000;

/** Stands for all namespaces. */
const ALL = '';

/** One kind: its cache, its queue, and what is remembered of its keys. */
export class Controller {
  readonly kind: AnyKind;
  /** One for each served namespace, or one for all. */
  readonly reflectors: ReadonlyMap<string, Reflector<KubeObject>>;
  readonly queue: WorkQueue;
  readonly #engine: Engine;
  readonly #memos = new Map<string, Memo>();

  constructor(
    engine: Engine,
    kind: AnyKind,
    options: { readonly workers: number; readonly namespaces: readonly string[] },
  ) {
    this.kind = kind;
    this.#engine = engine;
    const { clock, log } = engine;
    this.queue = new WorkQueue({
      clock,
      workers: options.workers,
      run: (key) => this.#run(key),
      onError: (key, error) =>
        log.error({ kind: kind.kind, key, error: String(error) }, 'a pass ended in an unexpected error'),
    });
    const places = options.namespaces.length > 0 ? options.namespaces : [ALL];
    this.reflectors = new Map(places.map((namespace) => [namespace, this.#reflector(namespace)]));
  }

  /** The cached object. */
  get(key: string): Resource | undefined {
    const reflector = this.reflectors.get(ALL) ?? this.reflectors.get(key.slice(0, key.indexOf('/')));
    return reflector?.get(key) as Resource | undefined;
  }

  /** Queues a key. */
  wake(key: string, priority: Priority = 'urgent'): void {
    this.queue.add(key, priority);
  }

  /** Takes no more keys, and resolves when nothing is under way and what this process made for nobody is gone. */
  async stop(): Promise<void> {
    await this.queue.stop();
    await Promise.all([...this.#memos].map(([key, memo]) => this.#clearUp(key, memo)));
  }

  /** Nobody else ever looks for what belongs to no object, and STACKIT may refuse to delete what it has only begun to make. */
  async #clearUp(key: string, memo: Memo): Promise<void> {
    const engine = this.#engine;
    for (let tries = 0; memo.surplus.size > 0 && tries < CLEAR_UPS; tries += 1) {
      try {
        await discardSurplus({ engine, kind: this.kind, key, memo });
      } catch (error) {
        engine.log.warn({ kind: this.kind.kind, key, error: String(error) }, 'could not delete what nobody needs');
        await sleep(engine.clock, CLEAR_UP_PAUSE);
      }
    }
  }

  #reflector(namespace: string): Reflector<KubeObject> {
    const { kube, clock, random, log } = this.#engine;
    const path = { group: API_GROUP, version: API_VERSION, plural: this.kind.plural };
    return new Reflector<KubeObject>({
      client: kube,
      path: namespace === ALL ? path : { ...path, namespace },
      clock,
      random,
      log,
      onChange: (key, current, previous) =>
        this.#onChange(key, current as Resource | undefined, previous as Resource | undefined),
    });
  }

  #onChange(key: string, current: Resource | undefined, previous: Resource | undefined): void {
    const { references, wake } = this.#engine;
    const address = { kind: this.kind.kind, key };
    const targets = references.targetsOf(address);
    references.set(address, current?.spec ? targetsOf(this.kind, current) : []);
    if (bearingOf(this.kind, current) !== bearingOf(this.kind, previous)) {
      for (const source of references.sourcesOf(address)) wake(source);
    }
    // What waited to be deleted until this one was gone.
    if (!current) for (const target of targets) wake(target);
    const memo = this.#memos.get(key);
    if (memo?.writing && current) {
      // Mostly the write itself, faster than its answer: only that tells.
      memo.writing = 'heard';
      return;
    }
    const own = memo?.written;
    if (memo && own && current && own.metadata.uid === current.metadata.uid) {
      const version = current.metadata.resourceVersion;
      if (!isNewer(own.metadata.resourceVersion, version)) delete memo.written;
      // Our own write comes back by the watch. The pass that made it knows all, unless somebody else wrote in between.
      const old = own.metadata.resourceVersion === version || isNewer(own.metadata.resourceVersion, version);
      if (old && memo.looked === wishesOf(current)) return;
    }
    this.queue.add(key);
  }

  async #run(key: string): Promise<void> {
    const { metrics, clock, log, random } = this.#engine;
    const memo = this.#memos.get(key) ?? newMemo();
    this.#memos.set(key, memo);
    const began = clock.now();
    const result = await reconcile(this.#engine, this.kind, { key, cached: this.get(key), memo });
    metrics.reconciled(this.kind.kind, result.error === undefined ? 'success' : 'error', (clock.now() - began) / 1000);
    if (result.error !== undefined) {
      const fields = {
        kind: this.kind.kind,
        key,
        error: String(result.error),
        retryInSeconds: Math.round((result.delay ?? 0) / 1000),
      };
      // A lost race is nobody's fault: the fresher object is on its way.
      if (result.error instanceof KubeError && (result.error.status === 409 || result.error.status === 422)) {
        log.debug(fields, 'an object changed meanwhile');
      } else log.warn(fields, 'reconcile failed');
    } else log.debug({ kind: this.kind.kind, key }, 'reconciled');
    if (result.gone) {
      this.#memos.delete(key);
      return;
    }
    this.queue.addAfter(key, result.delay ?? RESYNC * (0.9 + 0.2 * random()));
  }
}

/** What of an object matters to those that refer to it. */
function bearingOf(kind: AnyKind, object: Resource | undefined): string {
  if (!object) return '';
  const ready = findCondition(object.status?.conditions, 'Ready');
  const parts = [
    object.metadata.uid,
    object.metadata.generation,
    object.metadata.deletionTimestamp,
    object.status?.[kind.idField],
    ready?.status,
    ready?.reason,
    ready?.message,
    ready?.observedGeneration,
  ];
  return JSON.stringify(parts);
}
