import type { IConstruct } from 'constructs';
import { InvalidPropsError, type Problem } from './problem';

const collections = new WeakMap<IConstruct, Problem[]>();

/**
 * Runs `define`, in which `scope` defines its children, and gathers what they find wrong; all of it is thrown in the end as one
 * error. A scope inside another one that gathers hands its problems on.
 */
export function gathered<Result>(scope: IConstruct, define: () => Result): Result {
  const problems: Problem[] = [];
  collections.set(scope, problems);
  let result: Result;
  try {
    result = define();
  } finally {
    collections.delete(scope);
  }
  report(scope, problems);
  return result;
}

/** Throws the problems of a construct, unless a scope around it gathers them. */
export function report(construct: IConstruct, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  for (let scope = construct.node.scope; scope; scope = scope.node.scope) {
    const collection = collections.get(scope);
    if (collection) return void collection.push(...problems);
  }
  throw new InvalidPropsError(problems);
}
