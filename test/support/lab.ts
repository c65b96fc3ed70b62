import { readBody } from '../../src/http';
import {
  createStackitSimulator,
  makeKeySync,
  type SimulatorOptions,
  type StackitSimulator,
} from '../../src/sandbox/stackit';
import { FakeClock } from './fake-clock';
import { protocol } from './stackit-protocol';

/** Project of the samples' seed. */
export const PROJECT = '11111111-1111-1111-1111-111111111111';
export const REGION = `/v2/projects/${PROJECT}/regions/eu01`;
/** Key of every lab's service account. */
export const KEY = makeKeySync();
// Good in every simulator with this key; signing one per call would cost more than all else.
const TOKEN = createStackitSimulator({ clock: new FakeClock(), key: KEY }).tokens.issue({}, 1_000_000);
export const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

export type Json = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, `{}` when it is none. */
  readonly json: Json;
}

/** A simulator without sockets, a clock turned by hand, and a client with a token. */
export class Lab {
  readonly clock = new FakeClock();
  readonly sim: StackitSimulator;

  constructor(options: SimulatorOptions = {}) {
    this.sim = createStackitSimulator({
      clock: this.clock,
      key: KEY,
      deviations: 'all',
      recorder: protocol.recorder,
      ...options,
    });
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const isRaw = Buffer.isBuffer(body);
    const isForm = body instanceof URLSearchParams;
    const content = isRaw ? body : isForm ? body.toString() : body === undefined ? undefined : JSON.stringify(body);
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await this.sim.handle({
      method,
      path: path.startsWith('/') ? path : `${REGION}/${path}`,
      headers: {
        ...(isRaw || body === undefined ? {} : { 'content-type': type }),
        ...(isRaw ? { 'content-length': String(body.length) } : {}),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = (await readBody(response.body)).toString();
    const json = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Json) : {};
    return { status: response.status, headers: response.headers, text, json };
  }

  call(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.send(method, path, body, AUTHORIZED);
  }

  async status(path: string): Promise<string> {
    const { status, json } = await this.call('GET', path);
    return status === 200 ? String(json.status) : String(status);
  }

  /** Makes something and answers its ID. */
  async make(path: string, body: Json): Promise<string> {
    const { status, json, text } = await this.call('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
    return String(json.id);
  }

  items({ json }: Reply): Json[] {
    return json.items as Json[];
  }
}
