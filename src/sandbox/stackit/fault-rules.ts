import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FaultEffect, FaultMatch } from './faults';

/** What a member has to be, in words, and whether a value is that. */
interface Rule {
  readonly is: string;
  readonly test: (value: unknown) => boolean;
}

/** An operation as far as faults go. */
export interface FaultyOperation {
  readonly operationId: string;
  readonly method: string;
}

/** What an effect takes, and the only operations in which it shows (absent: any). */
interface EffectRules {
  readonly required?: Readonly<Record<string, Rule>>;
  readonly optional?: Readonly<Record<string, Rule>>;
  readonly operations?: readonly string[] | 'reads' | 'changes';
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function integer(from: number, to = Number.MAX_SAFE_INTEGER): Rule {
  const is = to === Number.MAX_SAFE_INTEGER ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`;
  return { is, test: (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to };
}

function among(...values: readonly string[]): Rule {
  return {
    is: values.map((value) => JSON.stringify(value)).join(' or '),
    test: (value) => isText(value) && values.includes(value),
  };
}

const text: Rule = { is: 'a text that is not empty', test: (value) => isText(value) && value !== '' };
const anything: Rule = { is: 'anything', test: () => true };
const milliseconds: Rule = {
  is: 'a number of milliseconds from 0',
  test: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
};
const rate: Rule = {
  is: 'a number of bytes above 0',
  test: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
};
const retryAfter: Rule = {
  is: 'a number of seconds from 0, or an HTTP date',
  test: (value) => (isText(value) ? !Number.isNaN(Date.parse(value)) || /^\d+$/.test(value) : integer(0).test(value)),
};
const headers: Rule = {
  is: 'an object of header names and texts',
  test: (value) => isObject(value) && Object.entries(value).every(([name, content]) => isHeader(name, content)),
};
const errors: Rule = {
  is: 'a list of {code, message}',
  test: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((error) => isObject(error) && isText(error.code) && isText(error.message)),
};
const when = among('before', 'after');

function isHeader(name: string, content: unknown): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, content as string);
    return isText(content);
  } catch {
    return false;
  }
}

const PUT_CLUSTER = ['CreateOrUpdateCluster'];

const EFFECTS: { readonly [Kind in FaultEffect['kind']]: EffectRules } = {
  error: {
    required: { status: integer(200, 599) },
    optional: { message: text, body: anything, headers, when },
  },
  reset: { optional: { when } },
  delay: { required: { ms: milliseconds }, optional: { when } },
  throttle: { optional: { retryAfter } },
  unavailable: {},
  stale: { required: { ms: milliseconds }, operations: 'reads' },
  notYetVisible: { required: { ms: milliseconds }, operations: 'reads' },
  rollback: { operations: ['ResizeServer', 'ResizeVolume'] },
  performanceClass: {
    required: { performanceClass: text },
    operations: ['CreateVolume', 'CreateServer'],
  },
  fail: { required: { message: text }, optional: { status: text, code: text }, operations: 'changes' },
  duration: { required: { ms: milliseconds }, operations: 'changes' },
  token: { required: { reason: among('expired', 'revoked') } },
  slowUpload: { required: { bytesPerSecond: rate }, operations: ['UploadImage'] },
  errors: { required: { errors }, optional: { ms: milliseconds }, operations: PUT_CLUSTER },
  unhealthy: { required: { ms: milliseconds }, operations: PUT_CLUSTER },
  remainingResources: { required: { ms: milliseconds }, operations: ['DeleteCluster'] },
};

const MATCH: { readonly [Name in keyof Required<FaultMatch>]: Rule } = {
  operationId: text,
  resourceId: text,
  projectId: text,
  name: text,
  nth: integer(1),
  count: integer(1),
};

/**
 * Looks whether a value is a fault that can strike.
 *
 * @param operations all that are simulated
 * @throws TypeError that names the first wrong member and what it has to be
 */
export function checkFault(fault: unknown, operations: readonly FaultyOperation[]): void {
  if (!isObject(fault)) throw new TypeError('a fault is {match?, effect: {kind, …}}');
  refuseOthers('', fault, ['match', 'effect']);
  const { match = {}, effect } = fault;
  const { kind } = isObject(effect) ? effect : {};
  if (!isObject(effect) || !isText(kind) || !Object.hasOwn(EFFECTS, kind)) {
    throw new TypeError(`unknown fault effect ${JSON.stringify(kind)}, known are ${Object.keys(EFFECTS).join(', ')}`);
  }
  const rules = EFFECTS[kind as FaultEffect['kind']];
  checkEffect(kind, effect, rules);
  if (!isObject(match)) throw new TypeError('match is an object; leave it out to match every call');
  refuseOthers('match.', match, Object.keys(MATCH));
  for (const [name, rule] of Object.entries(MATCH)) if (name in match) obey(`match.${name}`, rule, match[name]);
  checkOperation(kind, match.operationId as string | undefined, rules, operations);
}

function checkEffect(kind: string, effect: Readonly<Record<string, unknown>>, rules: EffectRules): void {
  const { required = {}, optional = {} } = rules;
  const members = { ...required, ...optional };
  refuseOthers('effect.', effect, ['kind', ...Object.keys(members)]);
  for (const [name, rule] of Object.entries(required)) {
    if (!(name in effect)) throw new TypeError(`effect.${name} is missing: ${kind} needs ${rule.is}`);
  }
  for (const [name, rule] of Object.entries(members)) if (name in effect) obey(`effect.${name}`, rule, effect[name]);
}

function checkOperation(
  kind: string,
  operationId: string | undefined,
  { operations }: EffectRules,
  known: readonly FaultyOperation[],
): void {
  if (operationId === undefined) return;
  const found = known.find((one) => one.operationId === operationId);
  if (found === undefined) {
    const names = known.map((one) => one.operationId);
    throw new TypeError(
      `match.operationId ${JSON.stringify(operationId)} is no operation${nearest(operationId, names)}`,
    );
  }
  const refuse = (wanted: string) => {
    throw new TypeError(`match.operationId of ${kind} is ${wanted}, not ${operationId}`);
  };
  if (operations === 'reads' && found.method !== 'GET') refuse('one that reads');
  if (operations === 'changes' && found.method === 'GET') refuse('one that changes something');
  if (Array.isArray(operations) && !operations.includes(operationId)) refuse(operations.join(' or '));
}

/** The operations that differ in their case only, or that have half of it in them. */
function nearest(wrong: string, known: readonly string[]): string {
  const text = wrong.toLowerCase();
  const same = known.filter((name) => name.toLowerCase() === text);
  const close = same.length > 0 ? same : known.filter((name) => name.toLowerCase().startsWith(text.slice(0, 6)));
  return close.length === 0 ? '; STACKIT’s documents list them' : `; there is ${close.slice(0, 5).join(', ')}`;
}

function refuseOthers(at: string, given: object, members: readonly string[]): void {
  const other = Object.keys(given).find((name) => !members.includes(name));
  if (other !== undefined) throw new TypeError(`${at}${other} is unknown, known are ${members.join(', ')}`);
}

function obey(at: string, { is, test }: Rule, value: unknown): void {
  if (!test(value)) throw new TypeError(`${at} must be ${is}, not ${JSON.stringify(value)}`);
}
