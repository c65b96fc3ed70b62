import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readBody, type Transport } from '../../src/http';
import { createKubernetesApi } from '../../src/sandbox/kubernetes';
import { assetsReason, type RealApi, startRealApi } from '../support/envtest';
import { FakeClock } from '../support/fake-clock';
import { type Case, corpus, widgets } from './kubernetes-corpus';
import { randomCase } from './kubernetes-random';
import { talk } from './kubernetes-talk';

const reason = assetsReason();
const local = createKubernetesApi();
let real: RealApi | undefined;

beforeAll(async () => {
  await install(local.handle);
  if (reason !== undefined) {
    console.log(`compared with recorded verdicts only, not with a real API server: ${reason}`);
    return;
  }
  real = await startRealApi();
  await install(real.handle);
}, 90_000);

afterAll(() => real?.stop());

describe('the local API server answers like the real one', () => {
  test.each(corpus.map((item, index) => ({ ...item, index })))('$name', async ({ index, ...conversation }) => {
    const namespace = `case-${index}`;
    const answers = await talk(local.handle, conversation, namespace);
    expect(answers.map(({ verdict }) => verdict)).toEqual(conversation.steps.map(({ want }) => want));
    conversation.steps.forEach(({ says }, at) => {
      if (says !== undefined) expect(answers[at]?.message).toContain(says);
    });
    if (real !== undefined) await compare(real, conversation, namespace, answers);
  });
});

test('random conversations end in no error of the local server, and get the answers of the real one', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const conversation = randomCase(seed);
    const answers = await talk(local.handle, conversation, `random-${seed}`);
    expect(answers.filter(({ verdict }) => verdict.includes('InternalError'))).toEqual([]);
    if (real === undefined) continue;
    const theirs = await talk(real.handle, conversation, `random-${seed}`);
    answers.forEach((answer, at) => {
      expect({ seed, at, step: conversation.steps[at], answer }).toEqual({
        seed,
        at,
        step: conversation.steps[at],
        answer: theirs[at],
      });
    });
  }
}, 60_000);

describe('what only the local API server can be asked', () => {
  test('a watch from a forgotten version ends with 410, one from now goes on', async () => {
    const api = createKubernetesApi();
    const before = await read(api.handle, 'GET', '/api/v1/configmaps');
    await read(api.handle, 'POST', '/api/v1/namespaces', namespaceOf('new'));
    api.compact();
    const from = (version: string) =>
      read(api.handle, 'GET', `/api/v1/namespaces?watch=1&timeoutSeconds=1&resourceVersion=${version}`);
    expect(await from(before.metadata.resourceVersion)).toMatchObject({
      type: 'ERROR',
      object: { code: 410, reason: 'Expired' },
    });
    const now = await read(api.handle, 'GET', '/api/v1/namespaces');
    expect(await from(now.metadata.resourceVersion)).toBe('');
  });

  test('a list in pages is one of a single moment, and 410 tells when that is forgotten', async () => {
    const api = createKubernetesApi();
    const page = (more: string) => read(api.handle, 'GET', `/api/v1/namespaces?limit=3${more}`);
    const names = (list: Body) => list.items.map((item: Body) => item.metadata.name);
    const first = await page('');
    expect(first.metadata.remainingItemCount).toBe(1);
    await read(api.handle, 'POST', '/api/v1/namespaces', namespaceOf('late'));
    const rest = await page(`&continue=${first.metadata.continue}`);
    expect([...names(first), ...names(rest)]).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    api.compact();
    const gone = await page(`&continue=${first.metadata.continue}`);
    expect(gone).toMatchObject({ code: 410, reason: 'Expired' });
    expect(names(await page(`&continue=${gone.metadata.continue}`))).toEqual(['kube-system', 'late']);
  });

  test('the window of past changes is bounded', async () => {
    const api = createKubernetesApi({ window: 10 });
    const { metadata } = await read(api.handle, 'GET', '/api/v1/namespaces');
    for (let index = 0; index < 30; index++)
      await read(api.handle, 'POST', '/api/v1/namespaces', namespaceOf(`n${index}`));
    const answer = await read(
      api.handle,
      'GET',
      `/api/v1/namespaces?watch=1&resourceVersion=${metadata.resourceVersion}`,
    );
    expect(answer).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  });

  test('a watch sends bookmarks, and ends after its time', async () => {
    const clock = new FakeClock();
    const api = createKubernetesApi({ clock });
    const path = '/api/v1/secrets?watch=1&allowWatchBookmarks=true&timeoutSeconds=100';
    const { body } = await api.handle({ method: 'GET', path, headers: {} });
    const lines = linesOf(body);
    await clock.advance(60_000);
    await clock.advance(40_000);
    const events = (await lines).map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['BOOKMARK', 'BOOKMARK']);
    expect(events[0].object).toMatchObject({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
    });
    expect(clock.size).toBe(0);
  });

  test('a watch ends with the signal of its request', async () => {
    const clock = new FakeClock();
    const api = createKubernetesApi({ clock });
    const abort = new AbortController();
    const request = { method: 'GET', path: '/api/v1/namespaces?watch=1', headers: {}, signal: abort.signal };
    const lines = linesOf((await api.handle(request)).body);
    abort.abort();
    expect(await lines).toHaveLength(4);
    expect(clock.size).toBe(0);
  });

  test('a selector sees an object come and go', async () => {
    const api = createKubernetesApi();
    const abort = new AbortController();
    const path = '/api/v1/namespaces?watch=1&labelSelector=a%3Db';
    const lines = linesOf((await api.handle({ method: 'GET', path, headers: {}, signal: abort.signal })).body);
    const label = (value: string) =>
      read(api.handle, 'PATCH', '/api/v1/namespaces/default', { metadata: { labels: { a: value } } });
    for (const value of ['b', 'b', 'c', 'd']) await label(value);
    abort.abort();
    const events = (await lines).map((line) => JSON.parse(line));
    expect(events.map(({ type, object }) => [type, object.metadata.labels.a])).toEqual([
      ['ADDED', 'b'],
      ['DELETED', 'b'],
    ]);
  });

  test('an error of its own is told without its stack', async () => {
    const clock = new FakeClock();
    const api = createKubernetesApi({ clock });
    clock.now = () => {
      throw new Error('boom');
    };
    const answer = await read(api.handle, 'POST', '/api/v1/namespaces', namespaceOf('new'));
    expect(answer).toMatchObject({ code: 500, reason: 'InternalError', message: 'the local API server failed: boom' });
  });

  test('protobuf alone is refused', async () => {
    const api = createKubernetesApi();
    const { status } = await api.handle({ method: 'GET', path: '/api/v1/pods', headers: {} });
    expect(status).toBe(404);
    const headers = { accept: 'application/vnd.kubernetes.protobuf' };
    expect((await api.handle({ method: 'GET', path: '/api/v1/secrets', headers })).status).toBe(406);
  });

  test('a key that JavaScript gives a meaning is data like any other', async () => {
    const api = createKubernetesApi();
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{"__proto__":"a","constructor":"b"}}';
    const path = '/api/v1/namespaces/default/configmaps';
    const answer = await api.handle({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
    expect((await readBody(answer.body)).toString()).toContain('"data":{"__proto__":"a","constructor":"b"}');
    expect(({} as Body).a).toBeUndefined();
  });
});

async function compare(
  server: RealApi,
  conversation: Case,
  namespace: string,
  answers: Awaited<ReturnType<typeof talk>>,
) {
  const theirs = await talk(server.handle, conversation, namespace);
  expect(answers.map(({ verdict }) => verdict)).toEqual(theirs.map(({ verdict }) => verdict));
  const whole = (list: typeof answers) => list.filter((_, at) => conversation.steps[at]?.loose !== true);
  expect(whole(answers)).toEqual(whole(theirs));
}

/** Installs our definitions and waits until they are served. */
async function install(handle: Transport): Promise<void> {
  const ours = parseAllDocuments(readFileSync(join(__dirname, '../../crds/all.yaml'), 'utf8')).map((item) =>
    item.toJS(),
  );
  for (const crd of [...ours, widgets]) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const headers = { 'content-type': 'application/json' };
    const response = await handle({ method: 'POST', path, headers, body: JSON.stringify(crd) });
    const answer = (await readBody(response.body)).toString();
    if (response.status !== 201) throw new Error(`definition refused: ${response.status} ${answer}`);
    const { group, names, versions } = crd.spec;
    const resource = `/apis/${group}/${versions[0].name}/${names.plural}`;
    for (let attempt = 0; ; attempt++) {
      const found = await handle({ method: 'GET', path: resource, headers: {} });
      await readBody(found.body);
      if (found.status === 200) break;
      if (attempt === 100) throw new Error(`${resource} is not served`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read without a type
type Body = Record<string, any>;

function namespaceOf(name: string): Body {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** Asks once and reads the answer to its end; an empty one reads as ''. */
async function read(handle: Transport, method: string, path: string, body?: Body): Promise<Body> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const request = { method, path, headers: { 'content-type': type } };
  const answer = await handle(body === undefined ? request : { ...request, body: JSON.stringify(body) });
  const text = (await readBody(answer.body)).toString().trim();
  return JSON.parse(text === '' ? '""' : text);
}

async function linesOf(body: AsyncIterable<Buffer>): Promise<string[]> {
  return (await readBody(body))
    .toString()
    .trim()
    .split('\n')
    .filter((line) => line !== '');
}
