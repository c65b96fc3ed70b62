/** What RE2 writes another way than JavaScript. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\(\?P</g, '(?<'],
  [/\\A/g, '^'],
  [/\\z/g, '$'],
  [/\[:alpha:\]/g, 'a-zA-Z'],
  [/\[:digit:\]/g, '0-9'],
  [/\[:alnum:\]/g, 'a-zA-Z0-9'],
  [/\[:lower:\]/g, 'a-z'],
  [/\[:upper:\]/g, 'A-Z'],
  [/\[:space:\]/g, '\\s'],
];

const known = new Map<string, RegExp>();

/**
 * The expression that a schema's `pattern` means. Patterns are written for RE2; what JavaScript spells otherwise is
 * respelt. Each is compiled once, and there are as many as schemas name.
 * @throws SyntaxError for a pattern that JavaScript cannot be told
 */
export function expression(pattern: string): RegExp {
  const before = known.get(pattern);
  if (before) return before;
  const made = compiled(pattern);
  known.set(pattern, made);
  return made;
}

function compiled(pattern: string): RegExp {
  const [, flags = '', body = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? [];
  const source = SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), body);
  try {
    return new RegExp(source, `u${flags}`);
  } catch {
    // RE2 lets any punctuation be escaped, which only the older mode of JavaScript does.
    return new RegExp(source, flags);
  }
}
