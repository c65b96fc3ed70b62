import { builtin } from './builtin';
import { ageColumn, countOf, nameColumn, textColumn } from './columns';
import { crdResource } from './crd';
import { eventResources } from './events';
import { type FieldProblem, forbiddenField, invalidValue } from './failure';
import { fieldsOf, isFields, type KubeObject, same } from './object';
import type { Resource } from './resource';
import { stringsOf } from './resource';
import {
  anything,
  atomicList,
  condition,
  described,
  flag,
  integer,
  keyedList,
  mapOf,
  objectReference,
  struct,
  text,
} from './shapes';

/** Every resource that is there without a CustomResourceDefinition. */
export function builtinResources(): Resource[] {
  return [
    namespaces(),
    secrets(),
    configMaps(),
    serviceAccounts(),
    leases(),
    ...eventResources(),
    ...rbac(),
    crdResource(),
  ];
}

function namespaces(): Resource {
  return builtin({
    plural: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
    shortNames: ['ns'],
    hasStatus: true,
    drained: true,
    description: 'Namespace provides a scope for names.',
    fields: {
      spec: struct({ finalizers: atomicList(text) }),
      status: struct({ phase: text, conditions: keyedList('type', condition) }),
    },
    columns: [
      nameColumn,
      textColumn('Status', 'The status of the namespace', (o) => fieldsOf(o.status).phase),
      ageColumn,
    ],
    selectable: ['status.phase'],
    prepare: (object, old) => {
      object.metadata.labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name };
      if (old !== undefined) {
        object.spec = old.spec;
        return;
      }
      object.spec = { finalizers: ['kubernetes'] };
      object.status = { phase: 'Active' };
    },
  });
}

function secrets(): Resource {
  return builtin({
    plural: 'secrets',
    kind: 'Secret',
    description: 'Secret holds secret data of a certain type.',
    fields: {
      data: described('Values in base64.', mapOf({ type: 'string', format: 'byte' })),
      immutable: flag,
      stringData: described('Values as plain text; written to data, never read.', mapOf(text)),
      type: text,
    },
    columns: [
      nameColumn,
      textColumn('Type', 'What the data is for', (o) => o.type),
      textColumn('Data', 'Number of values', (o) => countOf(o, 'data')),
      ageColumn,
    ],
    selectable: ['type'],
    prepare: (object, old) => {
      const plain = stringsOf(object.stringData);
      delete object.stringData;
      if (Object.keys(plain).length > 0) {
        const data: Record<string, unknown> = { ...fieldsOf(object.data) };
        for (const [key, value] of Object.entries(plain)) data[key] = Buffer.from(value).toString('base64');
        object.data = data;
      }
      if (object.type === undefined || object.type === '') object.type = old?.type ?? 'Opaque';
    },
    check: (object, old) => [
      ...dataKeys(object, 'data'),
      ...frozen(object, old, ['data']),
      ...(old !== undefined && old.type !== object.type
        ? [invalidValue('type', object.type, 'field is immutable')]
        : []),
    ],
  });
}

function configMaps(): Resource {
  return builtin({
    plural: 'configmaps',
    kind: 'ConfigMap',
    shortNames: ['cm'],
    description: 'ConfigMap holds configuration data.',
    fields: { binaryData: mapOf({ type: 'string', format: 'byte' }), data: mapOf(text), immutable: flag },
    columns: [nameColumn, textColumn('Data', 'Number of values', (o) => countOf(o, 'data', 'binaryData')), ageColumn],
    check: (object, old) => [
      ...dataKeys(object, 'data'),
      ...dataKeys(object, 'binaryData'),
      ...frozen(object, old, ['data', 'binaryData']),
    ],
  });
}

function dataKeys(object: KubeObject, field: string): FieldProblem[] {
  return Object.keys(fieldsOf(object[field]))
    .filter((key) => !/^[-._a-zA-Z0-9]+$/.test(key))
    .map((key) =>
      invalidValue(
        `${field}[${key}]`,
        key,
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      ),
    );
}

function frozen(object: KubeObject, old: KubeObject | undefined, fields: readonly string[]): FieldProblem[] {
  if (old?.immutable !== true) return [];
  const problems: FieldProblem[] = [];
  if (object.immutable !== true)
    problems.push(forbiddenField('immutable', 'field is immutable when `immutable` is set'));
  for (const field of fields) {
    if (!same(object[field], old[field])) {
      problems.push(forbiddenField(field, 'field is immutable when `immutable` is set'));
    }
  }
  return problems;
}

function serviceAccounts(): Resource {
  return builtin({
    plural: 'serviceaccounts',
    kind: 'ServiceAccount',
    shortNames: ['sa'],
    description: 'ServiceAccount is an identity of processes.',
    fields: {
      automountServiceAccountToken: flag,
      imagePullSecrets: keyedList('name', struct({ name: text })),
      secrets: keyedList('name', objectReference),
    },
  });
}

function leases(): Resource {
  return builtin({
    group: 'coordination.k8s.io',
    plural: 'leases',
    kind: 'Lease',
    description: 'Lease is a lock with a time.',
    fields: {
      spec: struct({
        acquireTime: { type: 'string', format: 'micro-time' },
        holderIdentity: text,
        leaseDurationSeconds: integer,
        leaseTransitions: integer,
        preferredHolder: text,
        renewTime: { type: 'string', format: 'micro-time' },
        strategy: text,
      }),
    },
    columns: [
      nameColumn,
      textColumn('Holder', 'Who holds the lease', (o) => fieldsOf(o.spec).holderIdentity ?? ''),
      ageColumn,
    ],
    prepare: (object) => {
      object.spec ??= {};
    },
    check: (object) => {
      const spec = fieldsOf(object.spec);
      const problems: FieldProblem[] = [];
      if (typeof spec.leaseDurationSeconds === 'number' && spec.leaseDurationSeconds <= 0) {
        problems.push(invalidValue('spec.leaseDurationSeconds', spec.leaseDurationSeconds, 'must be greater than 0'));
      }
      if (typeof spec.leaseTransitions === 'number' && spec.leaseTransitions < 0) {
        problems.push(
          invalidValue('spec.leaseTransitions', spec.leaseTransitions, 'must be greater than or equal to 0'),
        );
      }
      return problems;
    },
  });
}

function rbac(): Resource[] {
  const group = 'rbac.authorization.k8s.io';
  const rules = atomicList(
    struct({
      apiGroups: atomicList(text),
      nonResourceURLs: atomicList(text),
      resourceNames: atomicList(text),
      resources: atomicList(text),
      verbs: atomicList(text),
    }),
  );
  const subject = struct({ apiGroup: text, kind: text, name: text, namespace: text });
  const binding = {
    roleRef: { ...struct({ apiGroup: text, kind: text, name: text }), 'x-kubernetes-map-type': 'atomic' },
    subjects: atomicList(subject),
  };
  const created = textColumn('Created At', 'When the object was created', (o) => o.metadata.creationTimestamp);
  const columns = [nameColumn, created];
  const bindingColumns = [nameColumn, textColumn('Role', 'The role that is bound', roleOf), ageColumn];
  return [
    builtin({
      group,
      plural: 'roles',
      kind: 'Role',
      description: 'Role is a set of rights in a namespace.',
      fields: { rules },
      columns,
    }),
    builtin({
      group,
      plural: 'clusterroles',
      kind: 'ClusterRole',
      namespaced: false,
      description: 'ClusterRole is a set of rights. This server stores and does not enforce it.',
      fields: { rules, aggregationRule: anything },
      columns,
    }),
    builtin({
      group,
      plural: 'rolebindings',
      kind: 'RoleBinding',
      description: 'RoleBinding gives a role to subjects in a namespace.',
      fields: binding,
      columns: bindingColumns,
      prepare: defaultSubjects,
      check: fixedRole,
    }),
    builtin({
      group,
      plural: 'clusterrolebindings',
      kind: 'ClusterRoleBinding',
      namespaced: false,
      description: 'ClusterRoleBinding gives a role to subjects in all namespaces.',
      fields: binding,
      columns: bindingColumns,
      prepare: defaultSubjects,
      check: fixedRole,
    }),
  ];
}

function roleOf(object: KubeObject): string {
  const { kind, name } = fieldsOf(object.roleRef);
  return `${String(kind)}/${String(name)}`;
}

function defaultSubjects(object: KubeObject): void {
  const reference = fieldsOf(object.roleRef);
  if (reference.apiGroup === undefined || reference.apiGroup === '') {
    object.roleRef = { ...reference, apiGroup: 'rbac.authorization.k8s.io' };
  }
  if (!Array.isArray(object.subjects)) return;
  object.subjects = object.subjects.map((item: unknown) =>
    isFields(item) && item.apiGroup === undefined && item.kind !== 'ServiceAccount'
      ? { ...item, apiGroup: 'rbac.authorization.k8s.io' }
      : item,
  );
}

function fixedRole(object: KubeObject, old?: KubeObject): FieldProblem[] {
  if (old === undefined || same(object.roleRef, old.roleRef)) return [];
  return [invalidValue('roleRef', object.roleRef, 'cannot change roleRef')];
}
