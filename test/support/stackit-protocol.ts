import type { ErrorObject } from 'ajv';
import { PACKAGE_NAME } from '../../src/product';
import type { Exchange } from '../../src/sandbox/stackit';
import type { Direction, JsonObject } from './openapi-schema';
import {
  areDocumentsThere,
  bodySchema,
  type Described,
  describedOperation,
  resolved,
  validatorOf,
} from './stackit-documents';
import { type LedgerLine, note } from './stackit-ledger';

/** Operations of the simulator that no document describes; their own tests check them. */
const UNDOCUMENTED = ['UploadImage', 'ExchangeWorkloadToken'];

/** Names of ours for operations of the documents. */
const ALIASES: Readonly<Record<string, string>> = { CreateToken: 'CreateShortLivedAccessToken' };

const SKE = /Cluster|Trigger|Kubeconfig|CredentialsRotation|ProviderOptions/;

/** Faults whose answers are made up by a test. */
const INJECTED = ['error', 'throttle', 'unavailable', 'token'];

/** A departure from the documents that the fact sheets tell of: a status that is not declared, or an empty value. */
interface Departure {
  readonly source: string;
  readonly status?: number;
  readonly operation?: RegExp;
  readonly at?: RegExp;
}

const DEPARTURES: readonly Departure[] = [
  { source: 'Q97: 401 in plain text', status: 401 },
  { source: 'Q4: 429 of the gateway to any call', status: 429 },
  { source: 'iaas.md §10.6: 409 in a state that forbids the call', status: 409 },
  { source: 'ske.md §0: 403 is not in the document of SKE', status: 403, operation: SKE },
  { source: 'Q81: 501 for an unknown region', status: 501, operation: SKE },
  { source: 'Q38: empty mac and networkName while CREATING', at: /\/nics\/\d+\/(?:mac|networkName)$/ },
  { source: 'Q39: empty name', at: /\/name$/ },
];

/** Checks every exchange with the simulator against STACKIT's documents. */
export class Protocol {
  /** Operations that were answered with success. */
  readonly covered = new Set<string>();
  /** Those of them that a client of ours called. */
  readonly coveredByUs = new Set<string>();
  /** What no departure explains. */
  readonly violations: string[] = [];
  /** How often each departure was met. */
  readonly departures = new Map<string, number>();

  readonly #note: (line: LedgerLine) => void;

  /** @param note is told what counts for the whole run; by default nothing does */
  constructor(note: (line: LedgerLine) => void = () => {}) {
    this.#note = note;
  }

  /** The simulator's `recorder`. */
  readonly recorder = (exchange: Exchange): void => {
    const { operationId, status, faults, userAgent } = exchange;
    if (operationId === null || status === 0) return;
    if (status < 300) this.#cover(operationId, userAgent);
    if (UNDOCUMENTED.includes(operationId)) return;
    if (faults.some((kind) => INJECTED.includes(kind))) return;
    const described = describedOperation(ALIASES[operationId] ?? operationId);
    if (described === undefined) {
      if (areDocumentsThere) this.#violate(`${operationId}: no such operation in the documents`);
      return;
    }
    // What was refused may well have been wrong.
    if (status < 300) this.#checkRequest(exchange, described);
    this.#checkResponse(exchange, described);
  };

  /** @throws Error that lists the violations */
  check(): void {
    if (this.violations.length === 0) return;
    const shown = [...new Set(this.violations)].slice(0, 20).join('\n');
    throw new Error(`${this.violations.length} violations of STACKIT's documents:\n${shown}`);
  }

  #cover(operationId: string, userAgent: string | null): void {
    const isOurs = userAgent?.startsWith(PACKAGE_NAME) ?? false;
    const known = isOurs ? this.coveredByUs : this.covered;
    if (!known.has(operationId)) this.#note({ operation: operationId, by: isOurs ? 'our client' : 'another' });
    this.covered.add(operationId);
    if (isOurs) this.coveredByUs.add(operationId);
  }

  #violate(text: string): void {
    this.violations.push(text);
    this.#note({ violation: text });
  }

  #checkRequest({ operationId, query, requestBody }: Exchange, { document, operation }: Described): void {
    const declared = ((operation.parameters ?? []) as readonly JsonObject[]).map((one) => resolved(document, one));
    for (const [name, value] of Object.entries(query)) {
      const { schema } = declared.find((one) => one.in === 'query' && one.name === name) ?? {};
      const where = `${operationId} query ${name}`;
      if (schema === undefined) this.#violate(`${where} is not declared`);
      else this.#validate(document, schema as JsonObject, 'request', coerced(value, schema as JsonObject), where);
    }
    const holder = operation.requestBody as JsonObject | undefined;
    const schema = bodySchema(document, holder);
    if (requestBody === undefined) {
      if (holder?.required === true) this.#violate(`${operationId}: request without a body`);
    } else if (schema === undefined) this.#violate(`${operationId}: request with a body`);
    else this.#validate(document, schema, 'request', plain(requestBody), `${operationId} request`);
  }

  #checkResponse({ operationId, status, responseBody }: Exchange, { document, operation }: Described): void {
    const where = `${operationId} ${status}`;
    const met = { status, operation: operationId ?? '' };
    const declared = (operation.responses as JsonObject)[String(status)] as JsonObject | undefined;
    const schema = bodySchema(document, declared);
    if (declared === undefined) {
      this.#depart(met, `${where}: not declared`);
    } else if (responseBody === undefined) {
      if (schema !== undefined) this.#violate(`${where}: answer without a body`);
    } else if (typeof responseBody === 'string' || isGatewayShape(status, responseBody)) {
      this.#depart(met, `${where}: ${JSON.stringify(responseBody)}`);
    } else if (schema === undefined) this.#violate(`${where}: answer with a body`);
    else this.#validate(document, schema, 'response', plain(responseBody), where);
  }

  #validate(document: JsonObject, schema: JsonObject, direction: Direction, value: unknown, where: string): void {
    const validate = validatorOf(document, schema, direction);
    if (validate(value)) return;
    for (const error of leaves(validate.errors ?? [])) {
      const at = error.instancePath;
      const wrong = valueAt(value, at);
      const text = `${where}${at}: ${error.message} ${JSON.stringify(error.params)} ${JSON.stringify(wrong)}`;
      if (wrong === '') this.#depart({ at }, text);
      else this.#violate(text);
    }
  }

  #depart(met: { status?: number; operation?: string; at?: string }, text: string): void {
    const departure = DEPARTURES.find(
      ({ status, operation, at }) =>
        status === met.status &&
        (at === undefined) === (met.at === undefined) &&
        (at?.test(met.at ?? '') ?? true) &&
        (operation?.test(met.operation ?? '') ?? true),
    );
    if (departure === undefined) this.#violate(text);
    else this.departures.set(departure.source, (this.departures.get(departure.source) ?? 0) + 1);
  }
}

/** `{status, message}` of the gateway instead of the API's own shape. */
function isGatewayShape(status: number, body: unknown): boolean {
  return status === 401 && (body as { readonly message?: unknown }).message !== undefined;
}

const coerced = (value: string, { type }: JsonObject): unknown =>
  type === 'string'
    ? value
    : value === 'true' || value === 'false'
      ? value === 'true'
      : /^\d+$/.test(value)
        ? Number(value)
        : value;

/** As it goes over the wire: without what is undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Errors that say something by themselves: those of the branches rather than that none fits. */
function leaves(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf');
  return telling.length > 0 ? telling : errors;
}

function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

/** The one that a test file's worlds share. */
export const protocol = new Protocol(note);
