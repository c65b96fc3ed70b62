import { type Clock, sleep } from '../../src/clock';
import type { Log } from '../log';
import { follow } from './abort';
import type { KubeClient } from './client';
import { KubeError } from './errors';
import type { KubeMetadata, ResourcePath } from './types';

/** Milliseconds that passes under way get to end after the lease is gone; longer than any call's own time-out. */
const FAREWELL = 60_000;

/** Options of {@link LeaderElection}. Times are in milliseconds. */
export interface LeaderElectionOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly name: string;
  /** Unlike that of any other process. */
  readonly identity: string;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** How long others wait for a silent leader. Kubernetes keeps whole seconds, so it is rounded up. */
  readonly leaseDuration: number;
  /** How long a leader goes on without a successful renewal. Less than `leaseDuration`. */
  readonly renewDeadline: number;
  /** Time between two tries. Less than `renewDeadline`. */
  readonly retryPeriod: number;
  /** Creates the namespace when it is missing. */
  readonly createNamespace: boolean;
  readonly log: Log;
}

/** What to do while leading. */
export interface Leadership {
  /** Ends the candidacy: the lease is given back. */
  readonly signal: AbortSignal;
  /** Called once, when this process leads. Its signal ends with the leadership; the lease is kept until the promise settles. */
  readonly onStarted: (signal: AbortSignal) => void | Promise<void>;
  /** Called once, when this process leads no longer. */
  readonly onStopped: () => void;
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

interface Lease {
  readonly metadata: KubeMetadata;
  readonly spec?: LeaseSpec;
}

/**
 * Takes part in a leader election over a Lease of `coordination.k8s.io/v1`, compatible with Kubernetes' own Go client: both
 * can compete for one lease. Other holders' clocks don't matter, only when this process last saw the lease change.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #path: ResourcePath;
  /** The lease as last read or written, and when, by our clock. */
  #observed: { readonly lease: Lease; readonly at: number } | undefined;
  /** When the request of the last successful renewal was sent; undefined while not leading. */
  #renewed: number | undefined;
  #lastProblem = '';

  constructor(options: LeaderElectionOptions) {
    const { leaseDuration, renewDeadline, retryPeriod, namespace, name } = options;
    if (!(leaseDuration > renewDeadline && renewDeadline > retryPeriod && retryPeriod > 0)) {
      throw new RangeError('leader election needs leaseDuration > renewDeadline > retryPeriod > 0');
    }
    this.#options = options;
    this.#path = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', namespace, name };
  }

  /** Whether a mutating call may begin now: the lease was renewed less than `renewDeadline` ago. */
  isLeader(): boolean {
    return this.#renewed !== undefined && this.#options.clock.now() < this.#deadline(this.#renewed);
  }

  /** Who holds the lease, as last seen; empty when nobody does. */
  get holder(): string {
    return this.#observed?.lease.spec?.holderIdentity ?? '';
  }

  /**
   * Waits for the lease, holds it, and resolves when it was lost or, after an abort or a failure of the work, given back.
   * Never rejects.
   */
  async run(leadership: Leadership): Promise<void> {
    const { signal, onStopped } = leadership;
    const { log, identity } = this.#options;
    if (!(await this.#acquire(signal))) return;
    log.info({ identity, lease: this.#path.name }, 'leading');
    const term = new AbortController();
    const unlink = follow(term, signal);
    const work = this.#start(leadership, term);
    await this.#hold(term);
    unlink();
    const lostAt = this.#renewed === undefined ? undefined : this.#deadline(this.#renewed);
    this.#renewed = undefined;
    term.abort();
    if (lostAt !== undefined) await this.#release(work, lostAt);
    // A call under way may still be carried out: whoever made it deletes what it may not keep, leader or not.
    await Promise.race([work, sleep(this.#options.clock, FAREWELL)]);
    log.info({ identity, lease: this.#path.name }, 'no longer leading');
    onStopped();
  }

  async #start(leadership: Leadership, term: AbortController): Promise<void> {
    try {
      await leadership.onStarted(term.signal);
    } catch (error) {
      this.#options.log.error({ error }, 'the work of the leader failed');
      term.abort();
    }
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random, retryPeriod } = this.#options;
    while (!signal.aborted) {
      if (await this.#try(signal)) return true;
      // Spread, so that the candidates of a freed lease don't collide again and again.
      await sleep(clock, retryPeriod * (1 + random()), signal);
    }
    return false;
  }

  /** Renews until the term is aborted, another one holds the lease, or the deadline passes: also while a call hangs. */
  async #hold(term: AbortController): Promise<void> {
    const { clock, retryPeriod, log } = this.#options;
    let timer = clock.after(0, () => {});
    const arm = () => {
      timer.cancel();
      const left = this.#deadline(this.#renewed ?? 0) - clock.now();
      timer = clock.after(left, () => {
        log.error({ lease: this.#path.name }, 'the lease was not renewed in time');
        this.#renewed = undefined;
        term.abort();
      });
    };
    arm();
    while (!term.signal.aborted) {
      await sleep(clock, retryPeriod, term.signal);
      if (term.signal.aborted) break;
      if (await this.#try(term.signal)) arm();
      else if (this.#heldByAnother()) {
        log.error({ lease: this.#path.name, holder: this.holder }, 'the lease was taken by another process');
        this.#renewed = undefined;
        break;
      }
    }
    timer.cancel();
  }

  #deadline(renewed: number): number {
    return renewed + this.#options.renewDeadline;
  }

  #heldByAnother(): boolean {
    return this.holder !== '' && this.holder !== this.#options.identity;
  }

  /** One try to take or renew the lease. */
  async #try(signal: AbortSignal): Promise<boolean> {
    const { clock, renewDeadline, log } = this.#options;
    const limit = new AbortController();
    const unlink = follow(limit, signal);
    // Half of the deadline, so that one dead connection leaves time for a second try.
    const timer = clock.after(renewDeadline / 2, () => limit.abort(new Error('no answer in time')));
    try {
      const held = await this.#attempt(limit.signal);
      this.#lastProblem = '';
      return held;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const lostRace = error instanceof KubeError && error.status === 409;
      if (!signal.aborted && !lostRace && problem !== this.#lastProblem) {
        log.warn({ error, lease: this.#path.name }, 'cannot take or renew the lease, trying again');
        this.#lastProblem = problem;
      }
      return false;
    } finally {
      timer.cancel();
      unlink();
    }
  }

  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { identity } = this.#options;
    const known = this.#observed?.lease;
    if (this.isLeader() && known?.spec?.holderIdentity === identity) {
      try {
        return await this.#write(known, signal);
      } catch (error) {
        // Ours may be a stale copy, because an unanswered renewal was executed: read and decide again.
        if (!(error instanceof KubeError) || (error.status !== 409 && error.status !== 404)) throw error;
      }
    }
    const lease = await this.#read(signal);
    if (lease === undefined) return this.#create(signal);
    this.#observe(lease);
    if (this.#heldByAnother() && this.#stillValid()) return false;
    return this.#write(lease, signal);
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#options.client.get<Lease>(this.#path, { signal });
    } catch (error) {
      if (error instanceof KubeError && error.status === 404) return undefined;
      throw error;
    }
  }

  #observe(lease: Lease): void {
    if (JSON.stringify(lease.spec) === JSON.stringify(this.#observed?.lease.spec)) {
      this.#observed = { lease, at: this.#observed?.at ?? this.#options.clock.now() };
    } else {
      this.#observed = { lease, at: this.#options.clock.now() };
    }
  }

  #stillValid(): boolean {
    const { lease, at } = this.#observed ?? {};
    return at !== undefined && this.#options.clock.now() < at + (lease?.spec?.leaseDurationSeconds ?? 0) * 1000;
  }

  async #create(signal: AbortSignal): Promise<boolean> {
    const { client, createNamespace, namespace, name } = this.#options;
    const { name: _, ...collection } = this.#path;
    const sent = this.#options.clock.now();
    const body = { ...document({ name, namespace }), spec: this.#ours(undefined) };
    const attempt = () => client.create<Lease>(collection, body, { signal });
    try {
      this.#keep(await attempt(), sent);
    } catch (error) {
      // The lease cannot be what is missing, as we are creating it.
      if (!createNamespace || !(error instanceof KubeError) || error.status !== 404) throw error;
      await this.#ensureNamespace(signal);
      this.#keep(await attempt(), sent);
    }
    return true;
  }

  async #ensureNamespace(signal: AbortSignal): Promise<void> {
    const { client, namespace } = this.#options;
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
    try {
      await client.create({ group: '', version: 'v1', plural: 'namespaces' }, body, { signal });
    } catch (error) {
      if (!(error instanceof KubeError) || error.reason !== 'AlreadyExists') throw error;
    }
  }

  /** Writes us as the holder. The resourceVersion makes exactly one of several writers win. */
  async #write(lease: Lease, signal: AbortSignal): Promise<boolean> {
    const sent = this.#options.clock.now();
    const body = { ...document(lease.metadata), spec: this.#ours(lease.spec) };
    this.#keep(await this.#options.client.replace<Lease>(this.#path, body, { signal }), sent);
    return true;
  }

  #keep(lease: Lease, sent: number): void {
    this.#observed = { lease, at: this.#options.clock.now() };
    this.#renewed = sent;
  }

  #ours(before: LeaseSpec | undefined): LeaseSpec {
    const { clock, identity, leaseDuration } = this.#options;
    const now = microTime(clock.now());
    const renewal = before?.holderIdentity === identity;
    return {
      ...before,
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDuration / 1000),
      acquireTime: renewal ? (before.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: before === undefined ? 0 : (before.leaseTransitions ?? 0) + (renewal ? 0 : 1),
    };
  }

  /** Gives the lease back once the work has ended, unless that lasts longer than the lease is ours. */
  async #release(work: Promise<void>, lostAt: number): Promise<void> {
    const { clock, log } = this.#options;
    const left = () => Math.max(lostAt - clock.now(), 0);
    const ended = await Promise.race([work.then(() => true), sleep(clock, left()).then(() => false)]);
    if (!ended) return;
    const limit = new AbortController();
    const timer = clock.after(left(), () => limit.abort(new Error('the lease ran out')));
    try {
      await this.#giveBack(limit.signal);
    } catch (error) {
      log.warn({ error, lease: this.#path.name }, 'cannot give the lease back, it runs out by itself');
    } finally {
      timer.cancel();
    }
  }

  async #giveBack(signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#options;
    const now = microTime(clock.now());
    const freed = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
    const write = (lease: Lease) =>
      client.replace(this.#path, { ...document(lease.metadata), spec: { ...lease.spec, ...freed } }, { signal });
    try {
      if (this.#observed) await write(this.#observed.lease);
    } catch (error) {
      // The abort may have cut off a renewal that was executed nevertheless.
      if (!(error instanceof KubeError) || error.status !== 409) throw error;
      const lease = await this.#read(signal);
      if (lease?.spec?.holderIdentity === this.#options.identity) await write(lease);
    }
  }
}

function document(metadata: KubeMetadata) {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata };
}

/** Kubernetes' MicroTime takes exactly six digits of a second. */
function microTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}
