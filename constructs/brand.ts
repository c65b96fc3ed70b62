import type { KindName } from '../src/api';

/**
 * The mark by which a construct is known as one of ours. It is the same symbol in every installed copy of the library, where
 * `instanceof` would refuse the constructs of another copy.
 */
const brands: Readonly<Record<KindName, symbol>> = {
  Network: Symbol.for('sostackit.Network'),
  Image: Symbol.for('sostackit.Image'),
  Volume: Symbol.for('sostackit.Volume'),
  Server: Symbol.for('sostackit.Server'),
  Cluster: Symbol.for('sostackit.Cluster'),
};

/** Marks a construct as one of a kind. */
export function brand(construct: object, kind: KindName): void {
  Object.defineProperty(construct, brands[kind], { value: true });
}

/** Whether a value is a construct of a kind, of this or another copy of the library. */
export function isBranded(value: unknown, kind: KindName): boolean {
  return typeof value === 'object' && value !== null && brands[kind] in value;
}

/** Kind of a construct of ours, of this or another copy of the library; undefined for any other value. */
export function kindOf(value: unknown): KindName | undefined {
  return (Object.keys(brands) as KindName[]).find((kind) => isBranded(value, kind));
}
