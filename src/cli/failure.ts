import { types } from 'node:util';
import { PACKAGE_NAME } from '../product';

/** A refusal that the user can act on: its message is all that is printed, never a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /**
   * @param message what was tried and on what, in lower case without a full stop
   * @param advice what to do about it, if that is not plain
   */
  constructor(
    message: string,
    readonly advice?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const meanings: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'the address is not of this machine',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  ENOTFOUND: 'the host name is unknown',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** What the operating system or a library answered, in one line. */
export function reasonOf(error: unknown): string {
  // Unlike instanceof, this also knows errors of another realm.
  if (!types.isNativeError(error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  const meaning = typeof code === 'string' ? meanings[code] : undefined;
  if (meaning !== undefined) return `${meaning} (${code})`;
  if (error.message === '' && error.cause !== undefined) return reasonOf(error.cause);
  return (error.message.split('\n')[0] ?? '').trim() || error.name;
}

/** The lines to print for an error that ends a command. */
export function describe(error: unknown): string {
  if (!(error instanceof Failure)) return `${PACKAGE_NAME}: ${reasonOf(error)}`;
  return error.advice === undefined
    ? `${PACKAGE_NAME}: ${error.message}`
    : `${PACKAGE_NAME}: ${error.message}\n  ${error.advice}`;
}
