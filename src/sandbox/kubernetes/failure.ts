import type { Fields } from './object';

/** One field of an object that is refused. */
export interface FieldProblem {
  /** Path such as `spec.ports[0].name`. */
  readonly field: string;
  /** Kubernetes' word, such as `FieldValueInvalid`. */
  readonly reason: string;
  /** Text without the path. */
  readonly message: string;
}

/** What a failure is about, as `details` of a Status names it. */
export interface Subject {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

/** A request that is refused, as the Status object that answers it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: number;
  readonly reason: string;
  readonly details: Fields | undefined;
  /** More fields of the Status' own metadata. */
  readonly metadata: Fields;

  constructor(code: number, reason: string, message: string, details?: Fields, metadata: Fields = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.metadata = metadata;
  }

  /** The Status object. */
  status(): Fields {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.metadata,
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

/** `widgets.example.dev`, or `secrets` for the core group. */
export function qualified(subject: { readonly group: string; readonly plural: string }): string {
  return subject.group === '' ? subject.plural : `${subject.plural}.${subject.group}`;
}

function about(subject: Subject, name: string, kind = subject.plural): Fields {
  return { ...(name === '' ? {} : { name }), ...(subject.group === '' ? {} : { group: subject.group }), kind };
}

export function notFound(subject: Subject, name: string): Failure {
  return new Failure(404, 'NotFound', `${qualified(subject)} "${name}" not found`, about(subject, name));
}

/** No such resource: an unknown path below `/api` or `/apis`. */
export function unknownResource(): Failure {
  return new Failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function alreadyExists(subject: Subject, name: string): Failure {
  return new Failure(409, 'AlreadyExists', `${qualified(subject)} "${name}" already exists`, about(subject, name));
}

export function conflict(subject: Subject, name: string, why: string, causes?: readonly FieldProblem[]): Failure {
  const details = { ...about(subject, name), ...(causes === undefined ? {} : { causes }) };
  return new Failure(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(subject)} "${name}": ${why}`,
    details,
  );
}

/** The object was read at an older version than the stored one. */
export function modified(subject: Subject, name: string): Failure {
  return conflict(
    subject,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

export function forbidden(subject: Subject, name: string, why: string, causes?: readonly FieldProblem[]): Failure {
  const details = { ...about(subject, name), ...(causes === undefined ? {} : { causes }) };
  return new Failure(403, 'Forbidden', `${qualified(subject)} "${name}" is forbidden: ${why}`, details);
}

export function badRequest(message: string): Failure {
  return new Failure(400, 'BadRequest', message);
}

/** @param kind the word for the object; Kubernetes mostly uses its kind here, not its resource */
export function invalid(
  subject: Subject,
  name: string,
  problems: readonly FieldProblem[],
  kind = subject.kind,
): Failure {
  const texts = [...new Set(problems.map(textOf))];
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const what = subject.group === '' ? kind : `${kind}.${subject.group}`;
  const causes = problems.map(({ reason, message, field }) => ({ reason, message, field }));
  const details = { ...about(subject, name, kind), causes };
  return new Failure(422, 'Invalid', `${what} "${name}" is invalid: ${text}`, details);
}

/** `spec.name: Required value` */
export function textOf(problem: FieldProblem): string {
  return problem.field === '' ? problem.message : `${problem.field}: ${problem.message}`;
}

export function methodNotAllowed(): Failure {
  return new Failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

export function unsupportedMediaType(accepted: readonly string[]): Failure {
  return new Failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );
}

export function notAcceptable(accepted: readonly string[]): Failure {
  return new Failure(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`);
}

/** The wanted resourceVersion is no longer in the history. */
export function expired(message: string, metadata: Fields = {}): Failure {
  return new Failure(410, 'Expired', message, undefined, metadata);
}

export const required = (field: string, detail = ''): FieldProblem => ({
  field,
  reason: 'FieldValueRequired',
  message: detail === '' ? 'Required value' : `Required value: ${detail}`,
});

export const invalidValue = (field: string, value: unknown, detail: string): FieldProblem => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value ?? null)}: ${detail}`,
});

export const forbiddenField = (field: string, detail: string): FieldProblem => ({
  field,
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${detail}`,
});
