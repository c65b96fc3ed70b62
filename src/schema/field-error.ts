/** Kinds of complaints about a field. The API server names them `FieldValue<kind>` in the causes of a status. */
export type FieldErrorType =
  | 'Required'
  | 'Invalid'
  | 'NotSupported'
  | 'TypeInvalid'
  | 'TooLong'
  | 'TooMany'
  | 'Duplicate'
  | 'Forbidden';

/** What is wrong with one field, in the words of the API server. */
export interface FieldError {
  /** Path of the field, such as `spec.nics[0].mac`; empty: the object as a whole. */
  readonly path: string;
  readonly type: FieldErrorType;
  /** Text without the path, such as `Required value`. */
  readonly message: string;
}

/** Cause in the details of a `Status` of Kubernetes. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

const TITLES: Readonly<Record<FieldErrorType, string>> = {
  Required: 'Required value',
  Invalid: 'Invalid value',
  NotSupported: 'Unsupported value',
  TypeInvalid: 'Invalid value',
  TooLong: 'Too long',
  TooMany: 'Too many',
  Duplicate: 'Duplicate value',
  Forbidden: 'Forbidden',
};

/** Makes an error; `value` (what stands in the field) is shown when it is given, `detail` when it is not empty. */
export function fieldError(
  type: FieldErrorType,
  path: string,
  { value, detail = '' }: { readonly value?: unknown; readonly detail?: string } = {},
): FieldError {
  const shown = value === undefined ? [] : [show(value)];
  return { type, path, message: [TITLES[type], ...shown, ...(detail && [detail])].join(': ') };
}

/** One line: path and text, such as `spec.region: Required value`. */
export function formatError(error: FieldError): string {
  return `${pathText(error)}: ${error.message}`;
}

/** The error as a cause in the details of a `Status`. */
export function formatCause(error: FieldError): StatusCause {
  return { reason: `FieldValue${error.type}`, message: error.message, field: pathText(error) };
}

/** A text in double quotes, or JSON with sorted keys: the way in which the API server shows values. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return JSON.stringify(sorted(value)).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function pathText({ path }: FieldError): string {
  return path === '' ? '<nil>' : path;
}

/** Whether a value of JSON is an object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
