import { KubeClient } from '../../provider/kubernetes/client';
import { systemClock } from '../clock';
import { createKubernetesApi } from '../sandbox/kubernetes';
import { type Behaviour, createStackitSimulator, type Deviation } from '../sandbox/stackit';
import { type Cleanup, openCleanup } from './cleanup';
import { installCrds } from './crds';
import { Failure, reasonOf } from './failure';
import { openFolder } from './folder';
import { openJournal } from './journal';
import type { Speed } from './options';
import type { Settings } from './settings';

/** The project of the examples. */
const SAMPLE_PROJECT = '11111111-2222-4333-8444-555555555555';

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
  /** Departures of the real cloud from its specification that are shown. @default none */
  readonly deviations?: readonly Deviation[] | 'all';
  /** What the simulator does where STACKIT documents nothing. @default as `--help` lists it */
  readonly behaviour?: Partial<Behaviour>;
  /** Folder in which the journal of STACKIT's requests is left at the end. @default none */
  readonly journal?: string | undefined;
  /** @default 0, a free port */
  readonly kubernetesPort?: number;
  /** @default 0, a free port */
  readonly stackitPort?: number;
}

/** Both servers, listening. */
export interface RunningSandbox {
  readonly settings: Settings;
  /** Ends the servers and removes the files. */
  close(): Promise<void>;
}

/** Starts the simulator and the local Kubernetes API, with our definitions in it, and writes the files to use them. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { dir, kubernetes = true, projects = [] } = options;
  const { steps, run } = openCleanup();
  try {
    const folder = openFolder(dir);
    steps.add(() => folder.remove());
    const sides = [startStackit(options, steps), kubernetes ? startKubernetes(options, steps) : undefined] as const;
    // When one fails, the other has to have come up before it can be ended.
    await Promise.allSettled(sides);
    const [{ key, ...endpoints }, side] = await Promise.all(sides);
    const settings = {
      kubeconfig: side ? folder.write('kubeconfig', side.kubeconfig) : null,
      iaasEndpoint: endpoints.iaasEndpoint,
      skeEndpoint: endpoints.skeEndpoint,
      serviceEnablementEndpoint: endpoints.serviceEnablementEndpoint,
      tokenEndpoint: endpoints.tokenEndpoint,
      serviceAccountKeyPath: folder.write('service-account-key.json', `${JSON.stringify(key, null, 2)}\n`),
      projectId: projects[0] ?? SAMPLE_PROJECT,
      region: 'eu01',
      adminEndpoint: endpoints.adminEndpoint,
    };
    return { settings, close: run };
  } catch (error) {
    await run();
    throw error;
  }
}

async function startStackit(options: SandboxOptions, steps: Cleanup) {
  const { speed = 1, projects = [], deviations = [], behaviour = {}, stackitPort: port = 0 } = options;
  const simulator = createStackitSimulator({ speed, deviations, behaviour, ...(projects.length > 0 && { projects }) });
  const listener = await onPort('STACKIT', port, () => simulator.listen({ port }));
  steps.add(() => listener.close());
  if (options.journal !== undefined) {
    const write = openJournal(options.journal);
    steps.add(() => write(simulator.journal));
  }
  const { key } = simulator;
  // Clients that read it need no other setting to find the simulator's tokens.
  const credentials = { ...key.credentials, tokenEndpoint: listener.tokenEndpoint };
  return { ...listener, key: { ...key, credentials } };
}

async function startKubernetes({ kubernetesPort: port = 0 }: SandboxOptions, steps: Cleanup) {
  const api = createKubernetesApi();
  const listener = await onPort('Kubernetes', port, () => api.listen({ port }));
  steps.add(() => listener.close());
  await installCrds(new KubeClient({ transport: api.handle, clock: systemClock }));
  return listener;
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
