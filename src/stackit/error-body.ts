import { redact } from './redact';

/** What an answer says about its failure. */
export interface ErrorText {
  readonly message: string;
  /** Code of the body if it is a word; a code that only repeats the status is left out. */
  readonly code?: string;
}

/** Longest text of an answer that goes into an error. */
export const MAX_MESSAGE = 500;

/**
 * Reads the body of a failed call, whichever hop wrote it: `{code, msg}` (IaaS), `{status, message}` and plain text (gateway),
 * `{error: {…}}` and `{error, message}` (token endpoint), `<Error><Code>…` (object storage). Other markup says nothing to a reader
 * and is dropped but for its title.
 */
export function parseErrorBody(text: string, secrets: readonly string[] = []): ErrorText {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed.startsWith('{')) {
    const found = fromJson(trimmed, secrets);
    if (found !== undefined) return found;
  }
  if (!trimmed.startsWith('<')) return { message: shorten(trimmed, secrets) };
  const [code, message] = ['Code', 'Message'].map((name) => element(trimmed, name));
  const said = message || code || element(trimmed, 'title');
  return { message: shorten(said, secrets), ...(/^\w{1,64}$/.test(code ?? '') ? { code: String(code) } : {}) };
}

function fromJson(text: string, secrets: readonly string[]): ErrorText | undefined {
  try {
    return fromObject(JSON.parse(text) as Record<string, unknown>, secrets);
  } catch {
    return undefined;
  }
}

function fromObject(body: Record<string, unknown>, secrets: readonly string[]): ErrorText {
  const inner = body.error;
  if (inner !== null && typeof inner === 'object') return fromObject(inner as Record<string, unknown>, secrets);
  const message = [body.msg, body.message, body.error_description, body.detail, body.title, inner].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  const code = [body.code, body.status, inner].find(
    (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
  );
  const words = typeof message === 'string' ? message : '';
  return { message: shorten(words, secrets), ...(typeof code === 'string' && !/^\d+$/.test(code) ? { code } : {}) };
}

function element(markup: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`, 'i').exec(markup)?.[1] ?? '';
}

// A secret that is cut in its middle would not be recognised any more: they go first.
function shorten(text: string, secrets: readonly string[]): string {
  const line = redact(text, secrets)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE - 1)}…` : line;
}
