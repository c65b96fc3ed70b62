import ts from 'typescript';
import { SourceError } from './source';

/** A JSDoc comment: its prose, and its tags in order. */
export interface Doc {
  readonly text: string;
  readonly tags: readonly Tag[];
}

/** One tag of a JSDoc comment, such as `@minimum 1`. */
export interface Tag {
  readonly name: string;
  readonly value: string;
  readonly node: ts.Node;
}

/** Tags of a field or of the type of one. */
const FIELD_TAGS = [
  'type',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'default',
  'immutable',
  'rule',
  'each',
  'unless',
  'lenient',
  'listType',
];

/** Tags of the interface that declares a kind. */
const KIND_TAGS = ['kind', 'shortName', 'column'];

/**
 * Reads the JSDoc comment of a declaration. The comment is taken as it stands rather than by TypeScript's own tag
 * parser, which gives meaning to the braces and at-signs of patterns and paths.
 * @throws SourceError at an unknown tag
 */
export function docOf(node: ts.Node): Doc {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  if (!comment) return { text: '', tags: [] };
  const paragraphs: string[][] = [[]];
  const tags: { name: string; value: string; node: ts.Node }[] = [];
  for (const line of linesOf(comment.getText())) {
    const tag = /^@(\w+)\s*(.*)$/.exec(line);
    const last = tags.at(-1);
    if (tag) {
      const [, name = '', value = ''] = tag;
      if (!FIELD_TAGS.includes(name) && !KIND_TAGS.includes(name)) throw new SourceError(node, `unknown tag @${name}`);
      tags.push({ name, value, node });
    } else if (last) {
      last.value = `${last.value} ${line}`.trim();
    } else if (line === '') {
      paragraphs.push([]);
    } else {
      paragraphs.at(-1)?.push(line);
    }
  }
  const text = paragraphs
    .map((lines) => lines.join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  return { text, tags };
}

function linesOf(comment: string): readonly string[] {
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
}
