import type { IConstruct } from 'constructs';

/** Something that is allowed, but seldom meant. */
export interface Warning {
  /** Path of the construct. */
  readonly path: string;
  /** Which warning it is, by which it can be silenced. */
  readonly code: WarningCode;
  /** What is odd and what to do, in one sentence. */
  readonly message: string;
}

/** All warnings there are. */
export type WarningCode = 'image-memory-unit' | 'server-without-zone' | 'zone-of-another-region' | (string & {});

/** A warning of a construct that is known, so that its path need not be said. */
export type OwnWarning = Omit<Warning, 'path'>;

const TYPE = 'sostackit:warning';
const SILENCED = Symbol.for('sostackit.silenced');
const EMITTED = Symbol.for('sostackit.emitted');

/**
 * Warnings of constructs: what is allowed, but seldom meant. Each is sent to Node's own channel for warnings when the app is
 * synthesized, once, and so appears on standard error; `process.on('warning', …)` receives it with `name` `SostackitWarning`
 * and its `code`, and `node --disable-warning=<code>` hides it.
 *
 * ```ts
 * expect(Warnings.of(app)).toEqual([]);
 * ```
 */
export class Warnings {
  /** Warnings of a construct and all that is defined in it, without those that were silenced. */
  static of(scope: IConstruct): readonly Warning[] {
    return warningsOf(scope.node.findAll());
  }

  /** Silences a warning of a construct and all that is defined in it. */
  static silence(scope: IConstruct, code: WarningCode): void {
    const silenced = silencedIn(scope) ?? new Set();
    Object.defineProperty(scope, SILENCED, { value: silenced.add(code), configurable: true });
  }

  private constructor() {}
}

/** Attaches warnings to a construct, to be found by {@link Warnings.of}. */
export function warn(construct: IConstruct, warnings: readonly OwnWarning[]): void {
  for (const warning of warnings) construct.node.addMetadata(TYPE, warning);
}

function warningsOf(constructs: readonly IConstruct[]): Warning[] {
  const found: Warning[] = [];
  for (const construct of constructs) {
    for (const { type, data } of construct.node.metadata) {
      const { code, message } = data as OwnWarning;
      if (type === TYPE && !isSilenced(construct, code)) found.push({ path: construct.node.path, code, message });
    }
  }
  return found;
}

/** Sends warnings of an app's constructs to Node's channel, each once however often the app is synthesized. */
export function emitWarnings(root: IConstruct, constructs: readonly IConstruct[]): void {
  const emitted = (root as { readonly [EMITTED]?: Set<string> })[EMITTED] ?? new Set();
  Object.defineProperty(root, EMITTED, { value: emitted, configurable: true });
  for (const { path, code, message } of warningsOf(constructs)) {
    const key = JSON.stringify([path, code]);
    if (!emitted.has(key)) process.emitWarning(`${path}: ${message}`, { type: 'SostackitWarning', code });
    emitted.add(key);
  }
}

function isSilenced(construct: IConstruct, code: WarningCode): boolean {
  return construct.node.scopes.some((scope) => silencedIn(scope)?.has(code));
}

function silencedIn(scope: IConstruct): Set<WarningCode> | undefined {
  return (scope as { readonly [SILENCED]?: Set<WarningCode> })[SILENCED];
}
