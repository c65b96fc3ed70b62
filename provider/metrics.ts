import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How a pass ended, in controller-runtime's words. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** What a queue shows when it is asked. Times in seconds. */
export interface QueueState {
  readonly depth: number;
  /** Sum of the ages of all passes under way. */
  readonly unfinished?: number;
  /** Age of the oldest pass under way. */
  readonly longest?: number;
  /** Passes under way. */
  readonly active?: number;
}

/** How many objects of a kind there are, by their Ready condition. */
export interface ResourceCount {
  readonly kind: string;
  readonly ready: 'True' | 'False' | 'Unknown';
  readonly count: number;
}

/**
 * The provider's instruments, under controller-runtime's names and `sostackit_*`. What changes by itself is read when
 * `/metrics` is, so that nothing runs at rest.
 */
export interface Metrics {
  readonly registry: Registry;
  /** A pass of a controller ended after `seconds`. */
  reconciled(controller: string, result: ReconcileResult, seconds: number): void;
  /** Shows a controller's queue from now on. */
  watchQueue(controller: string, workers: number, state: () => QueueState): void;
  /** A key was added to a queue. */
  queueAdded(controller: string): void;
  /** A key was added again because its pass failed. */
  queueRetried(controller: string): void;
  /** A key waited for `seconds` until its pass began. */
  queueWaited(controller: string, seconds: number): void;
  /** Whether this process holds the lease. */
  leading(lease: string, leading: boolean): void;
  /** A call to Kubernetes was answered; code 0 means that no answer came. */
  kubernetesCall(method: string, host: string, code: number): void;
  /** A call to STACKIT was answered after `seconds`; code 0 means that no answer came. */
  stackitCall(operation: string, code: number, seconds: number): void;
  /** Counts the objects from now on. */
  watchResources(count: () => Iterable<ResourceCount>): void;
}

const RECONCILE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUEUE_SECONDS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000];
const CALL_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Makes the instruments, each in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const queues = queueMetrics(registry);
  const reconciles = reconcileMetrics(registry);
  const calls = callMetrics(registry);
  const leader = gauge(registry, 'leader_election_master_status', 'Whether this process holds the lease.', ['name']);
  let resources: () => Iterable<ResourceCount> = () => [];
  new Gauge({
    name: 'sostackit_resources',
    help: 'Objects by kind and Ready condition.',
    labelNames: ['kind', 'ready'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, ready, count } of resources()) this.set({ kind, ready }, count);
    },
  });
  return {
    registry,
    reconciled: (controller, result, seconds) => {
      reconciles.total.inc({ controller, result });
      reconciles.errors.inc({ controller }, result === 'error' ? 1 : 0);
      reconciles.seconds.observe({ controller }, seconds);
      queues.work.observe({ name: controller, controller }, seconds);
    },
    watchQueue: (controller, workers, state) => {
      reconciles.concurrent.set({ controller }, workers);
      queues.watch(controller, state);
    },
    queueAdded: (controller) => queues.adds.inc({ name: controller, controller }),
    queueRetried: (controller) => queues.retries.inc({ name: controller, controller }),
    queueWaited: (controller, seconds) => queues.waited.observe({ name: controller, controller }, seconds),
    leading: (name, leading) => leader.set({ name }, leading ? 1 : 0),
    kubernetesCall: (method, host, code) =>
      calls.kubernetes.inc({ method, host, code: code === 0 ? '<error>' : `${code}` }),
    stackitCall: (operation, code, seconds) => {
      calls.stackit.inc({ operation, code: code === 0 ? '<error>' : `${code}` });
      calls.seconds.observe({ operation }, seconds);
    },
    watchResources: (count) => {
      resources = count;
    },
  };
}

function reconcileMetrics(registry: Registry) {
  const by = ['controller'];
  return {
    total: counter(registry, 'controller_runtime_reconcile_total', 'Passes by controller and result.', [
      ...by,
      'result',
    ]),
    errors: counter(registry, 'controller_runtime_reconcile_errors_total', 'Passes that failed.', by),
    seconds: histogram(
      registry,
      'controller_runtime_reconcile_time_seconds',
      'Length of a pass.',
      by,
      RECONCILE_SECONDS,
    ),
    concurrent: gauge(registry, 'controller_runtime_max_concurrent_reconciles', 'Most passes at the same time.', by),
  };
}

function queueMetrics(registry: Registry) {
  const by = ['name', 'controller'];
  const states = new Map<string, () => QueueState>();
  const read = (name: string, help: string, labelNames: readonly string[], field: keyof QueueState) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        for (const [controller, state] of states) {
          this.set(labelNames.length === 1 ? { controller } : { name: controller, controller }, state()[field] ?? 0);
        }
      },
    });
  read('workqueue_depth', 'Keys that wait for a pass.', by, 'depth');
  read('workqueue_unfinished_work_seconds', 'Age of all passes under way.', by, 'unfinished');
  read('workqueue_longest_running_processor_seconds', 'Age of the oldest pass under way.', by, 'longest');
  read('controller_runtime_active_workers', 'Passes under way.', ['controller'], 'active');
  return {
    adds: counter(registry, 'workqueue_adds_total', 'Keys added.', by),
    retries: counter(registry, 'workqueue_retries_total', 'Keys added again after a failed pass.', by),
    waited: histogram(
      registry,
      'workqueue_queue_duration_seconds',
      'Time a key waits for its pass.',
      by,
      QUEUE_SECONDS,
    ),
    work: histogram(registry, 'workqueue_work_duration_seconds', 'Time a pass takes.', by, QUEUE_SECONDS),
    watch: (controller: string, state: () => QueueState) => {
      states.set(controller, state);
    },
  };
}

function callMetrics(registry: Registry) {
  return {
    kubernetes: counter(registry, 'rest_client_requests_total', 'Calls to Kubernetes.', ['code', 'method', 'host']),
    stackit: counter(registry, 'sostackit_api_requests_total', 'Calls to STACKIT.', ['operation', 'code']),
    seconds: histogram(
      registry,
      'sostackit_api_request_duration_seconds',
      'Length of a call to STACKIT.',
      ['operation'],
      CALL_SECONDS,
    ),
  };
}

function counter(registry: Registry, name: string, help: string, labelNames: string[]): Counter {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

function gauge(registry: Registry, name: string, help: string, labelNames: string[]): Gauge {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

function histogram(registry: Registry, name: string, help: string, labelNames: string[], buckets: number[]): Histogram {
  return new Histogram({ name, help, labelNames, buckets, registers: [registry] });
}
