/** A call of a process to one of its two servers, as far as it decides which faults make sense. */
export interface CallShape {
  readonly side: 'kubernetes' | 'stackit';
  readonly method: string;
  readonly path: string;
  readonly watch: boolean;
}

/** A call that was made. */
export interface CallMade extends CallShape {
  /** What it says, without what differs between equal runs: IDs, versions, times, and words for people. */
  readonly text: string;
}

/** What happens at a call. Those with a `process` happen to the whole process, the others to the one call. */
export const FAULT_KINDS = [
  /** The process ends before the call leaves it, or after the server has carried it out; a new one starts a second later. */
  'death-before',
  'death-after',
  /** The connection breaks, before or after the server has carried the call out. */
  'reset-before',
  'reset-after',
  /** A 500 that carried nothing out, and one that did. */
  'error-before',
  'error-after',
  /** The connection breaks, and the call is carried out some time later, within the create grace. */
  'late',
  /** No answer until the caller's time is up, without and with the effect. */
  'silence-before',
  'silence-after',
  /** The answer ends in its middle. */
  'half-answer',
  'throttled',
  'unavailable',
  'forbidden',
  'conflict',
  /** A LIST of STACKIT that misses everything. */
  'empty-list',
  /** Watch events are held back for 20 s. */
  'stale-cache',
  'watch-cut',
  /** The watches end and their versions have expired. */
  'expired',
  /** The process can't renew its lease any more; another one stands by. */
  'lease-lost',
  /** The process stands still before the call or after its effect, past its lease, and then goes on. */
  'pause-before',
  'pause-after',
  /** The same before the call, but only until its successor begins to create something. */
  'pause-until-rival',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault at the call number `at` of a run, counted from 1. */
export interface Fault {
  readonly kind: FaultKind;
  readonly at: number;
}

/** Faults that need a leader election, as two processes take part. */
export const ELECTED: ReadonlySet<FaultKind> = new Set([
  'lease-lost',
  'pause-before',
  'pause-after',
  'pause-until-rival',
]);

/** Does this fault make sense at this call? */
export function applies(kind: FaultKind, { side, method, path, watch }: CallShape): boolean {
  const write = method !== 'GET';
  switch (kind) {
    case 'late':
      return write;
    case 'conflict':
      return write;
    case 'forbidden':
      return side === 'stackit';
    case 'empty-list':
      return (
        side === 'stackit' &&
        !write &&
        /\/(?:networks|images|volumes|servers)(?:\?|$)/.test(path) &&
        !path.includes('label_selector')
      );
    case 'half-answer':
      return !watch;
    default:
      return true;
  }
}

/** Faults as a person types them: `reset-after@12,death-before@30`. */
export function faultsToText(faults: readonly Fault[]): string {
  return faults.map(({ kind, at }) => `${kind}@${at}`).join(',');
}

/** Reads what {@link faultsToText} writes. @throws RangeError */
export function faultsOf(text: string): Fault[] {
  return text.split(',').flatMap((part) => {
    if (part === '') return [];
    const [kind = '', at = ''] = part.split('@');
    if (!FAULT_KINDS.includes(kind as FaultKind) || !/^\d+$/.test(at)) throw new RangeError(`no fault: ${part}`);
    return [{ kind: kind as FaultKind, at: Number(at) }];
  });
}
