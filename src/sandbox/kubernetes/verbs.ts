import type { HttpResponse } from '../../http';
import { answer } from './answer';
import { checkConfiguration } from './apply-check';
import { type Call, deleteOptions, writeOptions } from './call';
import { applyTo, type Place, put, update } from './change';
import { create } from './create';
import { remove } from './delete';
import { badRequest, invalid, methodNotAllowed, notFound, unsupportedMediaType } from './failure';
import { jsonPatch } from './json-patch';
import { list, listObject, selected, versionOf } from './list';
import { accepted, mediaType, readObject, readPatch, type Wanted } from './media';
import { mergePatch } from './merge-patch';
import { decodeMeta } from './meta';
import { type Fields, fieldsOf, isFields, type KubeObject } from './object';
import { groupVersionOf, type Resource, readAs } from './resource';
import type { Server } from './server';
import { strategicPatch } from './strategic-patch';
import { partialListOf, partialOf, tableOf } from './table';
import { isTrue, watch } from './watch';

/** Carries out a request for a resource. */
export function serveCall(server: Server, call: Call): HttpResponse {
  const wanted = accepted(call.headers.accept);
  if (call.name === undefined) {
    switch (call.method) {
      case 'GET':
        return isTrue(call.query.get('watch')) ? watched(server, call, wanted) : listed(server, call, wanted);
      case 'POST':
        return created(server, call, wanted);
      case 'DELETE':
        return deletedAll(server, call, wanted);
      default:
        throw methodNotAllowed();
    }
  }
  switch (call.method) {
    case 'GET':
      return isTrue(call.query.get('watch')) ? watched(server, call, wanted) : got(server, call, call.name, wanted);
    case 'PUT':
      return replaced(server, call, call.name, wanted);
    case 'PATCH':
      return patched(server, call, call.name, wanted);
    case 'DELETE':
      if (call.subresource === '') return deleted(server, call, call.name, wanted);
      throw methodNotAllowed();
    default:
      throw methodNotAllowed();
  }
}

function placeOf({ resource, namespace = '' }: Call, name: string): Place {
  return { resource, namespace, name };
}

function got(server: Server, call: Call, name: string, wanted: Wanted): HttpResponse {
  versionOf(call.query);
  const stored = server.store.get(call.resource.key, call.namespace ?? '', name);
  if (stored === undefined) throw notFound(call.resource, name);
  return shown(server, call, wanted, 200, readAs(call.resource, stored));
}

function shown(
  server: Server,
  call: Call,
  wanted: Wanted,
  status: number,
  object: KubeObject,
  warnings: readonly string[] = [],
): HttpResponse {
  const include = call.query.get('includeObject') ?? 'Metadata';
  const form =
    wanted.form === 'table'
      ? tableOf(
          call.resource,
          [object],
          server.clock.now(),
          { resourceVersion: object.metadata.resourceVersion },
          include,
        )
      : wanted.form === 'metadata'
        ? partialOf(object)
        : object;
  return answer(status, form, wanted.yaml, warnings);
}

function listed(server: Server, call: Call, wanted: Wanted): HttpResponse {
  const result = list(server, call.resource, call.namespace, call.query);
  if (wanted.form === 'table') {
    const include = call.query.get('includeObject') ?? 'Metadata';
    return answer(200, tableOf(call.resource, result.items, server.clock.now(), result.metadata, include), wanted.yaml);
  }
  if (wanted.form === 'metadata') return answer(200, partialListOf(result.items, result.metadata), wanted.yaml);
  return answer(200, listObject(call.resource, result), wanted.yaml);
}

function watched(server: Server, call: Call, wanted: Wanted): HttpResponse {
  const { resource, namespace, name, query, signal } = call;
  const include = query.get('includeObject') ?? 'Metadata';
  let first = true;
  const present = (object: KubeObject): unknown => {
    if (wanted.form === 'metadata') return partialOf(object);
    if (wanted.form !== 'table') return object;
    const headers = first;
    first = false;
    return tableOf(
      resource,
      [object],
      server.clock.now(),
      { resourceVersion: object.metadata.resourceVersion },
      include,
      headers,
    );
  };
  const body = watch(server, { resource, namespace, name, query, signal, present });
  return { status: 200, headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }, body };
}

function decode(call: Call): KubeObject {
  const { resource } = call;
  return typed(resource, readObject(call.body, mediaType(call.headers['content-type']), resource.kind));
}

/** Checks that an object is of the resource's type. */
function typed(resource: Resource, raw: Fields): KubeObject {
  const expected = groupVersionOf(resource);
  const apiVersion = raw.apiVersion ?? '';
  if (apiVersion !== expected && (resource.custom || apiVersion !== '')) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  const object = decodeMeta(raw, resource.kind, resource.version);
  if (object.kind !== resource.kind) {
    if (!resource.custom) {
      throw badRequest(
        `${String(raw.kind)} in version "${resource.version}" cannot be handled as a ${resource.kind}: no kind match`,
      );
    }
    const message = `Invalid value: ${JSON.stringify(object.kind)}: must be ${resource.kind}`;
    throw invalid({ ...resource, kind: String(object.kind) }, object.metadata.name, [
      { field: 'kind', reason: 'FieldValueInvalid', message },
    ]);
  }
  return { ...object, apiVersion: expected };
}

function created(server: Server, call: Call, wanted: Wanted): HttpResponse {
  if (call.resource.namespaced && call.namespace === undefined) throw methodNotAllowed();
  const options = writeOptions(server, call, 'Update');
  const object = create(server, call.resource, call.namespace ?? '', decode(call), options);
  return shown(server, call, wanted, 201, object, options.warnings);
}

function replaced(server: Server, call: Call, name: string, wanted: Wanted): HttpResponse {
  const options = writeOptions(server, call, 'Update');
  const object = put(server, placeOf(call, name), decode(call), options);
  return shown(server, call, wanted, 200, object, options.warnings);
}

function patched(server: Server, call: Call, name: string, wanted: Wanted): HttpResponse {
  const { resource, body, query } = call;
  const type = mediaType(call.headers['content-type']);
  if (type === 'application/apply-patch+yaml') return applied(server, call, name, wanted);
  const change = patchOf(resource, type, body);
  const options = writeOptions(server, call, 'Update');
  if (isTrue(query.get('force')))
    throw badRequest(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
  const object = update(server, placeOf(call, name), (live) => typed(resource, fieldsOf(change(live))), options);
  return shown(server, call, wanted, 200, object, options.warnings);
}

function patchOf(resource: Resource, type: string, body: Buffer): (live: KubeObject) => unknown {
  if (type === 'application/json-patch+json') {
    const patch = readPatch(body, false);
    return (live) => jsonPatch(live, patch);
  }
  const strategic = type === 'application/strategic-merge-patch+json';
  if (type !== 'application/merge-patch+json' && !(strategic && !resource.custom)) {
    throw unsupportedMediaType([
      'application/json-patch+json',
      'application/merge-patch+json',
      ...(resource.custom ? [] : ['application/strategic-merge-patch+json']),
      'application/apply-patch+yaml',
    ]);
  }
  const patch = readPatch(body, false);
  if (!isFields(patch)) {
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${Array.isArray(patch) ? 'array' : typeof patch} into Go value of type map[string]interface {}`,
    );
  }
  return strategic ? (live) => strategicPatch(resource.schema, live, patch) : (live) => mergePatch(live, patch);
}

function applied(server: Server, call: Call, name: string, wanted: Wanted): HttpResponse {
  const { resource, body, query } = call;
  const options = writeOptions(server, call, 'Apply');
  const raw = readPatch(body, true);
  checkConfiguration(resource, raw);
  const given = typed(resource, raw);
  const written = applyTo(server, placeOf(call, name), given, isTrue(query.get('force')), options);
  return shown(server, call, wanted, written.created ? 201 : 200, written.object, options.warnings);
}

function deleted(server: Server, call: Call, name: string, wanted: Wanted): HttpResponse {
  const { resource } = call;
  const { object, gone } = remove(server, resource, call.namespace ?? '', name, deleteOptions(call));
  if (!gone) return shown(server, call, wanted, 200, object);
  return answer(
    200,
    {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: {
        name,
        ...(resource.group === '' ? {} : { group: resource.group }),
        kind: resource.plural,
        uid: object.metadata.uid,
      },
    },
    wanted.yaml,
  );
}

function deletedAll(server: Server, call: Call, wanted: Wanted): HttpResponse {
  const { resource, namespace, query } = call;
  if (resource.key === '/namespaces' || (resource.namespaced && namespace === undefined)) throw methodNotAllowed();
  const options = deleteOptions(call);
  const matches = selected(resource, query);
  const items = server.store
    .list(resource.key, namespace)
    .filter((stored) => matches(readAs(resource, stored)))
    .map((stored) => remove(server, resource, namespace ?? '', stored.metadata.name, options).object);
  return answer(
    200,
    listObject(resource, { metadata: { resourceVersion: String(server.store.version) }, items }),
    wanted.yaml,
  );
}
