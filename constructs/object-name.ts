import { type ApiObject, Names } from 'cdk8s';
import type { Construct } from 'constructs';
import { objectName } from './kubernetes-rules';
import { PlainObject, type PlainObjectProps } from './plain-object';
import type { OwnProblem } from './problem';

const CHILD = 'Resource';

/**
 * Defines the Kubernetes object of a construct, as its child named `Resource`. Its name is `metadata.name`, else the one that
 * the chart generates; where that keeps characters of the ids which no Kubernetes name has (such as the `_` of
 * `eu01_prod`), they become `-`.
 */
export function defineObject(scope: Construct, props: PlainObjectProps): ApiObject {
  const object = new PlainObject(scope, CHILD, props);
  if (props.metadata?.name !== undefined || objectName(object.name) === undefined) return object;
  scope.node.tryRemoveChild(CHILD);
  return new PlainObject(scope, CHILD, { ...props, metadata: { ...props.metadata, name: repaired(object.name) } });
}

function repaired(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/-*\.[-.]*/g, (run) => (run === '.' ? '.' : '-'))
    .replace(/^[-.]+|[-.]+$/g, '');
}

/** What is wrong with the name of an object, be it given or made of the ids. */
export function objectNameProblems(object: ApiObject, given: string | undefined): OwnProblem[] {
  const field = 'metadata.name';
  if (typeof object.name !== 'string') return [];
  const allowed = objectName(object.name);
  if (allowed !== undefined && given !== undefined) return [{ field, given, allowed }];
  if (allowed !== undefined) return [{ field, allowed: `${allowed}; no name can be made of the ids, so give one` }];
  if (given === undefined && losesLetters(object)) {
    return [
      {
        field,
        given: object.node.path,
        allowed: `ids of ASCII characters, or an explicit metadata.name: the name made of these ids would be ${object.name}`,
      },
    ];
  }
  return [];
}

/** Whether cdk8s dropped letters that it cannot spell, so that the name says something else than the ids. */
function losesLetters(object: ApiObject): boolean {
  const foreign = /[^\P{L}A-Za-z]|[^\P{N}0-9]/u;
  if (!foreign.test(object.node.path)) return false;
  // A chart may name its objects in its own way, and spell out such letters.
  return [true, false].some((includeHash) => {
    const name = Names.toDnsLabel(object, { includeHash });
    return name === object.name || repaired(name) === object.name;
  });
}
