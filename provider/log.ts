import pino from 'pino';

/** Levels of {@link createLog}, most talkative first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the rooms write what happened: fields first, a sentence second. An error goes into the field `error`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A log that carries `fields` in every line. */
  child(fields: Readonly<Record<string, unknown>>): Log;
}

/** A log that drops everything. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};

/** Field names whose values never reach a log, on the first three levels of a line. */
const SECRET_FIELDS = [
  'token',
  'authorization',
  'Authorization',
  'assertion',
  'access_token',
  'accessToken',
  'refresh_token',
  'uploadUrl',
  'userData',
  'kubeconfig',
  'keyPayload',
  'privateKey',
  'password',
] as const;

/** Options of {@link createLog}. */
export interface LogOptions {
  /** @default info */
  readonly level?: LogLevel;
  /** One JSON object a line, or one readable line. @default json */
  readonly format?: 'json' | 'text';
  /** Receives whole lines. @default standard output, written synchronously so that the last line survives an exit */
  readonly write?: (line: string) => void;
}

/**
 * The provider's own log. No worker thread and no file, so it runs from one bundle on a read-only file system; fields that
 * may hold a secret come out as `[redacted]`.
 */
export function createLog(options: LogOptions = {}): Log {
  const { level = 'info', format = 'json', write } = options;
  const sink = write ? { write } : pino.destination({ fd: 1, sync: true });
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    format === 'text' ? { write: (line: string) => void sink.write(readable(line)) } : sink,
  );
  return logger;
}

/** Name, message and causes; a stack only for what is a mistake of ours, because answers of servers need none. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const mistake = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return {
    name: error.name,
    message: error.message,
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
    ...(mistake && error.stack ? { stack: error.stack } : {}),
  };
}

function readable(line: string): string {
  const { level, time, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const rest = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${String(time)} ${String(level).toUpperCase().padEnd(5)} ${String(message)}${rest.join('')}\n`;
}
