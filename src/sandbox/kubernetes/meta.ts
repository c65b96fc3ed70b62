import { badRequest, type FieldProblem, forbiddenField, invalidValue, required } from './failure';
import { type Fields, isFields, type KubeObject, type ObjectMeta, same } from './object';
import { stringsOf } from './resource';

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Problems of a name; `kind` of rule as the resource has it. */
export function nameProblems(name: string, rule: 'subdomain' | 'label' | 'path'): string[] {
  if (rule === 'path') {
    if (name === '.' || name === '..') return [`may not be '${name}'`];
    return ['/', '%']
      .filter((character) => name.includes(character))
      .map((character) => `may not contain '${character}'`);
  }
  if (rule === 'label') {
    return [
      ...(name.length > 63 ? ['must be no more than 63 bytes'] : []),
      ...(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [name.includes('.') ? 'must not contain dots' : LABEL]),
    ];
  }
  return [
    ...(name.length > 253 ? ['must be no more than 253 bytes'] : []),
    ...(name.split('.').every((part) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part)) ? [] : [SUBDOMAIN]),
  ];
}

/** Problems of the metadata of any object. */
export function metaProblems(meta: ObjectMeta, rule: 'subdomain' | 'label' | 'path'): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (meta.name === '') problems.push(required('metadata.name', 'name or generateName is required'));
  else for (const text of nameProblems(meta.name, rule)) problems.push(invalidValue('metadata.name', meta.name, text));
  for (const [key, value] of Object.entries(stringsOf(meta.labels))) {
    problems.push(...qualifiedNameProblems(key).map((text) => invalidValue('metadata.labels', key, text)));
    if (value.length > 63) problems.push(invalidValue('metadata.labels', value, 'must be no more than 63 bytes'));
    if (!/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) {
      problems.push(invalidValue('metadata.labels', value, LABEL_VALUE));
    }
  }
  for (const key of Object.keys(stringsOf(meta.annotations))) {
    problems.push(
      ...qualifiedNameProblems(key.toLowerCase()).map((text) => invalidValue('metadata.annotations', key, text)),
    );
  }
  const size = Object.entries(stringsOf(meta.annotations)).reduce(
    (sum, [key, value]) => sum + key.length + value.length,
    0,
  );
  if (size > 262_144) {
    problems.push({
      field: 'metadata.annotations',
      reason: 'FieldValueTooLong',
      message: 'Too long: may not be more than 262144 bytes',
    });
  }
  problems.push(...ownerProblems(meta), ...finalizerProblems(meta));
  return problems;
}

/** Problems of a qualified name such as `example.com/name`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return [
      "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ];
  }
  const name = parts.at(-1) ?? '';
  const problems: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') problems.push('prefix part must be non-empty');
    else problems.push(...nameProblems(prefix, 'subdomain').map((text) => `prefix part ${text}`));
  }
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > 63) problems.push('name part must be no more than 63 bytes');
  if (!/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) problems.push(QUALIFIED_PART);
  return problems;
}

function ownerProblems(meta: ObjectMeta): FieldProblem[] {
  const owners = meta.ownerReferences ?? [];
  const problems = owners.flatMap((owner, index) =>
    (['apiVersion', 'kind', 'name', 'uid'] as const)
      .filter((field) => (owner[field] ?? '') === '')
      .map((field) =>
        invalidValue(
          `metadata.ownerReferences[${index}].${field}`,
          owner[field] ?? '',
          field === 'apiVersion' ? 'version must not be empty' : 'must not be empty',
        ),
      ),
  );
  const controllers = owners.filter((owner) => owner.controller === true);
  if (controllers.length > 1) {
    problems.push(
      invalidValue(
        'metadata.ownerReferences',
        null,
        `Only one reference can have Controller set to true. Found "true" in references for ${controllers[0]?.kind}/${controllers[0]?.name} and ${controllers[1]?.kind}/${controllers[1]?.name}`,
      ),
    );
  }
  return problems;
}

function finalizerProblems(meta: ObjectMeta): FieldProblem[] {
  return (meta.finalizers ?? []).flatMap((finalizer) =>
    qualifiedNameProblems(finalizer).map((text) => invalidValue('metadata.finalizers', finalizer, text)),
  );
}

/** What a client should know about the finalizers of a custom object. */
export function finalizerWarnings(meta: ObjectMeta): string[] {
  return (meta.finalizers ?? [])
    .filter((finalizer) => !finalizer.includes('/') && finalizer !== 'orphan' && finalizer !== 'foregroundDeletion')
    .map(
      (finalizer) =>
        `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
}

/** Problems of a change of metadata: what cannot change, and what a deleted object cannot get. */
export function metaChangeProblems(meta: ObjectMeta, old: ObjectMeta): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (old.deletionTimestamp !== undefined) {
    const before = old.finalizers ?? [];
    const added = (meta.finalizers ?? []).filter((finalizer) => !before.includes(finalizer));
    if (added.length > 0) {
      problems.push(
        forbiddenField(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((name) => JSON.stringify(name)).join(', ')}}`,
        ),
      );
    }
  }
  for (const field of [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const) {
    if (!same(meta[field], old[field]))
      problems.push(invalidValue(`metadata.${field}`, meta[field] ?? null, 'field is immutable'));
  }
  return problems;
}

/** Removes empty maps and lists, which metadata does not keep. */
export function dropEmpty(meta: ObjectMeta): void {
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences', 'managedFields'] as const) {
    if (Object.keys(meta[field] ?? {}).length === 0) delete meta[field];
  }
}

const texts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'selfLink'] as const;

/**
 * Checks the JSON types of metadata, as the typed decoder of a real server does.
 *
 * @throws Failure 400
 */
export function decodeMeta(raw: Fields, kind: string, version: string): KubeObject {
  const refuse = (what: unknown, field: string, wanted: string): never => {
    const found = Array.isArray(what) ? 'array' : typeof what === 'boolean' ? 'bool' : typeof what;
    throw badRequest(
      `${kind} in version "${version}" cannot be handled as a ${kind}: json: cannot unmarshal ${found} into Go struct field ObjectMeta.${field} of type ${wanted}`,
    );
  };
  if (raw.metadata !== undefined && raw.metadata !== null && !isFields(raw.metadata)) {
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: json: cannot unmarshal metadata`);
  }
  const meta: Fields = isFields(raw.metadata) ? raw.metadata : {};
  for (const field of texts) {
    if (meta[field] === null) delete meta[field];
    if (meta[field] !== undefined && typeof meta[field] !== 'string') refuse(meta[field], field, 'string');
  }
  for (const field of ['labels', 'annotations']) {
    const map = meta[field];
    if (map === undefined || map === null) delete meta[field];
    else if (!isFields(map)) refuse(map, field, 'map[string]string');
    else {
      for (const [key, value] of Object.entries(map)) {
        if (value === null) map[key] = '';
        else if (typeof value !== 'string') refuse(value, field, 'string');
      }
    }
  }
  for (const field of ['finalizers', 'ownerReferences', 'managedFields']) {
    const list = meta[field];
    if (list === undefined || list === null) delete meta[field];
    else if (!Array.isArray(list)) refuse(list, field, field === 'finalizers' ? '[]string' : `[]v1.${field}`);
  }
  meta.name ??= '';
  return { ...raw, metadata: meta as ObjectMeta } as KubeObject;
}
