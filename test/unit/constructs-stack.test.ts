import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart, Lazy, Testing } from 'cdk8s';
import { type Construct, Construct as PlainConstruct } from 'constructs';
import {
  Cluster,
  FullStack,
  type FullStackProps,
  Image,
  type InvalidPropsError,
  Network,
  Server,
  Stack,
  StackitScope,
  type StackProps,
  UserData,
  Volume,
  Warnings,
} from 'sostackit';
import { parse, parseAllDocuments } from 'yaml';

const PROJECT = '11111111-2222-4333-8444-555555555555';
const OTHER = '21111111-2222-4333-8444-555555555555';
const UBUNTU = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
const place = { projectId: PROJECT, region: 'eu01', availabilityZone: 'eu01-1' } as const;
const machine = { machineType: 'c1.2', networkId: OTHER, imageId: UBUNTU } as const;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec: Record<string, unknown>;
}

const manifests = (chart: Chart): Manifest[] => Testing.synth(chart);
const specOf = (construct: Construct) => (ApiObject.of(construct).toJson() as Manifest).spec;

describe('a scope', () => {
  test('gives project, region, zone and labels to all that is defined in it, and explicit props win', () => {
    const scope = new StackitScope(Testing.chart(), 'prod', { ...place, labels: { env: 'prod' } });
    const network = new Network(scope, 'n');
    const volume = new Volume(scope, 'v', { size: 1, availabilityZone: 'eu01-2', labels: { env: 'dev', tier: 'db' } });
    const server = new Server(scope, 's', { ...machine, projectId: OTHER });
    expect(specOf(network)).toEqual({ projectId: PROJECT, region: 'eu01', labels: { env: 'prod' } });
    expect(specOf(volume)).toMatchObject({ availabilityZone: 'eu01-2', labels: { env: 'dev', tier: 'db' } });
    expect(specOf(server)).toMatchObject({ projectId: OTHER, region: 'eu01', availabilityZone: 'eu01-1' });
    expect([network.projectId, network.region, volume.availabilityZone, server.availabilityZone]).toEqual([
      PROJECT,
      'eu01',
      'eu01-2',
      'eu01-1',
    ]);
  });

  test('takes from the one around it what it does not say itself', () => {
    const outer = new StackitScope(Testing.chart(), 'outer', { ...place, labels: { a: '1', b: '1' } });
    const inner = new StackitScope(outer, 'inner', { region: 'eu02', labels: { b: '2' } });
    expect(StackitScope.defaultsOf(inner)).toEqual({ ...place, region: 'eu02', labels: { a: '1', b: '2' } });
    expect(specOf(new Network(inner, 'n'))).toMatchObject({ projectId: PROJECT, region: 'eu02' });
  });

  test('can be an app, a chart or any construct, before something is defined in it', () => {
    const app = Testing.app();
    StackitScope.provide(app, { projectId: PROJECT });
    const chart = new Chart(app, 'chart');
    StackitScope.provide(chart, { region: 'eu01' });
    expect(specOf(new Network(chart, 'n'))).toEqual({ projectId: PROJECT, region: 'eu01' });
    expect(() => StackitScope.provide(app, { region: 'eu02' })).toThrow('chart/n is defined in it already');
  });

  test('gives what is only observed its place, but no labels and no policies', () => {
    const scope = new StackitScope(Testing.chart(), 'prod', {
      ...place,
      labels: { a: 'b' },
      deletionPolicy: 'Orphan',
      recreatePolicy: 'Report',
    });
    const adopted = Image.fromImageId(scope, 'i', UBUNTU);
    expect(specOf(adopted)).toEqual({ projectId: PROJECT, region: 'eu01', existingId: UBUNTU });
    expect(specOf(new Network(scope, 'n'))).toMatchObject({ deletionPolicy: 'Orphan', recreatePolicy: 'Report' });
  });

  test('does not give its zone to a server whose boot volume lies elsewhere or is defined elsewhere', () => {
    const scope = new StackitScope(Testing.chart(), 'prod', place);
    const bootFrom = new Volume(scope, 'v', { size: 1, availabilityZone: 'eu01-3' });
    const { imageId: _without, ...rest } = machine;
    expect(specOf(new Server(scope, 'a', { ...rest, bootFrom }))).not.toHaveProperty('availabilityZone');
    const named = Volume.fromVolumeName(scope, 'w', 'boot');
    expect(specOf(new Server(scope, 'b', { ...rest, bootFrom: named }))).not.toHaveProperty('availabilityZone');
  });

  test('is named when nothing says the project', () => {
    expect(() => new Network(Testing.chart(), 'n')).toThrow(
      'spec.projectId: nothing given, allowed: a value, here or in a StackitScope',
    );
  });
});

/** A composite of one's own. */
class Farm extends Stack {
  readonly servers: readonly Server[];

  constructor(scope: Construct, id: string, props: StackProps & { readonly types: readonly string[] }) {
    const { types, ...stack } = props;
    super(scope, id, stack);
    this.servers = this.compose(() => {
      const network = new Network(this, 'network');
      return types.map(
        (machineType, index) => new Server(this, `s${index}`, { machineType, network, imageId: UBUNTU }),
      );
    });
  }
}

describe('a stack of one’s own', () => {
  test('puts its labels on the Kubernetes objects of all its children, with a valid value of its own', () => {
    const chart = Testing.chart();
    const farm = new Farm(chart, 'farm_1', { ...place, types: ['c1.2', 'g1.2'] });
    new Network(chart, 'outside', place);
    const { compositeName } = farm;
    expect(compositeName).toMatch(/^test-farm_?1-[0-9a-f]{8}$/);
    expect(farm.selector).toBe(`compute.sostackit.dev/composite=${compositeName}`);
    const labels = manifests(chart).map(({ metadata }) => metadata.labels);
    const marked = { 'compute.sostackit.dev/composite': compositeName, 'app.kubernetes.io/part-of': compositeName };
    expect(labels.filter(Boolean)).toEqual([marked, marked, marked]);
    expect(labels).toHaveLength(4);
  });

  test('inside another one has its own composite label and the outer one’s part-of', () => {
    const chart = Testing.chart();
    const shop = new Stack(chart, 'shop', { ...place, compositeName: 'shop' });
    new Farm(shop, 'farm', { compositeName: 'farm', types: [] });
    expect(manifests(chart)[0]?.metadata.labels).toEqual({
      'compute.sostackit.dev/composite': 'farm',
      'app.kubernetes.io/part-of': 'shop',
    });
  });

  test('leaves part-of to the chart, and other labels to whoever sets them', () => {
    const chart = new Chart(Testing.app(), 'test', { labels: { 'app.kubernetes.io/part-of': 'platform' } });
    const stack = new Stack(chart, 'stack', { ...place, compositeName: 'x', metadata: { namespace: 'shop' } });
    new Network(stack, 'a');
    new Network(stack, 'b', { metadata: { labels: { 'compute.sostackit.dev/composite': 'mine' } } });
    expect(manifests(chart).map(({ metadata: { labels, namespace } }) => [namespace, labels])).toEqual([
      ['shop', { 'app.kubernetes.io/part-of': 'platform', 'compute.sostackit.dev/composite': 'x' }],
      ['shop', { 'app.kubernetes.io/part-of': 'platform', 'compute.sostackit.dev/composite': 'mine' }],
    ]);
  });

  test('refuses a name that is no label value', () => {
    expect(() => new Stack(Testing.chart(), 's', { compositeName: 'a b' })).toThrow(
      /test\/s: compositeName: given "a b"/,
    );
  });

  test('says what is wrong with all of its parts at once', () => {
    expect.assertions(1);
    try {
      new Farm(Testing.chart(), 'farm', { projectId: 'x', types: [''] });
    } catch (error) {
      const paths = (error as InvalidPropsError).problems.map(({ path, field }) => `${path} ${field}`);
      expect(paths).toEqual(
        expect.arrayContaining([
          'test/farm/network spec.region',
          'test/farm/s0 spec.projectId',
          'test/farm/s0 spec.machineType',
        ]),
      );
    }
  });

  test('says so of what lies deeper, in constructs and stacks inside of it', () => {
    class Nested extends Stack {
      constructor(scope: Construct, id: string, props: StackProps) {
        super(scope, id, props);
        this.compose(() => {
          const group = new PlainConstruct(this, 'group');
          new Network(group, 'network', { name: 'größe' });
          new Volume(new StackitScope(group, 'scope', {}), 'volume', { size: 0 });
          new Farm(group, 'farm', { types: [''] });
        });
      }
    }
    const paths = (define: () => unknown) => {
      try {
        define();
      } catch (error) {
        return [...new Set((error as InvalidPropsError).problems.map(({ path }) => path))];
      }
      return [];
    };
    const chart = Testing.chart();
    expect(paths(() => new Nested(chart, 'n', place))).toEqual(
      ['network', 'scope/volume', 'farm/s0'].map((path) => `test/n/group/${path}`),
    );
    // Nothing is gathered any more, so it is said at once.
    expect(paths(() => new Network(chart, 'later', { ...place, name: 'größe' }))).toEqual(['test/later']);
  });

  test('makes a dependency cycle an error that names the objects', () => {
    const chart = Testing.chart();
    const farm = new Farm(chart, 'farm', { ...place, types: ['c1.2'] });
    farm.servers[0]?.network?.apiObject?.addDependency(farm.servers[0].apiObject);
    expect(() => manifests(chart)).toThrow(/cycle.*farm\/(s0|network)/i);
  });
});

describe('a full stack', () => {
  const full: FullStackProps = {
    ...place,
    network: {},
    image: { existingId: UBUNTU },
    volume: { size: 10 },
    server: { machineType: 'c1.2' },
  };

  test('takes more servers, each with a boot volume of its own on the same network', () => {
    const chart = Testing.chart();
    const stack = new FullStack(chart, 'web', { ...full, metadata: { name: 'web' }, labels: { a: 'b' } });
    stack.addServer('two', { machineType: 'g1.2' });
    stack.addServer('three', { machineType: 'g1.2', volume: { size: 99 }, labels: { c: 'd' } });
    const objects = manifests(chart);
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Network web',
      'Image web',
      'Volume web',
      'Server web',
      'Volume web-two',
      'Server web-two',
      'Volume web-three',
      'Server web-three',
    ]);
    expect(objects[4]?.spec).toMatchObject({ size: 10, bootable: true, source: { type: 'image', id: UBUNTU } });
    expect(objects[6]?.spec).toMatchObject({ size: 99 });
    expect(objects[7]?.spec).toEqual({
      ...place,
      machineType: 'g1.2',
      networkRef: { name: 'web' },
      bootVolumeRef: { name: 'web-three' },
      labels: { a: 'b', c: 'd' },
    });
    expect(stack.servers).toHaveLength(3);
    expect(new Set(objects.map(({ metadata }) => metadata.labels?.['compute.sostackit.dev/composite']))).toEqual(
      new Set(['web']),
    );
  });

  test('does not adopt one volume twice', () => {
    const stack = new FullStack(Testing.chart(), 'web', { ...full, volume: { existingId: UBUNTU } });
    expect(() => stack.addServer('two', { machineType: 'c1.2' })).toThrow(/test\/web: the server two needs a volume/);
  });

  test('attaches data volumes, to the first server unless told otherwise', () => {
    const chart = Testing.chart();
    const stack = new FullStack(chart, 'web', {
      ...full,
      metadata: { name: 'web' },
      dataVolumes: { data: { size: 100 }, old: Volume.fromVolumeName(chart, 'v', 'archive') },
    });
    const two = stack.addServer('two', { machineType: 'c1.2' });
    stack.addDataVolume('logs', { size: 5 }, two);
    const objects = manifests(chart);
    const refs = (name: string) =>
      objects.find(({ kind, metadata }) => kind === 'Server' && metadata.name === name)?.spec.dataVolumeRefs;
    expect(refs('web')).toEqual([{ name: 'web-data' }, { name: 'archive' }]);
    expect(refs('web-two')).toEqual([{ name: 'web-logs' }]);
    const data = objects.find(({ metadata }) => metadata.name === 'web-data');
    expect(data?.spec).toEqual({ ...place, size: 100 });
    const order = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(order.indexOf('Volume web-data')).toBeLessThan(order.indexOf('Server web'));
    expect(stack.server.references.map(({ prop }) => prop)).toEqual([
      'network',
      'bootFrom',
      'dataVolumes',
      'dataVolumes',
    ]);
  });

  test('takes its place from the scopes around it', () => {
    const { projectId, region, availabilityZone, ...rest } = full;
    const chart = Testing.chart();
    StackitScope.provide(chart, { projectId: PROJECT, region: 'eu01', availabilityZone: 'eu01-2' });
    new FullStack(chart, 'web', rest);
    expect(manifests(chart).map(({ spec }) => [spec.projectId, spec.region, spec.availabilityZone])).toEqual([
      [PROJECT, 'eu01', undefined],
      [PROJECT, 'eu01', undefined],
      [PROJECT, 'eu01', 'eu01-2'],
      [PROJECT, 'eu01', 'eu01-2'],
    ]);
  });

  test('hands its deletion policy to all that it makes', () => {
    const chart = Testing.chart();
    new FullStack(chart, 'web', { ...full, deletionPolicy: 'Orphan', volume: { size: 1, deletionPolicy: 'Delete' } });
    expect(manifests(chart).map(({ spec }) => spec.deletionPolicy)).toEqual(['Orphan', undefined, 'Delete', 'Orphan']);
  });
});

describe('lists that grow', () => {
  test('take what is added after the construct was made', () => {
    const chart = Testing.chart();
    const network = new Network(chart, 'n', {
      ...place,
      ipv4: { prefixLength: 24 },
      ipv6: { prefixLength: 64, nameservers: [] },
    });
    network.addNameserver('9.9.9.9');
    network.addNameserver('2620:fe::fe');
    network.addLabel('env', 'prod');
    const server = new Server(chart, 's', { ...place, ...machine, securityGroups: [UBUNTU] });
    server.addSecurityGroup('web');
    const [first, second] = manifests(chart);
    expect(first?.spec).toMatchObject({
      ipv4: { nameservers: ['9.9.9.9'] },
      ipv6: { nameservers: ['2620:fe::fe'] },
      labels: { env: 'prod' },
    });
    expect(second?.spec.securityGroups).toEqual([UBUNTU, 'web']);
  });

  test('of a server take interfaces, a service account, metadata and volumes by ID', () => {
    const chart = Testing.chart();
    const server = new Server(chart, 's', { ...place, machineType: 'c1.2', imageId: UBUNTU, nicIds: [] });
    expect(() => manifests(chart)).toThrow(/test\/s: network .*a server needs a network/);
    server.addNic(OTHER);
    server.addServiceAccount('me@sa.stackit.cloud');
    server.addServerMetadata('role', 'db');
    server.addDataVolume(UBUNTU);
    server.addDataVolume(new Volume(chart, 'v', { ...place, metadata: { name: 'data' }, size: 1 }));
    expect(manifests(chart).find(({ kind }) => kind === 'Server')?.spec).toMatchObject({
      nicIds: [OTHER],
      serviceAccountMails: ['me@sa.stackit.cloud'],
      metadata: { role: 'db' },
      dataVolumeIds: [UBUNTU],
      dataVolumeRefs: [{ name: 'data' }],
    });
    server.addNic('eth0');
    server.addServiceAccount('you@sa.stackit.cloud');
    server.addDataVolume('data');
    const fields = /dataVolumeIds\[1\]: given "data".*nicIds\[1\]: given "eth0".*serviceAccountMails: .*at most 1/s;
    expect(() => manifests(chart)).toThrow(fields);
  });

  test('of a server with a network take no interfaces', () => {
    const chart = Testing.chart();
    new Server(chart, 's', { ...place, ...machine }).addNic(OTHER);
    expect(() => manifests(chart)).toThrow(/test\/s: networkId and nicIds: .*one of the two/);
  });

  test('of a cluster take schedules, ranges of addresses and DNS zones, with what they need around them', () => {
    const chart = Testing.chart();
    const pool = { name: 'a', machineType: 'g1.2', minimum: 1, maximum: 1, availabilityZones: ['eu01-1'] };
    const cluster = new Cluster(chart, 'c', {
      projectId: PROJECT,
      region: 'eu01',
      metadata: { name: 'c' },
      nodePools: [{ ...pool, volume: { size: 20 }, allowSystemComponents: true }],
      extensions: { dns: { enabled: false, gatewayApi: true } },
    });
    cluster.addHibernationSchedule({ start: '0 19 * * *', end: '0 7 * * *' });
    cluster.addHibernationSchedule({ start: '0 20 * * 6', end: '0 8 * * 1' });
    cluster.addAllowedCidr('203.0.113.0/24');
    cluster.addAllowedCidr('198.51.100.7/32');
    cluster.addDnsZone('app.runs.onstackit.cloud');
    expect(manifests(chart)[0]?.spec).toMatchObject({
      hibernation: {
        schedules: [
          { start: '0 19 * * *', end: '0 7 * * *' },
          { start: '0 20 * * 6', end: '0 8 * * 1' },
        ],
      },
      extensions: {
        acl: { enabled: true, allowedCidrs: ['203.0.113.0/24', '198.51.100.7/32'] },
        dns: { enabled: false, gatewayApi: true, zones: ['app.runs.onstackit.cloud'] },
      },
    });
    cluster.addAllowedCidr('somewhere');
    expect(() => manifests(chart)).toThrow(/somewhere|allowedCidrs/);
  });

  test('also grow where only synthesis knows what is in them', () => {
    const later = <Value>(value: Value): Value => Lazy.any({ produce: () => value });
    const chart = Testing.chart();
    const scope = new StackitScope(chart, 'scope', { ...place, labels: later({ env: 'prod', team: 'a' }) });
    const server = new Server(scope, 's', {
      ...machine,
      securityGroups: later([later('a'), 'b']),
      serverMetadata: later({ x: 'y' }),
      labels: { team: 'b' },
    });
    server.addSecurityGroup('c');
    server.addSecurityGroup('d');
    server.addServerMetadata('z', '1');
    server.addLabel('tier', 'web');
    const network = new Network(scope, 'n', { ipv4: later({ prefixLength: 24 }) });
    network.addNameserver('9.9.9.9');
    const [first, second] = manifests(chart);
    expect(first?.spec).toMatchObject({
      securityGroups: ['a', 'b', 'c', 'd'],
      metadata: { x: 'y', z: '1' },
      labels: { env: 'prod', team: 'b', tier: 'web' },
    });
    expect(second?.spec.ipv4).toEqual({ prefixLength: 24, nameservers: ['9.9.9.9'] });
    new Network(scope, 'other', { ipv4: later(undefined as never) }).addNameserver('9.9.9.9');
    expect(() => manifests(chart)).toThrow(/test\/scope\/other: cannot add the name server 9.9.9.9 without ipv4/);
  });

  test('which turn out to be none are refused at synth', () => {
    const chart = Testing.chart();
    const groups = Lazy.any({ produce: () => 'a' }) as unknown as string[];
    new Server(chart, 's', { ...place, ...machine, securityGroups: groups }).addSecurityGroup('b');
    expect(() => manifests(chart)).toThrow(/test\/s: spec\.securityGroups: given "a"/);
  });

  test('leave the props alone that they were made of', () => {
    const props = { ...place, ...machine, securityGroups: ['a'], labels: { a: 'b' } };
    const server = new Server(Testing.chart(), 's', props);
    server.addSecurityGroup('b');
    server.addLabel('c', 'd');
    expect([props.securityGroups, props.labels]).toEqual([['a'], { a: 'b' }]);
  });

  test('take a data volume only from where the server is', () => {
    const chart = Testing.chart();
    const server = new Server(chart, 's', { ...place, ...machine });
    const far = new Volume(chart, 'v', { ...place, availabilityZone: 'eu01-2', size: 1 });
    expect(() => server.addDataVolume(far)).toThrow(/test\/s: dataVolumes: .*eu01-2 \(test\/v\)".*eu01-1/);
    expect(specOf(server)).not.toHaveProperty('dataVolumeRefs');
  });

  test('are checked at synth', () => {
    const chart = Testing.chart();
    const network = new Network(chart, 'n', { ...place, ipv4: { prefixLength: 24 } });
    for (const last of [1, 2, 3, 4]) network.addNameserver(`9.9.9.${last}`);
    network.addLabel('a/b', 'c');
    expect(() => manifests(chart)).toThrow(/test\/n: spec\.ipv4\.nameservers: .*at most 3.*test\/n: spec\.labels/s);
  });

  test('say when there is nothing to add to', () => {
    const chart = Testing.chart();
    expect(() => new Network(chart, 'n', place).addNameserver('9.9.9.9')).toThrow(/test\/n: .*9\.9\.9\.9 without ipv4/);
  });
});

describe('user data', () => {
  const given = (userData: string | UserData) =>
    specOf(new Server(Testing.chart(), 's', { ...place, ...machine, userData })).userData;

  test('is made of an object, whose strings a YAML 1.1 reader takes for the same strings', () => {
    const config = { packages: ['nginx'], write_files: [{ path: '/etc/x', permissions: '0644', content: 'on\nno\n' }] };
    const text = String(given(UserData.fromYaml(config)));
    expect(text.startsWith('#cloud-config\n')).toBe(true);
    expect(parse(text, { version: '1.1' })).toEqual(config);
    expect(parse(text, { version: '1.2' })).toEqual(config);
  });

  test('made of an object that YAML readers take differently is refused, without showing it', () => {
    const define = () => given(UserData.fromYaml({ password: '0o17', note: 'secret' }));
    expect(define).toThrow(/spec\.userData\.password: given "user data", allowed: text that every YAML reader/);
    expect(define).not.toThrow(/"0o17"|secret/);
  });

  describe('from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sostackit-user-data-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };

    test('is the text of the file', () => {
      expect(given(UserData.fromFile(write('a.yaml', '#cloud-config\n# Grüße\n{}\n')))).toBe(
        '#cloud-config\n# Grüße\n{}\n',
      );
    });

    test('with Windows line ends is refused, as is one that is no text', () => {
      const path = write('b.sh', '#!/bin/sh\r\n');
      expect(() => given(UserData.fromFile(path))).toThrow(/spec\.userData: .*carriage return/);
      const binary = write('c.gz', Buffer.from([0x1f, 0x8b, 0x80, 0]));
      expect(() => UserData.fromFile(binary)).toThrow(`${binary}: it is no UTF-8 text`);
    });
  });

  test('of several parts is a MIME message in which each part is what was given', () => {
    const long = `#!/bin/sh\necho ${'x'.repeat(1000)}\n`;
    const text = String(
      given(
        UserData.multipart(
          UserData.fromYaml({ packages: ['nginx'] }),
          '#!/bin/sh\necho Grüße\n',
          { content: 'no first line tells', contentType: 'text/plain', filename: 'note.txt' },
          long,
        ),
      ),
    );
    expect(mimeParts(text)).toEqual([
      ['text/cloud-config', 'part-001', '#cloud-config\npackages:\n  - nginx\n'],
      ['text/x-shellscript', 'part-002', '#!/bin/sh\necho Grüße\n'],
      ['text/plain', 'note.txt', 'no first line tells'],
      ['text/x-shellscript', 'part-004', long],
    ]);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(999);
  });

  test('of several parts is the same text each time, and other parts have another boundary', () => {
    const make = (script: string) => UserData.multipart(script, '#cloud-config\n{}\n').text;
    expect(make('#!/bin/sh\n')).toBe(make('#!/bin/sh\n'));
    const boundary = (text: string) => /boundary="(.*)"/.exec(text)?.[1];
    expect(boundary(make('#!/bin/sh\n'))).not.toBe(boundary(make('#!/bin/sh\n\n')));
  });

  test('of several parts is refused for a part of unknown type, and for what is wrong with a part', () => {
    expect(() => UserData.multipart('#!/bin/sh\n', 'hello')).toThrow(/type of part 2/);
    expect(() => given(UserData.multipart('#!/bin/sh\r\necho\r\n'))).toThrow(/carriage return/);
  });
});

/** Type, name and content of the parts of a message whose lines end in LF. */
function mimeParts(message: string): string[][] {
  const [, boundary = ''] =
    /^Content-Type: multipart\/mixed; boundary="(.*)"\nMIME-Version: 1\.0\n\n/.exec(message) ?? [];
  const parts = message.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [, head = '', body = ''] = /^\n(.*?)\n\n(.*)\n$/s.exec(part) ?? [];
    const header = (name: RegExp) => name.exec(head)?.[1] ?? '';
    const encoded = header(/Content-Transfer-Encoding: (.*)/) === 'base64';
    return [
      header(/Content-Type: ([^;]*);/),
      header(/filename="(.*)"/),
      encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
    ];
  });
}

describe('warnings', () => {
  const oddities = (scope: Construct) => {
    new Image(scope, 'image', { ...place, diskFormat: 'qcow2', minRam: 2 });
    new Volume(scope, 'volume', { ...place, availabilityZone: 'eu02-1', size: 1 });
    const { availabilityZone: _without, ...project } = place;
    new Server(scope, 'server', { ...project, ...machine });
  };

  test('tell what is allowed but seldom meant', () => {
    const chart = Testing.chart();
    oddities(chart);
    expect(Warnings.of(chart)).toEqual([
      { path: 'test/image', code: 'image-memory-unit', message: 'minRam is 2 MB; 2 GB are 2048' },
      { path: 'test/volume', code: 'zone-of-another-region', message: expect.stringContaining('eu02-1') },
      { path: 'test/server', code: 'server-without-zone', message: expect.stringContaining('picks the zone') },
    ]);
  });

  test('are sent to Node’s channel when the app is synthesized, each once', () => {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation();
    try {
      const chart = Testing.chart();
      oddities(chart);
      manifests(chart);
      manifests(chart);
      expect(emit.mock.calls).toHaveLength(3);
      expect(emit).toHaveBeenCalledWith('test/image: minRam is 2 MB; 2 GB are 2048', {
        type: 'SostackitWarning',
        code: 'image-memory-unit',
      });
    } finally {
      emit.mockRestore();
    }
  });

  test('can be silenced for a scope, by their code', () => {
    const chart = Testing.chart();
    oddities(chart);
    Warnings.silence(chart, 'server-without-zone');
    Warnings.silence(chart, 'image-memory-unit');
    expect(Warnings.of(chart).map(({ code }) => code)).toEqual(['zone-of-another-region']);
  });

  test('are none for what is usual', () => {
    const chart = Testing.chart();
    new FullStack(chart, 'web', {
      ...place,
      network: {},
      image: { diskFormat: 'qcow2', minRam: 2048 },
      volume: { size: 1 },
      server: { machineType: 'c1.2' },
    });
    expect(Warnings.of(chart)).toEqual([]);
  });
});

const samples = resolve(__dirname, '../../../shared/go-operator/samples');
if (!existsSync(samples)) console.info(`the Go operator's samples are left out: no ${samples}`);
(existsSync(samples) ? describe : describe.skip)('the samples of the Go operator', () => {
  test('can all be written in constructs', () => {
    const project = { projectId: '11111111-1111-1111-1111-111111111111', region: 'eu01' };
    const image = '22222222-2222-2222-2222-222222222222';
    const labels = { environment: 'dev', team: 'platform' };
    const app = new App();
    const chart = new Chart(app, 'samples');
    StackitScope.provide(chart, project);
    // The sample calls it "Ubuntu 26.04", which no API server takes.
    Image.fromImageId(chart, 'image', image, { metadata: { name: 'ubuntu-26.04' } });
    new Network(chart, 'network', {
      metadata: { name: 'prod-network' },
      dhcp: true,
      routed: true,
      ipv4: { prefixLength: 24 },
      labels: { environment: 'prod' },
    });
    new Server(chart, 'server', {
      metadata: { name: 'web-01' },
      machineType: 'c1.2',
      availabilityZone: 'eu01-1',
      imageId: image,
      networkId: '33333333-3333-3333-3333-333333333333',
      bootVolume: { size: 32, deleteOnTermination: true },
      keypairName: 'my-keypair',
      securityGroups: ['44444444-4444-4444-4444-444444444444'],
      labels,
      powerState: 'Active',
    });
    new Server(chart, 'server-with-refs', {
      metadata: { name: 'web-02' },
      machineType: 'c1.2',
      availabilityZone: 'eu01-1',
      image: Image.fromImageName(chart, 'i', 'ubuntu-22-04'),
      network: Network.fromNetworkName(chart, 'n', 'prod-network'),
      bootFrom: Volume.fromVolumeName(chart, 'v', 'web-01-boot'),
      keypairName: 'my-keypair',
      labels,
      powerState: 'Active',
    });
    new Volume(chart, 'volume', {
      metadata: { name: 'web-01-boot' },
      availabilityZone: 'eu01-1',
      size: 32,
      bootable: true,
      source: { type: 'image', id: image },
      labels,
    });
    const wanted = readdirSync(samples)
      .filter((file) => file !== 'full_stack.yaml')
      .sort()
      .flatMap((file) => parseAllDocuments(readFileSync(join(samples, file), 'utf8')))
      .map((document) => document.toJS() as Manifest)
      .map((object) => (object.kind === 'Image' ? { ...object, metadata: { name: 'ubuntu-26.04' } } : object));
    expect(manifests(chart)).toEqual(wanted);
  });

  test('include a full stack, which the kinds alone give field by field, metadata included', () => {
    const chart = Testing.chart();
    const metadata = { name: 'compat-test' };
    const scope = new StackitScope(chart, 'compat', { ...place, labels: { environment: 'dev' }, metadata: {} });
    const network = new Network(scope, 'network', { metadata, dhcp: true, routed: true, ipv4: { prefixLength: 24 } });
    const image = Image.fromImageId(scope, 'image', UBUNTU, { metadata });
    const labels = { team: 'platform' };
    const bootFrom = new Volume(scope, 'volume', { metadata, size: 32, bootable: true, image, labels });
    const powerState = 'Active';
    new Server(scope, 'server', { metadata, machineType: 'c1.2', network, bootFrom, labels, powerState });
    const file = readFileSync(join(samples, 'full_stack.yaml'), 'utf8');
    expect(manifests(chart)).toEqual(parseAllDocuments(file).map((document) => document.toJS()));
  });

  test('are all tried here', () => {
    expect(readdirSync(samples).sort()).toEqual(
      ['full_stack', 'image', 'network', 'server', 'server_with_refs', 'volume'].map((name) => `${name}.yaml`),
    );
  });
});
