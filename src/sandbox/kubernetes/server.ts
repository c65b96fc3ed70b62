import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock';
import { Registry } from './registry';
import { Store } from './store';

/** What all verbs share: the objects, the served resources, the time. */
export class Server {
  readonly store: Store;
  readonly registry = new Registry();
  readonly clock: Clock;
  readonly uid: () => string = randomUUID;

  constructor(clock: Clock, window: number) {
    this.clock = clock;
    this.store = new Store(window);
  }

  /** The time in RFC 3339, whole seconds, as Kubernetes writes it. */
  time(): string {
    return `${new Date(this.clock.now()).toISOString().slice(0, 19)}Z`;
  }
}
