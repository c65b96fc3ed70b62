import ts from 'typescript';
import { type Comment, commentOf } from './comment';
import { type Declaration, has, publicConstructor, visibleMembers } from './surface';

/** Address of what has a name, if it has one. */
export type Addresses = (name: string) => string | undefined;

/** Heading of a declaration. A function's tells it apart from a type whose name differs in case only. */
export function headingOf(declaration: Declaration): string {
  const name = declaration.name?.text ?? '';
  return ts.isFunctionDeclaration(declaration) ? `${name} (function)` : name;
}

/** Address of a heading, as GitHub and GitLab make it. */
export function anchorOf(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')}`;
}

/** A section about a declaration. */
export function section(declaration: Declaration, addresses: Addresses): string {
  const comment = commentOf(declaration);
  return [
    `### ${headingOf(declaration)}`,
    linked(comment.text, addresses),
    ...(ts.isInterfaceDeclaration(declaration) ? tableOf(declaration, addresses) : []),
    ...(ts.isClassDeclaration(declaration) ? classOf(declaration, addresses) : []),
    ...(ts.isFunctionDeclaration(declaration) ? [block(oneLine(signatureOf(declaration)))] : []),
    ...(ts.isTypeAliasDeclaration(declaration)
      ? [block(`type ${declaration.name.text} = ${oneLine(declaration.type)}`)]
      : []),
    ...(ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? []
      : [notes(comment, addresses)].filter(Boolean)),
    ...rulesOf(comment),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Fields of an interface as a table, and what it takes over from others. */
function tableOf(declaration: ts.InterfaceDeclaration, addresses: Addresses): string[] {
  const rows = declaration.members.map((member) => {
    const name = member.name?.getText() ?? member.getText();
    const optional = ts.isPropertySignature(member) && member.questionToken ? '?' : '';
    const type = ts.isPropertySignature(member) && member.type ? typeText(member.type, addresses) : '';
    const comment = commentOf(member);
    const text = [linked(comment.text, addresses), notes(comment, addresses)].filter(Boolean).join(' ');
    return `| \`${oneLine(name)}${optional}\` | ${type} | ${text.replaceAll('\n\n', '<br>').replaceAll('|', '\\|')} |`;
  });
  const bases = declaration.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  const inherited = bases.map((base) => typeText(base, addresses)).join(', ');
  return [
    inherited && `Takes over the fields of ${inherited}.`,
    rows.length > 0 ? ['| field | type | |', '|---|---|---|', ...rows].join('\n') : '',
  ];
}

/** Constructor and members of a class as a list. */
function classOf(declaration: ts.ClassDeclaration, addresses: Addresses): string[] {
  const name = declaration.name?.text ?? '';
  const bases = declaration.heritageClauses?.filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? [];
  const base = bases.flatMap(({ types }) => types.map((type) => typeText(type, addresses))).join('');
  const made = publicConstructor(declaration);
  const items = [
    ...(made ? [item(`new ${name}(${parameters(made)})`, commentOf(made), addresses)] : []),
    ...visibleMembers(declaration).map((member) => item(memberText(name, member), commentOf(member), addresses)),
  ];
  return [base && `Has what ${base} has, and:`, items.join('\n')];
}

function memberText(className: string, member: ts.ClassElement): string {
  const owner = has(member, ts.SyntaxKind.StaticKeyword) ? `${className}.` : '';
  const reach = has(member, ts.SyntaxKind.ProtectedKeyword) ? 'protected ' : '';
  if (ts.isMethodDeclaration(member)) return `${reach}${owner}${oneLine(signatureOf(member))}`;
  const type = (member as ts.PropertyDeclaration | ts.GetAccessorDeclaration).type;
  return `${reach}${owner}${member.name?.getText()}${type ? `: ${oneLine(type)}` : ''}`;
}

function item(code: string, comment: Comment, addresses: Addresses): string {
  const text = [linked(comment.text, addresses), notes(comment, addresses)].filter(Boolean).join(' ');
  return `- \`${code}\`${text && `: ${text.replace(/\n+/g, (run) => `${run}  `).trimEnd()}`}`;
}

/** Name, parameters and result of a function, without its body. */
function signatureOf(declaration: ts.FunctionDeclaration | ts.MethodDeclaration): string {
  const generic = declaration.typeParameters
    ? `<${declaration.typeParameters.map((one) => one.getText()).join(', ')}>`
    : '';
  const result = declaration.type ? `: ${declaration.type.getText()}` : '';
  return `${declaration.name?.getText()}${generic}(${parameters(declaration)})${result}`;
}

function parameters(declaration: ts.SignatureDeclaration): string {
  const texts = declaration.parameters.map(({ name, type, initializer, questionToken, dotDotDotToken }) => {
    const called = ts.isIdentifier(name) ? name.text : 'options';
    const optional = questionToken || initializer ? '?' : '';
    return `${dotDotDotToken ? '...' : ''}${called}${optional}${type ? `: ${type.getText()}` : ''}`;
  });
  return oneLine(texts.join(', '));
}

/** A type as code, with a link for each part that has an address. */
function typeText(type: ts.Node, addresses: Addresses): string {
  const parts = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  const texts = parts.map((part) => {
    const text = `\`${oneLine(part).replaceAll('|', '\\|')}\``;
    const [, name = ''] = /^(?:readonly )?\(?([A-Z]\w*)/.exec(oneLine(part)) ?? [];
    const address = addresses(name);
    return address ? `[${text}](${address})` : text;
  });
  return texts.join(' or ').replaceAll('` or `', ' \\| ');
}

/** What the tags of a comment say: defaults, bounds, errors. */
function notes({ tags }: Comment, addresses: Addresses): string {
  const all = (name: string, say: (text: string) => string) => (tags.get(name) ?? []).map(say);
  return linked(
    [
      ...all('minimum', (text) => `At least ${text}.`),
      ...all('maximum', (text) => `At most ${text}.`),
      ...all('maxLength', (text) => `Up to ${text} characters.`),
      ...all('maxItems', (text) => `Up to ${text} items.`),
      ...all('pattern', (text) => `Matches \`${text}\`.`),
      ...all('immutable', (text) => `Cannot be changed later: ${text}.`),
      ...all(
        'default',
        (text) => `Default: ${text.startsWith('- ') ? text.slice(2) : `\`${text.replace(/^(['"])(.*)\1$/, '$2')}\``}.`,
      ),
      ...all('throws', (text) => `Throws ${text.replace(/\.$/, '')}.`),
    ].join(' '),
    addresses,
  );
}

/** Rules of a spec, by their messages. */
function rulesOf({ tags }: Comment): string[] {
  const rules = ['rule', 'each'].flatMap((name) =>
    (tags.get(name) ?? []).map((text) => {
      const [, field = '', message = ''] = /^(?:(\w+) \w+ )?.* -- (.*)$/.exec(text) ?? [];
      return `- ${name === 'each' ? `of each of \`${field}\`: ` : ''}${message}`;
    }),
  );
  return rules.length > 0 ? ['Rules:', rules.join('\n')] : [];
}

function linked(text: string, addresses: Addresses): string {
  return text.replace(/\{@link (\w+)(\.\w+)?\}/g, (_, name: string, member = '') => {
    const address = addresses(name);
    return address ? `[\`${name}${member}\`](${address})` : `\`${name}${member}\``;
  });
}

function block(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}

function oneLine(node: ts.Node | string): string {
  const text = typeof node === 'string' ? node : node.getText();
  return text
    .replace(/\/\*\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/([({]) (?=[^}]*[)])/g, '$1')
    .trim();
}
