import {
  ApiObject,
  type ApiObjectMetadata,
  type ApiObjectMetadataDefinition,
  type ApiObjectProps,
  App,
  ImplicitTokenResolver,
  type JsonPatch,
  LazyResolver,
  NumberStringUnionResolver,
} from 'cdk8s';
import type { Construct } from 'constructs';
import { isPlainText } from './tokens';

/** Props of a {@link PlainObject}: nothing stands beside its spec. */
export interface PlainObjectProps {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata | undefined;
  readonly spec: object;
}

/**
 * A Kubernetes object that is rendered in one walk where nothing has to be resolved and nothing is patched: cdk8s takes four
 * walks, and looks for the app at each value. The result is the same; where it might not be, it is cdk8s that renders.
 */
export class PlainObject extends ApiObject {
  readonly #spec: unknown;
  #patched = false;

  constructor(scope: Construct, id: string, props: PlainObjectProps) {
    super(scope, id, props as ApiObjectProps);
    this.#spec = props.spec;
  }

  override addJsonPatch(...operations: JsonPatch[]): void {
    this.#patched = true;
    super.addJsonPatch(...operations);
  }

  override toJson(): unknown {
    return this.#rendered() ?? super.toJson();
  }

  #rendered(): object | undefined {
    if (this.#patched || process.env.CDK8S_DISABLE_SORT || !resolvesOnlyTokens(App.of(this))) return undefined;
    const metadata = plainMetadata(this.metadata);
    const spec = plainCopy(this.#spec);
    if (metadata === FOREIGN || spec === FOREIGN) return undefined;
    return { apiVersion: this.apiVersion, kind: this.kind, metadata, spec };
  }
}

const BUILT_IN: readonly unknown[] = [LazyResolver, ImplicitTokenResolver, NumberStringUnionResolver];

/** Whether an app changes no plain data, as resolvers of its own might. */
function resolvesOnlyTokens({ resolvers }: App): boolean {
  return Array.isArray(resolvers) && resolvers.every((resolver) => BUILT_IN.includes(resolver.constructor));
}

/** Stands for what may be more than plain data. */
const FOREIGN = Symbol('foreign');

/** A copy as cdk8s makes it, with sorted keys and without what is absent. */
function plainCopy(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return plainList(value);
  // The prototype may have a method `resolve`, and a key may be called `constructor`.
  if (Object.getPrototypeOf(value) !== Object.prototype || value.constructor !== Object) return FOREIGN;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const held = key === '__proto__' ? FOREIGN : plainCopy((value as Readonly<Record<string, unknown>>)[key]);
    if (held === FOREIGN) return FOREIGN;
    if (held !== undefined) copy[key] = held;
  }
  return copy;
}

function plainList(list: readonly unknown[]): unknown {
  const copy = list.map(plainCopy);
  return copy.includes(FOREIGN) ? FOREIGN : copy;
}

/** What cdk8s 2.70 keeps of metadata, and what it renders of that beside additional attributes. */
const KEPT = new Set(
  'name namespace labels annotations finalizers ownerReferences apiObject _additionalAttributes'.split(' '),
);

interface Kept {
  readonly labels: unknown;
  readonly annotations: unknown;
  readonly finalizers: readonly unknown[];
  readonly ownerReferences: readonly unknown[];
  readonly _additionalAttributes: object;
}

const isKept = (field: string) => KEPT.has(field);

/** Metadata of names, labels and annotations, which is what most objects have. */
function plainMetadata(metadata: ApiObjectMetadataDefinition): unknown {
  // Another version of cdk8s may keep, and render, something else.
  if (!Object.keys(metadata).every(isKept)) return FOREIGN;
  const { name, namespace } = metadata;
  const { labels, annotations, finalizers, ownerReferences, _additionalAttributes } = metadata as unknown as Kept;
  if (typeof name !== 'string' || (namespace !== undefined && typeof namespace !== 'string')) return FOREIGN;
  if (!isPlainText(labels) || !isPlainText(annotations)) return FOREIGN;
  if (finalizers.length > 0 || ownerReferences.length > 0 || !Object.keys(_additionalAttributes).every(isKept)) {
    return FOREIGN;
  }
  return plainCopy({ annotations: unlessEmpty(annotations), labels: unlessEmpty(labels), name, namespace });
}

function unlessEmpty(map: object): object | undefined {
  for (const _ in map) return map;
  return undefined;
}
