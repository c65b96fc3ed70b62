import type { Operation } from './call';
import { redactedPath } from './journal';
import type { Kind } from './objects';
import type { Incoming, Outcome, Pipeline } from './pipeline';
import type { Route } from './router';

/** One exchange as it went over the wire. */
export interface Exchange {
  readonly operationId: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly requestBody: unknown;
  /** `0` when the connection was broken. */
  readonly status: number;
  readonly responseBody: unknown;
  /** Kinds of the faults that struck. */
  readonly faults: readonly string[];
  /** `User-Agent` of the client. */
  readonly userAgent: string | null;
}

/** Called with every exchange but admin routes; a body is that of the wire, secrets included. */
export type Recorder = (exchange: Exchange) => void;

/** Writes a request into the journal, and into the records that the requests endpoint shows. */
export function record(pipe: Pipeline, incoming: Incoming, { answer, caller, done }: Outcome): void {
  const { request, path, query, route, body, requestId, time, effects } = incoming;
  const resourceId = answer.resourceId ?? resourceOf(route);
  const operation = route?.operation;
  if (done && operation !== undefined && resourceId !== null) remember(pipe, route, operation, resourceId, requestId);
  const struck = Object.keys(effects);
  const userAgent = request.headers['user-agent'] ?? null;
  pipe.recorder?.({
    operationId: operation?.operationId ?? null,
    method: request.method,
    path,
    query: Object.fromEntries(query),
    requestBody: body,
    status: answer.status,
    responseBody: answer.body,
    faults: struck,
    userAgent,
  });
  pipe.journal.add({
    time: new Date(time).toISOString(),
    method: request.method,
    path: redactedPath(path),
    query: Object.fromEntries(query),
    operationId: operation?.operationId ?? null,
    requestBody: body ?? null,
    status: answer.status === 0 ? null : answer.status,
    responseBody: answer.body ?? null,
    caller: caller?.email ?? null,
    userAgent,
    requestId,
    effect: done ? (answer.effect ?? operation?.effect ?? 'none') : 'none',
    resourceId,
    fault: struck.length === 0 ? null : struck.join(','),
  });
}

/** The last parameter of the path names the resource, unless it is the collection's. */
function resourceOf(route: Route | undefined): string | null {
  const name = lastParameter(route?.operation);
  return name === undefined || name === 'projectId' || name === 'region' ? null : (route?.params[name] ?? null);
}

function lastParameter(operation: Operation | undefined): string | undefined {
  return operation?.path.match(/\{(\w+)\}(?=[^{}]*$)/)?.[1];
}

const KIND_OF_PARAMETER: Readonly<Record<string, Kind>> = {
  networkId: 'network',
  nicId: 'nic',
  volumeId: 'volume',
  imageId: 'image',
  serverId: 'server',
  snapshotId: 'snapshot',
  backupId: 'backup',
};
const KIND_OF_CREATION: Readonly<Record<string, Kind>> = {
  CreateNetwork: 'network',
  CreateIsolatedNetwork: 'network',
  CreateNic: 'nic',
  CreateVolume: 'volume',
  CreateImage: 'image',
  CreateServer: 'server',
  CreateSnapshot: 'snapshot',
  CreateBackup: 'backup',
  ImageFromVolume: 'image',
};

function remember(pipe: Pipeline, route: Route | undefined, operation: Operation, id: string, requestId: string): void {
  const { projectId, region } = route?.params ?? {};
  const kind = KIND_OF_CREATION[operation.operationId] ?? KIND_OF_PARAMETER[lastParameter(operation) ?? ''];
  if (operation.effect === 'none' || kind === undefined || projectId === undefined || region === undefined) return;
  const creates = operation.effect === 'created' || operation.method === 'PUT';
  const action = creates ? 'CREATE' : operation.method === 'DELETE' ? 'DELETE' : 'UPDATE';
  pipe.requests.add({ requestId, action, kind, scope: `${projectId}/${region}`, id });
}
