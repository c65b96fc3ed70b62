import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './code';
import type { FaultKind } from './fault';

/** The engine with one of its safeguards taken out, and where that must show. */
export interface Mutant {
  readonly name: string;
  /** File below `provider/`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly scenario: string;
  /** The fault that brings it to light; absent when none is needed. */
  readonly fault?: FaultKind;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no intent is written',
    file: 'engine/create.ts',
    find: '  await writeIntent(pass, token);\n',
    replace: '  void writeIntent;\n',
    scenario: 'create-minimal',
  },
  {
    name: 'no LIST by owner goes before a creation',
    file: 'engine/observe.ts',
    find: '  const all = await listOwned(pass);\n',
    replace: '  const all: readonly CloudObject[] = [];\n',
    scenario: 'restore',
  },
  {
    name: 'the ID is patched without its test',
    file: 'engine/create.ts',
    find: "    { op: 'test' as const, path: '/status/attempt/token', value: made.token },\n",
    replace: '',
    scenario: 'create-minimal',
    fault: 'pause-until-rival',
  },
  {
    name: 'the finalizer is dropped on a 403',
    file: 'engine/delete.ts',
    find: '  } catch (error) {\n    return { ...outcomeOfFault(pass, error, {',
    replace:
      "  } catch (error) {\n    if (error instanceof StackitError && error.class === 'forbidden') await releaseFinalizer(pass);\n    return { ...outcomeOfFault(pass, error, {",
    scenario: 'delete',
    fault: 'forbidden',
  },
  {
    name: 'an object without a recorded ID is looked at once only',
    file: 'engine/delete.ts',
    find: "  return recordedId(pass) === undefined ? { next: { is: 'after', delay: pass.engine.settle } } : {};\n",
    replace: '  return pass ? {} : {};\n',
    scenario: 'delete-while-creating-intent',
    fault: 'reset-after',
  },
  {
    name: 'whoever deleted something is not told of its absence',
    file: 'cloud/observer.ts',
    find: '      if (!next.has(id)) tell(id);\n      this.#writes.delete(id);\n',
    replace: '      this.#writes.delete(id);\n',
    scenario: 'delete-while-creating-intent',
    fault: 'empty-list',
  },
  {
    name: 'the lease is not checked before a creation',
    file: 'engine/create.ts',
    find: "  if (!engine.isLeader()) return { next: { is: 'after', delay: engine.createGrace } };\n",
    replace: '',
    scenario: 'create-minimal',
    fault: 'pause-after',
  },
  {
    name: 'the create grace is 0',
    file: 'engine/observe.ts',
    find: 'Date.parse(attempt.startedAt) + engine.createGrace',
    replace: 'Date.parse(attempt.startedAt) + 0',
    scenario: 'delete-while-creating-intent',
    fault: 'late',
  },
  {
    name: 'absence is believed from a LIST',
    file: 'engine/observe.ts',
    find: '  const object = await get(pass, id);\n',
    replace:
      "  if (owned) return { observed: { is: 'gone', id }, surplus: [] };\n  const object = await get(pass, id);\n",
    scenario: 'create-minimal',
    fault: 'empty-list',
  },
];

/**
 * Copies the provider into a folder of its own and breaks it there. What it imports beside itself is that of this tree.
 *
 * @throws Error when the text to be replaced does not stand in its file exactly once
 */
export function breakProvider({ name, file, find, replace }: Mutant): { readonly root: string; remove(): void } {
  const source = readFileSync(join(ROOT, 'provider', file), 'utf8');
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`"${name}": the text to be replaced stands ${count} times in ${file}`);
  const root = mkdtempSync(join(tmpdir(), 'sostackit-mutant-'));
  cpSync(join(ROOT, 'provider'), join(root, 'provider'), { recursive: true });
  for (const shared of ['src', 'node_modules', 'package.json', 'tsconfig.json']) {
    symlinkSync(join(ROOT, shared), join(root, shared));
  }
  writeFileSync(
    join(root, 'provider', file),
    source.replace(find, () => replace),
  );
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
