import { createHash, type KeyObject } from 'node:crypto';
import { errorCode, StackitError } from './errors';
import { readClaims } from './jwt';
import { CredentialProblem, parsePrivateKey, parseServiceAccountKey, type ServiceAccountKey } from './key-file';
import { Secret } from './secret';

/** Environment variables by name, given explicitly. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a text file; rejects with `code: 'ENOENT'` when there is none. */
export type ReadFile = (path: string) => Promise<string>;

/** Token endpoint of the key flow when nothing else names one. */
export const TOKEN_ENDPOINT = 'https://service-account.api.stackit.cloud/token';
/** Token endpoint of the workload identity federation. */
export const IDP_TOKEN_ENDPOINT = 'https://accounts.stackit.cloud/oauth/v2/token';
/** Where a pod finds its federated token unless told otherwise. */
export const FEDERATED_TOKEN_FILE = '/var/run/secrets/stackit.cloud/serviceaccount/token';

interface Found {
  /** Where it was found, for people. */
  readonly source: string;
  /** Changes when the credentials do. */
  readonly fingerprint: string;
}

/** Credentials of one of the flows. Secrets in them don't show. */
export type Credentials = Found &
  (
    | { readonly flow: 'none' }
    | { readonly flow: 'token'; readonly token: Secret }
    | {
        readonly flow: 'key';
        readonly key: ServiceAccountKey;
        readonly privateKey: KeyObject;
        readonly endpoint: string;
      }
    | { readonly flow: 'federation'; readonly email: string; readonly assertion: Secret; readonly endpoint: string }
  );

/** Code of the error for credentials that are not there or not usable. */
export const CREDENTIALS_MISSING = 'CredentialsMissing';

interface Search {
  readonly env: Environment;
  readonly readFile: ReadFile;
  /** Everything that was looked at in vain, for the one error. */
  readonly tried: string[];
  /** Entries of the credentials file. */
  readonly file: Readonly<Record<string, unknown>>;
}

interface Text {
  readonly content: string;
  readonly source: string;
}

/**
 * Finds credentials in the order of STACKIT's SDKs (auth fact sheet §5): none if `STACKIT_NO_AUTH=true`; workload identity
 * federation if an e-mail is given and the token file is there; key; token. In each, a path wins over an inline value and
 * the environment over the credentials file.
 *
 * @throws StackitError of class `unauthenticated` and code `CredentialsMissing` naming everything that was tried
 */
export async function resolveCredentials(env: Environment, readFile: ReadFile): Promise<Credentials> {
  if (env.STACKIT_NO_AUTH?.toLowerCase() === 'true')
    return { flow: 'none', source: 'STACKIT_NO_AUTH', fingerprint: 'none' };
  const tried: string[] = [];
  const search: Search = { env, readFile, tried, file: await credentialsFile(env, readFile, tried) };
  const found = (await federation(search)) ?? (await keyFlow(search)) ?? (await tokenFlow(search));
  if (found !== undefined) return found;
  throw new StackitError({
    operation: 'FindCredentials',
    method: 'no usable credentials:',
    path: '',
    class: 'unauthenticated',
    code: CREDENTIALS_MISSING,
    answer: tried.join('; '),
  });
}

async function federation(search: Search): Promise<Credentials | undefined> {
  const { env, tried } = search;
  const email = env.STACKIT_SERVICE_ACCOUNT_EMAIL;
  if (!email) {
    tried.push('workload identity: STACKIT_SERVICE_ACCOUNT_EMAIL is not set');
    return undefined;
  }
  const path = env.STACKIT_FEDERATED_TOKEN_FILE || FEDERATED_TOKEN_FILE;
  const token = await textOf(search, path, `workload identity: token file ${path}`);
  if (token === undefined) return undefined;
  const assertion = token.content.trim();
  if (readClaims(assertion) === undefined) {
    tried.push(`workload identity: token file ${path} is not a JWT`);
    return undefined;
  }
  return {
    flow: 'federation',
    email,
    assertion: new Secret(assertion),
    endpoint: env.STACKIT_IDP_TOKEN_ENDPOINT || IDP_TOKEN_ENDPOINT,
    source: path,
    fingerprint: digest(email, assertion),
  };
}

async function keyFlow(search: Search): Promise<Credentials | undefined> {
  const { env, tried } = search;
  const text = await lookUp(search, 'key', 'STACKIT_SERVICE_ACCOUNT_KEY_PATH', 'STACKIT_SERVICE_ACCOUNT_KEY');
  if (text === undefined) return undefined;
  const key = checked(tried, `key: ${text.source}`, () => parseServiceAccountKey(text.content));
  if (key === undefined) return undefined;
  const separate = await lookUp(search, 'private key', 'STACKIT_PRIVATE_KEY_PATH', 'STACKIT_PRIVATE_KEY');
  const pem = separate?.content ?? key.privateKey?.reveal();
  if (pem === undefined) {
    tried.push(`key: ${text.source} has no private key in it, and none is given apart`);
    return undefined;
  }
  const where = separate === undefined ? `credentials.privateKey of ${text.source}` : separate.source;
  const privateKey = checked(tried, `private key: ${where}`, () => parsePrivateKey(pem));
  if (privateKey === undefined) return undefined;
  return {
    flow: 'key',
    key,
    privateKey,
    endpoint: env.STACKIT_TOKEN_BASEURL || key.tokenEndpoint || TOKEN_ENDPOINT,
    source: text.source,
    fingerprint: digest(text.content, separate?.content ?? ''),
  };
}

async function tokenFlow(search: Search): Promise<Credentials | undefined> {
  const text = await lookUp(search, 'token', undefined, 'STACKIT_SERVICE_ACCOUNT_TOKEN');
  const token = text?.content.trim();
  if (text === undefined || token === undefined) return undefined;
  return { flow: 'token', token: new Secret(token), source: text.source, fingerprint: digest(token) };
}

async function lookUp(
  search: Search,
  what: string,
  pathName: string | undefined,
  name: string,
): Promise<Text | undefined> {
  const { env, file, tried } = search;
  const path = pathName === undefined ? undefined : env[pathName];
  if (pathName !== undefined && path) return textOf(search, path, `${what}: ${pathName}=${path}`);
  const inline = env[name];
  if (inline) return { content: inline, source: name };
  const filePath = pathName === undefined ? undefined : file[pathName];
  if (typeof filePath === 'string' && filePath !== '') {
    return textOf(search, filePath, `${what}: ${pathName}=${filePath} of the credentials file`);
  }
  const entry = file[name];
  if (typeof entry === 'string' && entry !== '') return { content: entry, source: `${name} of the credentials file` };
  tried.push(
    `${what}: ${pathName === undefined ? '' : `neither ${pathName} nor `}${name} is ${pathName === undefined ? 'not ' : ''}set`,
  );
  return undefined;
}

async function textOf(search: Search, path: string, label: string): Promise<Text | undefined> {
  try {
    const content = await search.readFile(path);
    if (content.trim() !== '') return { content, source: label.slice(label.indexOf(': ') + 2) };
    search.tried.push(`${label} is empty`);
  } catch (error) {
    search.tried.push(`${label} ${readProblem(error)}`);
  }
  return undefined;
}

async function credentialsFile(
  env: Environment,
  readFile: ReadFile,
  tried: string[],
): Promise<Record<string, unknown>> {
  const named = env.STACKIT_CREDENTIALS_PATH;
  const path = named || (env.HOME ? `${env.HOME}/.stackit/credentials.json` : undefined);
  if (path === undefined) return {};
  try {
    const content: unknown = JSON.parse((await readFile(path)).replace(/^\uFEFF/, ''));
    if (content !== null && typeof content === 'object') return content as Record<string, unknown>;
    tried.push(`credentials file ${path} is not a JSON object`);
  } catch (error) {
    tried.push(`credentials file ${path} ${error instanceof SyntaxError ? 'is not JSON' : readProblem(error)}`);
  }
  return {};
}

function readProblem(error: unknown): string {
  const code = errorCode(error) ?? 'an error';
  if (code === 'ENOENT') return 'does not exist';
  return code === 'EACCES' ? 'must not be read by this user' : `cannot be read (${code})`;
}

function checked<T>(tried: string[], label: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CredentialProblem)) throw error;
    tried.push(`${label} ${error.message}`);
    return undefined;
  }
}

function digest(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex');
}
