import { type HttpRequest, type HttpResponse, readBody } from '../../http';
import { answer, plain } from './answer';
import { aggregated, coreVersions, groupList, groupOf, resourceList, reviews } from './discovery';
import { Failure, methodNotAllowed, notFound, unknownResource } from './failure';
import { accepted, mediaType, readObject } from './media';
import { emptyOpenApiV2, openApiDocument, openApiIndex } from './openapi';
import { review } from './reviews';
import type { Server } from './server';
import { type Target, targetOf } from './target';
import { serveCall } from './verbs';

/** Most bytes of a request's body; a real server refuses more, too. */
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Answers one request.
 *
 * @throws Failure for what is refused
 */
export async function handle(server: Server, request: HttpRequest): Promise<HttpResponse> {
  const url = new URL(request.path, 'http://localhost');
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const body = await readBody(request.body);
  if (body.length > MOST_BYTES) {
    throw new Failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MOST_BYTES}`);
  }
  const meta = metaAnswer(server, request, path);
  if (meta !== undefined) {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
    return meta;
  }
  const target = targetOf(path);
  if (target === undefined) return pageNotFound();
  return resourceAnswer(server, request, target, url.searchParams, body);
}

/** As a real server, and as clients expect it to tell an unknown path from an absent object. */
function pageNotFound(): HttpResponse {
  return plain(404, '404 page not found\n');
}

/** Everything that describes the server; undefined when the path names a resource. */
function metaAnswer(server: Server, request: HttpRequest, path: string): HttpResponse | undefined {
  const { registry } = server;
  if (/^\/(healthz|readyz|livez)(\/|$)/.test(path)) return plain(200, 'ok');
  const [, root, group, version, ...rest] = path.split('/');
  if (rest.length > 0 && root !== 'openapi') return undefined;
  const found = (object: unknown) =>
    object === undefined ? pageNotFound() : answer(200, object, accepted(request.headers.accept).yaml);
  switch (root) {
    case '':
      return found({ paths: ['/api', '/api/v1', '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'] });
    case 'version':
      return found(version === undefined && group === undefined ? versionInfo : undefined);
    case 'api':
    case 'apis': {
      if (group === undefined) return discovery(server, request, root === 'api');
      if (root === 'api') return version === undefined ? found(resourceList(registry, '', group)) : undefined;
      return found(version === undefined ? groupOf(registry, group) : resourceList(registry, group, version));
    }
    case 'openapi':
      if (group === 'v2') return emptyOpenApiV2(request.headers.accept);
      if (group !== 'v3') return pageNotFound();
      return found(openApi(server, version, rest));
    default:
      return undefined;
  }
}

function openApi(server: Server, root: string | undefined, rest: readonly string[]): unknown {
  if (root === undefined) return openApiIndex(server.registry, server.store.version);
  const [group = '', version = ''] = root === 'api' ? ['', rest[0]] : rest;
  return openApiDocument(server.registry, group, version);
}

function discovery(server: Server, request: HttpRequest, core: boolean): HttpResponse {
  const { form, yaml } = accepted(request.headers.accept);
  if (form !== 'discovery') return answer(200, core ? coreVersions() : groupList(server.registry), yaml);
  const response = answer(200, aggregated(server.registry, core));
  return {
    ...response,
    headers: {
      ...response.headers,
      'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    },
  };
}

const versionInfo = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.3+sostackit',
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: `${process.platform}/${process.arch}`,
};

function resourceAnswer(
  server: Server,
  request: HttpRequest,
  target: Target,
  query: URLSearchParams,
  body: Buffer,
): HttpResponse {
  const { group, version, plural, namespace, name, subresource = '' } = target;
  const posted = reviews.find((item) => item.group === group && item.plural === plural);
  if (posted !== undefined && version === 'v1') {
    if (request.method !== 'POST' || name !== undefined) throw methodNotAllowed();
    const object = readObject(body, mediaType(request.headers['content-type']), posted.kind);
    return answer(201, review(posted.kind, object), accepted(request.headers.accept).yaml);
  }
  const resource = server.registry.find(group, version, plural);
  if (resource === undefined) return pageNotFound();
  if (!resource.namespaced && namespace !== undefined) return pageNotFound();
  if (resource.namespaced && namespace === undefined && name !== undefined) return pageNotFound();
  if (subresource !== '' && !(subresource === 'status' && resource.hasStatus)) {
    // A real server says so of a custom object whether it exists or not.
    throw resource.custom ? notFound(resource, name ?? '') : unknownResource();
  }
  if (target.watch) query.set('watch', 'true');
  return serveCall(server, {
    method: request.method,
    resource,
    namespace: namespace,
    name,
    subresource,
    query,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}
