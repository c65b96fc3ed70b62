import { findCondition, isReady } from './conditions';
import type { AnyKind, CommonSpec, Resolution, Resolutions, Resource } from './kind';

/** A Kubernetes object by kind and `namespace/name`. */
export interface Address {
  readonly kind: string;
  readonly key: string;
}

/** Who refers to whom, both ways, kept by the watch. */
export class ReferenceIndex {
  readonly #targets = new Map<string, readonly Address[]>();
  readonly #sources = new Map<string, Map<string, Address>>();

  /** Takes in what an object refers to now; an empty list when it is gone. */
  set(source: Address, targets: readonly Address[]): void {
    const from = textOf(source);
    for (const target of this.#targets.get(from) ?? []) {
      const sources = this.#sources.get(textOf(target));
      sources?.delete(from);
      if (sources?.size === 0) this.#sources.delete(textOf(target));
    }
    if (targets.length === 0) this.#targets.delete(from);
    else this.#targets.set(from, targets);
    for (const target of targets) {
      const sources = this.#sources.get(textOf(target)) ?? new Map<string, Address>();
      this.#sources.set(textOf(target), sources.set(from, source));
    }
  }

  /** What the object refers to. */
  targetsOf(source: Address): readonly Address[] {
    return this.#targets.get(textOf(source)) ?? [];
  }

  /** What refers to the object. */
  sourcesOf(target: Address): readonly Address[] {
    return [...(this.#sources.get(textOf(target))?.values() ?? [])];
  }
}

/** Finds an object in the caches. */
export type Lookup = (address: Address) => { readonly object: Resource; readonly kind: AnyKind } | undefined;

/** What an object refers to, by its kind's declaration. */
export function targetsOf(kind: AnyKind, object: Resource): Address[] {
  return kind.references.flatMap((reference) =>
    reference
      .targets(object.spec)
      .map((name) => ({ kind: reference.kind, key: `${object.metadata.namespace}/${name}` })),
  );
}

/** How far a chain of those that wait is followed for what is at its end; it may be a circle. */
const LONGEST_CHAIN = 8;

/** Judges every reference of an object that is set. `depth` counts the links of a chain that led here. */
export function resolveReferences(kind: AnyKind, object: Resource, lookup: Lookup, depth = 0): Resolutions {
  const resolutions: Record<string, Resolution> = {};
  for (const reference of kind.references) {
    for (const name of reference.targets(object.spec)) {
      const field = reference.many ? `${reference.field}[${name}]` : reference.field;
      const address = { kind: reference.kind, key: `${object.metadata.namespace}/${name}` };
      resolutions[field] = resolve({ field, address, spec: object.spec, depth }, lookup);
    }
  }
  return resolutions;
}

/** On the way by itself: each step would change the message of all that wait, and says nothing of why. */
const PROGRESS: ReadonlySet<string> = new Set(['Creating', 'Transitioning', 'Uploading']);

interface Link {
  readonly field: string;
  readonly address: Address;
  /** Of the object that refers. */
  readonly spec: CommonSpec;
  readonly depth: number;
}

function resolve({ field, address, spec, depth }: Link, lookup: Lookup): Resolution {
  const name = `${address.kind} ${address.key}`;
  const found = lookup(address);
  if (!found) return { is: 'waiting', message: `${field}: ${name} does not exist` };
  const { object: target, kind } = found;
  for (const place of ['projectId', 'region'] as const) {
    if (target.spec[place] === spec[place]) continue;
    return {
      is: 'invalid',
      message: `${field}: ${name} has ${place} ${target.spec[place]}, this object has ${spec[place]}; both must be the same`,
    };
  }
  if (target.metadata.deletionTimestamp) return { is: 'waiting', message: `${field}: ${name} is being deleted` };
  const id = target.status?.[kind.idField];
  if (typeof id === 'string' && id !== '' && isReady(target)) return { is: 'ready', id };
  const ready = findCondition(target.status?.conditions, 'Ready');
  if (!ready || PROGRESS.has(ready.reason) || waitsForProgress(found, lookup, depth)) {
    return { is: 'waiting', message: `${field}: ${name} is not ready yet`, moving: true };
  }
  // What the target waits for itself is the first cause, and stands in its message.
  return { is: 'waiting', message: `${field}: ${name} is not ready (${ready.reason}: ${ready.message})` };
}

/** Does the object wait for nothing but what is on its way by itself, so that there is no cause to name? */
function waitsForProgress(
  { kind, object }: { readonly kind: AnyKind; readonly object: Resource },
  lookup: Lookup,
  depth: number,
): boolean {
  const ready = findCondition(object.status?.conditions, 'Ready');
  if (ready?.reason !== 'WaitingForReference' || depth >= LONGEST_CHAIN) return false;
  const resolutions = Object.values(resolveReferences(kind, object, lookup, depth + 1));
  // What waits for no reference any more has yet to look, or waits for a Secret.
  const usesSecrets = (kind.secrets?.uses(object.spec) ?? []).length > 0;
  return (
    resolutions.every(
      (resolution) => resolution.is === 'ready' || (resolution.is === 'waiting' && resolution.moving),
    ) &&
    (!usesSecrets || resolutions.some(({ is }) => is === 'waiting'))
  );
}

/** The objects that withhold the deletion of `target`, as a person names them. */
export function usersOf(target: Address, sources: readonly Address[], lookup: Lookup): string[] {
  return sources.flatMap((source) => {
    const found = lookup(source);
    if (!found) return [];
    const { object, kind } = found;
    const created = typeof object.status?.[kind.idField] === 'string';
    // What was never sent can't be sent any more, since its target is being deleted.
    if (!created && object.status?.attempt === undefined) return [];
    const holds = kind.references.some(
      (reference) =>
        reference.kind === target.kind &&
        reference.targets(object.spec).some((name) => `${object.metadata.namespace}/${name}` === target.key) &&
        (!created || reference.guard === 'always'),
    );
    return holds ? [`${source.kind} ${source.key}`] : [];
  });
}

function textOf({ kind, key }: Address): string {
  return `${kind}/${key}`;
}
