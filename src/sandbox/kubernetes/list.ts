import { badRequest, expired, Failure, forbiddenField, invalid } from './failure';
import type { Fields, KubeObject } from './object';
import { groupVersionOf, type Resource, readAs } from './resource';
import { fieldSelector, labelSelector, type Predicate } from './selector';
import type { Server } from './server';

/** Selects by the request's label and field selectors. */
export function selected(resource: Resource, query: URLSearchParams, name?: string): Predicate {
  const label = labelSelector(query.get('labelSelector') ?? '');
  const field = fieldSelector(query.get('fieldSelector') ?? '', resource.selectable);
  return (object) => (name === undefined || object.metadata.name === name) && label(object) && field(object);
}

/** A list object. */
export interface Listed {
  readonly metadata: Fields;
  readonly items: KubeObject[];
}

/**
 * Lists objects, in pages if `limit` says so.
 *
 * @throws Failure 410 when the wanted version is forgotten, 400 for a bad continue token
 */
export function list(
  server: Server,
  resource: Resource,
  namespace: string | undefined,
  query: URLSearchParams,
): Listed {
  checkVersions(query);
  const token = query.get('continue') ?? '';
  const from = token === '' ? undefined : readToken(token);
  const limit = numberOf(query, 'limit') ?? 0;
  const version = from?.version ?? exactVersion(server, query) ?? server.store.version;
  const objects = server.store.listAt(resource.key, version, namespace) ?? tooOld(server, from);
  const matches = selected(resource, query);
  const left = objects
    .filter((object) => from === undefined || keyOf(object) > from.after)
    .map((stored) => readAs(resource, stored))
    .filter(matches);
  const items = limit > 0 ? left.slice(0, limit) : left;
  const last = items.at(-1);
  const metadata: Fields = { resourceVersion: String(version) };
  if (last !== undefined && items.length < left.length) {
    metadata.continue = writeToken(version, keyOf(last));
    if ((query.get('labelSelector') ?? '') === '' && (query.get('fieldSelector') ?? '') === '') {
      metadata.remainingItemCount = left.length - items.length;
    }
  }
  return { metadata, items };
}

/** The list object on the wire. */
export function listObject(resource: Resource, { metadata, items }: Listed): Fields {
  // Items of built-in lists do not say what they are.
  const bare = resource.custom ? items : items.map(({ apiVersion: _1, kind: _2, ...item }) => item);
  return { apiVersion: groupVersionOf(resource), kind: resource.listKind, metadata, items: bare };
}

function keyOf(object: KubeObject): string {
  return `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}

const listOptions = { group: 'meta.k8s.io', plural: 'ListOptions', kind: 'ListOptions' };

/** @throws Failure 422 for options that do not go together */
function checkVersions(query: URLSearchParams): void {
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  const problem = (detail: string) => invalid(listOptions, '', [forbiddenField('resourceVersionMatch', detail)]);
  if (match !== '' && version === '')
    throw problem('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (match !== '' && (query.get('continue') ?? '') !== '')
    throw problem('resourceVersionMatch is forbidden when continue is provided');
  if (match === 'Exact' && version === '0')
    throw problem('resourceVersionMatch "Exact" is forbidden for resourceVersion "0"');
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan') {
    const message = `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`;
    throw invalid(listOptions, '', [{ field: 'resourceVersionMatch', reason: 'FieldValueNotSupported', message }]);
  }
}

function exactVersion(server: Server, query: URLSearchParams): number | undefined {
  const wanted = versionOf(query, (why) => badRequest(`invalid resource version: ${why}`));
  if (wanted === undefined) return undefined;
  if (wanted > server.store.version) throw tooLarge(wanted, server.store.version);
  return query.get('resourceVersionMatch') === 'Exact' ? wanted : undefined;
}

/**
 * The request's resourceVersion; undefined for none or 0.
 *
 * @param refusal what to throw for a version that is no number: a real server lets only lists call it a bad request
 */
export function versionOf(
  query: URLSearchParams,
  refusal: (why: string) => Failure = (why) => new Failure(500, '', why),
): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '' || text === '0') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const quoted = JSON.stringify(text);
  throw refusal(`resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`);
}

function tooLarge(wanted: number, current: number): Failure {
  return new Failure(504, 'Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** A non-negative whole number of the query. */
export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

interface Position {
  readonly version: number;
  readonly after: string;
}

function writeToken(version: number, after: string): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start: `${after}\u0000` })).toString(
    'base64url',
  );
}

function readToken(token: string): Position {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { rv: unknown; start: unknown };
    if (typeof rv === 'number' && typeof start === 'string') return { version: rv, after: start.slice(0, -1) };
  } catch {
    // A token of somebody else's making is refused below.
  }
  throw badRequest('invalid continue token: continue key is not valid');
}

function tooOld(server: Server, from: Position | undefined): never {
  if (from === undefined) throw expired('The resourceVersion for the provided list is too old.');
  throw expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    { continue: writeToken(server.store.version, from.after) },
  );
}
