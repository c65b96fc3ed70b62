import type { JsonObject } from './openapi-schema';

const text = { type: 'string' } as const;
const status: JsonObject = {
  type: 'object',
  required: ['serviceId', 'state'],
  properties: {
    serviceId: { type: 'string', minLength: 10, pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}$' },
    state: { enum: ['ENABLED', 'ENABLING', 'DISABLED', 'DISABLING'] },
    enablement: { enum: ['REQUEST', 'AUTO'] },
    lifecycle: { enum: ['FLEX', 'PROJECT'] },
    scope: text,
    dependencies: {
      type: 'object',
      properties: { hard: { type: 'array', items: text }, soft: { type: 'array', items: text } },
    },
    error: { type: 'object', properties: { action: text, code: text, reason: text } },
    labels: { type: 'object', additionalProperties: text },
    parameters: { type: 'object', additionalProperties: text },
  },
};
const problem = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const refusal = problem({
  type: 'object',
  required: ['timestamp', 'status', 'error', 'message', 'path'],
  properties: { timestamp: text, status: { type: 'integer' }, error: text, message: text, path: text },
});
const refusals = { 400: {}, 401: refusal, 403: refusal, 404: {} };
const all = '/v2/projects/{projectId}/regions/{region}/services';

/** Service enablement as far as the fact sheet tells it (ske.md §6): no document of it is at hand. */
export const ENABLEMENT_DOCUMENT: JsonObject = {
  paths: {
    [all]: {
      get: {
        operationId: 'ListServiceStatusRegional',
        parameters: [{ in: 'query', name: 'cursor', schema: text }],
        responses: {
          200: problem({
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: status }, nextCursor: text },
          }),
          ...refusals,
        },
      },
    },
    [`${all}/{serviceId}`]: {
      get: { operationId: 'GetServiceStatusRegional', responses: { 200: problem(status), ...refusals } },
      post: { operationId: 'EnableServiceRegional', responses: { 202: {}, ...refusals } },
      delete: { operationId: 'DisableServiceRegional', responses: { 202: {}, ...refusals } },
    },
  },
};
