import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { ConfigError, parseConfig, TextRequested } from '../../provider/config';
import { parseDuration } from '../../provider/duration';
import { startListeners } from '../../provider/listeners';
import { createLog, type LogLevel } from '../../provider/log';
import { createMetrics } from '../../provider/metrics';

const parse = (...argv: string[]) => parseConfig(argv, {});

function failure(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('flags', () => {
  test('without any, the defaults are those of the documentation, in milliseconds', () => {
    expect(parse()).toEqual({
      metricsAddress: '127.0.0.1:8080',
      healthAddress: ':8081',
      leaderElect: true,
      leaseDuration: 15_000,
      renewDeadline: 10_000,
      retryPeriod: 2_000,
      createGrace: 30_000,
      notFoundGrace: 120_000,
      pollInterval: 60_000,
      fastPollInterval: 2_000,
      workers: 1000,
      logLevel: 'info',
      logFormat: 'json',
      namespaces: [],
      endpoints: {},
      warnings: [],
    });
  });

  test.each([
    [['--leader-elect'], { leaderElect: true }],
    [['-leader-elect'], { leaderElect: true }],
    [['--leader-elect=false'], { leaderElect: false }],
    [['-leader-elect=0'], { leaderElect: false }],
    [['--leader-elect', '--workers', '3'], { leaderElect: true, workers: 3 }],
    [['-kubeconfig', '/a=b'], { kubeconfig: '/a=b' }],
    [['--kubeconfig=/a=b'], { kubeconfig: '/a=b' }],
    [['--cluster-id', '-x'], { clusterId: '-x' }],
    [['--workers=1', '--workers=2'], { workers: 2 }],
    [['--namespace=a,b', '--namespace', 'c', '--namespace=a'], { namespaces: ['a', 'b', 'c'] }],
    [['--metrics-bind-address=0', '--health-probe-bind-address', ''], { metricsAddress: '0', healthAddress: '' }],
    [['--health-probe-bind-address=[::1]:80'], { healthAddress: '[::1]:80' }],
    [['--create-grace=0', '--poll-interval=1h2m3.5s'], { createGrace: 0, pollInterval: 3_723_500 }],
    [['--zap-log-level=debug', '--zap-encoder=console'], { logLevel: 'debug', logFormat: 'text' }],
    [['--zap-log-level', '5'], { logLevel: 'trace' }],
    [['--zap-devel'], { logLevel: 'debug', logFormat: 'text' }],
  ])('%j are read as Go reads them', (argv, expected) => {
    expect(parse(...argv)).toMatchObject(expected);
  });

  test('flags of a handed-over Deployment are taken with a warning each', () => {
    const { warnings } = parse(
      '--metrics-secure',
      '--enable-http2=false',
      '--webhook-cert-path=/x',
      '--zap-stacktrace-level=error',
    );
    expect(warnings).toEqual(
      ['metrics-secure', 'enable-http2', 'webhook-cert-path', 'zap-stacktrace-level'].map(
        (name) => `--${name} has no effect here`,
      ),
    );
  });

  test.each([
    [
      ['--lease-duration=15'],
      '--lease-duration: "15" is not allowed, use a time of at least 1ms with a unit, such as 1m30s or 500ms',
    ],
    [['--poll-interval=-5s'], '--poll-interval: "-5s" is not allowed'],
    [['--workers=0'], '--workers: "0" is not allowed, use a whole number from 1 to 9999'],
    [['--leader-elect=maybe'], '--leader-elect: "maybe" is not allowed, use true or false'],
    [['--log-level=loud'], '--log-level: "loud" is not allowed, use trace, debug, info, warn, error, silent'],
    [['--metrics-bind-address=8080'], '--metrics-bind-address: "8080" is not allowed, use host:port'],
    [['--metrics-bind-address=:70000'], '--metrics-bind-address: ":70000" is not allowed'],
    [['--namespace=Team'], '--namespace: "Team" is not allowed, use the name of a namespace'],
    [['--renew-deadline=20s'], '--lease-duration (15s) must be longer than --renew-deadline (20s)'],
    [['--leader-elekt'], "unknown option '--leader-elekt' (Did you mean --leader-elect?); --help lists all flags"],
    [['--workers'], 'argument missing'],
    [['start'], 'too many arguments'],
  ])('%j is refused with one clear line', (argv, message) => {
    const text = failure(() => parse(...argv));
    expect(text).toContain(message);
    expect(text).not.toContain('\n');
  });

  test('endpoints come from the environment, and a wrong one is named', () => {
    const env = {
      STACKIT_IAAS_ENDPOINT: 'http://127.0.0.1:1/',
      STACKIT_TOKEN_BASEURL: 'https://t/token',
      STACKIT_SKE_ENDPOINT: '',
    };
    expect(parseConfig([], env).endpoints).toEqual({ iaas: 'http://127.0.0.1:1', token: 'https://t/token' });
    expect(failure(() => parseConfig([], { STACKIT_SKE_ENDPOINT: 'ske.example' }))).toMatch(
      /^STACKIT_SKE_ENDPOINT: "ske.example"/,
    );
  });

  test.each(['--help', '-help', '-h'])('%s shows every flag, the environment and examples', (flag) => {
    const text = (() => {
      try {
        return parse(flag);
      } catch (error) {
        return error;
      }
    })();
    expect(text).toBeInstanceOf(TextRequested);
    expect((text as TextRequested).text).toMatch(
      /--kubeconfig <file>.*--leader-elect .*default: true.*STACKIT_SERVICE_ACCOUNT_KEY_PATH.*node provider.cjs/s,
    );
    expect((text as TextRequested).text).not.toContain('webhook');
  });

  test.each(['--version', '-version'])('%s shows the version alone', (flag) => {
    expect(() => parse(flag)).toThrow(expect.objectContaining({ text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) }));
  });
});

test.each([
  ['0', 0],
  ['1.5h', 5_400_000],
  ['1m30s', 90_000],
  ['250us', 0.25],
  ['.5s', 500],
  ['', undefined],
  ['5', undefined],
  ['5 s', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['s', undefined],
])('the duration %j is %p ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

describe('log', () => {
  const lines = (level?: LogLevel, format?: 'json' | 'text') => {
    const written: string[] = [];
    const log = createLog({ ...(level && { level }), ...(format && { format }), write: (line) => written.push(line) });
    return { log, written };
  };

  test('no secret comes through, on the first three levels', () => {
    const { log, written } = lines();
    const secrets = {
      token: 'SECRET',
      uploadUrl: 'SECRET',
      access_token: 'SECRET',
      privateKey: 'SECRET',
      userData: 'SECRET',
    };
    log.info(
      {
        ...secrets,
        headers: { authorization: 'SECRET' },
        request: { headers: { authorization: 'SECRET' }, body: secrets },
      },
      'sent',
    );
    log.child({ kubeconfig: 'SECRET' }).warn({}, 'loaded');
    expect(written.join('')).not.toContain('SECRET');
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', message: 'sent', token: '[redacted]' });
  });

  test('an error shows its message and cause, and a stack only if it is a mistake of ours', () => {
    const { log, written } = lines();
    log.error({ error: new Error('cannot', { cause: new Error('reset') }) }, 'failed');
    log.error({ error: new TypeError('x is undefined') }, 'failed');
    const [first, second] = written.map((line) => JSON.parse(line).error);
    expect(first).toEqual({ name: 'Error', message: 'cannot', cause: 'reset' });
    expect(second.stack).toContain('config.test');
  });

  test('levels below the chosen one are dropped, and text is one readable line', () => {
    const { log, written } = lines('warn', 'text');
    log.info({}, 'no');
    log.warn({ key: 'team/web' }, 'slow');
    expect(written).toEqual([expect.stringMatching(/^\S+Z WARN {2}slow key=team\/web\n$/)]);
  });
});

describe('listeners', () => {
  const options = { ready: () => true, healthy: () => true, registry: createMetrics().registry };

  test('metrics, health and readiness are served, each at its own address', async () => {
    let ready = false;
    const listeners = await startListeners({
      ...options,
      metricsAddress: '127.0.0.1:0',
      healthAddress: ':0',
      ready: () => ready,
    });
    const status = async (port: number | undefined, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    try {
      expect(await status(listeners.healthPort, '/healthz')).toBe(200);
      expect(await status(listeners.healthPort, '/readyz')).toBe(503);
      ready = true;
      expect(await status(listeners.healthPort, '/readyz')).toBe(200);
      expect(await status(listeners.healthPort, '/metrics')).toBe(404);
      expect(await status(listeners.metricsPort, '/metrics')).toBe(200);
    } finally {
      await listeners.close();
    }
  });

  test('0 and nothing switch a listener off', async () => {
    const listeners = await startListeners({ ...options, metricsAddress: '0', healthAddress: '' });
    expect(Object.keys(listeners)).toEqual(['close']);
  });

  test('an address that is taken is named with its flag, and nothing keeps listening', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(startListeners({ ...options, metricsAddress: '127.0.0.1:0', healthAddress: taken })).rejects.toThrow(
      `cannot listen on ${taken} (--health-probe-bind-address): the address is in use; choose another address, or 0 to switch it off`,
    );
    await new Promise((resolve) => other.close(resolve));
  });
});

test("metrics have controller-runtime's names and are read when asked", async () => {
  const metrics = createMetrics();
  let depth = 1;
  metrics.reconciled('Server', 'error', 0.2);
  metrics.watchQueue('Server', 8, () => ({ depth, longest: 3 }));
  metrics.leading('lease', true);
  metrics.kubernetesCall('GET', 'k', 200);
  metrics.stackitCall('createServer', 0, 1);
  metrics.watchResources(() => [{ kind: 'Server', ready: 'True', count: 4 }]);
  depth = 7;
  const text = await metrics.registry.metrics();
  for (const line of [
    'controller_runtime_reconcile_total{controller="Server",result="error"} 1',
    'controller_runtime_reconcile_errors_total{controller="Server"} 1',
    'controller_runtime_reconcile_time_seconds_count{controller="Server"} 1',
    'controller_runtime_max_concurrent_reconciles{controller="Server"} 8',
    'workqueue_depth{name="Server",controller="Server"} 7',
    'workqueue_longest_running_processor_seconds{name="Server",controller="Server"} 3',
    'leader_election_master_status{name="lease"} 1',
    'rest_client_requests_total{method="GET",host="k",code="200"} 1',
    'sostackit_api_requests_total{operation="createServer",code="<error>"} 1',
    'sostackit_resources{kind="Server",ready="True"} 4',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});
