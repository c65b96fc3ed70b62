import type { Operation } from './call';
import type { Tokens } from './tokens';

/** The token endpoint: a form in, tokens out; no bearer token is asked for. */
export function tokenOperations(tokens: Tokens): readonly Operation[] {
  return [
    {
      operationId: 'CreateToken',
      method: 'POST',
      path: '/token',
      effect: 'none',
      bearer: false,
      handler: (call) => {
        const type = call.request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
        if (type !== 'application/x-www-form-urlencoded') throw tokens.malformed('a form is expected');
        const form = new URLSearchParams(call.body<Record<string, string> | undefined>() ?? {});
        return { status: 200, body: tokens.exchange(form) };
      },
    },
  ];
}
