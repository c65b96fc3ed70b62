import ts from 'typescript';

/** A JSDoc comment, for readers: its prose as Markdown, and what its tags say. */
export interface Comment {
  readonly text: string;
  /** Texts of the tags, by their names; a tag may be there more than once. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** Tags that also stand at the end of a line of prose. */
const INLINE = /(?:^|\s)@(default|throws)\s/;

/** Reads the comment of a declaration. Links stay as they are, to be resolved by whoever knows where things stand. */
export function commentOf(node: ts.Node): Comment {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  if (!comment) return { text: '', tags: new Map() };
  const prose: string[] = [];
  const tags: [name: string, text: string][] = [];
  let code = false;
  for (const line of linesOf(comment.getText())) {
    if (line.startsWith('```')) code = !code;
    const at = code ? null : (/^()@(\w+)\s*(.*)$/.exec(line) ?? inline(line));
    const last = tags.at(-1);
    if (at) {
      const [, before = '', name = '', text = ''] = at;
      if (before) prose.push(before);
      tags.push([name, text]);
    } else if (last && !code) {
      last[1] = `${last[1]} ${line}`.trim();
    } else {
      prose.push(line);
    }
  }
  return { text: paragraphs(prose), tags: grouped(tags) };
}

function inline(line: string): RegExpExecArray | null {
  return INLINE.test(line) ? /^(.*?)\s*@(default|throws)\s+(.*)$/.exec(line) : null;
}

function linesOf(comment: string): readonly string[] {
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
}

/** Joins the lines of each paragraph, and leaves blocks of code as they stand. */
function paragraphs(lines: readonly string[]): string {
  let code = false;
  let text = '';
  for (const line of lines) {
    const fence = line.startsWith('```');
    if (fence && !code && text && !text.endsWith('\n')) text += '\n';
    text +=
      code || fence ? `${line}\n` : line === '' ? '\n\n' : `${text === '' || text.endsWith('\n') ? '' : ' '}${line}`;
    if (fence) code = !code;
  }
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function grouped(tags: readonly (readonly [name: string, text: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, text] of tags) groups.set(name, [...(groups.get(name) ?? []), text]);
  return groups;
}
