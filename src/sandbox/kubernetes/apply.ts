import { descend, difference, emptySet, type FieldSet, isEmpty, type Member, membersOf, union } from './field-set';
import { takenOver } from './last-applied';
import {
  applyConflict,
  type Conflict,
  claimed,
  compareObjects,
  conflictsOf,
  type Owned,
  ownedBy,
  readOwned,
  type Writer,
  writeOwned,
} from './managed-fields';
import { copy, type Fields, fieldsOf, isFields, type KubeObject, type ManagedFieldsEntry, same, set } from './object';
import { groupVersionOf, type Resource, type Schema } from './resource';

/** A server-side apply: the merged object, and who owns what then. */
export interface Applied {
  readonly object: KubeObject;
  readonly managedFields: ManagedFieldsEntry[];
}

/**
 * Merges a configuration into an object by its schema: what the writer applied before and leaves out now goes, unless somebody
 * else owns it.
 *
 * @param live the stored object; undefined when the apply creates it
 * @throws Failure 409 when the configuration changes fields that others own and `force` is not set
 */
export function apply(
  resource: Resource,
  live: KubeObject | undefined,
  configuration: KubeObject,
  writer: Writer,
  force: boolean,
): Applied {
  const before =
    live ??
    ({
      apiVersion: configuration.apiVersion,
      kind: configuration.kind,
      metadata: { name: configuration.metadata.name },
    } as KubeObject);
  const owned = readOwned(live?.metadata.managedFields);
  const own = ownedBy(owned, resource, writer);
  const claim = claimed(resource, writer.subresource, configuration);
  const merged = merge(resource.schema, before, configuration) as KubeObject;
  const others = owned.filter((item) => item !== own);
  const kept = others.reduce((all, item) => union(all, item.set), union(claim, emptySet()));
  // Metadata as a whole is nobody's, so it outlives what was owned of it.
  descend(kept, 'f:metadata');
  const given = own === undefined ? undefined : difference(own.set, kept);
  const object = (
    given === undefined || isEmpty(given) ? merged : prune(resource.schema, merged, given, kept)
  ) as KubeObject;
  const conflicts = conflictsOf(resource, before, object, owned, own);
  if (conflicts.length > 0 && !force) refuseTaking(conflicts, takenOver(resource, before, writer.manager));
  const { removed } = compareObjects(resource, before, object);
  const rest: Owned[] = others.map((item) => {
    const taken = conflicts.find(({ owner }) => owner === item)?.set;
    return { ...item, set: difference(taken === undefined ? item.set : difference(item.set, taken), removed) };
  });
  const { manager, operation, subresource } = writer;
  rest.push({
    writer: { manager, operation, subresource, apiVersion: groupVersionOf(resource) },
    // An apply that changes nothing leaves the time as it was.
    time: same(object, before) ? (own?.time ?? '') : writer.time,
    set: claim,
  });
  return { object, managedFields: writeOwned(rest.filter((item) => !isEmpty(item.set))) };
}

/** @throws Failure 409 for conflicts that are not allowed */
function refuseTaking(conflicts: readonly Conflict[], allowed: FieldSet): void {
  const rest = conflicts
    .map(({ owner, set: fields }) => ({ owner, set: difference(fields, allowed) }))
    .filter(({ set: fields }) => !isEmpty(fields));
  if (rest.length > 0) throw applyConflict(rest);
}

function merge(schema: Schema, left: unknown, right: unknown): unknown {
  if (right === undefined) return copy(left);
  const rights = membersOf(schema, right);
  const lefts = membersOf(schema, left);
  if (right === null && lefts !== undefined) return copy(left);
  if (rights === undefined || lefts === undefined || Array.isArray(left) !== Array.isArray(right)) return copy(right);
  const known = new Map(lefts.map((member) => [member.step, member.value]));
  if (isFields(right)) {
    const result: Fields = copy(fieldsOf(left));
    for (const member of rights)
      set(result, member.step.slice(2), merge(member.schema, known.get(member.step), member.value));
    return result;
  }
  return mergeLists(lefts, rights);
}

/**
 * Merges two lists of items with identity. Shared items come in the order of the right; items of the left alone stay behind the
 * shared item that they followed; items of the right alone come where the right has them.
 */
function mergeLists(lefts: readonly Member[], rights: readonly Member[]): unknown[] {
  const left = new Map(lefts.map((member) => [member.step, member.value]));
  const right = new Set(rights.map((member) => member.step));
  const shared = rights.filter((member) => left.has(member.step)).map((member) => member.step);
  const taken = new Set<string>();
  const result: unknown[] = [];
  let [l, r] = [0, 0];
  const takeRight = (member: Member) => {
    result.push(merge(member.schema, left.get(member.step), member.value));
    taken.add(member.step);
    if (shared[0] === member.step) shared.shift();
    r += 1;
  };
  while (l < lefts.length || r < rights.length) {
    const [ours, theirs] = [lefts[l], rights[r]];
    if (ours === undefined) {
      if (theirs !== undefined) takeRight(theirs);
    } else if (!right.has(ours.step)) {
      result.push(copy(ours.value));
      l += 1;
    } else if (theirs === undefined || taken.has(ours.step) || shared[0] !== ours.step) l += 1;
    else {
      if (theirs.step === ours.step) l += 1;
      takeRight(theirs);
    }
  }
  return result;
}

/** Removes the given-up paths from a value, except where something below is still owned. */
function prune(schema: Schema, value: unknown, given: FieldSet, kept: FieldSet): unknown {
  const members = membersOf(schema, value);
  if (members === undefined) return value;
  const isList = Array.isArray(value);
  const result: Fields = {};
  const items: unknown[] = [];
  for (const member of members) {
    const lost = given.steps.get(member.step);
    const still = kept.steps.get(member.step);
    // A named field goes when nobody owns anything of it; an item or key, when nobody owns the item itself.
    const goes = lost !== undefined && (member.declared ? still === undefined : lost.here && !still?.here);
    if (goes) continue;
    const rest =
      lost === undefined
        ? member.value
        : prune(member.schema, member.value, lost, still ?? { here: false, steps: new Map() });
    if (isList) items.push(rest);
    else set(result, member.step.slice(2), rest);
  }
  // What loses its last member becomes null, not empty: a quirk of the real server, which then mostly refuses the object.
  if (members.length > 0 && items.length + Object.keys(result).length === 0) return null;
  return isList ? items : result;
}
