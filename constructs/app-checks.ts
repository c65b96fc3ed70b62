import type { IConstruct } from 'constructs';
import { describe, type Problem } from './problem';
import type { IResource } from './resource';
import { emitWarnings } from './warnings';

/** Under this symbol a construct of ours, of this or another copy of the library, tells what only synthesis can check. */
export const CHECKED = Symbol.for('sostackit.checked');

const INSTALLED = Symbol.for('sostackit.installed');

interface Checked extends IResource {
  readonly [CHECKED]: () => readonly Problem[];
}

/** Whether a construct stands for an object of ours, be it of this or another copy of the library. */
export function isOurs(construct: IConstruct): boolean {
  return isChecked(construct);
}

function isChecked(construct: IConstruct): construct is Checked {
  return CHECKED in construct;
}

/** Has everything of ours in the app of `construct` checked at synth, by one validation on the root. */
export function checkOnSynth(construct: IConstruct): void {
  const root = construct.node.root;
  if (INSTALLED in root) return;
  Object.defineProperty(root, INSTALLED, { value: true });
  root.node.addValidation({
    validate: () => {
      const constructs = root.node.findAll();
      emitWarnings(root, constructs);
      return problems(constructs.filter(isChecked)).map(describe);
    },
  });
}

function problems(resources: readonly Checked[]): Problem[] {
  const found: Problem[] = [];
  for (const resource of resources) found.push(...resource[CHECKED]());
  return [...found, ...duplicates(resources)];
}

function duplicates(resources: readonly Checked[]): Problem[] {
  const seen = new Map<unknown, Map<unknown, Map<unknown, Checked>>>();
  const found: Problem[] = [];
  for (const resource of resources) {
    if (!resource.apiObject) continue;
    const { kind, name } = resource.apiObject;
    const names = within(within(seen, kind), resource.namespace);
    const first = names.get(name);
    if (first) {
      found.push({
        path: resource.node.path,
        field: 'metadata.name',
        given: name,
        allowed: `a name that no other ${kind} of its namespace has; ${first.node.path} has it already`,
      });
    } else {
      names.set(name, resource);
    }
  }
  return found;
}

/** The map under a key, made where there is none yet. */
function within<Value>(maps: Map<unknown, Map<unknown, Value>>, key: unknown): Map<unknown, Value> {
  const map = maps.get(key) ?? new Map<unknown, Value>();
  maps.set(key, map);
  return map;
}
