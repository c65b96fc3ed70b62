import { version } from '../package.json';
import { parseAddress } from './address';
import { parseDuration } from './duration';
import { ConfigError, type Flag, type FlagValues, parseFlags } from './flags';
import { LOG_LEVELS, type LogLevel } from './log';

export { ConfigError, TextRequested } from './flags';

/** Name of the Lease, the same as the Go operator's, so that never both lead. */
export const LEASE_NAME = 'stackit-compute-operator.compute.sostackit.dev';

/** Namespace of the Lease outside of a cluster. */
export const DEFAULT_NAMESPACE = 'stackit-compute-operator-system';

/** The provider's settings. All times are milliseconds. */
export interface Config {
  readonly kubeconfig?: string;
  /** `host:port`, `:port` or `[ipv6]:port`; `0` switches the listener off. */
  readonly metricsAddress: string;
  readonly healthAddress: string;
  readonly leaderElect: boolean;
  /** Absent: the pod's own namespace, else {@link DEFAULT_NAMESPACE}. */
  readonly leaderElectionNamespace?: string;
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  /** How long after an unanswered creation STACKIT may still bring the object into being. */
  readonly createGrace: number;
  /** How long after a creation a 404 does not mean that the object is gone. */
  readonly notFoundGrace: number;
  /** Absent: the UID of the namespace `kube-system`. */
  readonly clusterId?: string;
  readonly pollInterval: number;
  readonly fastPollInterval: number;
  /** Passes at the same time, for each kind. */
  readonly workers: number;
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'text';
  /** Empty: all. */
  readonly namespaces: readonly string[];
  /** Absent: STACKIT's own. */
  readonly endpoints: {
    readonly iaas?: string;
    readonly ske?: string;
    readonly serviceEnablement?: string;
    readonly token?: string;
  };
  /** What was given but has no effect, a sentence each, for the log. */
  readonly warnings: readonly string[];
}

const FLAGS: readonly Flag[] = [
  { name: 'kubeconfig', value: 'file', description: 'kubeconfig of the cluster to serve' },
  {
    name: 'namespace',
    value: 'names',
    description: 'serve only these namespaces (comma list, or given more than once)',
    repeatable: true,
  },
  { name: 'cluster-id', value: 'id', description: 'marks what is ours in STACKIT (default: UID of kube-system)' },
  {
    name: 'metrics-bind-address',
    value: 'address',
    description: 'where /metrics listens; 0: nowhere',
    standard: '127.0.0.1:8080',
  },
  {
    name: 'health-probe-bind-address',
    value: 'address',
    description: 'where /healthz and /readyz listen; 0: nowhere',
    standard: ':8081',
  },
  { name: 'leader-elect', description: 'work only while holding the lease', standard: 'true' },
  { name: 'leader-election-namespace', value: 'name', description: "namespace of the lease (default: the pod's own)" },
  { name: 'lease-duration', value: 'time', description: 'how long others wait for a silent leader', standard: '15s' },
  { name: 'renew-deadline', value: 'time', description: 'how long a leader goes on without renewing', standard: '10s' },
  {
    name: 'retry-period',
    value: 'time',
    description: 'time between two tries to take or renew the lease',
    standard: '2s',
  },
  { name: 'poll-interval', value: 'time', description: 'time between two looks at STACKIT at rest', standard: '60s' },
  { name: 'fast-poll-interval', value: 'time', description: 'the same while something is changing', standard: '2s' },
  {
    name: 'create-grace',
    value: 'time',
    description: 'wait after an unanswered creation before trying again',
    standard: '30s',
  },
  {
    name: 'not-found-grace',
    value: 'time',
    description: 'time after a creation in which a 404 proves nothing',
    standard: '120s',
  },
  {
    name: 'workers',
    value: 'count',
    description: 'objects of a kind that are worked on at the same time',
    standard: '1000',
  },
  { name: 'log-level', value: 'level', description: LOG_LEVELS.join(', '), standard: 'info' },
  { name: 'log-format', value: 'format', description: 'json or text', standard: 'json' },
  { name: 'zap-log-level', value: 'level', description: '', hidden: true },
  { name: 'zap-encoder', value: 'format', description: '', hidden: true },
  { name: 'zap-devel', description: '', hidden: true },
  ...['zap-stacktrace-level', 'zap-time-encoding', 'leader-election-id'].map(ignored('level')),
  ...['webhook', 'metrics']
    .flatMap((of) => [`${of}-cert-path`, `${of}-cert-name`, `${of}-cert-key`])
    .map(ignored('file')),
  ...['metrics-secure', 'enable-http2', 'leader-elect-resource-lock'].map(ignored(undefined)),
];

function ignored(value: string | undefined): (name: string) => Flag {
  return (name) => ({ name, description: '', hidden: true, ...(value === undefined ? {} : { value }) });
}

/** Flags of other operators that a Deployment may still carry. */
const IGNORED = new Set(
  FLAGS.filter(({ name, hidden }) => hidden && !['zap-log-level', 'zap-encoder', 'zap-devel'].includes(name)).map(
    ({ name }) => name,
  ),
);

const EPILOG = `Times are written like 1m30s or 500ms. Flags are also taken with one dash.

Environment:
  KUBECONFIG                           the cluster to serve, unless --kubeconfig is given; else the pod's
                                       service account, else ~/.kube/config
  STACKIT_SERVICE_ACCOUNT_KEY_PATH     service account key file (JSON); read again when it changes
  STACKIT_SERVICE_ACCOUNT_KEY          the same, as text
  STACKIT_PRIVATE_KEY_PATH             private key file (PEM), when the key file has none
  STACKIT_PRIVATE_KEY                  the same, as text
  STACKIT_SERVICE_ACCOUNT_TOKEN        a token instead of a key
  STACKIT_CREDENTIALS_PATH             credentials file (default: ~/.stackit/credentials.json)
  STACKIT_TOKEN_BASEURL                full URL of the token endpoint
  STACKIT_IAAS_ENDPOINT                base URL of the IaaS API, without a path
  STACKIT_SKE_ENDPOINT                 the same of the Kubernetes Engine API
  STACKIT_SERVICE_ENABLEMENT_ENDPOINT  the same of the Service Enablement API

Examples:
  node provider.cjs                                        the current kubeconfig, key file by environment
  node provider.cjs --kubeconfig ./dev.yaml --leader-elect=false --log-format=text
  node provider.cjs --namespace=team-a,team-b --metrics-bind-address=0`;

/**
 * Reads flags and environment.
 *
 * @param argv without the program and the script
 * @throws ConfigError for a wrong value, TextRequested for `--help` and `--version`
 */
export function parseConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Config {
  const given = parseFlags(argv, {
    command: 'provider',
    description: 'Reconciles the resources of compute.sostackit.dev against STACKIT.',
    version,
    flags: FLAGS,
    epilog: EPILOG,
  });
  const read = new Reader(given);
  const kubeconfig = read.text('kubeconfig');
  const leaderElectionNamespace = read.name('leader-election-namespace');
  const clusterId = read.text('cluster-id');
  const config: Config = {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    metricsAddress: read.address('metrics-bind-address'),
    healthAddress: read.address('health-probe-bind-address'),
    leaderElect: read.boolean('leader-elect'),
    ...(leaderElectionNamespace === undefined ? {} : { leaderElectionNamespace }),
    leaseDuration: read.time('lease-duration', 1),
    renewDeadline: read.time('renew-deadline', 1),
    retryPeriod: read.time('retry-period', 1),
    createGrace: read.time('create-grace', 0),
    notFoundGrace: read.time('not-found-grace', 0),
    ...(clusterId === undefined ? {} : { clusterId }),
    pollInterval: read.time('poll-interval', 1),
    fastPollInterval: read.time('fast-poll-interval', 1),
    workers: read.count('workers'),
    logLevel: logLevelOf(read),
    logFormat: logFormatOf(read),
    namespaces: read.names('namespace'),
    endpoints: endpointsOf(env),
    warnings: [...given.keys()].filter((name) => IGNORED.has(name)).map((name) => `--${name} has no effect here`),
  };
  if (!(config.leaseDuration > config.renewDeadline && config.renewDeadline > config.retryPeriod)) {
    const values = ['lease-duration', 'renew-deadline', 'retry-period'].map((name) => `--${name} (${read.text(name)})`);
    throw new ConfigError(`${values[0]} must be longer than ${values[1]}, and that longer than ${values[2]}`);
  }
  return config;
}

/** Turns the text of a flag into its value, or says what is wrong with it. */
class Reader {
  readonly #given: FlagValues;

  constructor(given: FlagValues) {
    this.#given = given;
  }

  /** The value given last, else the default; an empty value counts as not given. */
  text(name: string): string | undefined {
    const value = this.#given.get(name)?.at(-1) ?? FLAGS.find((flag) => flag.name === name)?.standard;
    return value === '' ? undefined : value;
  }

  boolean(name: string): boolean {
    const value = this.text(name) ?? 'false';
    if (/^(1|t|true)$/i.test(value)) return true;
    if (/^(0|f|false)$/i.test(value)) return false;
    return refuse(name, value, 'true or false');
  }

  time(name: string, least: number): number {
    const value = this.text(name) ?? '';
    const time = parseDuration(value);
    if (time !== undefined && time >= least) return time;
    return refuse(name, value, `a time ${least > 0 ? 'of at least 1ms ' : ''}with a unit, such as 1m30s or 500ms`);
  }

  count(name: string): number {
    const value = this.text(name) ?? '';
    return /^[1-9]\d{0,3}$/.test(value) ? Number(value) : refuse(name, value, 'a whole number from 1 to 9999');
  }

  address(name: string): string {
    const value = this.#given.get(name)?.at(-1) ?? this.text(name) ?? '';
    if (parseAddress(value) !== undefined) return value;
    return refuse(name, value, 'host:port, :port, [ipv6]:port, or 0 to switch it off');
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T {
    const value = this.text(name) ?? '';
    return allowed.find((word) => word === value) ?? refuse(name, value, allowed.join(', '));
  }

  name(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : namespaceOf(name, value);
  }

  names(name: string): readonly string[] {
    const values = (this.#given.get(name) ?? []).flatMap((list) => list.split(',')).map((value) => value.trim());
    return [...new Set(values.filter(Boolean).map((value) => namespaceOf(name, value)))];
  }
}

function namespaceOf(flag: string, value: string): string {
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value)) return value;
  return refuse(flag, value, 'the name of a namespace: at most 63 lower case letters, digits and dashes');
}

function refuse(name: string, value: string, allowed: string): never {
  throw new ConfigError(`--${name}: "${value}" is not allowed, use ${allowed}`);
}

/** Zap knows fewer levels, and numbers for the more talkative ones. */
function logLevelOf(read: Reader): LogLevel {
  const zap = read.text('zap-log-level');
  if (zap !== undefined) {
    if (/^\d+$/.test(zap)) return Number(zap) > 1 ? 'trace' : 'debug';
    const level = read.oneOf('zap-log-level', ['debug', 'info', 'error', 'panic']);
    return level === 'panic' ? 'silent' : level;
  }
  const level = read.oneOf('log-level', LOG_LEVELS);
  return level === 'info' && read.boolean('zap-devel') ? 'debug' : level;
}

function logFormatOf(read: Reader): Config['logFormat'] {
  if (read.text('zap-encoder') !== undefined) {
    return read.oneOf('zap-encoder', ['json', 'console']) === 'json' ? 'json' : 'text';
  }
  const format = read.oneOf('log-format', ['json', 'text']);
  return read.boolean('zap-devel') ? 'text' : format;
}

function endpointsOf(env: Readonly<Record<string, string | undefined>>): Config['endpoints'] {
  const variables = {
    iaas: 'STACKIT_IAAS_ENDPOINT',
    ske: 'STACKIT_SKE_ENDPOINT',
    serviceEnablement: 'STACKIT_SERVICE_ENABLEMENT_ENDPOINT',
    token: 'STACKIT_TOKEN_BASEURL',
  } as const;
  const endpoints: Record<string, string> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[variable]?.trim();
    if (!value) continue;
    if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
      throw new ConfigError(`${variable}: "${value}" is not allowed, use a URL that begins with https:// or http://`);
    }
    endpoints[name] = value.replace(/\/+$/, '');
  }
  return endpoints;
}
