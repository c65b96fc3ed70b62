import { type HttpRequest, type HttpResponse, readBody } from '../../http';
import { type Behaviour, shownBehaviour } from './behaviour';
import type { Dump } from './behind';
import { Refusal } from './errors';
import type { Fault, Faults } from './faults';
import type { Federations } from './federation';
import type { Journal } from './journal';
import type { Permissions } from './permissions';
import { methodNotAllowed, responseOf } from './pipeline';

/** What the admin routes reach. */
export interface AdminDoors {
  readonly behaviour: Behaviour;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly permissions: Permissions;
  readonly federations: Federations;
  readonly state: () => unknown;
  readonly dump: () => unknown;
  readonly load: (dump: Dump) => void;
  /** An access token, without an assertion. @default of the first service account */
  readonly issueToken: (email: string | undefined) => string;
  /** Registers a service account and answers its key file. */
  readonly addServiceAccount: (email: string) => Promise<unknown>;
}

/** The admin routes: no token, no journal. `{error}` says what was wrong. */
export async function administer(doors: AdminDoors, request: HttpRequest): Promise<HttpResponse> {
  const [path = ''] = request.path.split('?');
  try {
    return responseOf({ status: 200, ...(await answer(doors, `${request.method} ${path}`, request)) });
  } catch (error) {
    if (error instanceof Refusal) return responseOf(error);
    if (!(error instanceof TypeError)) throw error;
    return responseOf({ status: 400, body: { error: error.message } });
  }
}

interface AdminAnswer {
  readonly status?: number;
  readonly body?: unknown;
}

type AdminRoute = (doors: AdminDoors, request: HttpRequest) => AdminAnswer | Promise<AdminAnswer>;

/** An absent body is an empty object. @throws TypeError for what is no JSON */
async function jsonOf<T>({ body }: HttpRequest): Promise<T> {
  const text = (await readBody(body)).toString();
  try {
    return JSON.parse(text || '{}') as T;
  } catch (error) {
    throw new TypeError(`the body is no JSON: ${(error as Error).message}`);
  }
}

/** The e-mail of a service account, if one is named. @throws TypeError */
async function emailOf(request: HttpRequest): Promise<string | undefined> {
  const email = (await jsonOf<{ readonly email?: unknown } | null>(request))?.email;
  if (email === undefined) return undefined;
  if (typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email)) return email;
  throw new TypeError(`email must be an e-mail address, not ${JSON.stringify(email)}`);
}

const none: AdminAnswer = { status: 204 };

const ROUTES: Readonly<Record<string, AdminRoute>> = {
  'GET /admin/journal': ({ journal }) => ({ body: journal.entries }),
  'DELETE /admin/journal': ({ journal }) => {
    journal.clear();
    return none;
  },
  'GET /admin/state': ({ state }) => ({ body: state() }),
  'GET /admin/dump': ({ dump }) => ({ body: dump() }),
  'PUT /admin/dump': async ({ load }, request) => {
    load(await jsonOf(request));
    return none;
  },
  'GET /admin/behaviour': ({ behaviour }) => ({ body: shownBehaviour(behaviour) }),
  'GET /admin/faults': ({ faults }) => ({ body: faults.list() }),
  'POST /admin/faults': async ({ faults }, request) => ({
    status: 201,
    body: { id: faults.add(await jsonOf<Fault>(request)) },
  }),
  'DELETE /admin/faults': ({ faults }) => {
    faults.clear();
    return none;
  },
  'GET /admin/permissions': ({ permissions }) => ({ body: permissions.list() }),
  'POST /admin/permissions': async ({ permissions }, request) => {
    permissions.deny(await jsonOf(request));
    return none;
  },
  'DELETE /admin/permissions': ({ permissions }) => {
    permissions.clear();
    return none;
  },
  'POST /admin/tokens': async ({ issueToken }, request) => ({
    status: 201,
    body: { access_token: issueToken(await emailOf(request)) },
  }),
  'GET /admin/federations': ({ federations }) => ({ body: federations.list() }),
  'POST /admin/federations': async ({ federations }, request) => {
    federations.add(await jsonOf(request));
    return none;
  },
  'POST /admin/service-accounts': async ({ addServiceAccount }, request) => {
    const email = await emailOf(request);
    if (email === undefined) throw new TypeError('a service account needs an email');
    return { status: 201, body: await addServiceAccount(email) };
  },
};

const PATHS = [...new Set(Object.keys(ROUTES).map((route) => route.split(' ')[1] ?? ''))];

async function answer(doors: AdminDoors, route: string, request: HttpRequest): Promise<AdminAnswer> {
  const carryOut = ROUTES[route];
  if (carryOut !== undefined) return carryOut(doors, request);
  if (PATHS.includes(route.split(' ')[1] ?? '')) throw methodNotAllowed();
  throw new Refusal(404, { error: `admin routes are ${PATHS.join(', ')}` });
}
