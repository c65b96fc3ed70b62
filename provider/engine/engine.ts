import type { Clock } from '../../src/clock';
import type { Turn } from '../cloud/budget';
import type { Clients } from '../cloud/clients';
import type { Observer } from '../cloud/observer';
import type { EventRecorder, KubeClient } from '../kubernetes';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import type { AnyKind, Scope } from './kind';
import type { Address, Lookup, ReferenceIndex } from './references';

/** All that a pass may use. One for the process; nothing in it is specific to a kind. */
export interface Engine {
  readonly kube: KubeClient;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly random: () => number;
  /** A fresh random token for a create attempt. */
  readonly token: () => string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  /** UID of the `kube-system` namespace, or `--cluster-id`. */
  readonly clusterId: string;
  /** Milliseconds. */
  readonly createGrace: number;
  /** Milliseconds. */
  readonly notFoundGrace: number;
  /** Milliseconds that STACKIT may take to show a change that it accepted. */
  readonly settle: number;
  /** Waits until a creation may be sent to a project. */
  readonly turn: (projectId: string) => Promise<Turn>;
  /** Is the lease held, and was it renewed in time? No mutating call is made without it. */
  readonly isLeader: () => boolean;
  readonly observer: (kind: AnyKind, scope: Scope) => Observer;
  /** Asks for a fresh look at a kind, since a change of another kind shows there too. */
  readonly nudge: (kind: string, scope: Scope) => void;
  /** Ends all interest of a key, wherever its object was thought to be. */
  readonly unwatch: (address: Address) => void;
  readonly references: ReferenceIndex;
  readonly lookup: Lookup;
  /** Queues a key of any kind. */
  readonly wake: (address: Address) => void;
}
