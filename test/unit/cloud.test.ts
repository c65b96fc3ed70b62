import { Budgets } from '../../provider/cloud/budget';
import { counted, whileLeading } from '../../provider/cloud/layers';
import { createMetrics } from '../../provider/metrics';
import { bodyOf, type Transport } from '../../src/http';
import { createIaasClient, StackitError } from '../../src/stackit';
import { FakeClock, settled } from '../support/fake-clock';

const PATH = '/v2/projects/11111111-2222-4333-8444-555555555555/regions/eu01';

describe('the budget of a project', () => {
  const setup = (status: () => number) => {
    const clock = new FakeClock();
    const sent: number[] = [];
    const methods: string[] = [];
    const budgets = new Budgets(clock);
    const transport: Transport = async ({ method }) => {
      sent.push(clock.now());
      methods.push(method);
      return { status: status(), headers: {}, body: bodyOf() };
    };
    return { clock, sent, methods, budgets, call: budgets.around(transport) };
  };
  const request = (project = 'a') => ({
    method: 'GET',
    path: `/v2/projects/${project}/regions/eu01/servers`,
    headers: {},
  });

  it('lets a burst through at once and the rest at its pace, none lost and in order', async () => {
    const { clock, sent, call } = setup(() => 200);
    const calls = Array.from({ length: 100 }, () => call(request()));
    await settled();
    const start = clock.now();
    expect(sent).toHaveLength(40);
    await clock.advance(10_000);
    await Promise.all(calls);
    expect(sent).toHaveLength(100);
    expect(Math.max(...sent) - start).toBeGreaterThan(1_500);
    expect(Math.max(...sent) - start).toBeLessThan(3_500);
  });

  it('halves its pace at a 429, once for all that were under way', async () => {
    let status = 429;
    const { clock, sent, call } = setup(() => status);
    const refused = Array.from({ length: 5 }, () => call(request()));
    await clock.advance(800);
    await Promise.all(refused);
    status = 200;
    const before = sent.length;
    const calls = Array.from({ length: 30 }, () => call(request()));
    await clock.advance(1_000);
    // Ten a second are left of twenty, and a little more for the time that went by.
    expect(sent.length - before).toBeGreaterThanOrEqual(9);
    expect(sent.length - before).toBeLessThanOrEqual(20);
    await clock.advance(5_000);
    await Promise.all(calls);
  });

  it('lets looks and creations take turns, so that neither waits for all of the other', async () => {
    const { clock, call, methods } = setup(() => 200);
    const creations = Array.from({ length: 100 }, () => call({ ...request(), method: 'POST' }));
    await settled();
    const looks = Array.from({ length: 10 }, () => call(request()));
    await clock.advance(1_100);
    await Promise.all(looks);
    expect(methods.filter((method) => method === 'POST').length).toBeLessThan(65);
    expect(methods.lastIndexOf('GET')).toBeLessThan(methods.length - 1);
    await clock.advance(10_000);
    await Promise.all(creations);
    expect(methods).toHaveLength(110);
  });

  it('sends a creation at once that has had its turn, and gives back a turn that was not used', async () => {
    const { clock, sent, call, budgets } = setup(() => 200);
    const turns = await Promise.all(Array.from({ length: 40 }, () => budgets.turn('a')));
    const look = call(request());
    await settled();
    expect(sent).toHaveLength(0);
    await call({ ...request(), method: 'POST' });
    expect(sent).toHaveLength(1);
    turns[0]?.end();
    await settled();
    expect(sent).toHaveLength(1);
    for (const turn of turns) turn.end();
    await look;
    expect(sent).toHaveLength(2);
    await clock.advance(0);
    const burst = Array.from({ length: 38 }, () => call(request()));
    await settled();
    expect(sent).toHaveLength(40);
    await Promise.all(burst);
  });

  it('does not let a call wait whose signal is aborted', async () => {
    const { clock, call } = setup(() => 200);
    const before = Array.from({ length: 60 }, () => call(request()));
    const abort = new AbortController();
    const aborted = call({ ...request(), signal: abort.signal });
    abort.abort();
    await aborted;
    await clock.advance(5_000);
    await Promise.all(before);
  });

  it('does not let one project wait for another', async () => {
    const { clock, sent, call } = setup(() => 200);
    const slow = Array.from({ length: 60 }, () => call(request('a')));
    await settled();
    const before = sent.length;
    await call(request('b'));
    expect(sent).toHaveLength(before + 1);
    await clock.advance(10_000);
    await Promise.all(slow);
  });
});

describe('the layers around the transport', () => {
  const tokens = { token: async () => 't', invalidate: () => {}, describe: () => '' };
  const scope = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };

  it('sends no change once the lease is lost, calls that certain, and still deletes', async () => {
    const sent: string[] = [];
    const transport: Transport = async ({ method }) => {
      sent.push(method);
      return { status: method === 'DELETE' ? 202 : 200, headers: {}, body: bodyOf('{"items":[]}') };
    };
    const iaas = createIaasClient({ tokens, transport, layer: (inner) => whileLeading(inner, () => false) });
    const error = await iaas.createNetwork(scope, { name: 'x' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StackitError);
    expect((error as StackitError).class).toBe('transient');
    await iaas.listNetworks(scope);
    await iaas.deleteNetwork(scope, 'a');
    expect(sent).toEqual(['GET', 'DELETE']);
  });

  it('counts calls by path without IDs, the unanswered ones too', async () => {
    const metrics = createMetrics();
    const clock = new FakeClock();
    const call = counted(
      async ({ method }) => {
        if (method === 'POST') throw new Error('reset');
        return { status: 200, headers: {}, body: bodyOf() };
      },
      metrics,
      clock,
    );
    await call({
      method: 'GET',
      path: `${PATH}/servers/33333333-3333-3333-3333-333333333333?details=true`,
      headers: {},
    });
    await call({ method: 'POST', path: `${PATH}/servers`, headers: {} }).catch(() => {});
    const text = await metrics.registry.metrics();
    expect(text).toContain('sostackit_api_requests_total{operation="GET /servers/{id}",code="200"} 1');
    expect(text).toContain('sostackit_api_requests_total{operation="POST /servers",code="<error>"} 1');
  });
});
