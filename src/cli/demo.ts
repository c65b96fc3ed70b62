import { KubeClient } from '../../provider/kubernetes';
import { loadKubeConfig } from '../../provider/kubernetes/kubeconfig';
import { createKubeTransport } from '../../provider/kubernetes/transport';
import { systemClock } from '../clock';
import { type Cleanup, withCleanup } from './cleanup';
import { type Cluster, connectCluster } from './cluster';
import { installCrds } from './crds';
import { applyAll, createDeployment, type Deployment } from './deployment';
import { EXAMPLE, type Manifests, synthesizeExample } from './example';
import { Failure } from './failure';
import { type AnyObject, conditionOf } from './objects';
import { providerBundle, providerFlags, type RunningProvider, startProvider } from './provider';
import { refuseRival } from './rival';
import { startSandbox } from './sandbox';
import { environmentOf, type Settings } from './settings';
import { added, adoptedIds, stackitState, stackitTable, untouched } from './stackit-view';
import { liveTable, rowOf } from './table';
import { until } from './until';

/** Options of {@link runDemo}. */
export interface DemoOptions {
  /** A real cluster to use. @default the local Kubernetes API */
  readonly kubeconfig?: string | undefined;
  /** Folder in which the journal of STACKIT's requests is left at the end. @default none */
  readonly journal?: string | undefined;
}

/** Makes two minutes of the real cloud take six seconds. */
const SPEED = 20;

/** Seconds until everything has to be Ready, and then gone. */
const PATIENCE = 60;

interface Stage {
  readonly settings: Settings;
  readonly client: KubeClient;
  readonly environment: Readonly<Record<string, string>>;
}

/** The `demo` command: from constructs to Ready and back. @throws Failure at the first thing that is not as it should be */
export async function runDemo(options: DemoOptions, stop: AbortSignal): Promise<void> {
  const started = performance.now();
  await withCleanup((steps) => perform(options, stop, steps));
  say(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s. Nothing is left.`);
}

async function perform({ kubeconfig, journal }: DemoOptions, stop: AbortSignal, steps: Cleanup): Promise<void> {
  providerBundle();
  const cluster = kubeconfig === undefined ? undefined : await connectCluster(kubeconfig, steps, stop);
  title(`Synthesize ${EXAMPLE}`);
  const manifests = await synthesizeExample(stop);
  say(`${indent(manifests.yaml.trim())}\n`);

  const stage = await setUp({ kubeconfig, journal, real: cluster }, steps);
  title('Apply the definitions and the manifests');
  if (kubeconfig !== undefined) await refuseRival(stage.client);
  await installCrds(stage.client, stop);
  const deployment = await createDeployment(stage.client, stop);
  if (kubeconfig !== undefined) steps.add(() => deployment.remove());
  await applyAll(stage.client, deployment.namespace, manifests.objects);
  say(`  ${manifests.objects.length} objects in the namespace ${deployment.namespace}\n`);

  title('Run the provider until everything is Ready');
  const log: string[] = [];
  const provider = await startProvider({
    environment: stage.environment,
    args: [...providerFlags, '--leader-elect=false', `--namespace=${deployment.namespace}`],
    log: (chunk) => log.push(chunk.toString('utf8')),
  });
  steps.add(() => provider.stop());
  if (kubeconfig !== undefined) steps.add(() => empty(deployment, provider));
  try {
    await follow({ deployment, provider, manifests, settings: stage.settings, stop });
  } catch (error) {
    const lines = log.join('').trim().split('\n').slice(-20).join('\n');
    if (!stop.aborted) process.stderr.write(`\nThe last lines of the provider's log:\n${indent(lines)}\n`);
    throw error;
  }
}

/** Starts the servers and connects to the cluster, local or real. */
async function setUp(
  { kubeconfig, journal, real }: DemoOptions & { readonly real: Cluster | undefined },
  steps: Cleanup,
): Promise<Stage> {
  title(kubeconfig === undefined ? 'Start the sandbox' : 'Start the simulator for the cluster');
  const sandbox = await startSandbox({ speed: SPEED, kubernetes: kubeconfig === undefined, journal });
  steps.add(() => sandbox.close());
  const { settings } = sandbox;
  const file = kubeconfig ?? settings.kubeconfig ?? '';
  const { config, transport } = real ?? connectLocal(file, steps);
  say(`  Kubernetes ${config.server}\n  STACKIT    ${settings.iaasEndpoint} (simulated, ${SPEED} times as fast)\n`);
  return {
    settings,
    client: new KubeClient({ transport, clock: systemClock }),
    environment: { ...environmentOf(settings), KUBECONFIG: file },
  };
}

function connectLocal(file: string, steps: Cleanup): Cluster {
  const config = loadKubeConfig({ flag: file, env: process.env });
  const transport = createKubeTransport(config);
  steps.add(() => transport.close());
  return { config, transport };
}

interface Show {
  readonly deployment: Deployment;
  readonly provider: RunningProvider;
  readonly manifests: Manifests;
  readonly settings: Settings;
  readonly stop: AbortSignal;
}

async function follow(show: Show): Promise<void> {
  const { deployment, manifests, settings } = show;
  await watch(show, 'everything is Ready', (objects) => objects.length > 0 && objects.every(isReady));

  title('What STACKIT has of it');
  const adopted = adoptedIds(manifests.objects);
  const state = await stackitState(settings);
  const shown = [...state.filter(({ id }) => adopted.includes(id)), ...added(state)];
  say(`${stackitTable(shown)}\n`);

  title('Delete everything');
  await deployment.delete();
  await watch(show, 'everything is deleted', (objects) => objects.length === 0);
  await deployment.remove();

  title('What is left');
  const left = added(await stackitState(settings));
  if (left.length > 0) throw new Failure(`STACKIT still has ${left.map(({ kind, id }) => `${kind} ${id}`).join(', ')}`);
  say('  of ours: nothing in Kubernetes, nothing in STACKIT');
  for (const line of await untouched(settings, adopted)) say(`  ${line}`);
  say('');
}

/** Shows the table until `done`. @throws Failure when that takes too long or the provider ends */
async function watch(show: Show, goal: string, done: (objects: readonly AnyObject[]) => boolean): Promise<void> {
  const { deployment, provider, stop } = show;
  const table = liveTable(process.stdout);
  let objects: readonly AnyObject[] = [];
  let ended: string | undefined;
  void provider.ended.then((how) => {
    ended = how;
  });
  const look = async () => {
    if (ended !== undefined) throw new Failure(`the provider ${ended} before ${goal}`);
    objects = await deployment.list();
    table.show(objects.map((object) => rowOf(object, Date.now())));
    return done(objects);
  };
  const missing = () =>
    objects
      .filter((object) => !isReady(object))
      .map(explain)
      .join('\n  ');
  await until(goal, look, { signal: stop, seconds: PATIENCE, missing });
  say('');
}

function isReady(object: AnyObject): boolean {
  return conditionOf(object, 'Ready')?.status === 'True';
}

function explain(object: AnyObject): string {
  const { reason = 'no condition yet', message = '' } = conditionOf(object, 'Ready') ?? {};
  return `${object.kind} ${object.metadata.name}: ${reason} ${message}`.trim();
}

/** Deletes what is there while the provider can still finish it, for a demo that ends early on a real cluster. */
async function empty(deployment: Deployment, provider: RunningProvider): Promise<void> {
  const hopeless = new AbortController();
  void provider.ended.then(() => hopeless.abort());
  await deployment.delete();
  await until('everything is deleted', async () => (await deployment.list()).length === 0, { signal: hopeless.signal });
}

function title(text: string): void {
  say(process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
