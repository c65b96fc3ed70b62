import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpHeaders, HttpResponse, Transport } from '../../src/http';
import { readBody } from '../../src/http';

/** A user of the real API server besides the administrator. */
export interface RealUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Options of {@link startRealApi}. */
export interface RealApiOptions {
  /** Users that get a token of their own; they have no rights until a binding gives them some. @default one named `provider` */
  readonly users?: readonly RealUser[];
  /** More flags for kube-apiserver, such as `--etcd-compaction-interval=2s`. */
  readonly apiServerFlags?: readonly string[];
}

/** A running etcd, kube-apiserver and kube-controller-manager. */
export interface RealApi {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** The administrator's kubeconfig, YAML text. */
  readonly kubeconfig: string;
  readonly kubeconfigPath: string;
  /** The administrator's bearer token (group `system:masters`). */
  readonly token: string;
  /** The certificate authority, PEM. */
  readonly ca: string;
  /** Path of the kubectl binary of the same version. */
  readonly kubectl: string;
  /** Carries requests to it as the administrator, each on a connection of its own. */
  readonly handle: Transport;
  /** Writes a kubeconfig of one of the `users` and returns its text and path. */
  userKubeconfig(name: string): { readonly text: string; readonly path: string };
  /** Stops kube-apiserver and starts it again on the same port and data. */
  restartApiServer(): Promise<void>;
  /** Ends all processes and removes their data. */
  stop(): Promise<void>;
}

/** Why the real API cannot run here, or undefined when it can. */
export function assetsReason(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = env.KUBEBUILDER_ASSETS;
  if (folder === undefined || folder === '') return 'KUBEBUILDER_ASSETS is not set';
  const missing = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'].filter(
    (name) => !existsSync(join(folder, name)),
  );
  return missing.length === 0 ? undefined : `KUBEBUILDER_ASSETS=${folder} lacks ${missing.join(', ')}`;
}

/**
 * Starts the real Kubernetes API on free ports of 127.0.0.1, with its data in a temporary folder.
 *
 * @throws Error when the assets are absent or a process does not get ready; nothing is left running then
 */
export async function startRealApi(options: RealApiOptions = {}): Promise<RealApi> {
  const reason = assetsReason();
  if (reason !== undefined) throw new Error(`cannot start the real Kubernetes API: ${reason}`);
  const run = new Run(process.env.KUBEBUILDER_ASSETS as string, options);
  try {
    await run.start();
    return run;
  } catch (error) {
    await run.stop();
    throw error;
  }
}

class Run implements RealApi {
  readonly token = randomBytes(16).toString('hex');
  readonly kubectl: string;
  kubeconfig = '';
  kubeconfigPath = '';
  url = '';
  ca = '';
  readonly #assets: string;
  readonly #options: RealApiOptions;
  readonly #dir = mkdtempSync(join(tmpdir(), 'sostackit-envtest-'));
  readonly #userTokens = new Map<string, string>();
  readonly #children = new Map<string, ChildProcess>();
  readonly #onExit = () => this.#killAll();
  #etcdUrl = '';
  #port = 0;

  constructor(assets: string, options: RealApiOptions) {
    this.#assets = assets;
    this.#options = options;
    this.kubectl = join(assets, 'kubectl');
    process.once('exit', this.#onExit);
  }

  readonly handle: Transport = async ({ method, path, headers, body, signal }) => {
    const content = await readBody(body);
    const length = content.length === 0 ? {} : { 'content-length': String(content.length) };
    return new Promise<HttpResponse>((resolve, reject) => {
      const call = request({
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        ca: this.ca,
        agent: false,
        headers: { authorization: `Bearer ${this.token}`, ...headers, ...length },
        ...(signal === undefined ? {} : { signal }),
      } satisfies RequestOptions);
      call.once('error', reject);
      call.once('response', (response) => {
        const found: Record<string, string> = {};
        for (const [name, value] of Object.entries(response.headers)) {
          if (value !== undefined) found[name] = Array.isArray(value) ? value.join(', ') : value;
        }
        resolve({ status: response.statusCode ?? 0, headers: found as HttpHeaders, body: response });
      });
      call.end(content);
    });
  };

  async start(): Promise<void> {
    this.#writeKeys();
    const [etcdPort, port] = await Promise.all([freePort(), freePort()]);
    this.#etcdUrl = `http://127.0.0.1:${etcdPort}`;
    this.#port = port;
    this.url = `https://127.0.0.1:${port}`;
    this.#spawn('etcd', [
      `--data-dir=${this.#path('etcd')}`,
      `--listen-client-urls=${this.#etcdUrl}`,
      `--advertise-client-urls=${this.#etcdUrl}`,
      '--listen-peer-urls=http://127.0.0.1:0',
      '--unsafe-no-fsync',
    ]);
    this.#startApiServer();
    await this.#ready();
    this.ca = readFileSync(this.#path('certs/apiserver.crt'), 'utf8');
    this.kubeconfig = this.#kubeconfigOf(this.token);
    this.kubeconfigPath = this.#path('kubeconfig');
    writeFileSync(this.kubeconfigPath, this.kubeconfig, { mode: 0o600 });
    this.#spawn('kube-controller-manager', [
      `--kubeconfig=${this.kubeconfigPath}`,
      '--controllers=namespace-controller,garbage-collector-controller,serviceaccount-controller',
      `--service-account-private-key-file=${this.#path('sa.key')}`,
      '--leader-elect=false',
      '--secure-port=0',
    ]);
  }

  userKubeconfig(name: string): { text: string; path: string } {
    const token = this.#userTokens.get(name);
    if (token === undefined) throw new Error(`no user ${name}: name it in the options of startRealApi`);
    const text = this.#kubeconfigOf(token);
    const path = this.#path(`kubeconfig-${name.replace(/[^a-z0-9-]/gi, '_')}`);
    writeFileSync(path, text, { mode: 0o600 });
    return { text, path };
  }

  async restartApiServer(): Promise<void> {
    await this.#end('kube-apiserver');
    this.#startApiServer();
    await this.#ready();
  }

  async stop(): Promise<void> {
    process.off('exit', this.#onExit);
    await this.#end('kube-controller-manager');
    await this.#end('kube-apiserver');
    await this.#end('etcd');
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #writeKeys(): void {
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    writeFileSync(this.#path('sa.pub'), pair.publicKey);
    writeFileSync(this.#path('sa.key'), pair.privateKey, { mode: 0o600 });
    const lines = [`${this.token},admin,admin,"system:masters"`];
    for (const user of this.#options.users ?? [{ name: 'provider' }]) {
      const token = randomBytes(16).toString('hex');
      this.#userTokens.set(user.name, token);
      lines.push(`${token},${user.name},${user.name},"${(user.groups ?? []).join(',')}"`);
    }
    writeFileSync(this.#path('tokens.csv'), `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  #startApiServer(): void {
    this.#spawn('kube-apiserver', [
      `--etcd-servers=${this.#etcdUrl}`,
      `--cert-dir=${this.#path('certs')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${this.#port}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${this.#path('sa.pub')}`,
      `--service-account-signing-key-file=${this.#path('sa.key')}`,
      `--token-auth-file=${this.#path('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--disable-admission-plugins=ServiceAccount',
      ...(this.#options.apiServerFlags ?? []),
    ]);
  }

  #spawn(name: string, args: readonly string[]): void {
    const child = spawn(join(this.#assets, name), args, { cwd: this.#dir, stdio: ['ignore', 'ignore', 'pipe'] });
    const log: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log.push(text);
      if (log.length > 50) log.shift();
    });
    child.once('error', () => undefined);
    this.#children.set(name, child);
    this.#logs.set(name, log);
  }

  readonly #logs = new Map<string, string[]>();

  async #ready(): Promise<void> {
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      for (const [name, child] of this.#children) {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`${name} exited with ${child.exitCode ?? child.signalCode}: ${this.#tail(name)}`);
        }
      }
      if (await answersReady(this.#port, this.token)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`kube-apiserver was not ready within 60 s: ${this.#tail('kube-apiserver')}`);
  }

  #tail(name: string): string {
    return (this.#logs.get(name) ?? []).join('').slice(-2000);
  }

  async #end(name: string): Promise<void> {
    const child = this.#children.get(name);
    this.#children.delete(name);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // Nothing here has to survive, and a graceful end of kube-apiserver takes many seconds.
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  #killAll(): void {
    for (const child of this.#children.values()) child.kill('SIGKILL');
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#dir, name);
  }

  #kubeconfigOf(token: string): string {
    const ca = Buffer.from(this.ca).toString('base64');
    return [
      'apiVersion: v1',
      'kind: Config',
      'current-context: envtest',
      `clusters: [{name: envtest, cluster: {server: "${this.url}", certificate-authority-data: ${ca}}}]`,
      `users: [{name: envtest, user: {token: ${token}}}]`,
      'contexts: [{name: envtest, context: {cluster: envtest, user: envtest}}]',
      '',
    ].join('\n');
  }
}

function answersReady(port: number, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: '/readyz',
        rejectUnauthorized: false,
        headers: { authorization: `Bearer ${token}` },
        agent: false,
        timeout: 5000,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    call.once('error', () => resolve(false));
    call.once('timeout', () => call.destroy(new Error('timeout')));
    call.end();
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
