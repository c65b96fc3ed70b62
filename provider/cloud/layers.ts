import type { Clock } from '../../src/clock';
import type { Transport } from '../../src/http';
import { NOT_SENT } from '../../src/stackit';
import type { Metrics } from '../metrics';

/**
 * Refuses to send what changes STACKIT once `mayWrite` says no, however long the call has waited since it was decided.
 * A DELETE passes: what a process made and may not keep, it deletes itself, leader or not.
 */
export function whileLeading(transport: Transport, mayWrite: () => boolean): Transport {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'DELETE' && !mayWrite()) {
      throw Object.assign(new Error('the lease was lost before the call was sent'), { code: NOT_SENT });
    }
    return transport(request);
  };
}

/** Counts and times the calls, by method and the path without its IDs. */
export function counted(transport: Transport, metrics: Metrics, clock: Clock): Transport {
  return async (request) => {
    const began = clock.now();
    const operation = `${request.method} ${templateOf(request.path)}`;
    const done = (code: number) => metrics.stackitCall(operation, code, (clock.now() - began) / 1000);
    try {
      const response = await transport(request);
      done(response.status);
      return response;
    } catch (error) {
      done(0);
      throw error;
    }
  };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The path of a call from the collection on, with its IDs taken out, so that there are few of them. */
function templateOf(path: string): string {
  const [, rest = path] = /\/regions\/[^/]+(\/[^?]*)/.exec(path) ?? [];
  return (rest.split('?', 1)[0] ?? '')
    .replace(UUID, '{id}')
    .replace(/^(\/(?:clusters|machine-types|service-accounts))\/[^/]+/, '$1/{name}');
}
