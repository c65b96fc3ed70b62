import { readFileSync } from 'node:fs';
import { Yaml } from 'cdk8s';
import { type MimePart, multipartText } from './mime';
import type { Problem } from './problem';
import { userDataProblems } from './user-data-problems';
import { yamlProblems } from './yaml-strings';

const MARK = Symbol.for('sostackit.UserData');

/** A part of {@link UserData.multipart} whose type its text doesn't tell, or that shall have a name. */
export interface UserDataPart {
  /** Content of the part. */
  readonly content: string | UserData;

  /**
   * MIME type, such as `text/x-shellscript`, `text/cloud-config`, `text/jinja2` or `text/x-include-url`.
   *
   * @default - told from the first line of the content, such as `#!/bin/sh` or `#cloud-config`
   */
  readonly contentType?: string;

  /**
   * Name of the file as which cloud-init keeps the part. Scripts run in the order of their names.
   *
   * @default - `part-001` and so on, in the order of the parts
   */
  readonly filename?: string;
}

/**
 * Data for cloud-init.
 *
 * ```ts
 * UserData.multipart(
 *   UserData.fromYaml({ packages: ['nginx'] }),
 *   UserData.fromFile(join(__dirname, 'first-boot.sh')),
 * );
 * ```
 */
export class UserData {
  /** Text as it is. */
  static fromText(text: string): UserData {
    return new UserData(text, []);
  }

  /** A `#cloud-config` document made of an object. */
  static fromYaml(config: object): UserData {
    // PyYAML, which reads it on the server, must see the strings that were given.
    return new UserData(`#cloud-config\n${Yaml.stringify(config)}`, yamlProblems('spec.userData', config));
  }

  /**
   * Text of a file, read now. A relative path is one from the working folder; `join(__dirname, …)` names a file beside the app.
   *
   * @throws Error when it cannot be read or is no UTF-8 text
   */
  static fromFile(path: string): UserData {
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes) || text.includes('\0')) {
      throw new Error(`cannot take user data from ${path}: it is no UTF-8 text`);
    }
    return new UserData(text, []);
  }

  /**
   * Several parts in one MIME message, as cloud-init takes them: a `#cloud-config` and scripts, for instance.
   *
   * @throws Error for a part whose type is neither given nor told by its first line
   */
  static multipart(...parts: readonly (string | UserData | UserDataPart)[]): UserData {
    const given = parts.map((part): UserDataPart => (isPart(part) ? part : { content: part }));
    const problems = given.flatMap(({ content }) =>
      typeof content === 'string'
        ? userDataProblems(content)
        : [...content.problems, ...userDataProblems(content.text)],
    );
    return new UserData(multipartText(given.map(mimePart)), problems);
  }

  /** Whether a value is user data, of this or another copy of the library. */
  static isUserData(value: unknown): value is UserData {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** What the server gets, before the provider encodes it. */
  readonly text: string;

  /** What would not reach the server as it was given. A server that gets the data is refused with it. */
  readonly problems: readonly Omit<Problem, 'path'>[];

  private constructor(text: string, problems: readonly Omit<Problem, 'path'>[]) {
    this.text = text;
    this.problems = problems;
    Object.defineProperty(this, MARK, { value: true });
  }
}

function isPart(part: string | UserData | UserDataPart): part is UserDataPart {
  return typeof part !== 'string' && !UserData.isUserData(part);
}

function mimePart({ content, contentType, filename }: UserDataPart, index: number): MimePart {
  const text = typeof content === 'string' ? content : content.text;
  const type = contentType ?? typeOf(text);
  if (type === undefined) {
    throw new Error(
      `cannot tell the type of part ${index + 1} of the user data by its first line: give its contentType`,
    );
  }
  return { text, type, filename: filename ?? `part-${String(index + 1).padStart(3, '0')}` };
}

/** The first lines by which cloud-init tells types. */
const TYPES: readonly (readonly [start: string, type: string])[] = [
  ['#!', 'text/x-shellscript'],
  ['#cloud-config-archive', 'text/cloud-config-archive'],
  ['#cloud-config', 'text/cloud-config'],
  ['#cloud-boothook', 'text/cloud-boothook'],
  ['#include-once', 'text/x-include-once-url'],
  ['#include', 'text/x-include-url'],
  ['#part-handler', 'text/part-handler'],
  ['## template: jinja', 'text/jinja2'],
];

function typeOf(text: string): string | undefined {
  return TYPES.find(([start]) => text.startsWith(start))?.[1];
}
