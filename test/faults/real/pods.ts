import { bundlePath, type Command, start } from '../../integration/command';

/** Provider processes as a Deployment runs them: one that ends is started again. */
export class Pods {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #running = new Set<Command>();
  #ended = false;
  /** What processes said that ended by themselves for another reason than a lost lease. */
  readonly complaints: string[] = [];

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  /** Starts one more process. */
  start(): Command {
    const pod = start(bundlePath('provider.cjs'), FLAGS, { env: { PATH: process.env.PATH, ...this.#environment } });
    this.#running.add(pod);
    void pod.ended.then(({ code, signal, stderr }) => {
      this.#running.delete(pod);
      if (this.#ended) return;
      if (signal === null && !/lease was lost|cluster/.test(stderr))
        this.complaints.push(`ended with ${code}: ${stderr}`);
      if (this.#running.size < 1) setTimeout(() => this.#ended || this.start(), 100).unref();
    });
    return pod;
  }

  /** The processes that run, the oldest first. */
  get all(): readonly Command[] {
    return [...this.#running];
  }

  /** Ends them all at once. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(
      this.all.map(async (pod) => {
        pod.child.kill('SIGCONT');
        await pod.stop('SIGKILL');
      }),
    );
  }
}

/** The lease that the pauses have to outlast, in milliseconds. */
export const LEASE = 2_000;

const FLAGS = [
  `--lease-duration=${LEASE}ms`,
  '--renew-deadline=1500ms',
  '--retry-period=300ms',
  '--create-grace=1s',
  '--not-found-grace=1s',
  '--poll-interval=1s',
  '--fast-poll-interval=100ms',
  '--leader-election-namespace=default',
  '--metrics-bind-address=0',
  '--health-probe-bind-address=0',
  '--log-level=error',
];
