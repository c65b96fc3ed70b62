import { namespaceName } from '../kubernetes-rules';
import type { OwnProblem } from '../problem';
import { textProblems } from '../text-problems';
import type { ProviderProps } from './provider';

/** Variables that hold what must not stand in a manifest. */
const SECRET = /^STACKIT_(SERVICE_ACCOUNT_KEY|PRIVATE_KEY|SERVICE_ACCOUNT_TOKEN)$/;

/** What is wrong with the props of a provider. */
export function providerProblems({ image, namespace, environment = {}, replicas }: ProviderProps): OwnProblem[] {
  return [
    ...(typeof image === 'string' && /^\S+$/.test(image)
      ? []
      : [
          {
            field: 'image',
            given: image,
            allowed: 'a container image, such as registry.example.com/sostackit/provider:0.1.0',
          },
        ]),
    ...textProblems('namespace', namespace, namespaceName),
    ...(replicas === undefined || (Number.isInteger(replicas) && replicas >= 0)
      ? []
      : [{ field: 'replicas', given: replicas, allowed: '0 or a whole number above' }]),
    ...Object.keys(environment)
      .filter((name) => SECRET.test(name))
      .map((name) => ({
        field: `environment.${name}`,
        given: 'a secret',
        allowed: 'credentials that are referred to by the name of a Secret',
      })),
  ];
}
