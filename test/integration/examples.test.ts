import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../provider/kubernetes';
import { API_GROUP_VERSION } from '../../src/product';
import { clusters, documents, ROOT } from '../support/clusters';
import { worldsOf } from '../support/suite';
import { isReady, PLACE, reason, type Seen, type World } from '../support/world';

const folder = mkdtempSync(join(tmpdir(), 'sostackit-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Its objects are taken by a real API only; `deploy.test.ts` applies them. */
const INSTALLATION = 'install.ts';

const names = (path: string, end: string) => readdirSync(join(ROOT, path)).filter((name) => name.endsWith(end));

/** Objects of an example app, or of a plain manifest. */
function objectsOf(example: string): KubeObject[] {
  if (example.endsWith('.yaml')) return documents(join(ROOT, 'examples', example));
  process.env.CDK8S_OUTDIR = folder;
  jest.isolateModules(() => require(join(ROOT, 'examples', example)));
  delete process.env.CDK8S_OUTDIR;
  return documents(join(folder, example.replace(/ts$/, 'k8s.yaml')));
}

/** Clusters take their time even in a fast simulator. */
const BRISK = { durations: { clusterCreate: 300, clusterDelete: 300, clusterReconcile: 150, serviceEnable: 100 } };

const isOurs = ({ apiVersion }: KubeObject) => apiVersion === API_GROUP_VERSION;

/** Gives an image that awaits it some content; as a person would, once. */
async function upload(world: World, name: string): Promise<void> {
  const awaiting = (object: Seen) => isReady(object) || reason(object) === 'AwaitingUpload';
  const { status } = await world.reach('Image', name, awaiting);
  if (status?.uploadUrl === undefined) return;
  const { ok } = await fetch(String(status.uploadUrl), { method: 'PUT', body: Buffer.alloc(1024, 1) });
  expect(ok).toBe(true);
}

describe.each(clusters())('on the %s, the example', (_, start) => {
  const make = worldsOf(start);
  const apps = names('examples', '.ts').filter((name) => name !== INSTALLATION);
  const manifests = names('examples/yaml', '.yaml').map((name) => `yaml/${name}`);

  it.each([...apps, ...manifests])('%s becomes Ready and goes without a trace', async (example) => {
    const world = await make(BRISK);
    // What the examples of adopted clusters adopt.
    world.stackit.add('cluster', { name: 'platform' }, PLACE);
    world.start();
    const objects = objectsOf(example);
    const ours = objects.filter(isOurs).map(({ kind = '', metadata: { name = '' } }) => ({ kind, name }));
    expect(ours.length).toBeGreaterThan(0);
    for (const object of objects) await (isOurs(object) ? world.apply(object) : applyRole(world, object));
    for (const { kind, name } of ours) if (kind === 'Image') await upload(world, name);
    for (const { kind, name } of ours) await world.reach(kind, name);
    for (const { kind, name } of ours) await world.delete(kind, name);
    for (const { kind, name } of ours) await world.vanish(kind, name);
    expect(world.ours()).toEqual([]);
  });
});

/** The Role and RoleBinding of a kubeconfig, which lie beside it. */
async function applyRole({ kube, namespace }: World, object: KubeObject): Promise<void> {
  const plural = `${object.kind?.toLowerCase()}s`;
  const { name = '' } = object.metadata;
  await kube.apply(
    { group: 'rbac.authorization.k8s.io', version: 'v1', plural, namespace, name },
    { ...object, metadata: { ...object.metadata, namespace } },
  );
}
