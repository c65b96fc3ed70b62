/** A refusal in one of STACKIT's shapes; the body is what goes over the wire. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    /** A string goes out as plain text, anything else as JSON. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  }
}

/** The IaaS error body `{code, msg}` (iaas.md §0.2). */
export function refusal(status: number, msg: string): Refusal {
  return new Refusal(status, { code: status, msg });
}

export const badRequest = (msg: string): Refusal => refusal(400, msg);
export const forbidden = (msg = 'Forbidden'): Refusal => refusal(403, msg);
export const notFound = (what: string): Refusal => refusal(404, `${what} not found`);
/** "Conflict" is the only text that STACKIT publishes for 409. */
export const conflict = (msg = 'Conflict'): Refusal => refusal(409, msg);
/** A refusal whose status is a choice; with 409 the text is STACKIT's. */
export const chosen = (status: number, msg: string): Refusal => (status === 409 ? conflict() : refusal(status, msg));
