import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../src/clock';
import type { ExecPlugin, KubeConfig, KubeIdentity } from './kubeconfig';

/** What goes with a request. */
export interface KubeCredential {
  /** Value of the Authorization header. */
  readonly authorization?: string;
  /** A client certificate that a plugin gave. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Milliseconds since the epoch; absent for one that lives until the server refuses it. */
  readonly expires?: number;
}

/** Gives the credential of the moment. */
export interface KubeCredentials {
  current(): Promise<KubeCredential>;
  /** Forgets what the server refused. False when there is nothing newer to get. */
  refresh(refused: KubeCredential): boolean;
}

/** A mounted token is read again after this long, in ms: Kubernetes replaces it well before it expires. */
const TOKEN_FILE_AGE = 60_000;

/** A credential this close to its end, in ms, is replaced first. */
const EXPIRY_MARGIN = 10_000;

/** Credentials of a kubeconfig: cached, shared by parallel requests, and renewed when they expire. */
export function createCredentials(config: KubeConfig, clock: Clock): KubeCredentials {
  const fetch = source(config.identity, clock, config.source);
  const renewable = !['anonymous', 'token', 'basic'].includes(config.identity.is);
  let cached: KubeCredential | undefined;
  let pending: Promise<KubeCredential> | undefined;
  return {
    current: async () => {
      if (cached && (cached.expires === undefined || cached.expires > clock.now())) return cached;
      pending ??= fetch().finally(() => {
        pending = undefined;
      });
      cached = await pending;
      return cached;
    },
    refresh: (refused) => {
      if (cached === refused) cached = undefined;
      return renewable;
    },
  };
}

function source(identity: KubeIdentity, clock: Clock, origin: string): () => Promise<KubeCredential> {
  switch (identity.is) {
    case 'anonymous':
      return async () => ({});
    case 'token':
      return async () => bearer(identity.token);
    case 'basic': {
      const pair = Buffer.from(`${identity.username}:${identity.password}`).toString('base64');
      return async () => ({ authorization: `Basic ${pair}` });
    }
    case 'tokenFile':
      return async () => ({ ...bearer(await tokenOf(identity.path, origin)), expires: clock.now() + TOKEN_FILE_AGE });
    case 'exec':
      return () => runPlugin(identity.plugin, origin);
    case 'oidc':
      return oidc(identity.config, clock);
  }
}

function bearer(token: string): KubeCredential {
  return { authorization: `Bearer ${token.trim()}` };
}

async function tokenOf(path: string, origin: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`cannot read the token file ${path} (from ${origin})`, { cause });
  }
}

interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly expirationTimestamp?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
  };
}

async function runPlugin(plugin: ExecPlugin, origin: string): Promise<KubeCredential> {
  const output = await outputOf(plugin, origin);
  let status: ExecCredential['status'];
  try {
    status = (JSON.parse(output) as ExecCredential).status;
  } catch {
    // The output holds a secret, so neither it nor the parser's message, which quotes it, may be shown.
  }
  const certificate =
    status?.clientCertificateData && status.clientKeyData
      ? { cert: status.clientCertificateData, key: status.clientKeyData }
      : undefined;
  if (!status?.token && !certificate) {
    throw new Error(`the exec plugin ${plugin.command} (from ${origin}) printed no ExecCredential with a status`);
  }
  const expires = Date.parse(status?.expirationTimestamp ?? '');
  return {
    ...(status?.token ? bearer(status.token) : {}),
    ...(certificate ? { certificate } : {}),
    ...(Number.isNaN(expires) ? {} : { expires: expires - EXPIRY_MARGIN }),
  };
}

function outputOf(plugin: ExecPlugin, origin: string): Promise<string> {
  const { command, args, env, apiVersion, installHint } = plugin;
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const options = {
    env: { ...env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    timeout: 60_000,
    maxBuffer: 1 << 20,
  };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const missing = error.code === 'ENOENT';
      const problem = missing
        ? 'no such program'
        : stderr.trim().split('\n').slice(-3).join(' ') || `exit code ${error.code}`;
      const hint = missing && installHint ? `; ${installHint.trim()}` : '';
      reject(new Error(`the exec plugin ${command} (from ${origin}) failed: ${problem}${hint}`));
    });
  });
}

/** The legacy provider `oidc` needs an OpenID client, so it is loaded for those alone who have it in their kubeconfig. */
function oidc(config: Readonly<Record<string, string>>, clock: Clock): () => Promise<KubeCredential> {
  // The provider writes a renewed refresh token into this object, so it has to outlive a call.
  const user = { name: 'oidc', authProvider: { name: 'oidc', config: { ...config } } };
  const loaded = once(async () => {
    const { OpenIDConnectAuth } = await import('@kubernetes/client-node/dist/oidc_auth.js');
    return new OpenIDConnectAuth();
  });
  return async () => {
    const request: { headers: Record<string, string> } = { headers: {} };
    await (await loaded()).applyAuthentication(user, request);
    const { Authorization: authorization } = request.headers;
    if (authorization === undefined)
      throw new Error('the oidc auth-provider has no valid id-token and cannot refresh it');
    return { authorization, expires: clock.now() + TOKEN_FILE_AGE };
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
