import type { AnyKind, CloudObject, Scope } from '../engine/kind';
import { Observer, type ObserverOptions } from './observer';

/** Options of {@link Observers}. */
export interface ObserversOptions extends Pick<ObserverOptions, 'clock' | 'random' | 'fast' | 'slow'> {
  readonly list: (kind: AnyKind, scope: Scope, wide: boolean, signal: AbortSignal) => Promise<readonly CloudObject[]>;
  /** Called with the keys of a kind that have something new. */
  readonly onChange: (kind: string, keys: Iterable<string>) => void;
  readonly onError: (kind: string, scope: Scope, error: unknown) => void;
}

/** One observer for each kind, project and region that objects lie in. */
export class Observers {
  readonly #options: ObserversOptions;
  readonly #observers = new Map<string, Observer>();

  constructor(options: ObserversOptions) {
    this.#options = options;
  }

  /** The observer of a kind in a project and region. */
  get(kind: AnyKind, scope: Scope): Observer {
    const name = nameOf(kind.kind, scope);
    const former = this.#observers.get(name);
    if (former) return former;
    const { list, onChange, onError, ...rest } = this.#options;
    const observer = new Observer({
      ...rest,
      list: (wide, signal) => list(kind, scope, wide, signal),
      onChange: (keys) => onChange(kind.kind, keys),
      onError: (error) => onError(kind.kind, scope, error),
    });
    this.#observers.set(name, observer);
    return observer;
  }

  /** Asks for a fresh look, if anything is looked at. */
  nudge(kind: string, scope: Scope): void {
    this.#observers.get(nameOf(kind, scope))?.nudge();
  }

  /** Ends all interest of a key of a kind. */
  unwatch(kind: string, key: string): void {
    for (const [name, observer] of this.#observers) {
      if (name.startsWith(`${kind} `)) observer.unwatch(key);
    }
  }

  /** Ends all LISTs. */
  stop(): void {
    for (const observer of this.#observers.values()) observer.stop();
  }
}

function nameOf(kind: string, { projectId, region }: Scope): string {
  return `${kind} ${projectId} ${region}`;
}
