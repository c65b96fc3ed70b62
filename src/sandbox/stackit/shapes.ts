import { Refusal } from './errors';

/** APIs that word their errors differently. */
export type Api = 'iaas' | 'ske' | 'enablement';

/** The words of SKE for a status (ske.md §0). */
const SKE_CODES: Readonly<Record<number, string>> = {
  400: 'InvalidArgument',
  401: 'Unauthenticated',
  403: 'PermissionDenied',
  404: 'NotFound',
  409: 'FailedPrecondition',
  429: 'ResourceExhausted',
  501: 'Unimplemented',
  503: 'Unavailable',
};

const REASONS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** `{code, message, details}` of SKE; `code` defaults to the word for the status. */
export function skeRefusal(status: number, message: string, code = SKE_CODES[status] ?? 'Internal'): Refusal {
  return new Refusal(status, { code, message, details: '' });
}

/** A refusal of the IaaS shape in the shape of another API; texts of the gateway stay as they are. */
export function inShapeOf(api: Api, refusal: Refusal, where: { readonly path: string; readonly now: number }): Refusal {
  const { status, body, headers } = refusal;
  const { code, msg } = (body ?? {}) as { readonly code?: unknown; readonly msg?: unknown };
  if (api === 'iaas' || typeof code !== 'number' || typeof msg !== 'string') return refusal;
  if (api === 'ske') return new Refusal(status, skeRefusal(status, msg).body, headers);
  // Service enablement answers 400 and 404 without a body (ske.md §6).
  if (status === 400 || status === 404) return new Refusal(status, undefined, headers);
  const { path, now } = where;
  const error = REASONS[status] ?? 'Error';
  return new Refusal(status, { timestamp: new Date(now).toISOString(), status, error, message: msg, path }, headers);
}
