import type { Case, Step } from './kubernetes-corpus';

const W = '/apis/example.dev/v1/namespaces/{ns}/widgets/w';
const APPLY = 'application/apply-patch+yaml';
const MERGE = 'application/merge-patch+json';

/** Numbers in [0, 1) that the seed decides. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** A conversation of managers who apply, patch, replace and delete one widget. */
export function randomCase(seed: number): Case {
  const random = randomOf(seed);
  const maybe = (chance: number) => random() < chance;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[], chance = 0.5): T[] => list.filter(() => maybe(chance));
  const mapOf = (keys: readonly string[]) => Object.fromEntries(some(keys).map((key) => [key, pick(['1', '2'])]));

  const fields: Record<string, readonly [chance: number, value: () => unknown]> = {
    size: [0.5, () => pick([1, 2, 3, 4, 100])],
    color: [0.3, () => pick(['red', 'green', 'blue', null])],
    tags: [
      0.4,
      () =>
        some(
          pick([
            ['a', 'b', 'c'],
            ['d', 'b', 'a'],
          ]),
        ),
    ],
    plain: [0.3, () => some(['a', 'a', 'b'])],
    labels: [0.4, () => mapOf(['a', 'b', 'c'])],
    frozen: [0.3, () => mapOf(['a', 'b'])],
    nested: [0.3, () => pick([{}, { b: 'q' }, { deep: 'z' }, { deep: 'z', b: 'w' }, null])],
    any: [0.3, () => pick([{}, { a: 1 }, { a: { b: [1, { c: 2 }] } }, { l: [] }, { n: null }])],
    nothing: [0.2, () => pick([null, 'a'])],
    port: [0.2, () => pick([1, 'http'])],
    parts: [
      0.4,
      () =>
        some(
          pick([
            ['p', 'q', 'r'],
            ['r', 'p', 'q'],
          ]),
        ).map((id) => ({
          id,
          ...(maybe(0.5) ? { v: pick([1, 2]) } : {}),
          ...(maybe(0.3) ? { w: pick([1, 2]) } : {}),
        })),
    ],
  };
  const spec = (whole: boolean): Record<string, unknown> => ({
    ...(whole ? { name: pick(['x', 'y']) } : {}),
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, [chance, value]]) => (maybe(chance) ? [[name, value()]] : [])),
    ),
  });
  const metadata = () => ({
    ...(maybe(0.3) ? { labels: mapOf(['l', 'k']) } : {}),
    ...(maybe(0.2) ? { annotations: { n: pick(['1', '2']) } } : {}),
    ...(maybe(0.2) ? { finalizers: some(['x.y/a', 'x.y/b'], 0.6) } : {}),
  });
  const widget = (whole: boolean, more = {}) => ({
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name: 'w', ...metadata(), ...more },
    spec: spec(whole),
  });
  const patch = (path: string, type: string, body: unknown): Step => ({ method: 'PATCH', path, type, body, want: '' });
  const status = () => pick([{ state: 'a' }, { state: null }, { conditions: [{ type: 'R', status: 'T' }] }, {}]);

  const step = (): Step => {
    const forced = maybe(0.5) ? '&force=true' : '';
    switch (
      pick(['apply', 'apply', 'apply', 'apply', 'merge', 'merge', 'status', 'applied status', 'delete', 'put'] as const)
    ) {
      case 'apply':
        return patch(`${W}?fieldManager=${pick(['one', 'two', 'three'])}${forced}`, APPLY, widget(maybe(0.7)));
      case 'merge':
        return patch(`${W}?fieldManager=${pick(['u', 'one'])}`, MERGE, { metadata: metadata(), spec: spec(false) });
      case 'status':
        return patch(`${W}/status?fieldManager=${pick(['s', 'one'])}`, MERGE, { status: status() });
      case 'applied status':
        return patch(`${W}/status?fieldManager=one&force=true`, APPLY, {
          ...widget(true),
          metadata: { name: 'w' },
          spec: undefined,
          status: status(),
        });
      case 'delete':
        return { method: 'DELETE', path: W, want: '' };
      case 'put':
        return { method: 'PUT', path: W, body: widget(true, { resourceVersion: '{rv}' }), want: '' };
    }
  };
  const first = patch(`${W}?fieldManager=one`, APPLY, widget(true));
  return { name: `seed ${seed}`, steps: [first, ...Array.from({ length: 6 }, step)] };
}
