import { type HttpRequest, type HttpResponse, readBody } from '../../http';
import { Refusal } from './errors';
import type { Fault, Faults } from './faults';
import type { Journal } from './journal';
import { methodNotAllowed, responseOf } from './pipeline';

/** What the admin routes reach. */
export interface AdminDoors {
  readonly journal: Journal;
  readonly faults: Faults;
  readonly state: () => unknown;
}

/** The admin routes: no token, no journal. `{error}` says what was wrong. */
export async function administer(doors: AdminDoors, request: HttpRequest): Promise<HttpResponse> {
  const [path = ''] = request.path.split('?');
  try {
    return responseOf({ status: 200, ...(await answer(doors, `${request.method} ${path}`, request)) });
  } catch (error) {
    if (error instanceof Refusal) return responseOf(error);
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    return responseOf({ status: 400, body: { error: error.message } });
  }
}

async function answer(
  { journal, faults, state }: AdminDoors,
  route: string,
  request: HttpRequest,
): Promise<{ readonly status?: number; readonly body?: unknown }> {
  switch (route) {
    case 'GET /admin/journal':
      return { body: journal.entries };
    case 'DELETE /admin/journal':
      journal.clear();
      return { status: 204 };
    case 'GET /admin/state':
      return { body: state() };
    case 'GET /admin/faults':
      return { body: faults.list() };
    case 'POST /admin/faults':
      return { status: 201, body: { id: faults.add(JSON.parse((await readBody(request.body)).toString()) as Fault) } };
    case 'DELETE /admin/faults':
      faults.clear();
      return { status: 204 };
    default:
      if (/^\w+ \/admin\/(?:journal|state|faults)$/.test(route)) throw methodNotAllowed();
      throw new Refusal(404, { error: 'admin routes are /admin/journal, /admin/state and /admin/faults' });
  }
}
