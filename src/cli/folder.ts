import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../product';
import { Failure, reasonOf } from './failure';

const LOCK = 'sandbox.pid';

/** Where a sandbox keeps its files while it runs. */
export interface Folder {
  readonly path: string;
  /** Writes a file that only the user may read, and returns its path. */
  write(name: string, content: string): string;
  /** Removes the files that {@link write} made, and the folder if this made it and nothing else lies in it. */
  remove(): void;
}

/**
 * Opens a folder for one sandbox: `given`, made when it is missing, else a new temporary one. Files that were there
 * before are never overwritten, except those that a killed sandbox left.
 */
export function openFolder(given?: string): Folder {
  const { path, made } = given === undefined ? temporary() : makeFolder(resolve(given), '--dir');
  const abandoned = lock(path);
  const written = [join(path, LOCK)];
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      attempt(`write ${file}`, () => {
        if (abandoned) rmSync(file, { force: true });
        writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
      });
      written.push(file);
      return file;
    },
    remove: () => {
      for (const file of written) rmSync(file, { force: true });
      if (made === undefined) return;
      try {
        for (let folder = path; folder.length >= made.length; folder = resolve(folder, '..')) rmdirSync(folder);
      } catch {
        // Something else lies in it by now, which is not ours to remove.
      }
    },
  };
}

function temporary(): { path: string; made: string } {
  const path = attempt(`make a temporary folder in ${tmpdir()}`, () => mkdtempSync(join(tmpdir(), `${PACKAGE_NAME}-`)));
  return { path, made: path };
}

/**
 * Makes a folder and those above it that are missing, and tells the topmost that it made.
 *
 * @param flag by which another folder is chosen
 * @throws Failure
 */
export function makeFolder(path: string, flag: string): { path: string; made: string | undefined } {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  const made: string[] = [];
  // Not `recursive`, with which Node tries for ever where the system says ENOENT beside the parent, as below /proc.
  for (const folder of missing) attempt(`make the folder ${path}`, () => makeOne(folder, made), flag);
  return { path, made: made[0] };
}

function makeOne(folder: string, made: string[]): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    made.push(folder);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    // Another process may have made it meanwhile.
    if (code === 'EEXIST' && existsSync(folder)) return;
    for (const own of [...made].reverse()) rmdirSync(own);
    throw code === 'ENOENT' ? new Error(`${dirname(folder)} takes no new folders`, { cause: error }) : error;
  }
}

/** Marks the folder as in use. Answers whether a sandbox that no longer runs has left its files there. */
function lock(path: string): boolean {
  const file = join(path, LOCK);
  const abandoned = existsSync(file);
  if (abandoned) {
    const owner = Number(readFileSync(file, 'utf8'));
    if (runs(owner))
      throw new Failure(`${path} is in use by the sandbox with process ID ${owner}`, 'Choose another --dir.');
    rmSync(file);
  }
  attempt(`write ${file}`, () => writeFileSync(file, `${process.pid}\n`, { mode: 0o600, flag: 'wx' }));
  return abandoned;
}

function runs(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM';
  }
}

function attempt<T>(what: string, action: () => T, flag = '--dir'): T {
  try {
    return action();
  } catch (error) {
    throw new Failure(`could not ${what}: ${reasonOf(error)}`, `Choose another folder with ${flag}.`, { cause: error });
  }
}
