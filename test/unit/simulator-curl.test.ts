import type { FaultEffect } from '../../src/sandbox/stackit';
import { AUTHORIZED, Lab } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

afterAll(() => protocol.check());

describe('what people type', () => {
  test.each([
    ['PATCH', 'networks', 'GET, POST'],
    ['PUT', 'networks', 'GET, POST'],
    ['HEAD', 'networks', 'GET, POST'],
    ['OPTIONS', 'servers', 'GET, POST'],
    ['POST', 'machine-types', 'GET'],
    ['GET', '/token', 'POST'],
  ])('%s %s is told the methods that there are', async (method, path, allowed) => {
    const { status, headers, json } = await new Lab().call(method, path);
    expect([status, headers.allow, json]).toEqual([405, allowed, { code: 405, msg: 'method not allowed' }]);
  });

  test.each(['networks/', 'network', '/', '/v1/projects/x', '/v2//projects', 'networks//nics'])(
    'there is nothing at %s',
    async (path) => {
      const { status, json } = await new Lab().call('GET', path);
      expect([status, json]).toEqual([404, { code: 404, msg: 'path not found' }]);
    },
  );

  test.each([
    ['application/json', '{bad', 'failed to decode request body'],
    ['application/json', '', 'must be an object'],
    ['application/json', '[1]', 'must be an object'],
    ['application/json', '"x"', 'must be an object'],
    ['application/json', 'null', 'must be an object'],
    ['application/x-www-form-urlencoded', '{"name":"x"}', 'Content-Type has unexpected value'],
    ['text/plain', '{"name":"x"}', 'Content-Type has unexpected value'],
  ])('as %s the body %s is refused', async (type, text, message) => {
    const lab = new Lab();
    const headers = { ...AUTHORIZED, 'content-type': type, 'content-length': String(text.length) };
    const { status, json } = await lab.send('POST', 'networks', Buffer.from(text), headers);
    expect([status, json.code, json.msg]).toEqual([400, 400, expect.stringContaining(message)]);
    expect(lab.sim.objects('network').filter(({ name }) => name === 'x')).toEqual([]);
  });
});

/** One of each, so that a new effect has to be added here. */
const EFFECTS: { readonly [K in FaultEffect['kind']]: Extract<FaultEffect, { readonly kind: K }> } = {
  error: { kind: 'error', status: 500, message: 'no', headers: { 'x-a': 'b' }, when: 'after' },
  reset: { kind: 'reset', when: 'before' },
  delay: { kind: 'delay', ms: 5, when: 'after' },
  throttle: { kind: 'throttle', retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' },
  unavailable: { kind: 'unavailable' },
  stale: { kind: 'stale', ms: 1_000 },
  notYetVisible: { kind: 'notYetVisible', ms: 1_000 },
  rollback: { kind: 'rollback' },
  performanceClass: { kind: 'performanceClass', performanceClass: 'storage_premium_perf1' },
  fail: { kind: 'fail', message: 'No valid host' },
  duration: { kind: 'duration', ms: 1_000 },
  token: { kind: 'token', reason: 'revoked' },
  slowUpload: { kind: 'slowUpload', bytesPerSecond: 10 },
  errors: { kind: 'errors', errors: [{ code: 'SKE_QUOTA_EXCEEDED', message: 'no' }] },
  unhealthy: { kind: 'unhealthy', ms: 1_000 },
  remainingResources: { kind: 'remainingResources', ms: 1_000 },
};

test.each(Object.values(EFFECTS))('a fault is armed by HTTP: %j', async (effect) => {
  const lab = new Lab();
  const fault = { match: { operationId: 'GetServer' }, effect };
  const { status, json } = await lab.send('POST', '/admin/faults', fault);
  expect([status, json.id]).toEqual([201, expect.any(String)]);
  expect(JSON.parse((await lab.send('GET', '/admin/faults')).text)).toMatchObject([fault]);
});
