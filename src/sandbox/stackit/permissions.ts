import { forbidden } from './errors';

/** A call that is refused with 403. */
export interface Denial {
  /** E-mail of the caller. @default every caller */
  readonly caller?: string;
  /** As in the operations table; a `*` at its end stands for any rest, `*` alone for all. */
  readonly operationId: string;
  /** @default every project */
  readonly projectId?: string;
}

/** What callers may not do. Without a denial everybody may do everything. */
export class Permissions {
  #denials: Denial[] = [];

  /** Takes a permission away until {@link clear}. @throws TypeError without an operationId */
  deny(denial: Denial): void {
    if (typeof denial?.operationId !== 'string') throw new TypeError('a denial needs an operationId');
    this.#denials.push(denial);
  }

  clear(): void {
    this.#denials = [];
  }

  list(): readonly Denial[] {
    return this.#denials;
  }

  /** @throws Refusal 403 */
  check(call: {
    readonly caller: string;
    readonly operationId: string;
    readonly projectId?: string | undefined;
  }): void {
    if (this.#denials.some((denial) => matches(denial, call))) throw forbidden();
  }
}

function matches(denial: Denial, call: Parameters<Permissions['check']>[0]): boolean {
  const { caller = call.caller, projectId = call.projectId, operationId } = denial;
  if (caller !== call.caller || projectId !== call.projectId) return false;
  return operationId.endsWith('*')
    ? call.operationId.startsWith(operationId.slice(0, -1))
    : operationId === call.operationId;
}
