import { bodyOf, type HttpResponse } from '../../http';
import { answer } from './answer';
import { type Fields, fieldsOf, isFields } from './object';
import type { Registry } from './registry';
import { groupVersionOf, type Resource, type Schema } from './resource';

/** `/openapi/v3`: where the document of each group and version is. */
export function openApiIndex(registry: Registry, revision: number): Fields {
  const paths = [...registry.groups()].flatMap(([group, versions]) =>
    versions.map((version) => pathOf(group, version)),
  );
  return {
    paths: Object.fromEntries(
      paths.map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${revision}` }]),
    ),
  };
}

function pathOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** The OpenAPI v3 document of one group and version; undefined when nothing is served there. */
export function openApiDocument(registry: Registry, group: string, version: string): Fields | undefined {
  const resources = registry.all().filter((resource) => resource.group === group && resource.version === version);
  if (resources.length === 0) return undefined;
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.3' },
    paths: Object.fromEntries(resources.flatMap(pathsOf)),
    components: { schemas: Object.fromEntries(resources.flatMap(schemasOf)) },
  };
}

function nameOf(resource: Resource): string {
  const reversed = resource.group === '' ? 'io.k8s.api.core' : resource.group.split('.').reverse().join('.');
  return `${reversed}.${resource.version}.${resource.kind}`;
}

function kindOf({ group, version, kind }: Resource): Fields {
  return { group, version, kind };
}

function schemasOf(resource: Resource): [string, Fields][] {
  const name = nameOf(resource);
  const gvk = kindOf(resource);
  const items = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  return [
    [name, { ...published(resource.schema), 'x-kubernetes-group-version-kind': [gvk] }],
    [
      `${name}List`,
      {
        description: `${resource.listKind} is a list of ${resource.kind}`,
        type: 'object',
        required: ['items'],
        properties: { apiVersion: { type: 'string' }, items, kind: { type: 'string' }, metadata: { type: 'object' } },
        'x-kubernetes-group-version-kind': [{ ...gvk, kind: resource.listKind }],
      },
    ],
  ];
}

/** The schema without what OpenAPI does not know. */
function published(schema: Schema): Fields {
  const result: Fields = { ...schema };
  if (schema.format === 'micro-time') result.format = 'date-time';
  if (isFields(schema.properties)) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, item]) => [name, published(fieldsOf(item))]),
    );
  }
  if (isFields(schema.items)) result.items = published(schema.items);
  if (isFields(schema.additionalProperties)) result.additionalProperties = published(schema.additionalProperties);
  return result;
}

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

/**
 * `/openapi/v2`: a document without content. kubectl asks for it, in protobuf only, when version 3 does not know a kind, and
 * goes on to tell its user so.
 */
export function emptyOpenApiV2(accept = ''): HttpResponse {
  const info = { title: 'Kubernetes', version: 'v1.36.3' };
  if (!accept.includes(V2_PROTOBUF)) return answer(200, { swagger: '2.0', info, paths: {} });
  const text = (field: number, value: string) => Buffer.from([(field << 3) | 2, value.length, ...Buffer.from(value)]);
  const nested = (field: number, ...parts: readonly Buffer[]) => text(field, Buffer.concat(parts).toString('latin1'));
  const body = Buffer.concat([text(1, '2.0'), nested(2, text(1, info.title), text(2, info.version)), nested(8)]);
  return { status: 200, headers: { 'content-type': V2_PROTOBUF.replace('@', '.') }, body: bodyOf(body) };
}

const query = (name: string, type = 'string'): Fields => ({ name, in: 'query', schema: { type, uniqueItems: true } });
const writing = [query('dryRun'), query('fieldManager'), query('fieldValidation')];

function pathsOf(resource: Resource): [string, Fields][] {
  const base = `/${pathOf(resource.group, resource.version)}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.plural}`;
  const gvk = kindOf(resource);
  const ref = { $ref: `#/components/schemas/${nameOf(resource)}` };
  const content = { 'application/json': { schema: ref } };
  const operation = (action: string, parameters: readonly Fields[], patch = false): Fields => ({
    operationId: `${action}${groupVersionOf(resource).replace(/[^a-z0-9]/gi, '')}${resource.kind}`,
    parameters,
    responses: { 200: { description: 'OK', content } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
    ...(patch ? { requestBody: { content: patches(resource) } } : {}),
  });
  return [
    [base, { get: operation('list', [query('labelSelector')]), post: operation('post', writing) }],
    [
      `${base}/{name}`,
      {
        get: operation('get', []),
        put: operation('put', writing),
        patch: operation('patch', [...writing, query('force', 'boolean')], true),
        delete: operation('delete', [query('propagationPolicy')]),
      },
    ],
  ];
}

function patches(resource: Resource): Fields {
  const types = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];
  if (!resource.custom) types.push('application/strategic-merge-patch+json');
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
}
