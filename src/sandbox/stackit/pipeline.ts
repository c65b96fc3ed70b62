import { sleep } from '../../clock';
import { bodyOf, type HttpRequest, type HttpResponse, readBody } from '../../http';
import { ConnectionReset } from '../serve';
import { type Answer, Call } from './call';
import { isUuid } from './check';
import { badRequest, notFound, Refusal, refusal } from './errors';
import type { Effects, Faults } from './faults';
import type { Journal } from './journal';
import { keyPairScope } from './keypairs';
import type { Kind } from './objects';
import type { Settings } from './options';
import type { Permissions } from './permissions';
import type { RateLimit } from './rate-limit';
import { type Recorder, record } from './record';
import type { Requests } from './requests';
import type { Route } from './router';
import { openCaller, openRegion, type Seed } from './seed';
import { inShapeOf } from './shapes';
import type { Store, Stored, View } from './store';
import type { Caller, Tokens } from './tokens';

/** What one request passes through. */
export interface Pipeline {
  readonly settings: Settings;
  readonly seed: Seed;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly permissions: Permissions;
  readonly rateLimit: RateLimit;
  /** Sees every exchange as it went over the wire; for checks of the protocol. */
  readonly recorder: Recorder | undefined;
  readonly requests: Requests;
  readonly route: (method: string, path: string) => Route | undefined;
}

/** A request that has been read. */
export interface Incoming {
  readonly request: HttpRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly route: Route | undefined;
  readonly body: unknown;
  /** Set when the body could not be read as JSON. */
  readonly bodyProblem?: Refusal;
  readonly requestId: string;
  readonly time: number;
  readonly effects: Effects;
}

/** What came of it. */
export interface Outcome {
  readonly answer: Answer;
  readonly caller: Caller | undefined;
  readonly done: boolean;
}

const NOBODY: Caller = { email: '', subject: '' };
const UPSTREAM = 'upstream connect error or disconnect/reset before headers. reset reason: connection failure';

/** Carries out one request: faults, authentication, the operation, the journal. @throws ConnectionReset by a fault */
export async function carryOut(pipe: Pipeline, request: HttpRequest): Promise<HttpResponse> {
  const incoming = await receive(pipe, request);
  const { effects, requestId } = incoming;
  const { clock } = pipe.settings;
  if (effects.delay !== undefined && effects.delay.when !== 'after') await sleep(clock, effects.delay.ms);
  if (effects.reset !== undefined && effects.reset.when !== 'after') {
    record(pipe, incoming, { answer: { status: 0 }, caller: undefined, done: false });
    throw new ConnectionReset();
  }
  const outcome = await perform(pipe, incoming);
  const answer = disguise(outcome.answer, effects, outcome.done);
  const isReset = effects.reset !== undefined;
  record(pipe, incoming, { ...outcome, answer: isReset ? { ...answer, status: 0, body: undefined } : answer });
  if (effects.delay?.when === 'after') await sleep(clock, effects.delay.ms);
  if (isReset) throw new ConnectionReset();
  return responseOf(answer, requestId);
}

async function receive(pipe: Pipeline, request: HttpRequest): Promise<Incoming> {
  const mark = request.path.indexOf('?');
  const path = mark < 0 ? request.path : request.path.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : request.path.slice(mark + 1));
  const route = pipe.route(request.method, path);
  const time = pipe.settings.clock.now();
  const parsed = route?.operation.raw
    ? { body: undefined }
    : parseBody(request, route, (await readBody(request.body)).toString());
  const { operationId } = route?.operation ?? {};
  const effects =
    route === undefined || operationId === undefined
      ? {}
      : pipe.faults.strike({ operationId, params: route.params, body: parsed.body });
  const requestId = `req-${pipe.settings.uuid().replaceAll('-', '')}`;
  return { request, path, query, route, requestId, time, effects, ...parsed };
}

/** Only the token endpoints, which ask for no token, read forms. */
function parseBody(
  request: HttpRequest,
  route: Route | undefined,
  text: string,
): Pick<Incoming, 'body' | 'bodyProblem'> {
  if (text === '') return { body: undefined };
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded' && route?.operation.bearer === false) {
    return { body: Object.fromEntries(new URLSearchParams(text)) };
  }
  if (type !== 'application/json') {
    const bodyProblem = badRequest(
      `request body has an error: header Content-Type has unexpected value: "${type ?? ''}"`,
    );
    return { body: text, bodyProblem };
  }
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text, bodyProblem: badRequest('request body has an error: failed to decode request body') };
  }
}

async function perform(pipe: Pipeline, incoming: Incoming): Promise<Outcome> {
  const { effects, request, route } = incoming;
  let caller: Caller | undefined;
  try {
    refuseEarly(pipe, effects);
    if (route?.operation.bearer !== false) caller = pipe.tokens.authenticate(request.headers.authorization);
    if (caller !== undefined) pipe.rateLimit.count(caller.email, incoming.time);
    if (route === undefined) throw unrouted(pipe, incoming.path);
    if (incoming.bodyProblem !== undefined) throw incoming.bodyProblem;
    admit(pipe, route, caller);
    if (caller !== undefined) allow(pipe, route, caller);
    const answer = await route.operation.handler(callOf(pipe, incoming, route, caller ?? NOBODY));
    return { answer, caller, done: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const where = { path: incoming.path, now: incoming.time };
    const { status, body, headers } = inShapeOf(route?.operation.api ?? 'iaas', error, where);
    return { answer: { status, body, headers }, caller, done: false };
  }
}

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/** What is wrong with a request for no operation: its method, or its path. */
function unrouted({ route }: Pipeline, path: string): Refusal {
  const allowed = METHODS.filter((method) => route(method, path) !== undefined);
  if (allowed.length === 0) return notFound('path');
  return new Refusal(405, { code: 405, msg: 'method not allowed' }, { allow: allowed.join(', ') });
}

/** Faults that come before the call is looked at. */
function refuseEarly({ tokens }: Pipeline, effects: Effects): void {
  const { error, throttle, unavailable, token } = effects;
  if (throttle !== undefined) {
    const { retryAfter } = throttle;
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    throw new Refusal(429, { code: 429, msg: 'Too Many Requests' }, headers);
  }
  if (unavailable !== undefined) throw new Refusal(503, UPSTREAM);
  if (token !== undefined) {
    if (token.reason === 'revoked') tokens.endAll('revoked');
    throw tokens.refuse(token.reason);
  }
  if (error !== undefined && error.when !== 'after') throw injected(error);
}

function injected({ status, message, body, headers }: NonNullable<Effects['error']>): Refusal {
  return new Refusal(status, body ?? { code: status, msg: message ?? 'injected error' }, headers);
}

/** Project, region and the shape of IDs; a project comes into being here. */
function admit({ settings, store, seed }: Pipeline, { params, operation }: Route, caller: Caller | undefined): void {
  if (caller !== undefined) openCaller(store, settings, seed, keyPairScope(caller));
  const { projectId, region } = params;
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Id') && name !== 'requestId' && name !== 'serviceId' && !isUuid(value))
      throw badRequest('invalid uuid');
  }
  if (region !== undefined && !settings.regions.includes(region)) {
    if (operation.api === 'ske' && settings.deviates('Q81')) throw refusal(501, 'unknown region');
    throw notFound('project');
  }
  if (projectId === undefined) return;
  if (settings.projects !== undefined && !settings.projects.has(projectId)) throw notFound('project');
  if (region !== undefined && operation.bearer !== false) openRegion(store, settings, seed, `${projectId}/${region}`);
}

function allow({ permissions }: Pipeline, { params, operation }: Route, { email }: Caller): void {
  permissions.check({ caller: email, operationId: operation.operationId, projectId: params.projectId });
}

function callOf(pipe: Pipeline, incoming: Incoming, { operation, params }: Route, caller: Caller): Call {
  const { store, settings } = pipe;
  const { effects, query, body, request, requestId } = incoming;
  const now = settings.clock.now();
  store.settle(now);
  let view: View = store;
  if (effects.stale !== undefined) view = store.asOf(now - effects.stale.ms);
  if (effects.notYetVisible !== undefined) view = withoutNew(view, now - effects.notYetVisible.ms, params);
  return new Call({ now, operation, params, query, body, request, caller, requestId, store, view, settings, effects });
}

/** Hides what the path names as long as it is younger than `time`. */
function withoutNew(view: View, time: number, params: Readonly<Record<string, string>>): View {
  const named = new Set(Object.values(params));
  return {
    get: <K extends Kind>(kind: K, scope: string, id: string): Stored<K> | undefined => {
      const stored = view.get(kind, scope, id);
      return stored !== undefined && named.has(id) && stored.created > time ? undefined : stored;
    },
    list: (kind, scope) => view.list(kind, scope),
  };
}

/** Faults that come after the call was carried out. */
function disguise(answer: Answer, { error }: Effects, done: boolean): Answer {
  if (!done || error?.when !== 'after') return answer;
  const { status, body, headers } = injected(error);
  return { ...answer, status, body, headers };
}

/** Builds the response; refusals of the pipeline's callers use it too. */
export function responseOf({ status, body, headers }: Answer, requestId?: string): HttpResponse {
  const id: Record<string, string> = requestId === undefined ? {} : { 'x-request-id': requestId };
  if (body === undefined) {
    const length: Record<string, string> = status === 204 ? {} : { 'content-length': '0' };
    return { status, headers: { ...id, ...length, ...headers }, body: bodyOf() };
  }
  const isText = typeof body === 'string';
  const content = Buffer.from(isText ? body : JSON.stringify(body));
  const type = isText ? 'text/plain' : 'application/json';
  return {
    status,
    headers: { ...id, 'content-type': type, 'content-length': String(content.length), ...headers },
    body: bodyOf(content),
  };
}

/** For a path that is neither an operation nor an admin route. */
export const methodNotAllowed = (): Refusal => refusal(405, 'method not allowed');
