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

  constructor(private readonly operationIds: readonly string[]) {}

  /** Takes a permission away until {@link clear}. @throws TypeError for what refuses nothing */
  deny(denial: Denial): void {
    this.#check(denial);
    this.#denials.push(denial);
  }

  #check(denial: Denial | null): void {
    const { operationId, ...narrower } = denial ?? {};
    if (typeof operationId !== 'string') throw new TypeError('a denial needs an operationId, which may end in *');
    if (!this.operationIds.some((one) => covers(operationId, one))) {
      throw new TypeError(`operationId ${JSON.stringify(operationId)} is that of no operation`);
    }
    for (const [name, value] of Object.entries(narrower)) {
      if (name !== 'caller' && name !== 'projectId') {
        throw new TypeError(`${name} is unknown, known are caller, operationId, projectId`);
      }
      if (typeof value !== 'string') throw new TypeError(`${name} must be a text, not ${JSON.stringify(value)}`);
    }
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
  return covers(operationId, call.operationId);
}

function covers(pattern: string, operationId: string): boolean {
  return pattern.endsWith('*') ? operationId.startsWith(pattern.slice(0, -1)) : pattern === operationId;
}
