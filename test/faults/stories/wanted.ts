import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../code';
import { allReady, always, readyOf, type Step } from '../scenario';
import type { World } from '../world';

export const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' } as const;
export const PUBLIC_IMAGE = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
/** A network that was there before. */
export const FOREIGN_NETWORK = '33333333-3333-3333-3333-333333333333';

/** Must appear in no event, status or log. */
const CANARY = 'canary-5d0f1c-user-data-of-a-server';

export const NETWORK = { ...PLACE, ipv4: { prefixLength: 24 }, labels: { team: 'blue', tier: 'one' } };
export const VOLUME = { ...PLACE, availabilityZone: 'eu01-1', size: 10, labels: { team: 'blue', tier: 'one' } };
export const IMAGE = { ...PLACE, diskFormat: 'raw', labels: { team: 'blue', tier: 'one' } };
export const SERVER = {
  ...PLACE,
  machineType: 'c1.2',
  imageId: PUBLIC_IMAGE,
  networkId: FOREIGN_NETWORK,
  userData: CANARY,
  bootVolume: { size: 20, deleteOnTermination: true },
  labels: { team: 'blue', tier: 'one' },
};

/** An object that somebody applies. */
export type Wanted = readonly [kind: string, name: string, spec: object];

/** One of each kind, none of which knows of another. */
export const MINIMAL: readonly Wanted[] = [
  ['Network', 'net', NETWORK],
  ['Image', 'own', IMAGE],
  ['Volume', 'disk', VOLUME],
  ['Server', 'web', SERVER],
];

/** A server with all that it refers to. */
export const FULL: readonly Wanted[] = parseAllDocuments(
  readFileSync(join(ROOT, 'examples/yaml/full-stack.yaml'), 'utf8'),
).map((document): Wanted => {
  const { kind, metadata, spec } = document.toJS() as {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly spec: object;
  };
  return [kind, metadata.name, spec];
});

export function ofKinds(wanted: readonly Wanted[], ...kinds: readonly string[]): Wanted[] {
  return wanted.filter(([kind]) => kinds.includes(kind));
}

/** All are ready; an image of one's own waits for its bytes. */
export function allUp(wanted: readonly Wanted[]): Step['when'] {
  const others = wanted.filter(([kind, name]) => !(kind === 'Image' && name === 'own'));
  return (world) => {
    if (!allReady(others)(world)) return false;
    if (others.length === wanted.length) return true;
    const image = world.cluster.get('Image', 'own');
    return readyOf(image)?.reason === 'AwaitingUpload' && typeof image?.status?.uploadUrl === 'string';
  };
}

export async function create({ cluster, promises }: World, wanted: readonly Wanted[]): Promise<void> {
  promises.canaries.push(CANARY);
  for (const [kind, name, spec] of wanted) promises.wants(await cluster.create(kind, name, spec));
}

export const creating = (wanted: readonly Wanted[]): Step => ({
  when: always,
  act: (world) => create(world, wanted),
});

export const removing = (wanted: readonly Wanted[], when: Step['when'] = allUp(wanted)): Step => ({
  when,
  act: async ({ cluster }) => {
    for (const [kind, name] of wanted) if (cluster.get(kind, name)) await cluster.delete(kind, name);
  },
});

/** Somebody uploads the bytes of the image `own` as soon as there is a URL. */
export const uploading: Step = {
  when: ({ cluster, stackit }) => {
    const image = cluster.get('Image', 'own');
    const id = image?.status?.imageId;
    return typeof image?.status?.uploadUrl === 'string' && stackit.objects('image').some((seen) => seen.id === id);
  },
  act: async ({ cluster, stackit }) => {
    const { pathname } = new URL(String(cluster.get('Image', 'own')?.status?.uploadUrl));
    await stackit.handle({
      method: 'PUT',
      path: pathname,
      headers: { 'content-type': 'application/octet-stream', 'content-length': '4' },
      body: 'disk',
    });
  },
};

/** How often a call took effect. */
export function effects({ stackit }: World, operationId: string): number {
  return stackit.journal.filter((entry) => entry.operationId === operationId && entry.effect !== 'none').length;
}
