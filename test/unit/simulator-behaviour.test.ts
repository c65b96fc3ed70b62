import { collectBehaviour } from '../../src/cli/options';
import { BEHAVIOUR, type Behaviour, type BehaviourName, CHOICES } from '../../src/sandbox/stackit/behaviour';
import type { Choice } from '../../src/sandbox/stackit/choice';
import { type Json, Lab, PROJECT, type Reply } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';

afterAll(() => protocol.check());

const SERVER = { name: 'a', machineType: 'c1.2', networking: { networkId: NETWORK }, imageId: IMAGE };
const BOOTED = {
  name: 'a',
  machineType: 'c1.2',
  availabilityZone: 'eu01-1',
  networking: { networkId: NETWORK },
  bootVolume: { source: { type: 'image', id: IMAGE }, size: 10 },
};
const HERE = { projectId: PROJECT };
const CLUSTER = {
  kubernetes: { version: '1.34.4' },
  nodepools: [
    {
      name: 'a',
      availabilityZones: ['eu01-1'],
      machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
      minimum: 1,
      maximum: 2,
      maxSurge: 1,
      volume: { size: 20 },
    },
  ],
};

const status = async (reply: Promise<Reply>): Promise<number> => (await reply).status;
const enable = (lab: Lab) => lab.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, HERE);
const volume = (lab: Lab, size = 1) => lab.make('volumes', { availabilityZone: 'eu01-1', size });
const image = async (lab: Lab, bytes: number) => {
  const { json } = await lab.call('POST', 'images', { name: 'own', diskFormat: 'raw' });
  const path = new URL(String(json.uploadUrl)).pathname;
  return { id: String(json.id), put: () => lab.send('PUT', path, Buffer.alloc(bytes)) };
};
const attach = async (lab: Lab, server: Json) => {
  const path = `servers/${await lab.make('servers', server)}/volume-attachments`;
  return async (id: string) => status(lab.call('PUT', `${path}/${id}`));
};

/** What can be seen of a choice: with its default, and with another value. */
interface Sight<T> {
  readonly look: (lab: Lab) => Promise<unknown>;
  readonly usual: unknown;
  readonly other: readonly [value: T, seen: unknown];
  /** Limits of the project. */
  readonly quotas?: Record<string, number>;
}

const SIGHTS: { readonly [Name in BehaviourName]: Sight<Behaviour[Name]> } = {
  checksum: {
    look: async (lab) => {
      const { id, put } = await image(lab, 9);
      await put();
      return ((await lab.call('GET', `images/${id}`)).json.checksum as Json).algorithm;
    },
    usual: 'sha512',
    other: ['md5', 'md5'],
  },
  uploadLifetime: {
    look: async (lab) => {
      const { put } = await image(lab, 1);
      await lab.clock.advance(60_000);
      return status(put());
    },
    usual: 200,
    other: [60_000, 403],
  },
  uploadLimit: {
    look: async (lab) => {
      const { status, text } = await (await image(lab, 11)).put();
      return [status, text.includes('EntityTooLarge')];
    },
    usual: [200, false],
    other: [10, [400, true]],
  },
  repeatedUpload: {
    look: async (lab) => {
      const { put } = await image(lab, 1);
      return [await status(put()), await status(put())];
    },
    usual: [200, 409],
    other: [403, [200, 403]],
  },
  rateLimit: {
    look: async (lab) => {
      const seen = [];
      for (let call = 0; call < 4; call += 1) {
        seen.push(await status(lab.call('GET', 'networks')));
        await lab.clock.advance(400);
      }
      return seen;
    },
    usual: [200, 200, 200, 200],
    other: [2, [200, 200, 429, 200]],
  },
  labelOperators: {
    look: async (lab) =>
      Promise.all(
        ['a=b', 'a==b', 'a!=b', 'a'].map((text) => status(lab.call('GET', `networks?label_selector=${text}`))),
      ),
    usual: [200, 200, 200, 200],
    other: ['equals', [200, 400, 400, 400]],
  },
  refuseOverlap: {
    look: async (lab) => {
      const make = () => status(lab.call('POST', 'networks', { name: 'a', ipv4: { prefix: '10.9.0.0/24' } }));
      return [await make(), await make()];
    },
    usual: [202, 409],
    other: [false, [202, 202]],
  },
  listBootVolume: {
    look: async (lab) => (await lab.call('GET', `servers/${await lab.make('servers', BOOTED)}`)).json.volumes,
    usual: [expect.any(String)],
    other: [false, []],
  },
  deviceLimit: {
    look: async (lab) => {
      const put = await attach(lab, BOOTED);
      return [await put(await volume(lab)), await put(await volume(lab))];
    },
    usual: [202, 202],
    other: [2, [202, 403]],
  },
  prefixLength: {
    look: async (lab) => String(await prefixes(lab, {})).split('/')[1],
    usual: '25',
    other: [28, '28'],
  },
  nameservers: {
    look: async (lab) => ((await lab.call('POST', 'networks', { name: 'a' })).json.ipv4 as Json).nameservers,
    usual: ['1.1.1.1', '9.9.9.9'],
    other: [['8.8.8.8'], ['8.8.8.8']],
  },
  metroFitsAll: {
    look: async (lab) => (await attach(lab, SERVER))(await volume(lab)),
    usual: 400,
    other: [true, 202],
  },
  routed: {
    look: async (lab) => (await lab.call('POST', 'networks', { name: 'a' })).json.routed,
    usual: true,
    other: [false, false],
  },
  hostBits: {
    look: (lab) => prefixes(lab, { ipv4: { prefix: '10.9.9.9/24' } }),
    usual: 400,
    other: ['clear', ['10.9.9.0/24']],
  },
  userDataLimit: {
    look: (lab) =>
      status(lab.call('POST', 'servers', { ...SERVER, userData: Buffer.alloc(60_000).toString('base64') })),
    usual: 400,
    other: [100_000, 201],
  },
  labelLimit: {
    look: (lab) => status(lab.call('POST', 'networks', { name: 'a', labels: { a: '1', b: '2', c: '3' } })),
    usual: 202,
    other: [2, 400],
  },
  attachedNic: {
    look: async (lab) => {
      const { json } = await lab.call('GET', `servers/${await lab.make('servers', SERVER)}?details=true`);
      return status(lab.call('DELETE', `networks/${NETWORK}/nics/${(json.nics as Json[])[0]?.nicId}`));
    },
    usual: 409,
    other: ['delete', 204],
  },
  publicIpInUse: {
    look: async (lab) => {
      const networkInterface = await lab.make(`networks/${NETWORK}/nics`, {});
      return status(lab.call('DELETE', `public-ips/${await lab.make('public-ips', { networkInterface })}`));
    },
    usual: 204,
    other: ['refuse', 409],
  },
  protectedImage: {
    look: (lab) => status(lab.call('DELETE', `images/${lab.sim.add('image', { protected: true }, HERE).id}`)),
    usual: 409,
    other: [403, 403],
  },
  bootedImage: {
    look: async (lab) => {
      const { id } = lab.sim.add('image', { status: 'AVAILABLE' }, HERE);
      lab.sim.add('server', { status: 'ACTIVE', imageId: id }, HERE);
      return status(lab.call('DELETE', `images/${id}`));
    },
    usual: 204,
    other: ['any', 409],
  },
  resizeDeallocated: {
    look: async (lab) => {
      const { id } = lab.sim.add('server', { status: 'DEALLOCATED', machineType: 'c1.2' }, HERE);
      const taken = await status(lab.call('POST', `servers/${id}/resize`, { machineType: 'g2i.2' }));
      const { json } = await lab.call('GET', `servers/${id}`);
      return [taken, json.status, json.machineType];
    },
    usual: [409, 'DEALLOCATED', 'c1.2'],
    other: ['allow', [202, 'DEALLOCATED', 'g2i.2']],
  },
  bootVolumeDetach: {
    look: async (lab) => {
      const server = await lab.make('servers', BOOTED);
      const { id } = (await lab.call('GET', `servers/${server}`)).json.bootVolume as Json;
      return status(lab.call('DELETE', `servers/${server}/volume-attachments/${id}`));
    },
    usual: 409,
    other: [400, 400],
  },
  repeatedAttachment: {
    look: async (lab) => {
      const put = await attach(lab, BOOTED);
      const id = await volume(lab);
      return [await put(id), await put(id)];
    },
    usual: [202, 409],
    other: [400, [202, 400]],
  },
  repeatedDelete: {
    look: (lab) => status(lab.call('DELETE', `servers/${lab.sim.add('server', { status: 'DELETING' }, HERE).id}`)),
    usual: 409,
    other: [404, 404],
  },
  requestsKept: {
    look: async (lab) => {
      const { headers } = await lab.call('POST', 'networks', { name: 'a' });
      await lab.call('POST', 'networks', { name: 'b' });
      return status(lab.call('GET', `requests/${headers['x-request-id']}`));
    },
    usual: 200,
    other: [1, 404],
  },
  snapshotsKeepVolume: {
    look: async (lab) => {
      const volumeId = await volume(lab);
      await lab.make('snapshots', { volumeId });
      return status(lab.call('DELETE', `volumes/${volumeId}`));
    },
    usual: 409,
    other: [false, 204],
  },
  quotaStatus: {
    look: (lab) => status(lab.call('POST', 'volumes', { availabilityZone: 'eu01-1', size: 1 })),
    quotas: { volumes: 0 },
    usual: 413,
    other: [{ volumes: 409 }, 409],
  },
  requireService: {
    look: (lab) => status(lab.call('PUT', 'clusters/one', CLUSTER)),
    usual: 403,
    other: [false, 202],
  },
  putWhileDeleting: {
    look: (lab) => putInState(lab, 'STATE_DELETING', 'PUT', ''),
    usual: 409,
    other: [400, 400],
  },
  actionWhileBusy: {
    look: (lab) => putInState(lab, 'STATE_DELETING', 'POST', '/hibernate'),
    usual: 400,
    other: ['ignore', 202],
  },
  observabilityInstances: {
    look: async (lab) => {
      enable(lab);
      const observability = { enabled: true, instanceId: '77777777-7777-4777-8777-777777777777' };
      await lab.call('PUT', 'clusters/one', { ...CLUSTER, extensions: { observability } });
      const { errors = [] } = (await lab.call('GET', 'clusters/one')).json.status as { errors?: Json[] };
      return errors.map(({ code }) => code);
    },
    usual: [],
    other: [[], ['SKE_OBSERVABILITY_INSTANCE_NOT_FOUND']],
  },
  autoUpdateAfter: {
    look: async (lab) => {
      enable(lab);
      await lab.call('PUT', 'clusters/one', CLUSTER);
      await lab.clock.advance(120_000);
      const { nodepools } = (await lab.call('GET', 'clusters/one')).json as {
        nodepools: (typeof CLUSTER)['nodepools'];
      };
      return nodepools[0]?.machine.image.version === '4459.2.1';
    },
    usual: true,
    other: [60_000, false],
  },
  servicesPerPage: {
    look: async (lab) => lab.items(await lab.call('GET', 'services')).length > 1,
    usual: true,
    other: [1, false],
  },
};

async function prefixes(lab: Lab, more: Json): Promise<unknown> {
  const { status, json } = await lab.call('POST', 'networks', { name: 'a', ...more });
  return status === 202 ? (json.ipv4 as Json).prefixes : status;
}

/** The answer to a call about a cluster that is in a state. */
async function putInState(lab: Lab, aggregated: string, method: string, path: string): Promise<number> {
  enable(lab);
  await lab.call('PUT', 'clusters/one', CLUSTER);
  lab.sim.change('cluster', 'one', { status: { aggregated } });
  return status(lab.call(method, `clusters/one${path}`, method === 'PUT' ? CLUSTER : undefined));
}

const rows = Object.entries(SIGHTS) as [BehaviourName, Sight<unknown>][];

describe('what STACKIT does not document is a choice', () => {
  test.each(rows)('%s', async (name, { look, usual, other: [value, seen], quotas = {} }) => {
    const lab = (behaviour: Partial<Behaviour>) => new Lab({ speed: 'instant', behaviour, quotas, deviations: [] });
    expect(await look(lab({}))).toEqual(usual);
    expect(await look(lab({ [name]: value }))).toEqual(seen);
  });

  test.each(rows)('%s is read from the command line as it is written', (name, { other: [value] }) => {
    const { read, write } = CHOICES[name] as Choice<unknown>;
    for (const one of [BEHAVIOUR[name], value]) {
      expect(read(write(one))).toEqual(one);
      expect(collectBehaviour(`${name}=${write(one)}`)).toEqual({ [name]: one });
    }
  });

  test('several are taken together, the last one of a name holds, and HTTP shows them', async () => {
    const given = ['rateLimit=20', 'nameservers=8.8.8.8, 2001:db8::1', 'rateLimit=none', 'nameservers='];
    const behaviour = given.reduce<Partial<Behaviour>>((before, text) => collectBehaviour(text, before), {});
    expect(behaviour).toEqual({ rateLimit: Number.POSITIVE_INFINITY, nameservers: [] });
    const { json } = await new Lab({ behaviour }).send('GET', '/admin/behaviour');
    const shown = json as unknown as { name: string; value: string; usual: string }[];
    expect(shown.map(({ name }) => name)).toEqual(Object.keys(CHOICES));
    expect(shown.filter(({ value, usual }) => value !== usual).map(({ name, value }) => [name, value])).toEqual([
      ['nameservers', ''],
    ]);
  });

  test.each([
    ['', '<name>=<value>'],
    ['=md5', '<name>=<value>'],
    ['checksum', '<name>=<value>'],
    ['colour=red', 'there is no behaviour "colour", only checksum, '],
    ['toString=1', 'there is no behaviour "toString"'],
    ['checksum=sha1', 'checksum takes sha512 or md5'],
    ['checksum=', 'checksum takes sha512 or md5'],
    ['routed=yes', 'routed takes true or false'],
    ['repeatedDelete=500', 'repeatedDelete takes 409 or 404 or 204'],
    ['deviceLimit=-1', 'deviceLimit takes a number of volumes from 1'],
    ['deviceLimit=0', 'from 1'],
    ['deviceLimit=1e3', 'a number of volumes'],
    ['deviceLimit=none', 'a number of volumes'],
    ['deviceLimit=99999999999999999999', 'a number of volumes'],
    ['prefixLength=30', 'from 8 to 29'],
    ['labelLimit=Infinity', 'a number of labels from 0, or none'],
    ['nameservers=a', 'at most 3 IP addresses'],
    ['nameservers=1.1.1.1,1.1.1.2,1.1.1.3,1.1.1.4', 'at most 3 IP addresses'],
    ['nameservers=1.1.1.1,', 'at most 3 IP addresses'],
    ['quotaStatus=volumes', '<quota>:<status from 400 to 499>'],
    ['quotaStatus=volumes:500', '<quota>:<status from 400 to 499>'],
    ['quotaStatus=coffee:409', 'quotas are vcpu ram '],
    ['observabilityInstances=a,,b', 'any, or IDs split by commas'],
  ])('--behaviour %s is refused in one line', (text, said) => {
    let message = '';
    try {
      collectBehaviour(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(said);
    expect(message).toMatch(/^[^\n]+\.$/);
  });
});
