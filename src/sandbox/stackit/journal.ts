import type { Effect } from './call';

/** One request to the simulator, admin routes excepted. Tokens, assertions, kubeconfigs and upload secrets are redacted. */
export interface JournalEntry {
  /** Counts from 1 and never repeats, even after clearing. */
  readonly seq: number;
  /** RFC 3339, the simulator's clock. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** `null` for a path that is no operation. */
  readonly operationId: string | null;
  readonly requestBody: unknown;
  /** `null` when the connection was broken instead of an answer. */
  readonly status: number | null;
  readonly responseBody: unknown;
  /** E-mail of the calling service account, `null` without a valid token. */
  readonly caller: string | null;
  /** `User-Agent` of the calling client, `null` when it tells none. */
  readonly userAgent: string | null;
  readonly requestId: string;
  /** What was carried out, even when the answer said otherwise. */
  readonly effect: Effect;
  readonly resourceId: string | null;
  /** Kinds of the faults that struck, joined by `,`. */
  readonly fault: string | null;
}

/** Items of a LIST answer beyond this are left out of the journal. */
const LIST_ITEMS = 50;

/** A bounded journal: the oldest entries go first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #seq = 0;

  constructor(private readonly limit: number) {}

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  add(entry: Omit<JournalEntry, 'seq'>): void {
    this.#entries.push({
      seq: ++this.#seq,
      ...entry,
      requestBody: redacted(entry.requestBody),
      responseBody: redacted(entry.responseBody),
    });
    // Cut in bulk, so that a full journal costs no copy per entry.
    if (this.#entries.length > this.limit * 1.25) this.#entries = this.#entries.slice(-this.limit);
  }

  clear(): void {
    this.#entries = [];
  }
}

const SECRETS: readonly string[] = [
  'access_token',
  'refresh_token',
  'assertion',
  'client_assertion',
  'keyPayload',
  'kubeconfig',
];

function redacted(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { items } = body as { items?: unknown };
  if (Array.isArray(items) && items.length > LIST_ITEMS) {
    return { items: items.slice(0, LIST_ITEMS), omitted: items.length - LIST_ITEMS };
  }
  if (Array.isArray(body)) return body;
  const copy: Record<string, unknown> = { ...body };
  for (const name of SECRETS) if (name in copy) copy[name] = '[redacted]';
  if (typeof copy.uploadUrl === 'string') copy.uploadUrl = redactedPath(copy.uploadUrl);
  if (typeof copy.encryptionParameters === 'object') copy.encryptionParameters = redacted(copy.encryptionParameters);
  return copy;
}

/** Hides the secret part of an upload path or URL. */
export function redactedPath(path: string): string {
  return path.replace(/\/upload\/[^/?]*/, '/upload/redacted');
}
