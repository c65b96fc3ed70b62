import { fieldsOf, get, isFields } from './object';

type Step = (values: unknown[]) => unknown[];

/**
 * Compiles the part of JSONPath that printer columns and `kubectl` use: `.a.b`, `['a']`, `[0]`, `[*]`, `.*` and filters such as
 * `[?(@.type=="Ready")]`.
 *
 * @throws Error for anything else
 */
export function jsonPath(path: string): (object: unknown) => unknown[] {
  const steps: Step[] = [];
  let rest = path.trim().replace(/^\$/, '');
  while (rest !== '') {
    const [step, length] = nextStep(rest, path);
    steps.push(step);
    rest = rest.slice(length);
  }
  return (object) => steps.reduce((values, step) => step(values), [object]);
}

function nextStep(rest: string, whole: string): [Step, number] {
  const field = /^\.((?:[^.[\]\\]|\\.)+)/.exec(rest);
  if (field !== null) {
    const name = (field[1] ?? '').replace(/\\(.)/g, '$1');
    return [name === '*' ? each : member(name), field[0].length];
  }
  if (rest.startsWith('[*]')) return [each, 3];
  const index = /^\[(-?\d+)\]/.exec(rest);
  if (index !== null) {
    const at = Number(index[1]);
    return [
      (values) => values.flatMap((value) => (Array.isArray(value) && at < value.length ? [value.at(at)] : [])),
      index[0].length,
    ];
  }
  const quoted = /^\[(?:'([^']*)'|"([^"]*)")\]/.exec(rest);
  if (quoted !== null) return [member(quoted[1] ?? quoted[2] ?? ''), quoted[0].length];
  const filter = /^\[\?\(\s*@((?:\.[\w-]+)+)\s*(?:(==|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|[\w.-]+)\s*)?\)\]/.exec(rest);
  if (filter !== null) return [filtered(filter[1] ?? '', filter[2], filter[3]), filter[0].length];
  throw new Error(`unsupported JSONPath ${JSON.stringify(whole)} at ${JSON.stringify(rest)}`);
}

function member(name: string): Step {
  return (values) => values.flatMap((value) => (isFields(value) && Object.hasOwn(value, name) ? [value[name]] : []));
}

function each(values: unknown[]): unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []));
}

function filtered(path: string, operator: string | undefined, literal = ''): Step {
  const keys = path.slice(1).split('.');
  const wanted: unknown = /^["']/.test(literal) ? literal.slice(1, -1) : literalOf(literal);
  const passes = (item: unknown) => {
    const found = keys.reduce<unknown>((at, key) => get(fieldsOf(at), key), item);
    if (operator === undefined) return found !== undefined;
    return found !== undefined && compare(found, operator, wanted);
  };
  return (values) => values.flatMap((value) => (Array.isArray(value) ? value.filter(passes) : []));
}

function literalOf(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return literal;
  }
}

function compare(found: unknown, operator: string, wanted: unknown): boolean {
  if (operator === '==') return found === wanted;
  if (operator === '!=') return found !== wanted;
  if (typeof found !== typeof wanted) return false;
  const [a, b] = [found as string, wanted as string];
  return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
}
