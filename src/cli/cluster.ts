import { type KubeConfig, loadKubeConfig } from '../../provider/kubernetes/kubeconfig';
import { createKubeTransport, type KubeTransport } from '../../provider/kubernetes/transport';
import { readBody } from '../http';
import { PACKAGE_NAME } from '../product';
import type { Cleanup } from './cleanup';
import { Failure, reasonOf } from './failure';

/** Milliseconds that a cluster may take to say that it is there. */
const PATIENCE = 10_000;

/** A cluster that answers. */
export interface Cluster {
  readonly config: KubeConfig;
  readonly transport: KubeTransport;
}

/**
 * Connects to the cluster of a kubeconfig file and asks it for its version.
 *
 * @throws KubeConfigError for a file that is not usable, Failure when the cluster does not answer or does not let us in
 */
export async function connectCluster(file: string, steps: Cleanup, stop: AbortSignal): Promise<Cluster> {
  const config = loadKubeConfig({ flag: file, env: process.env });
  const transport = createKubeTransport(config);
  steps.add(() => transport.close());
  const limit = AbortSignal.timeout(PATIENCE);
  const status = await versionStatus(transport, AbortSignal.any([limit, stop])).catch((error: unknown) => {
    if (stop.aborted) throw error;
    const reason = limit.aborted ? `nothing within ${PATIENCE / 1000} s` : reasonOf(error);
    throw new Failure(
      `the cluster at ${config.server} of ${file} does not answer: ${reason}`,
      `Start it, or choose another with --kubeconfig; without the flag "${PACKAGE_NAME} demo" needs none.`,
      { cause: error },
    );
  });
  if (status !== 401) return { config, transport };
  throw new Failure(
    `the cluster at ${config.server} of ${file} does not accept the credentials of its user`,
    'Renew them, or choose another file with --kubeconfig.',
  );
}

async function versionStatus(transport: KubeTransport, signal: AbortSignal): Promise<number> {
  const { status, body } = await transport({ method: 'GET', path: '/version', headers: {}, signal });
  await readBody(body);
  return status;
}
