import type { Operation } from './call';
import { MACHINE_TYPES, PERFORMANCE_CLASSES, zonesOf } from './catalogue';
import { read } from './rows';
import { skeRefusal } from './shapes';

/** A version on offer; `state` is `supported`, `preview` or `deprecated` (ske.md §2.2). */
export interface OfferedVersion {
  readonly version: string;
  readonly state: string;
  /** RFC 3339. */
  readonly expirationDate?: string;
}

export const KUBERNETES_VERSIONS: readonly OfferedVersion[] = [
  { version: '1.32.9', state: 'deprecated', expirationDate: '2027-01-31T00:00:00Z' },
  { version: '1.33.8', state: 'supported', expirationDate: '2027-06-30T00:00:00Z' },
  { version: '1.33.10', state: 'supported', expirationDate: '2027-06-30T00:00:00Z' },
  { version: '1.34.4', state: 'supported', expirationDate: '2027-10-31T00:00:00Z' },
  { version: '1.34.6', state: 'supported', expirationDate: '2027-10-31T00:00:00Z' },
  { version: '1.35.2', state: 'supported' },
  { version: '1.36.0', state: 'preview' },
];

export const MACHINE_IMAGES: Readonly<Record<string, readonly OfferedVersion[]>> = {
  flatcar: [
    { version: '4230.2.1', state: 'deprecated', expirationDate: '2027-01-31T00:00:00Z' },
    { version: '4459.2.1', state: 'supported', expirationDate: '2027-09-30T00:00:00Z' },
    { version: '4459.2.3', state: 'supported' },
    { version: '4593.0.0', state: 'preview' },
  ],
  ubuntu: [
    { version: '2204.20250728.0', state: 'supported', expirationDate: '2027-04-30T00:00:00Z' },
    { version: '2404.20260210.0', state: 'supported' },
  ],
};

/** Orders `1.33.10` after `1.33.8`. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(/[.+-]/).map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest supported version of the list, of the same minor as `like` if that is given. */
export function newest(offered: readonly OfferedVersion[], like?: string): string | undefined {
  const minor = like?.split('.').slice(0, 2).join('.');
  const fitting = offered.filter(
    ({ version, state }) => state === 'supported' && (minor === undefined || version.startsWith(`${minor}.`)),
  );
  return fitting
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1);
}

const CRI = [{ name: 'containerd' }];

export const providerOptionsOperations: readonly Operation[] = [
  {
    ...read('ListProviderOptions', '/v2/regions/{region}/provider-options', (call) => {
      const state = call.query.get('versionState');
      if (state !== null && state !== 'SUPPORTED') throw skeRefusal(400, `unknown versionState "${state}"`);
      const isAsked = (offered: OfferedVersion) => state === null || offered.state === 'supported';
      const machineImages = Object.entries(MACHINE_IMAGES).map(([name, versions]) => ({
        name,
        versions: versions.filter(isAsked).map((version) => ({ ...version, cri: CRI })),
      }));
      return {
        status: 200,
        body: {
          kubernetesVersions: KUBERNETES_VERSIONS.filter(isAsked).map((version) => ({ ...version, featureGates: {} })),
          machineImages,
          machineTypes: MACHINE_TYPES.map(({ name, vcpus, ram }) => ({
            name,
            cpu: vcpus,
            memory: ram / 1024,
            gpu: 0,
            architecture: 'amd64',
          })),
          volumeTypes: PERFORMANCE_CLASSES.map(({ name }) => ({ name })),
          availabilityZones: zonesOf(call.param('region')).map((name) => ({ name })),
        },
      };
    }),
    api: 'ske',
  },
];
