import { KubeError } from '../kubernetes';
import type { Outcome } from './outcome';
import type { Pass } from './pass';

/** Milliseconds until a Secret that is missing is looked for again: Secrets are not watched, which would need wide rights. */
const RECHECK = 10_000;

/** The values that a creation needs, by field, or what it waits for. */
export type SecretValues = { readonly values: Readonly<Record<string, string>> } | { readonly waiting: Outcome };

/** Reads the entries of Secrets that the object's creation needs. They are kept nowhere. */
export async function readSecrets(pass: Pass): Promise<SecretValues> {
  const { kind, object, engine } = pass;
  const { namespace } = object.metadata;
  const values: Record<string, string> = {};
  for (const { field, name, key } of kind.secrets?.uses(object.spec) ?? []) {
    const path = { group: '', version: 'v1', plural: 'secrets', ...(namespace !== undefined && { namespace }), name };
    let data: Readonly<Record<string, string>> | undefined;
    try {
      data = (await engine.kube.get<{ readonly data?: Readonly<Record<string, string>> } & { metadata: object }>(path))
        .data;
    } catch (error) {
      if (!(error instanceof KubeError && error.status === 404)) throw error;
      return waitingFor(`${field}: Secret ${namespace}/${name} does not exist`);
    }
    const value = data?.[key];
    if (value === undefined) return waitingFor(`${field}: Secret ${namespace}/${name} has no key ${key}`);
    values[field] = Buffer.from(value, 'base64').toString('utf8');
  }
  return { values };
}

function waitingFor(message: string): SecretValues {
  return {
    waiting: {
      ready: { status: 'False', reason: 'WaitingForReference', message },
      next: { is: 'after', delay: RECHECK },
      pace: 'none',
    },
  };
}
