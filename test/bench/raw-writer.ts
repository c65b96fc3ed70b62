import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { parse } from 'yaml';
import type { KubeList, KubeObject } from '../../provider/kubernetes';
import { API_GROUP, API_VERSION } from '../../src/product';

// Run as a process: the path of a kubeconfig with a token. Writes the status of every volume once, as the provider does for
// adopted ones, and nothing else: no cache, no watch, no look at the answers. So fast the API server is at its best.

/** As many as keep the API server busy; more only wait there. */
const IN_FLIGHT = 32;
const TIME = '2026-01-01T00:00:00Z';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

type Volume = KubeObject & { readonly spec: { readonly existingId: string } };

function patchOf({ metadata, spec }: Volume): string {
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    reason,
    message,
    observedGeneration: 1,
    lastTransitionTime: TIME,
  });
  const value = {
    observedGeneration: 1,
    volumeId: spec.existingId,
    state: 'AVAILABLE',
    size: 10,
    performanceClass: 'storage_premium_perf1',
    conditions: [
      condition('Ready', 'Available', 'the volume is AVAILABLE'),
      condition('Synced', 'ObserveOnly', `observes ${spec.existingId} and never changes it`),
    ],
  };
  const test = { op: 'test', path: '/metadata/resourceVersion', value: metadata.resourceVersion };
  return JSON.stringify([test, { op: 'add', path: '/status', value }]);
}

async function main(file: string): Promise<void> {
  const { clusters, users } = parse(readFileSync(file, 'utf8')) as Kubeconfig;
  const pool = new Pool(clusters[0]?.cluster.server ?? '', {
    connections: IN_FLIGHT,
    connect: { rejectUnauthorized: false },
  });
  const headers = { authorization: `Bearer ${users[0]?.user.token}`, accept: 'application/json' };
  const volumes: Volume[] = [];
  let next = '';
  do {
    const path = `/apis/${API_GROUP}/${API_VERSION}/volumes?limit=500&continue=${encodeURIComponent(next)}`;
    const page = (await (await pool.request({ method: 'GET', path, headers })).body.json()) as KubeList<Volume>;
    volumes.push(...page.items);
    next = page.metadata.continue ?? '';
  } while (next !== '');
  const write = async () => {
    for (let volume = volumes.pop(); volume; volume = volumes.pop()) {
      const { namespace, name } = volume.metadata;
      const answer = await pool.request({
        method: 'PATCH',
        path: `/apis/${API_GROUP}/${API_VERSION}/namespaces/${namespace}/volumes/${name}/status?fieldManager=raw`,
        headers: { ...headers, 'content-type': 'application/json-patch+json' },
        body: patchOf(volume),
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`the API server answered ${answer.statusCode} to a patch`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write));
  await pool.close();
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
