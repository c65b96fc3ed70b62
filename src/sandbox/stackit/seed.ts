import { defaultsFor } from './defaults';
import { publicScope } from './images';
import { fingerprintOf } from './keypairs';
import type { ImageObject, KeyPairObject, NetworkObject, SecurityGroupObject, VolumeObject } from './objects';
import type { Settings } from './options';
import defaultSeed from './seed.json';
import type { ScopeKey, Store } from './store';

/**
 * What is there before anybody creates anything. Members left out get sensible values; `{region}` in a zone is replaced.
 */
export interface Seed {
  /** Public images of every region. */
  readonly images?: readonly (Partial<ImageObject> & Pick<ImageObject, 'id' | 'name'>)[];
  /** Key pairs of every caller. */
  readonly keypairs?: readonly Pick<KeyPairObject, 'name' | 'publicKey'>[];
  /** In every project and region, under the same IDs, as are the kinds below. */
  readonly networks?: readonly (Partial<NetworkObject> & Pick<NetworkObject, 'id' | 'name'>)[];
  readonly securityGroups?: readonly (Partial<SecurityGroupObject> & Pick<SecurityGroupObject, 'id' | 'name'>)[];
  readonly volumes?: readonly (Partial<VolumeObject> & Pick<VolumeObject, 'id' | 'size'>)[];
}

/** What the samples and examples name. */
export const DEFAULT_SEED: Seed = defaultSeed;

/** Fills a project's region on its first use, and the public images of that region. */
export function openRegion(store: Store, settings: Settings, seed: Seed, scope: ScopeKey): void {
  if (store.has(scope)) return;
  store.open(scope);
  const [, region = ''] = scope.split('/');
  const now = settings.clock.now();
  const put = plant(store, settings, now);
  for (const image of seed.images ?? []) {
    const at = publicScope(region);
    if (store.get('image', at, image.id) === undefined) put('image', at, image.id, { scope: 'public', ...image });
  }
  for (const network of seed.networks ?? []) put('network', scope, network.id, network);
  for (const group of seed.securityGroups ?? []) put('securityGroup', scope, group.id, group);
  for (const volume of seed.volumes ?? []) {
    const availabilityZone = (volume.availabilityZone ?? '{region}-1').replace('{region}', region);
    put('volume', scope, volume.id, { ...volume, availabilityZone });
  }
}

/** Gives a caller its key pairs on its first call. */
export function openCaller(store: Store, settings: Settings, seed: Seed, scope: ScopeKey): void {
  if (store.has(scope)) return;
  store.open(scope);
  const put = plant(store, settings, settings.clock.now());
  for (const pair of seed.keypairs ?? []) {
    put('keypair', scope, pair.name, { ...pair, fingerprint: fingerprintOf(pair.publicKey) });
  }
}

function plant(store: Store, settings: Settings, now: number) {
  return (kind: Parameters<typeof defaultsFor>[0], scope: ScopeKey, id: string, value: object): void => {
    const stored = defaultsFor(kind, { scope, id, value, now, settings });
    store.put(stored, now);
  };
}
