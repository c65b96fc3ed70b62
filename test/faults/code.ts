import { join } from 'node:path';

/** The provider's code that a world runs: the one of this tree, or a copy that was broken on purpose. */
export interface ProviderCode {
  readonly Provider: typeof import('../../provider/provider').Provider;
  readonly kinds: typeof import('../../provider/kinds').kinds;
  readonly KubeClient: typeof import('../../provider/kubernetes').KubeClient;
  readonly EventRecorder: typeof import('../../provider/kubernetes').EventRecorder;
  readonly LeaderElection: typeof import('../../provider/kubernetes').LeaderElection;
}

/** The root of this package. */
export const ROOT = join(__dirname, '../..');

/** Loads the provider that lies in `root`. */
export function loadProvider(root = ROOT): ProviderCode {
  const load = (path: string): unknown => require(join(root, 'provider', path));
  const { Provider } = load('provider') as Pick<ProviderCode, 'Provider'>;
  const { kinds } = load('kinds') as Pick<ProviderCode, 'kinds'>;
  const { KubeClient, EventRecorder, LeaderElection } = load('kubernetes') as Omit<ProviderCode, 'Provider' | 'kinds'>;
  return { Provider, kinds, KubeClient, EventRecorder, LeaderElection };
}
