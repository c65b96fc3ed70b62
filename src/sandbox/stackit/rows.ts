import type { Handler, Operation } from './call';

/** Prefix of everything that belongs to a project in a region. */
export const REGION = '/v2/projects/{projectId}/regions/{region}';

type Row = (operationId: string, path: string, handler: Handler) => Operation;

/** A GET. */
export const read: Row = (operationId, path, handler) => ({
  operationId,
  method: 'GET',
  path,
  effect: 'none',
  handler,
});

/** A POST that makes something. */
export const create: Row = (operationId, path, handler) => ({
  operationId,
  method: 'POST',
  path,
  effect: 'created',
  handler,
});

/** A call that changes something. */
export const change =
  (method: Operation['method']): Row =>
  (operationId, path, handler) => ({ operationId, method, path, effect: 'updated', handler });

/** A DELETE of what the path names. */
export const destroy: Row = (operationId, path, handler) => ({
  operationId,
  method: 'DELETE',
  path,
  effect: 'deleted',
  handler,
});
