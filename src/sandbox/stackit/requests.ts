import type { Operation } from './call';
import { refusal } from './errors';
import type { Kind } from './objects';
import type { ScopeKey, View } from './store';

/** A mutating call that STACKIT can be asked about by its request ID (iaas.md §8.1). */
export interface RequestRecord {
  readonly requestId: string;
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly kind: Kind;
  readonly scope: ScopeKey;
  readonly id: string;
}

const TYPES: Partial<Record<Kind, string>> = {
  network: 'NETWORK',
  nic: 'NIC',
  volume: 'VOLUME',
  image: 'IMAGE',
  server: 'SERVER',
  snapshot: 'SNAPSHOT',
  backup: 'BACKUP',
};

/** The latest requests; the oldest go first. */
export class Requests {
  readonly #records = new Map<string, RequestRecord>();

  constructor(private readonly limit: number) {}

  add(record: RequestRecord): void {
    if (TYPES[record.kind] === undefined) return;
    this.#records.set(record.requestId, record);
    if (this.#records.size <= this.limit) return;
    const [oldest] = this.#records.keys();
    if (oldest !== undefined) this.#records.delete(oldest);
  }

  /** @throws Refusal 404 */
  see(requestId: string, scope: ScopeKey, view: View): unknown {
    const record = this.#records.get(requestId);
    if (record === undefined || record.scope !== scope) throw refusal(404, 'request not found');
    const status = statusOf(record, view);
    const type = TYPES[record.kind];
    const failure = view.get(record.kind, record.scope, record.id)?.failure;
    return {
      requestId,
      requestType: type,
      requestAction: record.action,
      resources: [{ type, id: record.id, status }],
      status,
      ...(status === 'FAILED' ? { details: failure ?? 'unknown failure' } : {}),
    };
  }
}

function statusOf({ action, kind, scope, id }: RequestRecord, view: View): string {
  const stored = view.get(kind, scope, id);
  const stem = { CREATE: 'CREAT', UPDATE: 'UPDAT', DELETE: 'DELET' }[action];
  if (stored === undefined) return 'DELETED';
  if (stored.failure !== undefined) return 'FAILED';
  return stored.steps.length > 0 ? `${stem}ING` : `${stem}ED`;
}

export function requestOperations(requests: Requests): readonly Operation[] {
  return [
    {
      operationId: 'GetProjectRequest',
      method: 'GET',
      path: '/v2/projects/{projectId}/regions/{region}/requests/{requestId}',
      effect: 'none',
      handler: (call) => ({ status: 200, body: requests.see(call.param('requestId'), call.scope, call.view) }),
    },
  ];
}
