import { applyOperation, type Operation } from 'fast-json-patch';
import { badRequest, Failure } from './failure';
import { copy, isFields } from './object';

const MOST_OPERATIONS = 10_000;

/**
 * Applies a JSON patch (RFC 6902) to a copy. As on a real server, `replace` of a missing member adds it.
 *
 * @throws Failure 400 for a malformed patch, 422 for an operation that does not fit the object, a failed `test` among them
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) {
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
  }
  if (patch.length > MOST_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${patch.length}`;
    throw new Failure(413, 'RequestEntityTooLarge', message);
  }
  return copy(patch).reduce<unknown>((document, operation) => {
    try {
      return applyOperation(document, lenient(document, operation as Operation), true, true, true).newDocument;
    } catch {
      throw new Failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
    }
  }, copy(target));
}

function lenient(document: unknown, operation: Operation): Operation {
  if (operation.op !== 'replace') return operation;
  const keys = operation.path.split('/').slice(1);
  const last = unescaped(keys.pop() ?? '');
  const parent = keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[unescaped(key)],
    document,
  );
  return isFields(parent) && !Object.hasOwn(parent, last) ? { ...operation, op: 'add' } : operation;
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
