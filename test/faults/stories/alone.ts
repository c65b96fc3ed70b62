import { allGone, type Scenario } from '../scenario';
import { losing, recreated } from './loss';
import {
  allUp,
  creating,
  FOREIGN_NETWORK,
  IMAGE,
  NETWORK,
  PUBLIC_IMAGE,
  removing,
  SERVER,
  VOLUME,
  type Wanted,
} from './wanted';

/** One object of each kind, with little and with much in its spec. */
const ALONE: readonly { readonly minimal: Wanted; readonly full: Wanted }[] = [
  {
    minimal: ['Network', 'net', NETWORK],
    full: [
      'Network',
      'net',
      { ...NETWORK, name: 'wide', dhcp: false, ipv4: { prefixLength: 26, nameservers: ['9.9.9.9', '8.8.8.8'] } },
    ],
  },
  {
    minimal: ['Image', 'own', IMAGE],
    full: [
      'Image',
      'own',
      { ...IMAGE, name: 'golden', diskFormat: 'qcow2', minDiskSize: 10, minRam: 512, config: { uefi: true } },
    ],
  },
  {
    minimal: ['Volume', 'disk', VOLUME],
    full: [
      'Volume',
      'disk',
      { ...VOLUME, description: 'boots', bootable: true, size: 20, source: { imageId: PUBLIC_IMAGE } },
    ],
  },
  {
    minimal: ['Server', 'web', SERVER],
    full: [
      'Server',
      'web',
      {
        ...SERVER,
        name: 'front',
        networkId: FOREIGN_NETWORK,
        availabilityZone: 'eu01-1',
        metadata: { role: 'front' },
        configDrive: true,
        // It has to be switched off once it is there.
        powerState: 'Inactive',
      },
    ],
  },
];

/** Stories of one object and a provider of its kind alone: few calls, so that every pair of faults can be tried. */
export const alone: readonly Scenario[] = ALONE.flatMap(({ minimal, full }): Scenario[] => {
  const [kind] = minimal;
  const suffix = kind.toLowerCase();
  const common = { kinds: [kind], pairs: true };
  return [
    { ...common, name: `create-minimal-${suffix}`, steps: [creating([minimal])], settled: allUp([minimal]) },
    { ...common, name: `create-full-${suffix}`, steps: [creating([full])], settled: allUp([full]) },
    {
      ...common,
      name: `delete-${suffix}`,
      steps: [creating([minimal]), removing([minimal])],
      from: 1,
      settled: allGone,
    },
    {
      ...common,
      name: `recreate-${suffix}`,
      steps: [creating([minimal]), losing([minimal])],
      from: 1,
      settled: recreated([minimal]),
    },
  ];
});
