import { badRequest } from './failure';

/** What the path of a request names. */
export interface Target {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Absent for cluster-scoped resources, and for lists over all namespaces. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  /** The old form of a watch, `/api/v1/watch/…`. */
  readonly watch: boolean;
}

/** Reads a path below `/api/v1` or `/apis/<group>/<version>`; undefined for a path of another form. */
export function targetOf(path: string): Target | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  const [root, ...rest] = parts;
  const group = root === 'apis' ? rest.shift() : root === 'api' ? '' : undefined;
  const version = rest.shift();
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  const watch = rest[0] === 'watch';
  if (watch) rest.shift();
  const place = { group, version, watch };
  if (rest[0] === 'namespaces' && rest.length > 2 && !isNamespaceSubresource(group, rest)) {
    const [, namespace = '', plural = '', name, subresource, ...more] = rest;
    if (more.length > 0) return undefined;
    return { ...place, namespace, plural, ...optional(name, subresource) };
  }
  const [plural = '', name, subresource, ...more] = rest;
  return more.length > 0 ? undefined : { ...place, plural, ...optional(name, subresource) };
}

function isNamespaceSubresource(group: string, rest: readonly string[]): boolean {
  return group === '' && rest.length === 3 && (rest[2] === 'status' || rest[2] === 'finalize');
}

function optional(name: string | undefined, subresource: string | undefined) {
  return { ...(name === undefined ? {} : { name }), ...(subresource === undefined ? {} : { subresource }) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest(`the path segment ${JSON.stringify(part)} is not URL-encoded`);
  }
}
