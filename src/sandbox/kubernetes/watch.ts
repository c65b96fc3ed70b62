import { expired, forbiddenField, invalid } from './failure';
import { Feed } from './feed';
import { numberOf, selected, versionOf } from './list';
import type { Fields, KubeObject } from './object';
import { groupVersionOf, type Resource, readAs } from './resource';
import type { Predicate } from './selector';
import type { Server } from './server';
import type { Change } from './store';

/** Milliseconds between two bookmarks. */
const BOOKMARK_INTERVAL = 60_000;
/** Milliseconds that a watch lasts when the client does not say. */
const DEFAULT_TIMEOUT = 30 * 60_000;

/** What a watch is about. */
export interface WatchRequest {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal | undefined;
  /** Brings an object into the form that the client asked for. */
  readonly present: (object: KubeObject) => unknown;
}

/**
 * Starts a watch and returns its body: one JSON event a line. It ends with the request's signal or `timeoutSeconds`.
 *
 * @throws Failure 422 for options that do not go together
 */
export function watch(server: Server, request: WatchRequest): Feed {
  const { resource, namespace, query, signal, present } = request;
  const initial = query.get('sendInitialEvents');
  checkInitial(query, initial);
  const matches = selected(resource, query, request.name);
  const from = versionOf(query);
  const feed = new Feed();
  const send = (type: string, object: unknown) => feed.push(`${JSON.stringify({ type, object })}\n`);
  const bookmarks = isTrue(query.get('allowWatchBookmarks'));
  const bookmark = (annotations?: Fields) => send('BOOKMARK', bookmarkOf(resource, server.store.version, annotations));

  if (initial === 'true' || (initial === null && from === undefined)) {
    for (const stored of server.store.list(resource.key, namespace)) {
      const object = readAs(resource, stored);
      if (matches(object)) send('ADDED', present(object));
    }
    if (initial === 'true' && bookmarks) bookmark({ 'k8s.io/initial-events-end': 'true' });
  } else if (from !== undefined) {
    const missed = server.store.since(from);
    if (missed === undefined) {
      send('ERROR', expired(`too old resource version: ${from} (${server.store.compacted + 1})`).status());
      feed.end();
      return feed;
    }
    for (const change of missed) forward(change);
  }

  function forward(change: Change): void {
    if (change.key !== resource.key) return;
    if (namespace !== undefined && change.object.metadata.namespace !== namespace) return;
    if (from !== undefined && change.version <= from) return;
    const event = seen(resource, change, matches);
    if (event !== undefined) send(event.type, present(event.object));
  }

  const timeout = (numberOf(query, 'timeoutSeconds') ?? 0) * 1000 || DEFAULT_TIMEOUT;
  const stopListening = server.store.listen(forward);
  let tick = server.clock.after(BOOKMARK_INTERVAL, periodic);
  function periodic(): void {
    if (bookmarks) bookmark();
    tick = server.clock.after(BOOKMARK_INTERVAL, periodic);
  }
  const finish = () => {
    stopListening();
    tick.cancel();
    end.cancel();
    signal?.removeEventListener('abort', finish);
    feed.end();
  };
  const end = server.clock.after(timeout, () => {
    if (bookmarks) bookmark();
    finish();
  });
  feed.onClose = finish;
  if (signal?.aborted) finish();
  else signal?.addEventListener('abort', finish, { once: true });
  return feed;
}

function checkInitial(query: URLSearchParams, initial: string | null): void {
  const match = query.get('resourceVersionMatch') ?? '';
  const options = { group: 'meta.k8s.io', plural: 'ListOptions', kind: 'ListOptions' };
  if (initial !== null && match !== 'NotOlderThan') {
    throw invalid(options, '', [
      forbiddenField('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    ]);
  }
  if (initial === null && match !== '') {
    throw invalid(options, '', [
      forbiddenField(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    ]);
  }
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** How a change looks through a selector: an object that enters it is added, one that leaves it is deleted. */
function seen(
  resource: Resource,
  change: Change,
  matches: Predicate,
): { type: Change['type']; object: KubeObject } | undefined {
  const object = readAs(resource, change.object);
  const before = change.previous !== undefined && matches(readAs(resource, change.previous));
  if (change.type === 'DELETED') return before || matches(object) ? { type: 'DELETED', object } : undefined;
  if (matches(object)) return { type: before ? 'MODIFIED' : 'ADDED', object };
  if (!before || change.previous === undefined) return undefined;
  // The last state that matched, under the version of the change that ended it.
  const last = readAs(resource, change.previous);
  return {
    type: 'DELETED',
    object: { ...last, metadata: { ...last.metadata, resourceVersion: String(change.version) } },
  };
}

function bookmarkOf(resource: Resource, version: number, annotations?: Fields): Fields {
  return {
    apiVersion: groupVersionOf(resource),
    kind: resource.kind,
    metadata: {
      resourceVersion: String(version),
      creationTimestamp: null,
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}
