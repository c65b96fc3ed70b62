import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../../src/http';
import type { Fault, SimulatorOptions } from '../../src/sandbox/stackit';
import {
  createIaasClient,
  errorClass,
  iaasOperations,
  labelSelector,
  serviceEnablementOperations,
  skeOperations,
  type TokenSource,
} from '../../src/stackit';
import { parseErrorBody } from '../../src/stackit/error-body';
import { type Json, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

// One row for every pitfall of quirks.md that touches us: an assertion here, or tests elsewhere by file and title.

const LIST = join(__dirname, '../../../shared/stackit/quirks.md');
const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';
const NOBODY = '99999999-9999-4999-8999-999999999999';
const SERVER = { name: 'a', machineType: 'c1.2', networking: { networkId: NETWORK }, imageId: IMAGE };
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
const SCOPE = { projectId: PROJECT, region: 'eu01' };

afterAll(() => protocol.check());

const instant = (options: SimulatorOptions = {}) => new Lab({ speed: 'instant', ...options });
const status = async (lab: Lab, method: string, path: string, body?: unknown) =>
  (await lab.call(method, path, body)).status;
const armed = (fault: Fault, options?: SimulatorOptions) => {
  const lab = instant(options);
  lab.sim.faults.add(fault);
  return lab;
};
const nic = (lab: Lab, body: Json = {}) => lab.make(`networks/${NETWORK}/nics`, body);
const rule = async (lab: Lab, body: Json) => {
  const group = await lab.make('security-groups', { name: 'a' });
  return (await lab.call('POST', `security-groups/${group}/rules`, { direction: 'ingress', ...body })).json;
};
const networkOf = async (body: Json) => (await instant().call('POST', 'networks', { name: 'a', ...body })).json;

/** Assertions of this file. */
const SHOWN: Readonly<Record<string, () => unknown>> = {
  'Q1: a new object may answer 404 for a while, which says nothing': async () => {
    const lab = armed({ match: { operationId: 'GetNetwork' }, effect: { kind: 'notYetVisible', ms: 2_000 } });
    const id = await lab.make('networks', { name: 'a' });
    expect(await status(lab, 'GET', `networks/${id}`)).toBe(404);
    await lab.clock.advance(2_000);
    expect(await status(lab, 'GET', `networks/${id}`)).toBe(200);
  },
  'Q2: 409 in another shape is a conflict, with its message': () => {
    const { message, code } = parseErrorBody('{"status":409,"message":"not ready","timestamp":"2026-01-01"}');
    expect([message, errorClass('POST', 409, message, code)]).toEqual(['not ready', 'conflict']);
  },
  'Q3: 503 in plain text is transient, and its text is kept': () => {
    const { message } = parseErrorBody('upstream connect error or disconnect/reset before headers');
    expect([message, errorClass('GET', 503, message)]).toEqual([
      expect.stringMatching(/^upstream connect/),
      'transient',
    ]);
  },
  'Q4: 429 comes to any call, with and without Retry-After': async () => {
    const lab = instant({ behaviour: { rateLimit: 1 } });
    expect([await status(lab, 'GET', 'volumes'), await status(lab, 'GET', 'volumes')]).toEqual([200, 429]);
    expect(errorClass('GET', 429)).toBe('throttled');
  },
  'Q5: no error is ever an end': () => {
    for (const code of [500, 502, 503, 504]) {
      for (const verb of ['GET', 'DELETE', 'PUT'] as const) expect(errorClass(verb, code)).toBe('transient');
      expect(errorClass('POST', code)).toBe('uncertain');
    }
  },
  'Q9: a resize that fails in the background shows as ERROR_RESIZING at the old size': async () => {
    const lab = armed({ match: { operationId: 'ResizeVolume' }, effect: { kind: 'fail', message: 'no' } });
    const id = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 });
    expect(await status(lab, 'POST', `volumes/${id}/resize`, { size: 2 })).toBe(202);
    expect((await lab.call('GET', `volumes/${id}`)).json).toMatchObject({ status: 'ERROR_RESIZING', size: 1 });
  },
  'Q14: the network of a server that is going refuses its deletion, and 404 to DELETE is gone': async () => {
    const lab = new Lab();
    const network = await lab.make('networks', { name: 'a' });
    await lab.clock.advance(600_000);
    const id = await lab.make('servers', { ...SERVER, networking: { networkId: network } });
    await lab.clock.advance(600_000);
    expect(await status(lab, 'DELETE', `servers/${id}`)).toBe(204);
    expect(await status(lab, 'DELETE', `networks/${network}`)).toBe(409);
    await lab.clock.advance(600_000);
    expect(await status(lab, 'DELETE', `networks/${network}`)).toBe(202);
    expect(errorClass('DELETE', 404)).toBe('gone');
  },
  'Q17: 500 to a look never means gone': () => {
    expect([errorClass('GET', 500), errorClass('DELETE', 500)]).toEqual(['transient', 'transient']);
  },
  'Q19: 404 to a creation is about something that it refers to': async () => {
    const lab = instant();
    const refused = await lab.call('POST', 'servers', { ...SERVER, networking: { networkId: NOBODY } });
    expect(refused).toMatchObject({ status: 404, json: { msg: 'network not found' } });
    expect(errorClass('POST', 404, 'network not found')).not.toBe('gone');
  },
  'Q21 and Q22: a boot volume survives unless told otherwise, and shows its ID and that alone': async () => {
    const lab = instant();
    const source = { type: 'image', id: IMAGE };
    for (const [asked, left] of [
      [undefined, 200],
      [true, 404],
    ] as const) {
      const { imageId: _, ...server } = { ...SERVER, bootVolume: { source, size: 10, deleteOnTermination: asked } };
      const id = await lab.make('servers', server);
      const { bootVolume } = (await lab.call('GET', `servers/${id}?details=true`)).json as { bootVolume: Json };
      expect(bootVolume).toEqual({ id: expect.any(String), deleteOnTermination: asked ?? false });
      await lab.call('DELETE', `servers/${id}`);
      expect(await status(lab, 'GET', `volumes/${bootVolume.id}`)).toBe(left);
    }
  },
  'Q24: an attached volume is not deleted until it is detached': async () => {
    const lab = instant();
    const id = await lab.make('servers', SERVER);
    const volume = await lab.make('volumes', { availabilityZone: 'eu01-m', size: 1 });
    await lab.call('PUT', `servers/${id}/volume-attachments/${volume}`);
    expect(await status(lab, 'DELETE', `volumes/${volume}`)).toBe(409);
    await lab.call('DELETE', `servers/${id}/volume-attachments/${volume}`);
    expect(await status(lab, 'DELETE', `volumes/${volume}`)).toBe(204);
  },
  'Q26: selectors are joined without a comma at the end, which STACKIT refuses': async () => {
    expect(labelSelector({ b: '2', a: '1' })).toBe('a=1,b=2');
    expect(await status(instant(), 'GET', 'servers?label_selector=a%3D1%2C')).toBe(400);
  },
  'Q28: an attachment that exists is refused': async () => {
    const lab = instant();
    const path = `servers/${await lab.make('servers', SERVER)}/volume-attachments`;
    const volume = await lab.make('volumes', { availabilityZone: 'eu01-m', size: 1 });
    expect(await status(lab, 'PUT', `${path}/${volume}`)).toBe(202);
    expect(await status(lab, 'PUT', `${path}/${volume}`)).toBe(409);
  },
  'Q31: a server has one kind of networking': async () => {
    const id = await nic(instant());
    for (const networking of [{}, { networkId: NETWORK, nicIds: [id] }]) {
      const { status, json } = await instant().call('POST', 'servers', { ...SERVER, networking });
      expect([status, String(json.msg)]).toEqual([400, expect.stringContaining('oneOf')]);
    }
  },
  'Q36: no NIC is changed at a server that is being created; what came late and what came at once have classes':
    async () => {
      const lab = new Lab();
      const id = await lab.make('servers', SERVER);
      expect(await status(lab, 'PUT', `servers/${id}/nics/${await nic(lab)}`)).toBe(409);
      expect(errorClass('POST', 403, 'Quota exceeded for vcpu')).toBe('quota');
      expect(errorClass('POST', 413)).toBe('quota');
    },
  'Q37: a security group of a server that is being created is 404, a second time 400': async () => {
    const lab = new Lab();
    const id = await lab.make('servers', SERVER);
    const path = `servers/${id}/security-groups/${await lab.make('security-groups', { name: 'a' })}`;
    expect((await lab.call('PUT', path)).text).toContain('could not be found as device id on any ports');
    await lab.clock.advance(600_000);
    expect(await status(lab, 'PUT', path)).toBe(202);
    expect((await lab.call('PUT', path)).text).toContain('Duplicate items in the list');
  },
  'Q38: NICs of a server that is being created have no address yet': async () => {
    const lab = new Lab();
    const id = await lab.make('servers', SERVER);
    const nics = async () => (await lab.call('GET', `servers/${id}?details=true`)).json.nics;
    expect(await nics()).toEqual([expect.objectContaining({ mac: '', networkName: '' })]);
    await lab.clock.advance(600_000);
    expect(await nics()).toEqual([expect.objectContaining({ mac: expect.stringMatching(/^[0-9a-f:]{17}$/) })]);
  },
  'Q39: what has no name answers an empty one': async () => {
    const { json } = await instant().call('POST', 'volumes', { availabilityZone: 'eu01-1', size: 1 });
    expect(json.name).toBe('');
  },
  'Q40: an empty list clears, and none keeps': async () => {
    const lab = instant();
    const group = await lab.make('security-groups', { name: 'a' });
    const path = `networks/${NETWORK}/nics/${await nic(lab, { allowedAddresses: ['10.9.0.0/24'], securityGroups: [group] })}`;
    expect((await lab.call('PATCH', path, { labels: { a: 'b' } })).json).toMatchObject({
      allowedAddresses: ['10.9.0.0/24'],
      securityGroups: [group],
    });
    expect((await lab.call('PATCH', path, { allowedAddresses: [], securityGroups: [] })).json).toMatchObject({
      allowedAddresses: [],
      securityGroups: [],
    });
  },
  'Q41 and Q42: null takes a public address off, and without the member it stays': async () => {
    const lab = instant();
    const networkInterface = await nic(lab);
    const path = `public-ips/${await lab.make('public-ips', { networkInterface })}`;
    expect((await lab.call('PATCH', path, { labels: { a: 'b' } })).json).toMatchObject({ networkInterface });
    expect((await lab.call('PATCH', path, { networkInterface: null })).json.networkInterface ?? null).toBeNull();
  },
  'Q43 and Q44: a full range is left out, and a protocol is a name or a number, but answers both': async () => {
    const lab = instant();
    expect(await rule(lab, { protocol: 'tcp', portRange: { min: 0, max: 65_535 } })).not.toHaveProperty('portRange');
    const given = { portRange: { min: 443, max: 443 } };
    for (const protocol of ['tcp', 6]) {
      expect(await rule(lab, { protocol, ...given })).toMatchObject({ protocol: { name: 'tcp', number: 6 }, ...given });
    }
  },
  'Q45: a new security group lets everything out': async () => {
    const lab = instant();
    const rules = lab.items(
      await lab.call('GET', `security-groups/${await lab.make('security-groups', { name: 'a' })}/rules`),
    );
    expect(rules.map(({ direction, ethertype }) => `${direction} ${ethertype}`).sort()).toEqual([
      'egress IPv4',
      'egress IPv6',
    ]);
  },
  'Q49: every path is one of version 2': () => {
    const rows = { ...iaasOperations, ...skeOperations, ...serviceEnablementOperations };
    for (const { path } of Object.values(rows)) expect(path).toMatch(/^(?:~|\/v2)\//);
  },
  'Q50: the metro zone is a zone like others': async () => {
    const lab = instant();
    const id = await lab.make('servers', SERVER);
    expect((await lab.call('GET', `servers/${id}`)).json.availabilityZone).toBe('eu01-m');
    expect(await status(lab, 'POST', 'volumes', { availabilityZone: 'eu01-m', size: 1 })).toBe(201);
  },
  'Q51: a public image may go, and is then refused by name': async () => {
    const lab = instant();
    await lab.call('GET', 'images');
    expect(lab.sim.remove('image', IMAGE)).toBe(true);
    expect(await lab.call('POST', 'servers', SERVER)).toMatchObject({ status: 404, json: { msg: 'image not found' } });
  },
  'Q52: an image is for x86 unless it says otherwise': async () => {
    const lab = instant();
    for (const [config, architecture] of [
      [undefined, 'x86'],
      [{ architecture: 'arm64' }, 'arm64'],
    ] as const) {
      const id = await lab.make('images', { name: 'a', diskFormat: 'raw', ...(config && { config }) });
      expect((await lab.call('GET', `images/${id}`)).json.config).toMatchObject({ architecture });
    }
  },
  'Q55: a copy of a volume takes neither a class nor another zone': async () => {
    const lab = instant();
    const id = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 });
    const copy = { availabilityZone: 'eu01-1', source: { type: 'volume', id } };
    expect(await status(lab, 'POST', 'volumes', { ...copy, performanceClass: 'storage_premium_perf1' })).toBe(400);
    expect(await status(lab, 'POST', 'volumes', { ...copy, availabilityZone: 'eu01-2' })).toBe(400);
    expect(await status(lab, 'POST', 'volumes', copy)).toBe(201);
  },
  'Q56: a volume may end in any ERROR state': async () => {
    for (const state of ['ERROR', 'ERROR_BACKING-UP', 'ERROR_RESTORING-BACKUP', 'ERROR_KMS-ENCRYPTION-PARAMS']) {
      const lab = armed({ effect: { kind: 'fail', message: 'no', status: state } });
      expect(await lab.status(`volumes/${await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 })}`)).toBe(
        state,
      );
    }
  },
  'Q57: too many disks are a 403 that is no matter of rights': async () => {
    const lab = instant({ behaviour: { deviceLimit: 1 } });
    const path = `servers/${await lab.make('servers', SERVER)}/volume-attachments`;
    const volume = () => lab.make('volumes', { availabilityZone: 'eu01-m', size: 1 });
    await lab.call('PUT', `${path}/${await volume()}`);
    const { status, json } = await lab.call('PUT', `${path}/${await volume()}`);
    expect([status, errorClass('PUT', status, String(json.msg))]).toEqual([403, 'quota']);
    expect(errorClass('PUT', 403, 'Forbidden')).toBe('forbidden');
  },
  'Q58: the zones of a server and its volumes fit': async () => {
    const lab = instant();
    const boot = await lab.make('volumes', {
      availabilityZone: 'eu01-2',
      size: 10,
      source: { type: 'image', id: IMAGE },
    });
    const { imageId: _, ...server } = { ...SERVER, bootVolume: { source: { type: 'volume', id: boot } } };
    expect(await status(lab, 'POST', 'servers', { ...server, availabilityZone: 'eu01-1' })).toBe(400);
    const id = await lab.make('servers', server);
    expect((await lab.call('GET', `servers/${id}`)).json.availabilityZone).toBe('eu01-2');
  },
  'Q61: an upload URL is given once': async () => {
    const lab = instant();
    const { json } = await lab.call('POST', 'images', { name: 'a', diskFormat: 'raw' });
    expect(json.uploadUrl).toMatch(/\/upload\//);
    expect((await lab.call('GET', `images/${json.id}`)).text).not.toContain('/upload/');
  },
  'Q62: name servers that are not given are the area’s, none are none, and null is refused': async () => {
    expect((await networkOf({})).ipv4).toMatchObject({ nameservers: ['1.1.1.1', '9.9.9.9'] });
    expect((await networkOf({ ipv4: { prefixLength: 25, nameservers: [] } })).ipv4).toMatchObject({ nameservers: [] });
    expect((await networkOf({ ipv4: { prefixLength: 25, nameservers: null } })).code).toBe(400);
  },
  'Q63 and Q64: a prefix or its length; the answer has prefixes, and DHCP is on': async () => {
    expect((await networkOf({ ipv4: { prefix: '10.9.0.0/24', prefixLength: 24 } })).code).toBe(400);
    const made = await networkOf({ ipv4: { prefixLength: 24 } });
    expect(made).toMatchObject({ dhcp: true, ipv4: { prefixes: [expect.stringMatching(/\/24$/)] } });
    expect(made.ipv4).not.toHaveProperty('prefixLength');
  },
  'Q66: a PATCH adds labels, null takes one away, and a slash is refused': async () => {
    const lab = instant();
    const path = `networks/${await lab.make('networks', { name: 'a', labels: { a: '1', b: '2' } })}`;
    await lab.call('PATCH', path, { labels: { a: null, c: '3' } });
    expect((await lab.call('GET', path)).json.labels).toEqual({ b: '2', c: '3' });
    expect(await status(lab, 'PATCH', path, { labels: { 'a/b': '1' } })).toBe(400);
  },
  'Q67: names have up to 127 characters and descriptions up to 255': async () => {
    const make = (body: Json) => status(instant(), 'POST', 'volumes', { availabilityZone: 'eu01-1', size: 1, ...body });
    expect([await make({ name: 'a'.repeat(127) }), await make({ name: 'a'.repeat(128) })]).toEqual([201, 400]);
    expect([await make({ description: 'a'.repeat(255) }), await make({ description: 'a'.repeat(256) })]).toEqual([
      201, 400,
    ]);
  },
  'Q81: an unknown region of SKE is an error of the configuration': async () => {
    const refused = await instant().call('GET', `/v2/projects/${PROJECT}/regions/xx01/clusters`);
    const { message, code } = parseErrorBody(refused.text);
    expect([refused.status, message, errorClass('GET', 501, message, code)]).toEqual([
      501,
      'unknown region',
      'invalid',
    ]);
  },
  'Q97: a token of another environment is refused in plain text, and not tried again': async () => {
    const refused = await instant().send('GET', 'networks', undefined, { authorization: 'Bearer a.b.c' });
    expect(refused.status).toBe(401);
    expect(refused.headers['content-type']).toBe('text/plain');
    expect(errorClass('GET', 401, refused.text)).toBe('unauthenticated');
  },
  'iaas.md §10.8: a second DELETE of what is gone is 404': async () => {
    const lab = instant();
    const paths = [
      `volumes/${await lab.make('volumes', { availabilityZone: 'eu01-1', size: 1 })}`,
      `networks/${await lab.make('networks', { name: 'a' })}`,
      `servers/${await lab.make('servers', SERVER)}`,
      `public-ips/${await lab.make('public-ips', {})}`,
      `security-groups/${await lab.make('security-groups', { name: 'a' })}`,
    ];
    for (const path of paths) {
      expect(await status(lab, 'DELETE', path)).toBeLessThan(300);
      expect(await status(lab, 'DELETE', path)).toBe(404);
    }
  },
  'ske.md §8.7 and §8.8: a life of a kubeconfig is a text or a number; a second DELETE is taken until it is gone':
    async () => {
      // The document knows the text only.
      const lab = new Lab({ behaviour: { requireService: false }, recorder: undefined });
      await lab.call('PUT', 'clusters/one', CLUSTER);
      await lab.clock.advance(3_600_000);
      for (const expirationSeconds of ['3600', 3600]) {
        expect(await status(lab, 'POST', 'clusters/one/kubeconfig', { expirationSeconds })).toBe(200);
      }
      expect([await status(lab, 'DELETE', 'clusters/one'), await status(lab, 'DELETE', 'clusters/one')]).toEqual([
        202, 202,
      ]);
      await lab.clock.advance(3_600_000);
      expect(await status(lab, 'DELETE', 'clusters/one')).toBe(404);
    },
  'Q100: a project is a UUID, and the same one for every API': async () => {
    expect(await status(instant(), 'GET', '/v2/projects/my-project/regions/eu01/networks')).toBe(400);
    const sent: string[] = [];
    const tokens: TokenSource = { token: async () => '', invalidate: () => {}, describe: () => 'none' };
    const api = createIaasClient({
      tokens,
      transport: async ({ path }) => {
        sent.push(path);
        return { status: 200, headers: {}, body: bodyOf('{"items":[]}') };
      },
    });
    await api.listNetworks(SCOPE);
    expect(sent[0]).toContain(PROJECT);
  },
};

const CLIENT = 'unit/stackit-client.test.ts';
const CASES = 'unit/stackit-cases.test.ts';
const SIMULATOR = 'unit/simulator.test.ts';
const LIMITS = 'unit/simulator-limits.test.ts';
const SKE = 'unit/simulator-ske.test.ts';
const PROVIDER = 'integration/provider.test.ts';
const CHANGES = 'integration/changes.test.ts';
const CLUSTERS = 'integration/clusters.test.ts';
const LIFE = 'integration/cluster-life.test.ts';
const STORIES = 'integration/cluster-cases.test.ts';
const UPLOADS = 'integration/client-cases.test.ts';

/** Tests elsewhere, by file and a part of the title. */
const ELSEWHERE: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  Q6: [
    [SKE, 'remaining resources hold up a deletion'],
    [LIFE, 'of 80 minutes keeps the finalizer'],
  ],
  Q7: [[CHANGES, 'resizes a stopped Server and leaves it stopped']],
  Q8: [
    [CHANGES, 'gives no verdict on a change that comes while STACKIT is at work'],
    [CLUSTERS, 'puts to sleep and wakes as wanted'],
  ],
  Q9: [[CHANGES, 'asks once for a size that STACKIT silently takes back']],
  Q10: [
    [SIMULATOR, 'a resize is accepted and silently rolled back'],
    [CHANGES, 'stops after three changes that STACKIT accepts'],
  ],
  Q11: [[CHANGES, 'stops after three changes that STACKIT accepts']],
  Q12: [[PROVIDER, 'takes up after a restart at any moment, with exactly one of each']],
  Q13: [[CHANGES, 'ends the deletion of what was made and never recorded']],
  Q15: [[PROVIDER, 'keeps the finalizer while STACKIT forbids to look']],
  Q20: [[CHANGES, 'makes a lost %s again, and names what was lost']],
  Q23: [['unit/decide.test.ts', 'while STACKIT is at work, or has failed, nothing is sent']],
  Q25: [[PROVIDER, 'keeps the finalizer while STACKIT forbids to look']],
  Q27: [
    [
      'unit/decide.test.ts',
      'a deletion ends from any state, after those that use the object, with nothing of ours left',
    ],
  ],
  Q29: [
    [SKE, 'in a network of the project its nodes hold a NIC there'],
    [CLUSTERS, 'goes before its network, which waits'],
  ],
  Q30: [
    [SIMULATOR, 'a protected image is not deleted until it is unprotected'],
    [CHANGES, 'keeps a protected Image that is to be deleted'],
  ],
  Q32: [[SIMULATOR, 'key pairs belong to the caller, not to the project']],
  Q33: [[CHANGES, 'changes of a %s %s by one call that carries nothing else']],
  Q34: [[CHANGES, 'changes of a %s %s by one call that carries nothing else']],
  Q35: [
    [SIMULATOR, 'a deallocated server shows no zone'],
    [CHANGES, 'goes from deallocated to stopped by way of running'],
  ],
  Q46: [[LIMITS, 'Q46: the order of NICs varies only when asked to']],
  Q47: [[CHANGES, 'sends every field of a creation as it is given']],
  Q53: [
    [LIMITS, 'Q19, Q53 and Q97 %p'],
    [CHANGES, 'reports another performance class than was asked for'],
  ],
  Q54: [
    [LIMITS, 'a label of its own with Q54 %p'],
    [CHANGES, 'removes only label keys that it set, by null'],
  ],
  Q59: [
    [CASES, 'UPL-01: %s goes with Content-Length'],
    [CLIENT, 'uploads a stream in one request of known length'],
  ],
  Q60: [[UPLOADS, 'may be imported for as long as it takes']],
  Q65: [
    [
      'unit/decide.test.ts',
      'from any spec and any state of STACKIT, a bounded number of calls leads to what the spec says',
    ],
  ],
  Q69: [
    [SKE, 'Q69, Q74, Q76, Q80 %p'],
    [CLUSTERS, 'Q69: refuses an unknown %s with what is offered'],
  ],
  Q70: [
    [SKE, 'may be called %s'],
    [SKE, 'is not called %s'],
  ],
  Q71: [[CLUSTERS, 'Q71, Q72: adds a zone at the end, with enough surge']],
  Q72: [[LIFE, 'Q72: keep their order, take further ones at the end, and lose none']],
  Q73: [[CLUSTERS, 'Q73, Q74, Q80, Q87, Q88: finds no difference']],
  Q74: [[CLUSTERS, 'SKE-07, Q74: takes %s for what STACKIT makes of it']],
  Q75: [[SKE, 'several problems are told at once']],
  Q76: [[CLUSTERS, 'Q76: sees that a removed schedule is gone']],
  Q77: [[CLUSTERS, 'Q77: leaves a cluster asleep that somebody else put to sleep']],
  Q78: [[CLUSTERS, 'Q78: takes UNHEALTHY without errors of its own for progress']],
  Q79: [[CLUSTERS, 'Q79: shows errors of a creation at once']],
  Q80: [
    [CASES, 'API-04: keep states, error codes and fields that nobody knows'],
    [CLUSTERS, 'Q80, Q87, Q88: finds no difference'],
  ],
  Q82: [[CLUSTERS, 'Q82: never writes an older version back']],
  Q83: [
    [CLUSTERS, 'Q83: chooses the version again'],
    [STORIES, 'Q83: another operating system gets a version of its own'],
  ],
  Q84: [[CLUSTERS, 'Q84: is issued again when the cluster was made anew']],
  Q85: [[CLUSTERS, 'Q85: is tried again while STACKIT cannot issue it yet']],
  Q86: [
    [SKE, 'SKE refuses until it is enabled'],
    [CLUSTERS, 'Q86: says which permission is missing'],
  ],
  Q87: [[CLUSTERS, 'SKE-10: puts a window back that was changed in the portal']],
  Q88: [[CLUSTERS, 'Q87, Q88: finds no difference']],
  Q89: [[LIFE, 'Q89: a cluster is ready without a call to its own API server']],
  Q91: [[LIFE, 'Q91, SKE-08: a minimal cluster is made of nothing but what the spec says']],
  Q92: [[CLIENT, 'API-02: a token with three seconds left is replaced before the call']],
  Q93: [[CLIENT, 'keeps a good token when its renewal fails, and never holds an empty one']],
  Q94: [[CLIENT, 'API-01: asks less than ten times a minute']],
  Q95: [[CLIENT, 'keeps it to 80 % of its life']],
  Q96: [[CLIENT, 'token endpoint: environment, then key file, then STACKIT’s own']],
  Q98: [[CLIENT, 'Q98: a refused workload token is told with issuer, subject and audience']],
  Q99: [[CLIENT, 'a given token is sent as it is, and an expired one fails at once']],
};

const FAULTS = 'unit/simulator-faults.test.ts';
const BEHAVIOUR = 'unit/simulator-behaviour.test.ts';
const STATES = 'unit/simulator-states.test.ts';

/** The points of the simulator's checklists: iaas.md §10 and ske.md §8. */
const CHECKLIST: typeof ELSEWHERE = {
  'iaas 1': [
    [SIMULATOR, 'the API answers 401 in the gateway’s words'],
    [LIMITS, 'are taken from a caller, an operation or a project'],
  ],
  'iaas 2': [
    [SIMULATOR, "'empty networking'"],
    [SIMULATOR, 'prefix and prefixLength'],
  ],
  'iaas 3': [
    [SIMULATOR, 'x-request-id'],
    ['unit/simulator-curl.test.ts', 'is told the methods that there are'],
  ],
  'iaas 4': [
    [STATES, '%s: %s in %s %s'],
    ['unit/simulator-reach.test.ts', 'are all reached'],
    [FAULTS, '%s shows'],
    [LIMITS, 'Q54 %p'],
  ],
  'iaas 5': [
    [BEHAVIOUR, 'deviceLimit'],
    [LIMITS, '%s of %i refuse a POST of %s'],
    [SIMULATOR, 'deleting a server frees its network only when it is gone'],
  ],
  'iaas 6': [[STATES, 'refusal ?? 409']],
  'iaas 7': [[SIMULATOR, 'details show NICs and user data']],
  'iaas 8': [
    [STATES, '(`gone`)'],
    [BEHAVIOUR, 'repeatedDelete'],
  ],
  'iaas 9': [
    [SIMULATOR, 'the bytes put to the upload URL give size and %s checksum'],
    [SIMULATOR, 'an upload URL expires, and is gone with its image'],
  ],
  'iaas 10': [[SIMULATOR, 'key pairs belong to the caller, not to the project']],
  'ske 1': [[SKE, 'several problems are told at once']],
  'ske 2': [
    [SKE, 'SKE refuses until it is enabled'],
    [BEHAVIOUR, 'requireService'],
  ],
  'ske 3': [[SKE, 'is stored with what SKE fills in']],
  'ske 4': [
    [SKE, 'injected errors last as long as they are told to'],
    [FAULTS, 'remainingResources'],
    [CLUSTERS, 'Q85: is tried again'],
  ],
  'ske 5': [[SKE, 'auto-update does so by itself']],
  'ske 6': [[SKE, 'a completed rotation kills the older ones']],
  'ske 7': [[SKE, 'do not live for %p']],
  'ske 8': [[STATES, 'STATE_DELETING']],
};

/** What touches none of the five kinds nor how we reach STACKIT. */
const APART: Readonly<Record<string, string>> = {
  Q16: 'network areas belong to the organization, and no kind of ours is one',
  Q18: 'network areas belong to the organization, and no kind of ours is one',
  Q48: 'no provider ID of a node is written by us',
  Q68: 'nothing of ours speaks OpenStack',
  Q90: 'addresses of pods are looked at nowhere: listeners take any peer',
};

test.each(Object.entries(SHOWN))('%s', async (_, see) => {
  await see();
});

const numbersIn = (text: string) => text.match(/\bQ\d+\b/g) ?? [];

test.each(Object.entries({ ...ELSEWHERE, ...CHECKLIST }))('%s is shown by tests that exist', (_, tests) => {
  for (const [file, title] of tests) expect(readFileSync(join(__dirname, '..', file), 'utf8')).toContain(title);
});

test.each([
  ['iaas.md', '## 10. Simulator checklist (faithful defaults)', 'iaas'],
  ['ske.md', '## 8. Simulator checklist', 'ske'],
])('every point of the checklist of %s is shown', (file, heading, prefix) => {
  const path = join(LIST, '..', file);
  const shown = Object.keys(CHECKLIST).filter((name) => name.startsWith(prefix));
  if (!existsSync(path)) console.info(`passed over: ${file}, which is not here`);
  const [, section = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(heading) : [];
  const points = [...(section.split('\n## ')[0] ?? '').matchAll(/^(\d+)\. /gm)].map(
    ([, number]) => `${prefix} ${number}`,
  );
  expect(existsSync(path) ? points : shown).toEqual(shown);
});

(existsSync(LIST) ? test : test.skip)('every pitfall is shown here, by tests elsewhere, or is none of ours', () => {
  const listed = [...readFileSync(LIST, 'utf8').matchAll(/^\| (Q\d+) \|/gm)].map(([, number = '']) => number);
  expect(listed).toHaveLength(100);
  const shown = new Set([...Object.keys(SHOWN).flatMap(numbersIn), ...Object.keys(ELSEWHERE)]);
  expect(listed.filter((number) => !shown.has(number) && APART[number] === undefined)).toEqual([]);
  expect(Object.keys(APART).filter((number) => shown.has(number))).toEqual([]);
});
