import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createStackitSimulator, makeKeySync } from '../../src/sandbox/stackit';
import {
  createIaasClient,
  createSkeClient,
  createTokenSource,
  type ErrorClass,
  errorClass,
  iaasOperations,
  type Scope,
  StackitError,
  serviceEnablementOperations,
  skeOperations,
  type TokenSource,
  uploadImage,
} from '../../src/stackit';
import { areDocumentsThere, describedOperation } from '../support/stackit-documents';
import { protocol } from '../support/stackit-protocol';

const SCOPE: Scope = { projectId: '11111111-1111-4111-8111-111111111111', region: 'eu01' };
const FIXED: TokenSource = { token: async () => 'fixed-token', invalidate: () => undefined, describe: () => 'fixed' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function caught(work: Promise<unknown>): Promise<StackitError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof StackitError) return outcome;
  throw new Error(`expected a StackitError, got ${String(outcome)}`);
}

describe('uploads', () => {
  const swallow =
    (status: number, body = ''): RequestListener =>
    (request, response) => {
      request.resume().on('end', () => response.writeHead(status).end(body));
    };
  const put = async (handler: RequestListener, size = 4) =>
    uploadImage({ url: `${await listening(handler)}/bucket?sig=1`, body: Buffer.alloc(4), size });

  test.each([200, 201, 204])('UPL-06: a storage that answers %i has taken it', async (status) => {
    await expect(put(swallow(status))).resolves.toBeUndefined();
  });

  test.each<[number, string, ErrorClass, string]>([
    [403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>', 'invalid', 'has expired'],
    [400, '<Error><Code>EntityTooLarge</Code></Error>', 'invalid', 'meant for small images'],
    [413, '', 'invalid', 'meant for small images'],
    [411, '', 'invalid', '411'],
    [429, '', 'throttled', '429'],
    [503, 'SlowDown', 'transient', 'SlowDown'],
  ])('UPL-06: a storage that answers %i %s has not', async (status, body, kind, said) => {
    const error = await caught(put(swallow(status, body)));
    expect(error.class).toBe(kind);
    expect(error.message).toContain(said);
  });

  test('UPL-01 and UPL-02: carries nothing but length and type, and no token', async () => {
    let seen: Record<string, unknown> = {};
    await put((request, response) => {
      seen = { ...request.headers };
      request.resume().on('end', () => response.end());
    });
    const { host, connection, ...rest } = seen;
    expect(rest).toEqual({
      'content-length': '4',
      'content-type': 'application/octet-stream',
      'user-agent': 'sostackit',
    });
  });

  test('UPL-01: a body of another length than promised is an error, not a truncated image', async () => {
    const error = await caught(put(swallow(200), 5));
    expect(error.class).toBe('transient');
  });

  test.each([
    [
      'a stream',
      async function* () {
        yield Buffer.alloc(70_000);
      },
      70_000,
    ],
    [
      'a stream of many pieces',
      async function* () {
        for (let part = 0; part < 1000; part += 1) yield Buffer.alloc(70);
      },
      70_000,
    ],
    ['a stream of nothing', async function* () {}, 0],
    ['bytes', () => Buffer.alloc(70_000), 70_000],
  ])('UPL-01: %s goes with Content-Length, never in chunks, to a storage that refuses those', async (_, body, size) => {
    const strict: RequestListener = (request, response) => {
      const isChunked = request.headers['transfer-encoding'] !== undefined;
      let taken = 0;
      request.on('data', (piece: Buffer) => {
        taken += piece.length;
      });
      request.on('end', () => {
        const isRight = request.headers['content-length'] === String(size) && taken === size;
        response.writeHead(isChunked ? 411 : isRight ? 200 : 400).end();
      });
    };
    await uploadImage({ url: `${await listening(strict)}/bucket?sig=1`, body: body(), size });
  });

  test('UPL-02: a storage that refuses Authorization, cookies and further headers takes it', async () => {
    await put((request, response) => {
      const known = ['host', 'connection', 'content-length', 'content-type', 'user-agent'];
      const isClean = Object.keys(request.headers).every((name) => known.includes(name));
      request.resume().on('end', () => response.writeHead(isClean ? 200 : 400).end());
    });
  });

  test('UPL-03: the source is read no faster than the storage takes it, and is never held as a whole', async () => {
    let [sent, taken] = [0, 0];
    const chunk = Buffer.alloc(256 * 1024);
    const size = 400 * chunk.length;
    let ahead = 0;
    async function* source() {
      for (let part = 0; part < 400; part += 1) {
        sent += chunk.length;
        ahead = Math.max(ahead, sent - taken);
        yield chunk;
      }
    }
    const url = await listening((request, response) => {
      request.on('data', (piece: Buffer) => {
        taken += piece.length;
        request.pause();
        setImmediate(() => request.resume());
      });
      request.on('end', () => response.end());
    });
    await uploadImage({ url: `${url}/slow`, body: source(), size });
    expect(taken).toBe(size);
    // What sockets of the kernel hold counts too.
    expect(ahead).toBeLessThan(16 * 1024 * 1024);
  });

  test('UPL-05: after a reset a fresh source sends the full length', async () => {
    let calls = 0;
    let bytes = 0;
    const url = await listening((request, response) => {
      calls += 1;
      if (calls === 1) request.once('data', () => request.socket.destroy());
      else {
        request.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        request.on('end', () => response.end());
      }
    });
    async function* source() {
      for (let part = 0; part < 20; part += 1) yield Buffer.alloc(100_000);
    }
    const upload = () => uploadImage({ url: `${url}/up`, body: source(), size: 2_000_000 });
    expect((await caught(upload())).class).toBe('transient');
    await upload();
    expect([calls, bytes]).toEqual([2, 2_000_000]);
  });
});

describe('answers of SKE', () => {
  const answering = async (status: number, body: unknown, type = 'application/json') => {
    const bodies: string[] = [];
    const endpoint = await listening((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      request.on('end', () => {
        bodies.push(text);
        response.writeHead(status, { 'content-type': type });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    const ske = createSkeClient({ endpoint, tokens: FIXED, retry: { attempts: 1 } });
    closing.push(() => ske.close());
    return { ske, bodies };
  };
  const payload = {
    kubernetes: { version: '1.34.4' },
    nodepools: [
      {
        name: 'a',
        availabilityZones: ['eu01-1'],
        machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
        minimum: 0,
        maximum: 1,
        maxUnavailable: 0,
        allowSystemComponents: false,
        volume: { size: 20 },
        taints: [],
      },
    ],
  };

  test('API-04: keep states, error codes and fields that nobody knows', async () => {
    const cluster = {
      name: 'one',
      status: { aggregated: 'STATE_FROZEN', errors: [{ code: 'SKE_NEW' }], podAddressRanges: [''] },
      network: {},
      brandNew: { on: true },
    };
    const { ske } = await answering(200, cluster, 'application/json; charset=utf-8');
    expect((await ske.getCluster(SCOPE, 'one')).body).toEqual(cluster);
  });

  test('API-08: may lack a status, and a list its items', async () => {
    const { ske } = await answering(200, { name: 'one' });
    expect((await ske.getCluster(SCOPE, 'one')).body.status).toBeUndefined();
    expect((await (await answering(200, { items: null })).ske.listClusters(SCOPE)).body).toEqual([]);
  });

  test.each([200, 202])(
    'API-07: %i is success of a PUT, which sends false, zero and empty lists literally',
    async (status) => {
      const { ske, bodies } = await answering(status, { name: 'one' });
      expect((await ske.putCluster(SCOPE, 'one', payload)).status).toBe(status);
      expect(JSON.parse(bodies[0] ?? '')).toEqual(payload);
    },
  );

  test.each<[number, unknown, ErrorClass, string | undefined, string]>([
    [
      400,
      { code: 'InvalidArgument', message: 'Kubernetes version 1.27.9 is not available' },
      'invalid',
      'InvalidArgument',
      'is not available',
    ],
    [
      400,
      { code: 'InvalidArgument', message: 'invalid input: cluster with name "x"' },
      'invalid',
      'InvalidArgument',
      'cluster with name',
    ],
    [400, { code: 'FailedPrecondition', message: 'is being deleted' }, 'conflict', 'FailedPrecondition', 'deleted'],
    [403, { status: 403, message: 'Unauthorized' }, 'forbidden', undefined, 'Unauthorized'],
    [403, { code: 'PermissionDenied', message: 'service not enabled' }, 'forbidden', 'PermissionDenied', 'not enabled'],
    [409, { status: 409, message: 'busy', timestamp: 't' }, 'conflict', undefined, 'busy'],
    [429, '', 'throttled', undefined, '429'],
    [501, { code: 'Unimplemented', message: 'unknown region' }, 'invalid', 'Unimplemented', 'unknown region'],
    [503, 'upstream connect error or disconnect/reset before headers', 'transient', undefined, 'upstream connect'],
  ])('%i %j to a PUT is %s', async (status, body, kind, code, said) => {
    const { ske } = await answering(status, body, typeof body === 'string' ? 'text/plain' : 'application/json');
    const error = await caught(ske.putCluster(SCOPE, 'one', payload));
    expect(error).toMatchObject({ class: kind, status });
    expect(error.code).toBe(code);
    expect(error.message).toContain(said);
  });

  test('SEC-02: a kubeconfig does not show in an error that quotes it', async () => {
    const key = Buffer.from('secret key of the admin').toString('base64');
    const message = `cannot store client-certificate-data: ${key}\n    client-key-data: "${key}"`;
    const { ske } = await answering(400, { code: 'InvalidArgument', message });
    const error = await caught(ske.createKubeconfig(SCOPE, 'one', {}));
    expect(error.message).toContain('client-key-data');
    expect(inspect(error, { depth: 9 })).not.toContain(key);
    const cut = await answering(200, `{"kubeconfig":"client-key-data: ${key}`);
    expect(inspect(await caught(cut.ske.createKubeconfig(SCOPE, 'one', {})), { depth: 9 })).not.toContain(key);
  });

  test('a GET of a cluster that is gone says so, in whatever shape', async () => {
    for (const body of ['', {}, { code: 'NotFound', message: 'x' }]) {
      const { ske } = await answering(404, body);
      expect((await caught(ske.getCluster(SCOPE, 'one'))).class).toBe('gone');
    }
  });
});

describe('error classes', () => {
  const tables = { ...iaasOperations, ...skeOperations, ...serviceEnablementOperations };
  const repeatable: ErrorClass = 'transient';
  const meaning = (method: string, status: number): ErrorClass | undefined => {
    const isLookUp = method === 'GET' || method === 'DELETE';
    switch (status) {
      case 400:
        return 'invalid';
      case 401:
        return 'unauthenticated';
      case 403:
        return 'forbidden';
      case 404:
        return isLookUp ? 'gone' : method === 'POST' ? 'invalid' : 'conflict';
      case 409:
        return 'conflict';
      case 413:
        return 'quota';
      case 429:
        return 'throttled';
      case 500:
        return method === 'POST' ? 'uncertain' : repeatable;
      default:
        return undefined;
    }
  };
  const documented = Object.values(tables).flatMap(({ operationId, method }) =>
    Object.keys((describedOperation(operationId)?.operation.responses ?? {}) as object)
      .map(Number)
      .filter((status) => status >= 400)
      .map((status) => [operationId, method, status] as const),
  );

  (areDocumentsThere ? test : test.skip)('every code that an operation documents has its meaning', () => {
    expect(documented.length).toBeGreaterThan(500);
    const wrong = documented.filter(([, method, status]) => errorClass(method, status) !== meaning(method, status));
    expect(wrong).toEqual([]);
  });
});

describe('two places at once', () => {
  test('API-10: calls for two regions go through one client, each to its own, by a token that is fetched once', async () => {
    const key = makeKeySync();
    const { recorder } = protocol;
    const simulator = createStackitSimulator({ key, speed: 'instant', deviations: 'all', recorder });
    const listener = await simulator.listen();
    closing.push(() => listener.close());
    const env = { STACKIT_SERVICE_ACCOUNT_KEY: JSON.stringify(key), STACKIT_TOKEN_BASEURL: listener.tokenEndpoint };
    const tokens = createTokenSource({ env });
    const iaas = createIaasClient({ endpoint: listener.iaasEndpoint, tokens });
    closing.push(async () => {
      await iaas.close();
      await tokens.close();
    });
    const make = (region: string) =>
      iaas.createVolume({ ...SCOPE, region }, { availabilityZone: `${region}-1`, size: 1, name: region });
    const made = await Promise.all(['eu01', 'eu02', 'eu01', 'eu02'].map(make));
    expect(made.map(({ body }) => body.availabilityZone)).toEqual(['eu01-1', 'eu02-1', 'eu01-1', 'eu02-1']);
    for (const region of ['eu01', 'eu02']) {
      const { body } = await iaas.listVolumes({ ...SCOPE, region });
      expect(body.filter(({ name }) => name === region)).toHaveLength(2);
    }
    const { body: options } = await iaas.listAvailabilityZones({ ...SCOPE, region: 'eu02' });
    expect(options).toContain('eu02-m');
    expect(simulator.journal.filter(({ operationId }) => operationId === 'CreateToken')).toHaveLength(1);
    protocol.check();
    expect([...protocol.covered]).toContain('CreateVolume');
  });
});
