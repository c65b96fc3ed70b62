import { Failure, unsupportedMediaType } from './failure';
import { type Fields, isFields, set } from './object';

/** How a field reads. A name with a capital letter is a message; `[]` after it, a list. */
type FieldType = string;

/** Field numbers of the messages that kubectl sends in protobuf: those of the built-in types that it creates itself. */
const messages: Readonly<Record<string, Readonly<Record<number, readonly [name: string, type: FieldType]>>>> = {
  Unknown: { 1: ['typeMeta', 'TypeMeta'], 2: ['raw', 'raw'] },
  TypeMeta: { 1: ['apiVersion', 'string'], 2: ['kind', 'string'] },
  ObjectMeta: {
    1: ['name', 'string'],
    2: ['generateName', 'string'],
    3: ['namespace', 'string'],
    5: ['uid', 'string'],
    6: ['resourceVersion', 'string'],
    11: ['labels', 'map'],
    12: ['annotations', 'map'],
    13: ['ownerReferences', 'OwnerReference[]'],
    14: ['finalizers', 'string[]'],
  },
  OwnerReference: {
    1: ['kind', 'string'],
    3: ['name', 'string'],
    4: ['uid', 'string'],
    5: ['apiVersion', 'string'],
    6: ['controller', 'bool'],
    7: ['blockOwnerDeletion', 'bool'],
  },
  DeleteOptions: {
    1: ['gracePeriodSeconds', 'int'],
    2: ['preconditions', 'Preconditions'],
    3: ['orphanDependents', 'bool'],
    4: ['propagationPolicy', 'string'],
    5: ['dryRun', 'string[]'],
  },
  Preconditions: { 1: ['uid', 'string'], 2: ['resourceVersion', 'string'] },
  Namespace: { 1: ['metadata', 'ObjectMeta'] },
  Secret: {
    1: ['metadata', 'ObjectMeta'],
    2: ['data', 'bytesMap'],
    3: ['type', 'string'],
    4: ['stringData', 'map'],
    5: ['immutable', 'bool'],
  },
  ConfigMap: {
    1: ['metadata', 'ObjectMeta'],
    2: ['data', 'map'],
    3: ['binaryData', 'bytesMap'],
    4: ['immutable', 'bool'],
  },
  ServiceAccount: { 1: ['metadata', 'ObjectMeta'] },
  Role: { 1: ['metadata', 'ObjectMeta'], 2: ['rules', 'PolicyRule[]'] },
  ClusterRole: { 1: ['metadata', 'ObjectMeta'], 2: ['rules', 'PolicyRule[]'] },
  RoleBinding: { 1: ['metadata', 'ObjectMeta'], 2: ['subjects', 'Subject[]'], 3: ['roleRef', 'RoleRef'] },
  ClusterRoleBinding: { 1: ['metadata', 'ObjectMeta'], 2: ['subjects', 'Subject[]'], 3: ['roleRef', 'RoleRef'] },
  PolicyRule: {
    1: ['verbs', 'string[]'],
    2: ['apiGroups', 'string[]'],
    3: ['resources', 'string[]'],
    4: ['resourceNames', 'string[]'],
    5: ['nonResourceURLs', 'string[]'],
  },
  RoleRef: { 1: ['apiGroup', 'string'], 2: ['kind', 'string'], 3: ['name', 'string'] },
  Subject: { 1: ['kind', 'string'], 2: ['apiGroup', 'string'], 3: ['name', 'string'], 4: ['namespace', 'string'] },
  SelfSubjectAccessReview: { 2: ['spec', 'AccessReviewSpec'] },
  AccessReviewSpec: { 1: ['resourceAttributes', 'ResourceAttributes'], 2: ['nonResourceAttributes', 'PathAttributes'] },
  ResourceAttributes: {
    1: ['namespace', 'string'],
    2: ['verb', 'string'],
    3: ['group', 'string'],
    4: ['version', 'string'],
    5: ['resource', 'string'],
    6: ['subresource', 'string'],
    7: ['name', 'string'],
  },
  PathAttributes: { 1: ['path', 'string'], 2: ['verb', 'string'] },
  SelfSubjectRulesReview: { 2: ['spec', 'RulesReviewSpec'] },
  RulesReviewSpec: { 1: ['namespace', 'string'] },
};

/** The media type of Kubernetes' protobuf. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/**
 * Reads an object that kubectl sends in protobuf.
 *
 * @throws Failure 415 for a kind that this server reads as JSON and YAML only, 400 for broken bytes
 */
export function readProtobuf(body: Buffer): Fields {
  if (body.subarray(0, 4).toString('latin1') !== 'k8s\0') throw broken('the prefix is missing');
  const envelope = readMessage('Unknown', body.subarray(4));
  const { apiVersion = '', kind = '' } = isFields(envelope.typeMeta) ? envelope.typeMeta : {};
  if (messages[String(kind)] === undefined || !Buffer.isBuffer(envelope.raw)) {
    throw unsupportedMediaType(['application/json', 'application/yaml']);
  }
  return { apiVersion, kind, ...readMessage(String(kind), envelope.raw) };
}

function broken(why: string): Failure {
  return new Failure(400, 'BadRequest', `the body is no Kubernetes protobuf: ${why}`);
}

function readMessage(name: string, bytes: Buffer): Fields {
  const fields = messages[name] ?? {};
  const result: Fields = {};
  for (const [number, value] of wireFields(bytes)) {
    const [field, type] = fields[number] ?? [];
    if (field !== undefined && type !== undefined) put(result, field, type, value);
  }
  return result;
}

function put(target: Fields, field: string, type: FieldType, value: bigint | Buffer): void {
  if (type.endsWith('[]')) {
    const known = target[field];
    target[field] = [...(Array.isArray(known) ? known : []), scalar(type.slice(0, -2), value)];
  } else if (type === 'map' || type === 'bytesMap') {
    if (!Buffer.isBuffer(value)) throw broken(`${field} is no map`);
    const entry = new Map(wireFields(value));
    const map = isFields(target[field]) ? target[field] : {};
    set(
      map,
      String(scalar('string', entry.get(1) ?? Buffer.alloc(0))),
      scalar(type === 'map' ? 'string' : 'bytes', entry.get(2) ?? Buffer.alloc(0)),
    );
    target[field] = map;
  } else {
    const read = scalar(type, value);
    // Go writes unset texts as empty ones.
    if (read !== '') target[field] = read;
  }
}

function scalar(type: FieldType, value: bigint | Buffer): unknown {
  if (!Buffer.isBuffer(value)) return type === 'bool' ? value !== 0n : Number(BigInt.asIntN(64, value));
  if (type === 'string') return value.toString();
  if (type === 'bytes') return value.toString('base64');
  return type === 'raw' ? value : readMessage(type, value);
}

/** The fields of a message: numbers and lengths of bytes; fixed-width values do not occur. */
function wireFields(bytes: Buffer): [number, bigint | Buffer][] {
  const result: [number, bigint | Buffer][] = [];
  let at = 0;
  const varint = (): bigint => {
    for (let shift = 0n, value = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw broken('it ends within a number');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw broken('a number is too long');
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = Number(key & 7n);
    if (wire === 0) result.push([Number(key >> 3n), varint()]);
    else if (wire === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw broken('it ends within a field');
      result.push([Number(key >> 3n), bytes.subarray(at, at + length)]);
      at += length;
    } else throw broken(`wire type ${wire}`);
  }
  return result;
}
