import type { WriteOptions } from './admission';
import type { DeleteOptions } from './delete';
import { type Failure, type FieldProblem, invalid, required } from './failure';
import { mediaType, readObject } from './media';
import { fieldsOf } from './object';
import type { Resource } from './resource';
import type { Server } from './server';
import { isTrue } from './watch';

/** One request for a resource. */
export interface Call {
  readonly method: string;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal | undefined;
}

/**
 * How the request wants its write to be done.
 *
 * @throws Failure 422 for options that are not known
 */
export function writeOptions(server: Server, call: Call, operation: 'Apply' | 'Update'): WriteOptions {
  const { query, headers, subresource } = call;
  const validation = query.get('fieldValidation') ?? 'Warn';
  if (validation !== 'Strict' && validation !== 'Warn' && validation !== 'Ignore' && validation !== '') {
    const message = `Unsupported value: ${JSON.stringify(validation)}: supported values: "", "Ignore", "Strict", "Warn"`;
    throw optionsInvalid(call, [{ field: 'fieldValidation', reason: 'FieldValueNotSupported', message }]);
  }
  const given = query.get('fieldManager') ?? '';
  if (operation === 'Apply' && given === '')
    throw optionsInvalid(call, [required('fieldManager', 'is required for apply patch')]);
  const manager = given !== '' ? given : (headers['user-agent'] ?? '').split('/')[0] || 'unknown';
  return {
    writer: { manager: manager.slice(0, 128), operation, subresource, time: server.time() },
    dryRun: dryRunOf(call, call.query.getAll('dryRun')),
    fieldValidation: validation === '' ? 'Warn' : validation,
    warnings: [],
  };
}

function dryRunOf(call: Call, values: readonly string[]): boolean {
  const odd = values.find((value) => value !== 'All' && value !== '');
  if (odd === undefined) return values.includes('All');
  const message = `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`;
  throw optionsInvalid(call, [{ field: 'dryRun', reason: 'FieldValueNotSupported', message }]);
}

function optionsInvalid(call: Call, problems: readonly FieldProblem[]): Failure {
  const kind =
    { POST: 'CreateOptions', PUT: 'UpdateOptions', PATCH: 'PatchOptions', DELETE: 'DeleteOptions' }[call.method] ??
    'Options';
  return invalid({ group: 'meta.k8s.io', plural: kind, kind }, '', problems);
}

/**
 * How the request wants its deletion to be done, by its body and query.
 *
 * @throws Failure 422 for options that are not known
 */
export function deleteOptions(call: Call): DeleteOptions {
  const { body, query } = call;
  const text = body.toString().trim();
  const type = mediaType(call.headers['content-type']);
  const given = text === '' ? {} : readObject(body, type === '' ? 'application/json' : type, 'DeleteOptions');
  const preconditions = fieldsOf(given.preconditions);
  const orphan =
    given.orphanDependents ?? (query.has('orphanDependents') ? isTrue(query.get('orphanDependents')) : undefined);
  const propagation =
    given.propagationPolicy ??
    query.get('propagationPolicy') ??
    (orphan === undefined ? undefined : orphan ? 'Orphan' : 'Background');
  const dryRun = [...query.getAll('dryRun'), ...(Array.isArray(given.dryRun) ? given.dryRun.map(String) : [])];
  return {
    dryRun: dryRunOf(call, dryRun),
    ...(typeof preconditions.uid === 'string' ? { uid: preconditions.uid } : {}),
    ...(typeof preconditions.resourceVersion === 'string' ? { resourceVersion: preconditions.resourceVersion } : {}),
    ...(typeof propagation === 'string' && propagation !== '' ? { propagation } : {}),
  };
}
