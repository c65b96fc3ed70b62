import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConstruct } from 'constructs';
import type { Condition, KindName, KindTypes } from '../../src/api';
import { API_GROUP_VERSION, PACKAGE_NAME } from '../../src/product';
import { schemas } from '../../src/schema';
import { definedIn } from './objects';
import { type Running, run } from './process';

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /**
   * How much faster than the real cloud things go.
   *
   * @default instant
   */
  readonly speed?: number | 'instant';

  /**
   * Whether the provider runs beside it and makes objects Ready.
   *
   * @default true
   */
  readonly provider?: boolean;

  /**
   * The only STACKIT projects that may be used.
   *
   * @default - any, each comes into being on first use
   */
  readonly projects?: readonly string[];
}

/** Where an object lies, or how long to wait for it. */
export interface SandboxLook {
  /**
   * Namespace of objects that name none.
   *
   * @default default
   */
  readonly namespace?: string;

  /**
   * Longest wait, in milliseconds.
   *
   * @default 20000
   */
  readonly timeout?: number;
}

/** Settings that the command prints. */
interface Settings {
  readonly kubeconfig: string;
  readonly iaasEndpoint: string;
  readonly tokenEndpoint: string;
  readonly serviceAccountKeyPath: string;
  readonly adminEndpoint: string;
}

interface AnyObject {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly generation?: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/**
 * Starts a Kubernetes API with the definitions of all kinds, a simulator of STACKIT and the provider, in processes of their own
 * on 127.0.0.1. Close it when the test is done.
 *
 * ```ts
 * const sandbox = await startSandbox();
 * await sandbox.apply(chart);
 * await sandbox.ready(chart);
 * await sandbox.close();
 * ```
 *
 * @throws Error with what the command says when it does not start
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { speed = 'instant', provider = true, projects = [] } = options;
  const running = await run([
    command(),
    'sandbox',
    '-o',
    'json',
    `--speed=${speed}`,
    ...(provider ? ['--provider'] : []),
    ...projects.map((project) => `--project=${project}`),
  ]);
  return new Sandbox(running, JSON.parse(running.line) as Settings);
}

/** The bundled command: in the package beside the compiled constructs, in a checkout in `dist/`. */
function command(): string {
  const places = ['../../cli.cjs', '../../dist/cli.cjs'].map((place) => join(__dirname, place));
  const found = places.find(existsSync);
  if (found === undefined) throw new Error(`cannot start the sandbox: none of ${places.join(', ')} exists`);
  return found;
}

/** A running sandbox, made by {@link startSandbox}. */
export class Sandbox {
  /** Path of a kubeconfig file, for kubectl and other clients. */
  readonly kubeconfig: string;
  /** Base URL of the Kubernetes API. */
  readonly kubernetesUrl: string;
  /** Base URL of STACKIT's IaaS API. */
  readonly iaasEndpoint: string;
  /** Full URL of STACKIT's token endpoint. */
  readonly tokenEndpoint: string;
  /** Path of a service-account key that STACKIT's clients accept. */
  readonly serviceAccountKeyPath: string;
  /** Base URL of `/journal`, with all requests that STACKIT got, and `/state`, with all objects that it has. */
  readonly adminEndpoint: string;
  readonly #running: Running;

  /** @internal */
  constructor(running: Running, settings: Settings) {
    this.#running = running;
    this.kubeconfig = settings.kubeconfig;
    this.kubernetesUrl = /\bserver:\s*["']?([^"'\s,}]+)/.exec(readFileSync(settings.kubeconfig, 'utf8'))?.[1] ?? '';
    this.iaasEndpoint = settings.iaasEndpoint;
    this.tokenEndpoint = settings.tokenEndpoint;
    this.serviceAccountKeyPath = settings.serviceAccountKeyPath;
    this.adminEndpoint = settings.adminEndpoint;
  }

  /**
   * Applies the objects of our kinds that an app, a chart or any other construct defines, after the checks of synthesis. Others
   * are left out. A namespace that is not there is made.
   *
   * @throws Error with what the checks or the API server say
   */
  async apply(scope: IConstruct, { namespace = 'default' }: SandboxLook = {}): Promise<void> {
    const problems = scope.node.root.node.validate();
    if (problems.length > 0) throw new Error(`cannot apply ${scope.node.path}:\n  ${problems.join('\n  ')}`);
    for (const { apiObject } of definedIn(scope)) {
      const object = apiObject.toJson() as AnyObject;
      const within = object.metadata.namespace ?? namespace;
      await this.#call('PATCH', `/api/v1/namespaces/${within}`, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: within },
      });
      await this.#call('PATCH', pathOf(apiObject.kind as KindName, within, apiObject.name), object);
    }
  }

  /** Waits until all objects of our kinds that a construct defines are Ready. @throws Error that tells what is not, and why */
  async ready(scope: IConstruct, look: SandboxLook = {}): Promise<void> {
    await this.#until(scope, look, (object) => {
      const ready = object?.status?.conditions?.find(({ type }) => type === 'Ready');
      if (ready?.status === 'True' && ready.observedGeneration === object?.metadata.generation) return undefined;
      return ready ? `${ready.reason}: ${ready.message}` : object ? 'no condition yet' : 'not applied';
    });
  }

  /** Deletes them and waits until they are gone. @throws Error that tells what is left */
  async remove(scope: IConstruct, look: SandboxLook = {}): Promise<void> {
    for (const { apiObject, namespace = look.namespace ?? 'default' } of definedIn(scope)) {
      await this.#call('DELETE', pathOf(apiObject.kind as KindName, namespace, apiObject.name));
    }
    await this.#until(scope, look, (object) => object && 'still there');
  }

  /** An object with its status; undefined when there is none of the name. */
  async get<Kind extends KindName>(
    kind: Kind,
    name: string,
    { namespace = 'default' }: SandboxLook = {},
  ): Promise<KindTypes[Kind] | undefined> {
    return (await this.#call('GET', pathOf(kind, namespace, name))) as KindTypes[Kind] | undefined;
  }

  /** Ends all processes and removes their files. */
  close(): Promise<void> {
    return this.#running.stop();
  }

  async #until(
    scope: IConstruct,
    { namespace: fallback = 'default', timeout = 20_000 }: SandboxLook,
    missing: (object: AnyObject | undefined) => string | undefined,
  ): Promise<void> {
    const end = Date.now() + timeout;
    for (;;) {
      const left: string[] = [];
      for (const { apiObject, namespace = fallback } of definedIn(scope)) {
        const path = pathOf(apiObject.kind as KindName, namespace, apiObject.name);
        const reason = missing((await this.#call('GET', path)) as AnyObject | undefined);
        if (reason) left.push(`${apiObject.kind} ${apiObject.name}: ${reason}`);
      }
      if (left.length === 0) return;
      if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain for\n  ${left.join('\n  ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #call(method: string, path: string, object?: object): Promise<unknown> {
    const query = object ? `?fieldManager=${PACKAGE_NAME}-testing&force=true` : '';
    const response = await fetch(`${this.kubernetesUrl}${path}${query}`, {
      method,
      ...(object && {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(object),
      }),
    });
    if (response.status === 404) return void (await response.arrayBuffer());
    const answer = (await response.json()) as { readonly message?: string };
    if (!response.ok) throw new Error(`cannot ${method} ${path}: ${answer.message ?? response.status}`);
    return answer;
  }
}

function pathOf(kind: KindName, namespace: string, name: string): string {
  return `/apis/${API_GROUP_VERSION}/namespaces/${namespace}/${schemas[kind].plural}/${name}`;
}
