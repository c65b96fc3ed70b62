import { KubeClient } from '../../provider/kubernetes';
import { systemClock } from '../clock';
import { createKubernetesApi } from '../sandbox/kubernetes';
import { createStackitSimulator, makeKey, type StackitSimulator } from '../sandbox/stackit';
import { cleanup } from './cleanup';
import { installCrds } from './crds';
import { Failure, reasonOf } from './failure';
import { openFolder } from './folder';
import type { Speed } from './options';
import type { Settings } from './settings';

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /** Folder for the files. @default a new temporary one */
  readonly dir?: string;
  /** @default 1, as slow as the real cloud */
  readonly speed?: Speed;
  /** `false` leaves the Kubernetes side away. @default true */
  readonly kubernetes?: boolean;
  /** The only projects that the key may use. @default any, each comes into being on first use */
  readonly projects?: readonly string[];
  /** @default 0, a free port */
  readonly kubernetesPort?: number;
  /** @default 0, a free port */
  readonly stackitPort?: number;
}

/** Both servers, listening. */
export interface RunningSandbox {
  readonly settings: Settings;
  readonly simulator: StackitSimulator;
  /** Ends the servers and removes the files. */
  close(): Promise<void>;
}

/** Starts the simulator and the local Kubernetes API, with our definitions in it, and writes the files to use them. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { dir, speed = 1, kubernetes = true, projects = [], kubernetesPort = 0, stackitPort = 0 } = options;
  const steps = cleanup();
  try {
    const folder = openFolder(dir);
    steps.add(() => folder.remove());
    const key = await makeKey();
    const simulator = createStackitSimulator({ speed, key, ...(projects.length > 0 && { projects }) });
    const stackit = await onPort('STACKIT', stackitPort, () => simulator.listen({ port: stackitPort }));
    steps.add(() => stackit.close());
    const credentials = { ...key.credentials, tokenEndpoint: stackit.tokenEndpoint };
    const keyFile = `${JSON.stringify({ ...key, credentials }, null, 2)}\n`;
    const serviceAccountKeyPath = folder.write('service-account-key.json', keyFile);
    const api = kubernetes ? createKubernetesApi() : undefined;
    let kubeconfig: string | null = null;
    if (api) {
      const side = await onPort('Kubernetes', kubernetesPort, () => api.listen({ port: kubernetesPort }));
      steps.add(() => side.close());
      await installCrds(new KubeClient({ transport: api.handle, clock: systemClock }));
      kubeconfig = folder.write('kubeconfig', side.kubeconfig);
    }
    return {
      settings: {
        kubeconfig,
        iaasEndpoint: stackit.iaasEndpoint,
        skeEndpoint: stackit.skeEndpoint,
        serviceEnablementEndpoint: stackit.serviceEnablementEndpoint,
        tokenEndpoint: stackit.tokenEndpoint,
        serviceAccountKeyPath,
        projectId: projects[0] ?? DEFAULT_PROJECT,
        region: 'eu01',
        adminEndpoint: stackit.adminEndpoint,
      },
      simulator,
      close: () => steps.run(),
    };
  } catch (error) {
    await steps.run();
    throw error;
  }
}

async function onPort<T>(side: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const flag = `--${side.toLowerCase()}-port`;
    throw new Failure(
      `could not start the ${side} side on 127.0.0.1:${port}: ${reasonOf(error)}`,
      `Choose another port with ${flag}, or ${flag} 0 for a free one.`,
      { cause: error },
    );
  }
}
