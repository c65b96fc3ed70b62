/** One thing that is wrong with what a construct was given. */
export interface Problem {
  /** Path of the construct. */
  readonly path: string;
  /** Prop or field, such as `spec.size`. */
  readonly field: string;
  /** What was given; absent when it is the absence that is wrong. */
  readonly given?: unknown;
  /** What is allowed instead. */
  readonly allowed: string;
}

/** A problem of a construct that is known, so that its path need not be said. */
export type OwnProblem = Omit<Problem, 'path'>;

/** Problems of several checks in one list. There are seldom any, so that lists are not copied before there is something in them. */
export function together(...lists: readonly (readonly OwnProblem[])[]): readonly OwnProblem[] {
  let all: readonly OwnProblem[] = NONE;
  for (const list of lists) if (list.length > 0) all = all.length > 0 ? [...all, ...list] : list;
  return all;
}

/** No problem at all. */
export const NONE: readonly never[] = [];

const LONGEST_GIVEN = 80;

function shown(given: unknown): string {
  if (given === undefined) return 'nothing given';
  const text = JSON.stringify(given) ?? String(given);
  // A piece of a block helps nobody, and the rule names what is wrong in it.
  if (typeof given === 'object' && text.length > LONGEST_GIVEN) {
    return Array.isArray(given) ? `given a list of ${given.length}` : 'given a block';
  }
  return `given ${text.length > LONGEST_GIVEN ? `${text.slice(0, LONGEST_GIVEN)}…` : text}`;
}

/** One line for people: path, field, what was given and what is allowed. */
export function describe({ path, field, given, allowed }: Problem): string {
  return `${path}: ${field}: ${shown(given)}, allowed: ${allowed}`;
}

/** Thrown by a construct whose props are wrong. It carries all that is wrong, not only the first. */
export class InvalidPropsError extends Error {
  /** All that is wrong. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(
      `${problems.length === 1 ? 'invalid props' : `${problems.length} invalid props`}\n  ${problems.map(describe).join('\n  ')}`,
    );
    this.name = 'InvalidPropsError';
    this.problems = problems;
  }
}
