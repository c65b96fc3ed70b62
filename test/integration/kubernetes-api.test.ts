import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readBody, type Transport } from '../../src/http';
import { createKubernetesApi } from '../../src/sandbox/kubernetes';
import { assetsReason, type RealApi, startRealApi } from '../support/envtest';
import { type Case, corpus, widgets } from './kubernetes-corpus';
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
