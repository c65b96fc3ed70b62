import { readBody, type Transport } from '../../src/http';
import type { Case, Step } from './kubernetes-corpus';

/** What a server answered, without what differs from run to run. */
export interface Answer {
  readonly verdict: string;
  readonly message: string;
  readonly warning: string;
  readonly body: unknown;
}

type Body = Record<string, unknown>;

/** Has a conversation with a server, in a namespace that is made for it. */
export async function talk(handle: Transport, { steps }: Case, namespace: string): Promise<Answer[]> {
  const created = await handle({
    method: 'POST',
    path: '/api/v1/namespaces',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
  });
  await readBody(created.body);
  const known = { ns: namespace, rv: '', uid: '' };
  const answers: Answer[] = [];
  for (const step of steps) answers.push(await ask(handle, step, known));
  return answers;
}

async function ask(handle: Transport, step: Step, known: { ns: string; rv: string; uid: string }): Promise<Answer> {
  const fill = (text: string) => text.replace(/\{(ns|rv|uid)\}/g, (_, name: 'ns' | 'rv' | 'uid') => known[name]);
  const content =
    step.body === undefined ? undefined : typeof step.body === 'string' ? step.body : JSON.stringify(step.body);
  for (let attempt = 1; ; attempt++) {
    const response = await handle({
      method: step.method,
      path: fill(step.path),
      headers: {
        'user-agent': 'corpus/1.0',
        ...(content === undefined ? {} : { 'content-type': step.type ?? 'application/json' }),
        ...(step.accept === undefined ? {} : { accept: step.accept }),
      },
      ...(content === undefined ? {} : { body: fill(content) }),
    });
    const bodies = (await readBody(response.body)).toString().trim();
    const lines = step.path.includes('watch=1') ? bodies.split('\n') : [bodies];
    const body = lines.filter((line) => line !== '').map(parsed);
    const [first] = body;
    if (step.until !== undefined && !step.until(first) && attempt < 400) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    remember(first, known);
    const { reason = '' } = isBody(first) ? first : {};
    const [shown] = body.map((item) => plain(item, ''));
    const status = isBody(first) && first.kind === 'Status' && first.status === 'Failure';
    return {
      verdict: status && reason !== '' ? `${response.status} ${String(reason)}` : String(response.status),
      message: status && isBody(shown) ? String(shown.message) : '',
      warning: (response.headers.warning ?? '')
        .split(/, (?=299)/)
        .sort()
        .join('\n'),
      body: body.map((item) => plain(item, '')),
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function remember(body: unknown, known: { rv: string; uid: string }): void {
  if (!isBody(body) || !isBody(body.metadata)) return;
  const { resourceVersion, uid } = body.metadata;
  if (typeof resourceVersion === 'string') known.rv = resourceVersion;
  if (typeof uid === 'string') known.uid = uid;
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const changing = new Set(['uid', 'resourceVersion', 'continue']);
const times = new Set(['creationTimestamp', 'deletionTimestamp', 'time', 'lastTransitionTime']);

/** Replaces identities and times, and puts what has no order into one. */
function plain(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    if (changing.has(key)) return value === '' ? '' : `<${key}>`;
    if (times.has(key)) return '<time>';
    return value
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
      .replace(/\((\d+)\)/g, '(<n>)')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>');
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, ''));
    return key === 'causes' || key === 'managedFields' ? items.sort(byText) : items;
  }
  if (!isBody(value)) return value;
  const result: Body = {};
  for (const name of Object.keys(value).sort()) {
    if (value.kind === 'Status' && name === 'message') result[name] = sortedMessage(value[name]);
    else if (value[name] !== undefined && !(name === 'continue' && value[name] === ''))
      result[String(plain(name, ''))] = plain(value[name], name);
  }
  return result;
}

/** The problems that a message lists, in order: a real server tells them in a random one. */
function sortedMessage(message: unknown): unknown {
  const text = plain(message, '');
  const errors = typeof text === 'string' ? text.split(/(?<=: errors:)\n|\n(?= {2}\.)/) : [];
  if (errors.length > 1) return [errors[0], ...errors.slice(1).sort()].join('\n');
  const list = typeof text === 'string' ? /^(.*? is invalid: )\[(.*)\]$/s.exec(text) : null;
  if (list === null) return text;
  const [, head = '', problems = ''] = list;
  return `${head}${problems
    .split(/, (?=[\w<][\w.[\]<>"-]*: )/)
    .sort()
    .join(' | ')}`;
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
