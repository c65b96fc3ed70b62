import { readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';

/** How to prove who we are to Kubernetes. */
export type KubeIdentity =
  | { readonly is: 'anonymous' }
  | { readonly is: 'token'; readonly token: string }
  | { readonly is: 'tokenFile'; readonly path: string }
  | { readonly is: 'basic'; readonly username: string; readonly password: string }
  | { readonly is: 'exec'; readonly plugin: ExecPlugin }
  | { readonly is: 'oidc'; readonly config: Readonly<Record<string, string>> };

/** A credential plugin: a program that prints an ExecCredential. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly installHint?: string;
}

/** Which cluster to talk to, and as whom. */
export interface KubeConfig {
  /** Where this came from, for messages: `--kubeconfig /path`, `KUBECONFIG /path`, `in-cluster`, … */
  readonly source: string;
  /** Base URL, without a slash at the end; it may have a path. */
  readonly server: string;
  /** Namespace of the context or of the pod. */
  readonly namespace?: string;
  readonly tls: {
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly serverName?: string;
    /** Takes any certificate. */
    readonly insecure: boolean;
  };
  readonly proxyUrl?: string;
  readonly identity: KubeIdentity;
  /** User to act as. */
  readonly impersonate?: string;
}

/** A kubeconfig that is missing, unreadable or wrong. The message names the path and who asked for it. */
export class KubeConfigError extends Error {
  override readonly name = 'KubeConfigError';
}

/** Options of {@link loadKubeConfig}. */
export interface KubeConfigOptions {
  /** Value of `--kubeconfig`. */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory. @default HOME of `env` */
  readonly home?: string | undefined;
  /** Folder of the pod's service account. @default /var/run/secrets/kubernetes.io/serviceaccount */
  readonly inCluster?: string;
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Finds the cluster: `--kubeconfig`, then `KUBECONFIG` (a list is merged, the first one wins), then the pod's service
 * account, then `~/.kube/config`.
 *
 * @throws KubeConfigError
 */
export function loadKubeConfig(options: KubeConfigOptions): KubeConfig {
  const { flag, env, home = env.HOME, inCluster = SERVICE_ACCOUNT } = options;
  if (flag) return fromFiles([flag], `--kubeconfig ${flag}`, env);
  if (env.KUBECONFIG)
    return fromFiles(env.KUBECONFIG.split(delimiter).filter(Boolean), `KUBECONFIG ${env.KUBECONFIG}`, env);
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (host && port && exists(join(inCluster, 'token'))) return fromPod(inCluster, host, port);
  const standard = home === undefined ? undefined : join(home, '.kube', 'config');
  if (standard !== undefined && exists(standard)) return fromFiles([standard], standard, env);
  throw new KubeConfigError(
    `no Kubernetes cluster found: --kubeconfig and KUBECONFIG are not set, this is not a pod with a service account, ` +
      `and ${standard ?? '~/.kube/config'} does not exist; pass --kubeconfig FILE or set KUBECONFIG`,
  );
}

function fromPod(folder: string, host: string, port: string): KubeConfig {
  const namespaceFile = join(folder, 'namespace');
  return {
    source: 'in-cluster',
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(exists(namespaceFile) ? { namespace: read(namespaceFile, 'in-cluster').trim() } : {}),
    tls: { ca: read(join(folder, 'ca.crt'), 'in-cluster'), insecure: false },
    identity: { is: 'tokenFile', path: join(folder, 'token') },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A named entry of a kubeconfig and the folder that its relative paths start from. */
interface Entry {
  readonly fields: Fields;
  readonly folder: string;
}

function fromFiles(paths: readonly string[], source: string, env: Env): KubeConfig {
  const present = paths.length > 1 ? paths.filter(exists) : paths;
  if (present.length === 0) throw new KubeConfigError(`cannot read the kubeconfig of ${source}: no such file`);
  const files = present.map((path) => ({ folder: dirname(resolve(path)), fields: parsed(path, source) }));
  const fail = (problem: string): never => {
    throw new KubeConfigError(`the kubeconfig of ${source} is not usable: ${problem}`);
  };
  const find = (list: string, name: string, inner: string): Entry => {
    for (const { folder, fields } of files) {
      const entries = Array.isArray(fields[list]) ? (fields[list] as readonly unknown[]) : [];
      const found = entries.map(fieldsOf).find((entry) => entry.name === name);
      if (found) return { folder, fields: fieldsOf(found[inner]) };
    }
    return fail(`it has no entry "${name}" in ${list}`);
  };
  const current = files.map(({ fields }) => text(fields['current-context'])).find(Boolean);
  const unset = 'current-context is not set; choose a context with "kubectl config use-context NAME"';
  const context = find('contexts', current ?? fail(unset), 'context').fields;
  const cluster = find('clusters', text(context.cluster) ?? fail(`context "${current}" names no cluster`), 'cluster');
  const userName = text(context.user);
  const user = userName === undefined ? { folder: '', fields: {} } : find('users', userName, 'user');
  return {
    source,
    ...clusterOf(cluster, user, source, fail),
    ...userOf(user, env, fail),
    ...optional({ namespace: text(context.namespace) }),
  };
}

type Fail = (problem: string) => never;

function clusterOf(
  cluster: Entry,
  user: Entry,
  source: string,
  fail: Fail,
): Pick<KubeConfig, 'server' | 'tls' | 'proxyUrl'> {
  const server = text(cluster.fields.server);
  if (server === undefined || !/^https?:\/\//.test(server) || !URL.canParse(server)) {
    return fail(
      `the cluster's server is ${server === undefined ? 'not set' : `"${server}"`}, not an http or https URL`,
    );
  }
  return {
    server: server.replace(/\/+$/, ''),
    tls: {
      insecure: cluster.fields['insecure-skip-tls-verify'] === true,
      ...optional({
        ca: content(cluster, 'certificate-authority', source),
        cert: content(user, 'client-certificate', source),
        key: content(user, 'client-key', source),
        serverName: text(cluster.fields['tls-server-name']),
      }),
    },
    ...optional({ proxyUrl: text(cluster.fields['proxy-url']) }),
  };
}

type Env = KubeConfigOptions['env'];

function userOf(user: Entry, env: Env, fail: Fail): Pick<KubeConfig, 'identity' | 'impersonate'> {
  return { identity: identityOf(user, env, fail), ...optional({ impersonate: text(user.fields.as) }) };
}

/** In kubectl's order: a token file is stronger than the token beside it. */
function identityOf({ folder, fields }: Entry, env: Env, fail: Fail): KubeIdentity {
  const tokenFile = text(fields.tokenFile);
  if (tokenFile !== undefined) return { is: 'tokenFile', path: resolve(folder, tokenFile) };
  const token = text(fields.token);
  if (token !== undefined) return { is: 'token', token };
  const username = text(fields.username);
  if (username !== undefined) return { is: 'basic', username, password: text(fields.password) ?? '' };
  if (fields.exec !== undefined) return { is: 'exec', plugin: pluginOf(fieldsOf(fields.exec), { folder, env, fail }) };
  const provider = fieldsOf(fields['auth-provider']);
  if (provider.name === 'oidc') {
    return { is: 'oidc', config: fieldsOf(provider.config) as Readonly<Record<string, string>> };
  }
  if (provider.name !== undefined) {
    return fail(`auth-provider "${String(provider.name)}" was removed from Kubernetes; use an exec plugin`);
  }
  return { is: 'anonymous' };
}

function pluginOf(
  exec: Fields,
  context: { readonly folder: string; readonly env: Env; readonly fail: Fail },
): ExecPlugin {
  const { folder, env, fail } = context;
  const command = text(exec.command) ?? fail('the exec plugin has no command');
  const extra = (Array.isArray(exec.env) ? exec.env : []).map(fieldsOf);
  return {
    apiVersion: text(exec.apiVersion) ?? 'client.authentication.k8s.io/v1',
    // A bare name is looked up in PATH; a relative path starts at the kubeconfig, as kubectl has it.
    command: command.includes('/') ? resolve(folder, command) : command,
    args: Array.isArray(exec.args) ? exec.args.map(String) : [],
    env: { ...env, ...Object.fromEntries(extra.map(({ name, value }) => [String(name), String(value)])) },
    ...optional({ installHint: text(exec.installHint) }),
  };
}

/** `<field>-data` in base64, else the file named by `<field>`. */
function content({ folder, fields }: Entry, field: string, source: string): string | undefined {
  const inline = text(fields[`${field}-data`]);
  if (inline !== undefined) return Buffer.from(inline, 'base64').toString('utf8');
  const path = text(fields[field]);
  return path === undefined ? undefined : read(resolve(folder, path), `${source} (${field})`);
}

function parsed(path: string, source: string): Fields {
  const document = read(path, source);
  let value: unknown;
  try {
    value = parse(document);
  } catch (cause) {
    // What follows the first line is an excerpt, which the line announces with a colon.
    const problem = (cause as Error).message.split('\n')[0]?.replace(/:$/, '');
    throw new KubeConfigError(`cannot parse ${path} (from ${source}): ${problem}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new KubeConfigError(
      `${path} (from ${source}) is not a kubeconfig: expected a YAML mapping with clusters, contexts and users`,
    );
  }
  return value as Fields;
}

function read(path: string, source: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const problems: Record<string, string> = {
      ENOENT: 'no such file',
      EACCES: 'permission denied',
      EISDIR: 'it is a directory',
    };
    throw new KubeConfigError(`cannot read ${path} (from ${source}): ${problems[code ?? ''] ?? code}`, { cause });
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined. */
function optional<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
