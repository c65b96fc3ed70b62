import { Failure } from './failure';
import {
  type Comparison,
  compare,
  difference,
  type FieldSet,
  fromFieldsV1,
  intersection,
  isEmpty,
  pathsOf,
  pathText,
  setOf,
  toFieldsV1,
  union,
  without,
} from './field-set';
import { fieldsOf, isFields, type KubeObject, type ManagedFieldsEntry } from './object';
import { groupVersionOf, type Resource } from './resource';

/** Who writes, and how. */
export interface Writer {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /** RFC 3339, whole seconds. */
  readonly time: string;
}

/** What one writer owns. */
export interface Owned {
  readonly writer: Omit<Writer, 'time'> & { readonly apiVersion: string };
  time: string;
  set: FieldSet;
}

// The server keeps these itself, so nobody owns them.
const unowned = [
  'apiVersion',
  'kind',
  ...[
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'generateName',
    'generation',
    'managedFields',
    'name',
    'namespace',
    'resourceVersion',
    'selfLink',
    'uid',
  ].map((field) => `metadata.${field}`),
].map((path) => path.split('.').map((name) => `f:${name}`));

/** Fields that a write through this (sub)resource resets, so that it cannot own them. */
function resetFields(resource: Resource, subresource: string): string[][] {
  if (subresource === '') return resource.hasStatus ? [['f:status']] : [];
  return resource.custom ? [['f:metadata'], ['f:spec']] : [['f:spec']];
}

export function ownable(resource: Resource, subresource: string, set: FieldSet): FieldSet {
  const rest = without(set, [...unowned, ...resetFields(resource, subresource)]);
  const meta = rest.steps.get('f:metadata');
  if (meta !== undefined) meta.here = false;
  rest.here = false;
  // The typed decoder gives built-in objects their structs, so their presence is nobody's doing.
  if (!resource.custom) for (const name of ['f:spec', 'f:status']) hollow(rest.steps.get(name));
  for (const [step, child] of rest.steps) if (isEmpty(child)) rest.steps.delete(step);
  return rest;
}

function hollow(set: FieldSet | undefined): void {
  if (set !== undefined) set.here = false;
}

/** Fields that an apply would take from one owner. */
export interface Conflict {
  readonly owner: Owned;
  readonly set: FieldSet;
}

/** Reads `metadata.managedFields`. */
export function readOwned(entries: readonly ManagedFieldsEntry[] | undefined): Owned[] {
  return (entries ?? []).filter(isFields).map((entry) => ({
    writer: {
      manager: entry.manager ?? '',
      operation: entry.operation,
      subresource: entry.subresource ?? '',
      apiVersion: entry.apiVersion ?? '',
    },
    time: entry.time ?? '',
    set: fromFieldsV1(entry.fieldsV1),
  }));
}

/** Writes `metadata.managedFields`: appliers first, then by time and name. */
export function writeOwned(owned: readonly Owned[]): ManagedFieldsEntry[] {
  const order = ({ writer, time }: Owned) =>
    [writer.operation, time, writer.manager, writer.apiVersion, writer.subresource].join('\u0000');
  return [...owned]
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map(({ writer, time, set }) => ({
      manager: writer.manager,
      operation: writer.operation,
      apiVersion: writer.apiVersion,
      ...(time === '' ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(set),
      ...(writer.subresource === '' ? {} : { subresource: writer.subresource }),
    }));
}

/** The entry of a writer among those of an object. */
export function ownedBy(owned: readonly Owned[], resource: Resource, writer: Writer): Owned | undefined {
  const apiVersion = groupVersionOf(resource);
  return owned.find(
    (item) =>
      item.writer.manager === writer.manager &&
      item.writer.operation === writer.operation &&
      item.writer.subresource === writer.subresource &&
      (item.writer.operation === 'Apply' || item.writer.apiVersion === apiVersion),
  );
}

/**
 * Who owns what after a write that is no apply: the writer gets what it changed, the others lose it.
 *
 * @param before the object as stored; undefined for a creation
 */
export function ownedAfterUpdate(
  resource: Resource,
  before: KubeObject | undefined,
  after: KubeObject,
  owned: readonly Owned[],
  writer: Writer,
): ManagedFieldsEntry[] {
  const changes = compare(resource.schema, before === undefined ? {} : bare(before), bare(after));
  const gained = ownable(resource, writer.subresource, union(changes.added, changes.modified));
  const own = ownedBy(owned, resource, writer);
  const result = owned
    .filter((item) => item !== own)
    .map((item) => ({ ...item, set: difference(difference(item.set, gained), changes.removed) }));
  const set = union(difference(own?.set ?? { here: false, steps: new Map() }, changes.removed), gained);
  result.push({
    writer: {
      manager: writer.manager,
      operation: writer.operation,
      subresource: writer.subresource,
      apiVersion: groupVersionOf(resource),
    },
    // An entry's time is when it last got something.
    time: own !== undefined && isEmpty(gained) ? own.time : writer.time,
    set,
  });
  return writeOwned(result.filter((item) => !isEmpty(item.set)));
}

function bare(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata } as KubeObject;
}

/** The paths that an applied configuration claims. */
export function claimed(resource: Resource, subresource: string, configuration: KubeObject): FieldSet {
  return ownable(resource, subresource, setOf(resource.schema, configuration));
}

/** Fields that an apply would take from their owners. */
export function conflictsOf(
  resource: Resource,
  before: KubeObject,
  after: KubeObject,
  owned: readonly Owned[],
  own: Owned | undefined,
): Conflict[] {
  const changes = compareObjects(resource, before, after);
  const touched = union(changes.added, changes.modified);
  return owned
    .filter((item) => item !== own)
    .map((owner) => ({ owner, set: intersection(owner.set, touched) }))
    .filter(({ set }) => !isEmpty(set));
}

/** What differs between two objects, owners aside. */
export function compareObjects(resource: Resource, before: KubeObject, after: KubeObject): Comparison {
  return compare(resource.schema, bare(before), bare(after));
}

/** The refusal of an apply without force. */
export function applyConflict(conflicts: readonly Conflict[]): Failure {
  const nameOf = ({ writer }: Owned) => {
    const name =
      JSON.stringify(writer.manager) +
      (writer.subresource === '' ? '' : ` with subresource ${JSON.stringify(writer.subresource)}`);
    return writer.operation === 'Apply' ? name : `${name} using ${writer.apiVersion}`;
  };
  const all = conflicts.flatMap(({ owner, set }) =>
    pathsOf(set).map((path) => ({ owner: nameOf(owner), path: pathText(path) })),
  );
  const causes = all.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${owner}`,
    field: path,
  }));
  const [first] = all;
  if (all.length === 1 && first !== undefined) {
    return new Failure(409, 'Conflict', `Apply failed with 1 conflict: conflict with ${first.owner}: ${first.path}`, {
      causes,
    });
  }
  const owners = [...new Set(all.map(({ owner }) => owner))].sort();
  const lines = owners.flatMap((owner) => [
    `conflicts with ${owner}:`,
    ...all.filter((item) => item.owner === owner).map(({ path }) => `- ${path}`),
  ]);
  return new Failure(409, 'Conflict', `Apply failed with ${all.length} conflicts: ${lines.join('\n')}`, { causes });
}

/** Whether a client asked to forget all owners: `managedFields: [{}]`. */
export function isReset(entries: unknown): boolean {
  return Array.isArray(entries) && entries.length === 1 && Object.keys(fieldsOf(entries[0])).length === 0;
}
