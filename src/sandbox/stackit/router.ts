import type { Operation } from './call';

/** An operation with the parameters of its path, decoded. */
export interface Route {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operation: Operation;
  /** Literal segments; `undefined` stands for a parameter. */
  readonly literals: readonly (string | undefined)[];
  readonly names: readonly string[];
}

/** Compiles the operations table to a look-up by method and path. */
export function router(operations: readonly Operation[]): (method: string, path: string) => Route | undefined {
  const patterns = new Map<string, Pattern[]>();
  for (const operation of operations) {
    const segments = operation.path.slice(1).split('/');
    const key = `${operation.method} ${segments.length}`;
    const pattern = {
      operation,
      literals: segments.map((segment) => (segment.startsWith('{') ? undefined : segment)),
      names: segments.map((segment) => segment.replace(/[{}]/g, '')),
    };
    patterns.set(key, [...(patterns.get(key) ?? []), pattern]);
  }
  return (method, path) => {
    const segments = path.slice(1).split('/');
    for (const { operation, literals, names } of patterns.get(`${method} ${segments.length}`) ?? []) {
      // A parameter is never empty: `networks/` names no network.
      const fits = (segment: string, index: number) => segment !== '' && (literals[index] ?? segment) === segment;
      if (!segments.every(fits)) continue;
      const params: Record<string, string> = {};
      for (const [index, literal] of literals.entries()) {
        if (literal === undefined) params[names[index] ?? ''] = decode(segments[index] ?? '');
      }
      return { operation, params };
    }
    return undefined;
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
