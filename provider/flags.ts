import { Command, CommanderError, Option } from 'commander';

/** One flag of the command line. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly description: string;
  readonly standard?: string;
  /** Taken for the sake of manifests that carry it, but not shown. */
  readonly hidden?: boolean;
  /** Given twice, all values count instead of the last one. */
  readonly repeatable?: boolean;
}

/** Options of {@link parseFlags}. */
export interface FlagsOptions {
  readonly command: string;
  readonly description: string;
  readonly version: string;
  readonly flags: readonly Flag[];
  /** Stands below the list of flags in the help. */
  readonly epilog: string;
}

/** A wrong command line or environment. The message names the flag or variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Not a failure: `--help` or `--version` was asked for. Print the text to standard output and end with code 0. */
export class TextRequested extends Error {
  override readonly name = 'TextRequested';
  readonly text: string;

  constructor(text: string) {
    super('only a text was asked for');
    this.text = text;
  }
}

/** The values given, by flag. */
export type FlagValues = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a command line as Go's flag package does: one dash or two, `--flag=value` or `--flag value`, switches as `--flag`
 * or `--flag=false`.
 *
 * @throws ConfigError, TextRequested
 */
export function parseFlags(argv: readonly string[], options: FlagsOptions): FlagValues {
  const given = new Map<string, string[]>();
  const command = build(options, given);
  let output = '';
  command.configureOutput({
    writeOut: (text) => {
      output += text;
    },
    writeErr: () => {},
  });
  try {
    command.parse(normalize(argv, options.flags), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new TextRequested(output);
    throw new ConfigError(`${error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')}; --help lists all flags`);
  }
  return given;
}

function build(options: FlagsOptions, given: Map<string, string[]>): Command {
  const command = new Command(options.command)
    .description(options.description)
    .version(options.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this text')
    .addHelpText('after', `\n${options.epilog}`)
    .configureHelp({ helpWidth: 110 })
    .allowExcessArguments(false)
    .exitOverride();
  for (const flag of options.flags) {
    const shown = flag.value ?? 'true|false';
    const option = new Option(`--${flag.name} <${shown}>`, flag.description).hideHelp(flag.hidden ?? false);
    if (flag.standard !== undefined) option.default(flag.standard, flag.standard);
    option.argParser((value) => {
      const before = flag.repeatable ? (given.get(flag.name) ?? []) : [];
      given.set(flag.name, [...before, value]);
      return value;
    });
    command.addOption(option);
  }
  return command;
}

/** Commander's way to write what Go also takes: `-flag` is `--flag`, and a bare switch is `--switch=true`. */
function normalize(argv: readonly string[], flags: readonly Flag[]): string[] {
  const known = new Map(flags.map((flag) => [flag.name, flag]));
  const words: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? '';
    const match = /^--?([a-z][a-z0-9-]+)(=.*)?$/s.exec(word);
    const flag = known.get(match?.[1] ?? '');
    if (!match || (!flag && !['help', 'version'].includes(match[1] ?? ''))) {
      words.push(word);
    } else if (flag?.value !== undefined && match[2] === undefined) {
      // The next word is the value even if it begins with a dash, as in Go.
      const value = argv[i + 1];
      words.push(value === undefined ? `--${flag.name}` : `--${flag.name}=${value}`);
      i += 1;
    } else {
      words.push(`--${match[1]}${match[2] ?? (flag ? '=true' : '')}`);
    }
  }
  return words;
}
