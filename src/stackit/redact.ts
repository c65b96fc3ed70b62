const HIDDEN = '[redacted]';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, HIDDEN],
  [/eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  [/\b(client-(?:key|certificate)-data["']?\s*:\s*["']?)[\w+/=]{8,}/g, `$1${HIDDEN}`],
  [/\bbearer\s+[\w.~+/=-]{8,}/gi, `Bearer ${HIDDEN}`],
  // A query is where pre-signed URLs carry their secret; user information stands before the @.
  [/(\bhttps?:\/\/)[^\s/@"']+@/gi, `$1${HIDDEN}@`],
  [/(\bhttps?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, `$1?${HIDDEN}`],
];

/** `text` without tokens, keys, pre-signed queries and the given `secrets` (those of eight characters and more). */
export function redact(text: string, secrets: readonly string[] = []): string {
  let result = text;
  for (const secret of secrets) if (secret.length >= 8) result = result.replaceAll(secret, HIDDEN);
  for (const [pattern, replacement] of PATTERNS) result = result.replace(pattern, replacement);
  return result;
}

const SECRET_FIELDS = new Set(['userData', 'keyPayload', 'uploadUrl', 'kubeconfig', 'privateKey', 'password']);

/** The values of a payload that must not be repeated in an error, even when the answer quotes them. */
export function secretsOf(payload: unknown): string[] {
  if (payload === null || typeof payload !== 'object') return [];
  return Object.entries(payload).flatMap(([key, value]) => {
    if (typeof value !== 'string') return secretsOf(value);
    if (!SECRET_FIELDS.has(key)) return [];
    return key === 'userData' ? [value, ...linesOf(Buffer.from(value, 'base64').toString('utf8'))] : [value];
  });
}

// An answer may quote a part, and white space is folded on its way into a message.
function linesOf(text: string): string[] {
  return [text, ...text.split(/\r?\n/).map((line) => line.trim())];
}
