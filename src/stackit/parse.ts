import { setImmediate as nextTurn } from 'node:timers/promises';

/** Up to this many bytes are parsed in one go: some milliseconds. */
const WHOLE = 512 * 1024;
/** Milliseconds of work after which other work gets its turn. */
const SLICE = 10;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const BRACKET = 0x5b;
const COMMA = 0x2c;

/**
 * Parses JSON. A long answer of the form `{"items": […]}` is parsed item by item, with turns for the event loop in between, so
 * that a list of tens of MB does not stall the process; its envelope is what remains.
 *
 * @throws SyntaxError when the text is no JSON
 */
export async function parseJson(text: Buffer, whole = WHOLE): Promise<unknown> {
  if (text.length <= whole || !isObject(text)) return JSON.parse(text.toString('utf8'));
  const lists: unknown[][] = [];
  const envelope: string[] = [];
  let position = 0;
  let turn = performance.now();
  for (const { start, end, elements } of listsOf(text)) {
    if (elements === undefined) {
      if (performance.now() - turn > SLICE) turn = await pause();
      continue;
    }
    envelope.push(text.toString('utf8', position, start), '[]');
    position = end;
    const items: unknown[] = [];
    for (const [from, to] of elements) {
      items.push(JSON.parse(text.toString('utf8', from, to)));
      if (performance.now() - turn > SLICE) turn = await pause();
    }
    lists.push(items);
  }
  envelope.push(text.toString('utf8', position));
  return fill(JSON.parse(envelope.join('')), lists);
}

function isObject(text: Buffer): boolean {
  return text.subarray(0, 64).toString('latin1').trimStart().startsWith('{');
}

async function pause(): Promise<number> {
  await nextTurn();
  return performance.now();
}

interface ListSpan {
  readonly start: number;
  readonly end: number;
  /** Absent in a span that only marks progress. */
  readonly elements?: readonly (readonly [number, number])[];
}

// Finds the arrays that are direct members of the outermost object, and the bounds of their elements.
function* listsOf(text: Buffer): Generator<ListSpan> {
  let depth = 0;
  let start = 0;
  let element = 0;
  let elements: [number, number][] | undefined;
  for (let index = 0, mark = 0; index < text.length; index += 1) {
    const byte = text[index] as number;
    if (byte === QUOTE) index = endOfString(text, index);
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
      if (depth === 2 && byte === BRACKET) {
        start = index;
        element = index + 1;
        elements = [];
      }
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 1 && elements !== undefined) {
        if (elements.length > 0 || text.toString('utf8', element, index).trim() !== '') elements.push([element, index]);
        yield { start, end: index + 1, elements };
        elements = undefined;
      }
    } else if (byte === COMMA && depth === 2 && elements !== undefined) {
      elements.push([element, index]);
      element = index + 1;
    }
    if (index - mark > WHOLE) {
      mark = index;
      yield { start: index, end: index };
    }
  }
}

function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); end !== -1; end = text.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

// The lists were cut out in the order in which their keys stand.
function fill(envelope: unknown, lists: readonly unknown[][]): unknown {
  if (lists.length === 0 || envelope === null || typeof envelope !== 'object') return envelope;
  let next = 0;
  return Object.fromEntries(
    Object.entries(envelope).map(([key, value]) =>
      Array.isArray(value) ? [key, lists[next++] ?? value] : [key, value],
    ),
  );
}
