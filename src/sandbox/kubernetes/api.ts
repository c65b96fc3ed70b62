import { type Clock, systemClock } from '../../clock';
import type { Transport } from '../../http';
import { serve } from '../serve';
import { refusal } from './answer';
import { builtinResources } from './builtins';
import { startCleanup } from './cleanup';
import { resourcesOf } from './crd';
import { create } from './create';
import { handle } from './handle';
import type { KubeObject } from './object';
import { CRDS } from './resource';
import { Server } from './server';

/** Options of {@link createKubernetesApi}. */
export interface KubernetesApiOptions {
  /** @default the machine's time */
  readonly clock?: Clock;
  /** How many of the last changes a watch can start from; older versions answer 410. @default 5000 */
  readonly window?: number;
}

/** A listening API server. */
export interface KubernetesListener {
  readonly url: string;
  /** A kubeconfig for it, YAML text. */
  readonly kubeconfig: string;
  /** Ends all connections, watches included. The objects stay. */
  close(): Promise<void>;
}

/** A Kubernetes API in memory. */
export interface KubernetesApi {
  /** Answers a request within the process. The body of a watch is live: it ends with the request's signal or its time. */
  readonly handle: Transport;
  /**
   * Serves the API over HTTP.
   *
   * @throws Error with `code: 'EADDRINUSE'` when the port is taken
   */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<KubernetesListener>;
  /** Forgets all past changes: watches and continued lists from an earlier version answer 410. */
  compact(): void;
}

/** Creates an empty API server with the namespaces that every cluster has. */
export function createKubernetesApi({ clock = systemClock, window = 5000 }: KubernetesApiOptions = {}): KubernetesApi {
  const server = new Server(clock, window);
  server.registry.set('builtin', builtinResources());
  server.store.listen(({ key, type, object }) => {
    if (key === CRDS) server.registry.set(object.metadata.name, type === 'DELETED' ? [] : resourcesOf(object));
    if (key === '/namespaces' && type === 'ADDED') addServiceAccount(server, object);
  });
  startCleanup(server);
  for (const name of ['default', 'kube-node-lease', 'kube-public', 'kube-system']) addNamespace(server, name);
  const answerTo: Transport = async (request) => {
    try {
      return await handle(server, request);
    } catch (error) {
      return refusal(error);
    }
  };
  return {
    handle: answerTo,
    listen: async (options) => {
      const listener = await serve(answerTo, options);
      return { url: listener.url, kubeconfig: kubeconfigFor(listener.url), close: listener.close };
    },
    compact: () => server.store.compact(),
  };
}

function addNamespace(server: Server, name: string): void {
  addBuiltin(server, 'Namespace', '', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

function addServiceAccount(server: Server, { metadata }: KubeObject): void {
  addBuiltin(server, 'ServiceAccount', metadata.name, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: metadata.name },
  });
}

function addBuiltin(server: Server, kind: string, namespace: string, object: KubeObject): void {
  const resource = server.registry.ofKind('v1', kind);
  if (resource === undefined) return;
  create(server, resource, namespace, object, {
    writer: { manager: 'kube-apiserver', operation: 'Update', subresource: '', time: server.time() },
    dryRun: false,
    fieldValidation: 'Strict',
    warnings: [],
  });
}

/** kubectl sends no token over plain HTTP; the user is there for clients that want one. */
function kubeconfigFor(url: string): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'current-context: sostackit-sandbox',
    `clusters: [{name: sostackit-sandbox, cluster: {server: "${url}"}}]`,
    'users: [{name: sostackit-sandbox, user: {token: sandbox}}]',
    'contexts: [{name: sostackit-sandbox, context: {cluster: sostackit-sandbox, user: sostackit-sandbox, namespace: default}}]',
    '',
  ].join('\n');
}
