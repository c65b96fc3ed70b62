import { stringify } from 'yaml';
import { bodyOf, type HttpHeaders, type HttpResponse } from '../../http';
import { Failure } from './failure';

/** Answers with an object, as JSON or YAML. */
export function answer(status: number, object: unknown, yaml = false, warnings: readonly string[] = []): HttpResponse {
  const text = yaml ? stringify(object, { aliasDuplicateObjects: false }) : JSON.stringify(object);
  return {
    status,
    headers: {
      'content-type': yaml ? 'application/yaml' : 'application/json',
      'cache-control': 'no-cache, private',
      ...warningHeader(warnings),
    },
    body: bodyOf(`${text}\n`),
  };
}

function warningHeader(warnings: readonly string[]): HttpHeaders {
  if (warnings.length === 0) return {};
  return { warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(', ') };
}

/** Answers with plain text, as the health checks do. */
export function plain(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: bodyOf(text),
  };
}

/** Answers with the Status of a failure; anything else that was thrown is an error of this server. */
export function refusal(error: unknown): HttpResponse {
  if (error instanceof Failure) {
    const { reason, ...status } = error.status();
    return answer(error.code, reason === '' ? status : { ...status, reason });
  }
  const message = `the local API server failed: ${error instanceof Error ? error.message : String(error)}`;
  return answer(500, new Failure(500, 'InternalError', message).status());
}
