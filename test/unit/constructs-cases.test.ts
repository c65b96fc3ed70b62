import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart, JsonPatch, Lazy, Size, Testing, YamlOutputType } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  Cluster,
  type ClusterProps,
  FullStack,
  type FullStackProps,
  Image,
  type ImageProps,
  InvalidPropsError,
  Network,
  Server,
  type ServerProps,
  StackitScope,
  Volume,
  type VolumeProps,
  Warnings,
} from 'sostackit';
import { parseAllDocuments } from 'yaml';
import type { KindName } from '../../src/api';

const root = resolve(__dirname, '../..');
const project = { projectId: '11111111-1111-4111-8111-111111111111', region: 'eu01' } as const;
const zone = { ...project, availabilityZone: 'eu01-1' } as const;
const UBUNTU = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
const NETWORK = '33333333-3333-3333-3333-333333333333';
const machine: ServerProps = { ...zone, machineType: 'c1.2', networkId: NETWORK, imageId: UBUNTU };
const pool = {
  name: 'a',
  machineType: 'g1.2',
  minimum: 1,
  maximum: 1,
  availabilityZones: ['eu01-1'],
  volume: { size: 20 },
  allowSystemComponents: true,
};
const cluster: ClusterProps = { ...project, name: 'c', nodePools: [pool] };
const stack: FullStackProps = {
  ...zone,
  network: {},
  image: { existingId: UBUNTU },
  volume: { size: 10 },
  server: { machineType: 'c1.2' },
};

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec: Record<string, unknown>;
}

/** What a user in JavaScript, or with `as any`, may pass. */
const untyped = <Type>(value: unknown): Type => value as Type;
const specOf = (construct: Construct) => (ApiObject.of(construct).toJson() as Manifest).spec;

/** One of each kind, with more props for all of them. */
const EACH: Readonly<Record<KindName, (scope: Construct, more: object) => Construct>> = {
  Network: (scope, more) => new Network(scope, 'network', { ...project, ...more }),
  Image: (scope, more) => new Image(scope, 'image', { ...project, diskFormat: 'qcow2', ...more }),
  Volume: (scope, more) => new Volume(scope, 'volume', { ...zone, size: 1, ...more }),
  Server: (scope, more) => new Server(scope, 'server', { ...machine, ...more }),
  Cluster: (scope, more) => new Cluster(scope, 'cluster', { ...cluster, ...more }),
};

/** All that is said against an app, in its constructors or when it is synthesized; empty when nothing is. */
function said(define: (chart: Chart) => unknown, chart: Chart = Testing.chart()): string {
  try {
    define(chart);
    Testing.synth(chart);
  } catch (error) {
    if (!(error instanceof InvalidPropsError) && !/Validation failed/.test(String(error))) throw error;
    return String(error);
  }
  return '';
}

/** Objects of an app as readers of both versions of YAML see them. */
function read(define: (chart: Chart) => unknown): Manifest[][] {
  const app = Testing.app();
  define(new Chart(app, 'test'));
  return (['1.1', '1.2'] as const).map((version) =>
    parseAllDocuments(app.synthYaml(), { version }).map((document) => document.toJS() as Manifest),
  );
}

describe('CON-01: the name of a cluster', () => {
  const named = (props: Partial<ClusterProps>, chart?: Chart) =>
    said((scope) => new Cluster(scope, 'cluster', untyped({ ...cluster, name: undefined, ...props })), chart);

  test('is asked for where the one of the object is none', () => {
    expect(named({}, new Chart(Testing.app(), 'prod-frontend-eu01'))).toMatch(/spec\.name is required/);
    expect(named({ metadata: { name: 'twelve-chars' } })).toMatch(/spec\.name is required/);
    expect(named({ metadata: { name: 'eleven-char' } })).toBe('');
  });

  test.each(['a', 'b31b5fe4-s', 'prod-eu01-x', '0', 'a--b', 'x'.repeat(11)])('may be %s', (name) => {
    expect(named({ name })).toBe('');
  });

  test.each(['prod-eu01-xy', '-a', 'a-', 'A1', 'a_b', 'a.b', 'ü', 'a b', '-', 'x'.repeat(12)])(
    'may not be %s',
    (name) => {
      expect(named({ name })).toMatch(/name has 1 to 11 lower-case letters, digits and -/);
    },
  );
});

test.each(['Platform', 'twelve-chars', 'a_b', '-a'])('CON-01: no cluster exists under the name %s', (name) => {
  expect(said((chart) => Cluster.fromExistingName(chart, 'c', name, project))).toMatch(
    /spec\.existingClusterName: given .*1 to 11/,
  );
});

describe('CON-02: ids that lose letters', () => {
  test.each([true, false])('are refused for every kind (without hashes: %p)', (disableResourceNameHashes) => {
    for (const [id, define] of [...Object.entries(EACH)]) {
      for (const chartId of ['Größe', 'café', 'Москва', '東京']) {
        const chart = new Chart(Testing.app(), chartId, { disableResourceNameHashes });
        const name = id === 'Cluster' ? { name: 'c' } : {};
        expect(said((scope) => define(scope, name), chart)).toMatch(/metadata\.name: .*ids of ASCII characters/);
      }
    }
  });

  test('and what is left of two of them never makes one object of two', () => {
    const chart = new Chart(Testing.app(), 'c', { disableResourceNameHashes: true });
    const define = (scope: Chart) => {
      new Volume(scope, 'a€', { ...zone, size: 1 });
      new Volume(scope, 'a', { ...zone, size: 1 });
    };
    expect(said(define, chart)).toMatch(/c\/a: metadata\.name: given "c-a".*c\/a€ has it already/);
  });

  test.each(['Größe', 'naïve', 'имя', 'a\u200bb', '名', 'x™', 'tab\tx'])(
    'are no way to a name in STACKIT: %j',
    (name) => {
      for (const kind of ['Network', 'Image', 'Volume', 'Server', 'Cluster'] as const) {
        expect(said((chart) => EACH[kind](chart, { name, metadata: { name: 'x' } }))).toMatch(/name/);
      }
    },
  );
});

describe('CON-03, CON-05: labels that look like something else', () => {
  const labels = {
    build: '123456789',
    release: 'false',
    short: '1e3',
    sha: '0123456',
    ver: '1.30',
    on: 'on',
    a: 'on',
    b: 'off',
    c: 'no',
    d: '0666',
    f: '2026-12-01',
    h: 'null',
    i: '',
    k: 'Yes',
    l: '0x1F',
    m: '1_000',
    n: '0b11',
    o: '1.0',
    p: 'NaN',
    q: 'TRUE',
    r: '08',
    s: '6e2',
  };

  test.each(Object.entries(EACH))('survive YAML 1.1 and 1.2 on a %s, in STACKIT and in Kubernetes', (_, define) => {
    for (const [object] of read((chart) => define(chart, { labels, metadata: { labels } }))) {
      expect(object?.metadata.labels).toEqual(labels);
      expect(object?.spec.labels).toEqual(labels);
    }
  });

  test.each<[unknown]>([[5], [true], [1.5], [['a']], [{ a: 'b' }]])(
    'are refused when they are none in JavaScript: %j',
    (value) => {
      for (const define of Object.values(EACH)) {
        expect(said((chart) => define(chart, { labels: { build: value } }))).toMatch(/spec\.labels/);
        expect(said((chart) => define(chart, { metadata: { labels: { build: value } } }))).toMatch(/metadata\.labels/);
        expect(said((chart) => define(chart, { metadata: { annotations: { x: value } } }))).toMatch(/metadata\.annot/);
      }
    },
  );
});

describe('CON-04: text that readers of YAML take differently', () => {
  const odd = ['0o17', '-0o7', '=', '<<', 'tab\tx', '\tx\ny', ' ', '\u0085', '\u2028'];

  test.each(odd)('is refused wherever it stands: %j', (text) => {
    expect(said((chart) => new Volume(chart, 'v', { ...zone, size: 1, description: text }))).toMatch(/YAML reader/);
    expect(said((chart) => new Server(chart, 's', { ...machine, userData: text }))).toMatch(/spec\.userData/);
    expect(said((chart) => new Server(chart, 's', { ...machine, serverMetadata: { a: text } }))).toMatch(/metadata\.a/);
    expect(said((chart) => new Network(chart, 'n', { ...project, labels: { a: text } }))).toMatch(/spec\.labels\.a/);
    const annotations = { a: text };
    expect(said((chart) => new Network(chart, 'n', { ...project, metadata: { annotations } }))).toMatch(/YAML reader/);
  });

  test.each([
    '0o',
    '0o8',
    'a=b',
    '==',
    '22:00:00',
    '1:30',
    '+1',
    '!x',
    '& a',
    '*a',
    '- a',
    '? b',
    '# c',
    '@d',
    '%e',
    'é',
    '😀',
  ])('is not what both versions take for the same: %j', (description) => {
    for (const [object] of read((chart) => new Volume(chart, 'v', { ...zone, size: 1, description }))) {
      expect(object?.spec.description).toBe(description);
    }
  });
});

test.each([
  ['22:00:00Z', '23:00:00Z'],
  ['00:30:00+01:00', '03:00:00+01:00'],
])('CON-05: a window from %s to %s and cron schedules stay text in YAML 1.1 and 1.2', (start, end) => {
  const maintenance = { autoUpdateKubernetesVersion: true, autoUpdateMachineImageVersion: false, start, end };
  const hibernation = { schedules: [{ start: '0 22 * * *', end: '@daily' }] };
  for (const [object] of read((chart) => new Cluster(chart, 'c', { ...cluster, maintenance, hibernation }))) {
    expect(object?.spec).toMatchObject({ maintenance, hibernation });
  }
});

test('CON-05: a time without an offset is refused', () => {
  const maintenance = { autoUpdateKubernetesVersion: true, autoUpdateMachineImageVersion: true, start: '22:00:00' };
  const define = (chart: Chart) =>
    new Cluster(chart, 'c', { ...cluster, maintenance: { ...maintenance, end: '23:00' } });
  expect(said(define)).toMatch(/22:00:00|time with offset/);
});

describe('CON-06: a Kubernetes version that is a number', () => {
  test.each<[string, object]>([
    ['of the cluster', { kubernetesVersion: 1.3 }],
    ['of the cluster, known late', { kubernetesVersion: Lazy.any({ produce: () => 1.3 }) }],
    ['of a pool', { nodePools: [{ ...pool, kubernetesVersion: 1.3 }] }],
  ])('%s is refused, with a hint to write it as text', (_, props) => {
    const message = said((chart) => new Cluster(chart, 'c', untyped({ ...cluster, ...props })));
    expect(message).toMatch(/kubernetesVersion: given 1\.3, allowed: .*in quotes.*'1\.30'/);
  });

  test('is no text of one either', () => {
    expect(said((chart) => new Cluster(chart, 'c', { ...cluster, kubernetesVersion: 'latest' }))).toMatch(/like 1\.34/);
    expect(said((chart) => new Cluster(chart, 'c', { ...cluster, kubernetesVersion: '1.30' }))).toBe('');
  });
});

test.each<[string, string, RegExp]>([
  ['CR before LF', '#!/bin/bash\r\necho hi\r\n', /carriage return/],
  ['CR before LF in a later line only', '#!/bin/sh\necho hi\r\n', /carriage return/],
  ['CR before LF in #cloud-config', '#cloud-config\r\npackages: []\r\n', /carriage return/],
  ['CR alone', '#!/bin/sh\recho', /carriage return/],
  ['an empty line first', '\n#!/bin/bash\n', /without a blank or an empty line/],
  ['several empty lines first', '\n\n#cloud-config\n{}\n', /without a blank or an empty line/],
  ['an indented here-document', '  #!/bin/bash\n  echo\n', /without a blank or an empty line/],
  ['a tab first', '\t#!/bin/bash\n', /without a blank or an empty line/],
])('CON-07: user data with %s is refused', (_, userData, expected) => {
  expect(said((chart) => new Server(chart, 's', { ...machine, userData }))).toMatch(expected);
});

test('CON-08: null from JavaScript is as good as nothing', () => {
  const chart = Testing.chart();
  const network = Network.fromNetworkName(chart, 'n', 'n');
  const none = { networkId: null, imageRef: null, userData: null, bootVolume: null, securityGroups: null };
  const server = new Server(chart, 's', untyped({ ...machine, ...none, network, labels: { a: 'b', c: null } }));
  expect(specOf(server)).toEqual({
    ...zone,
    machineType: 'c1.2',
    imageId: UBUNTU,
    networkRef: { name: 'n' },
    labels: { a: 'b' },
  });
  expect(said((scope) => new Server(scope, 's', untyped({ ...machine, machineType: null })))).toMatch(
    /spec\.machineType/,
  );
});

test('CON-08: empty lists and maps stay, what is undefined goes, and nothing becomes null', () => {
  const [objects = []] = read((chart) => {
    const empty = { taints: [], labels: {} };
    new Cluster(chart, 'full', { ...cluster, nodePools: [{ ...pool, ...empty }], extensions: {}, labels: {} });
    const none = { taints: undefined, labels: undefined, maxSurge: undefined };
    new Cluster(chart, 'none', untyped({ ...cluster, nodePools: [{ ...pool, ...none }], hibernation: undefined }));
    new Network(chart, 'net', { ...project, ipv4: { prefixLength: 24, nameservers: [] }, labels: {} });
    new Server(chart, 'server', { ...machine, securityGroups: [], serverMetadata: {}, serviceAccountMails: [] });
    new Server(
      chart,
      'bare',
      untyped({ ...machine, securityGroups: undefined, bootVolume: undefined, labels: undefined }),
    );
  });
  const [full, none, net, server, bare] = objects.map(({ spec }) => spec);
  expect(full).toMatchObject({ nodePools: [{ taints: [], labels: {} }], extensions: {}, labels: {} });
  expect(none).toEqual({ ...project, name: 'c', nodePools: [pool] });
  expect(net).toMatchObject({ ipv4: { nameservers: [] }, labels: {} });
  expect(server).toMatchObject({ securityGroups: [], metadata: {}, serviceAccountMails: [] });
  expect(bare).toEqual({ ...zone, machineType: 'c1.2', networkId: NETWORK, imageId: UBUNTU });
  expect(JSON.stringify(objects)).not.toContain('null');
});

describe('CON-09: synthesis', () => {
  test('is the same however often it is asked for, in whatever way', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'test');
    const web = new FullStack(chart, 'web', { ...stack, labels: { a: 'b' }, dataVolumes: { data: { size: 1 } } });
    web.server.addJsonPatch(JsonPatch.add('/spec/labels/x', '1'));
    web.server.addSecurityGroup('web');
    const edges = () => ApiObject.of(web.server).node.dependencies.length;
    app.node.validate();
    const [first, count] = [JSON.stringify(Testing.synth(chart)), edges()];
    for (let time = 0; time < 3; time++) {
      chart.node.validate();
      expect(JSON.stringify(chart.toJson())).toBe(first);
      expect(JSON.stringify(Testing.synth(chart))).toBe(first);
      expect(app.synthYaml()).toBe(app.synthYaml());
    }
    expect(edges()).toBe(count);
    expect(first).toContain('"labels":{"a":"b","x":"1"}');
  });

  test('is the same in two processes', () => {
    const script = `require(${JSON.stringify(join(root, 'examples/composite.ts'))})`;
    const [one, other] = [1, 2].map(() => {
      const out = mkdtempSync(join(tmpdir(), 'sostackit-cases-'));
      try {
        const env = { ...process.env, CDK8S_OUTDIR: out };
        execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { cwd: root, env });
        return readFileSync(join(out, 'composite.k8s.yaml'), 'utf8');
      } finally {
        rmSync(out, { recursive: true });
      }
    });
    expect(one).toMatch(/kind: Server/);
    expect(other).toBe(one);
  }, 30_000);
});

test('CON-10: constructs and scopes of another copy of the library are as good as our own', () => {
  const chart = Testing.chart();
  jest.isolateModules(() => {
    const other = require('sostackit') as typeof import('sostackit');
    expect(other.Network).not.toBe(Network);
    const scope = new other.StackitScope(chart, 'scope', { ...zone, labels: { a: 'b' } });
    const network = untyped<Network>(new other.Network(scope, 'n'));
    const image = untyped<Image>(other.Image.fromImageId(scope, 'i', UBUNTU));
    const volume = untyped<Volume>(new other.Volume(scope, 'v', { size: 1, image }));
    const web = new FullStack(scope, 'web', { network, image, volume, server: { machineType: 'c1.2' } });
    expect(specOf(web.server)).toEqual({
      ...zone,
      machineType: 'c1.2',
      networkRef: { name: network.name },
      bootVolumeRef: { name: volume.name },
      labels: { a: 'b' },
    });
    web.server.addDataVolume(volume);
    expect(
      said(
        (scope) => new Server(scope, 's', { ...zone, machineType: 'c1.2', imageId: UBUNTU, network: untyped(image) }),
      ),
    ).toMatch(/network: .*a construct of Network/);
  });
  expect(Testing.synth(chart)).toHaveLength(4);
});

test.each([YamlOutputType.FILE_PER_APP, YamlOutputType.FILE_PER_CHART])(
  'CON-11: nested charts write each object once, what is referred to first (output type %p)',
  (yamlOutputType) => {
    const app = Testing.app({ yamlOutputType });
    const outer = new Chart(app, 'outer');
    const inner = new Chart(outer, 'inner');
    const innermost = new Chart(inner, 'innermost');
    const network = new Network(outer, 'shared', project);
    for (const [id, scope] of Object.entries({ outer, inner, innermost })) {
      new FullStack(scope, `own-${id}`, { ...stack, dataVolumes: { data: { size: 1 } } });
      new FullStack(scope, `sharing-${id}`, { ...stack, network });
    }
    const objects = parseAllDocuments(app.synthYaml()).map((document) => document.toJS() as Manifest);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toHaveLength(1 + 3 * (5 + 3));
    expect(new Set(names).size).toBe(names.length);
    for (const id of ['outer', 'inner', 'innermost']) {
      const kinds = objects.filter(({ metadata }) => metadata.name.includes(`own-${id}-`)).map(({ kind }) => kind);
      expect(kinds.indexOf('Server')).toBe(kinds.length - 1);
    }
  },
);

describe('CON-12: the unit of memory', () => {
  const minRam = (given: ImageProps['minRam']) => {
    const chart = Testing.chart();
    const config = { uefi: false };
    const props = { ...project, name: 'pfsense-2.7.2', diskFormat: 'qcow2', minDiskSize: 10, config } as const;
    const image = new Image(chart, 'i', { ...props, ...(given !== undefined && { minRam: given }) });
    return { spec: specOf(image), codes: Warnings.of(chart).map(({ code }) => code) };
  };

  test.each([1, 2, 4, 8, 63, Size.mebibytes(2)])('is warned about for %p', (given) => {
    expect(minRam(given).codes).toEqual(['image-memory-unit']);
  });

  test.each([64, 2048, 0, undefined, Size.gibibytes(2)])('is not warned about for %p', (given) => {
    expect(minRam(given).codes).toEqual([]);
  });

  test('is MB, that of disks GB, and false stays', () => {
    expect(minRam(Size.gibibytes(2)).spec).toMatchObject({ minRam: 2048, minDiskSize: 10, config: { uefi: false } });
  });
});

describe('CON-13: sizes', () => {
  const size = (given: unknown) =>
    specOf(new Volume(Testing.chart(), 'v', untyped<VolumeProps>({ ...zone, size: given }))).size;

  test.each<[Size | number, number]>([
    [Size.gibibytes(64), 64],
    [Size.tebibytes(1), 1024],
    [Size.mebibytes(65_536), 64],
    [Size.kibibytes(1_048_576), 1],
    [16_000, 16_000],
    [1, 1],
  ])('%p are %p GB, as a whole number', (given, expected) => {
    expect(size(given)).toBe(expected);
  });

  test.each<[unknown]>([
    [0],
    [-5],
    [1.5],
    [16_001],
    [Size.mebibytes(1500)],
    [Size.tebibytes(16)],
    ['10'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
  ])('%p is refused on a volume, on a boot volume, on the disk of nodes', (given) => {
    expect(said((chart) => new Volume(chart, 'v', untyped({ ...zone, size: given })))).toMatch(/spec\.size/);
    const bootVolume = untyped<{ size: number }>({ size: given });
    expect(said((chart) => new Server(chart, 's', { ...machine, bootVolume }))).toMatch(/spec\.bootVolume\.size/);
    const nodePools = [{ ...pool, volume: bootVolume }];
    expect(said((chart) => new Cluster(chart, 'c', { ...cluster, nodePools }))).toMatch(/volume\.size/);
  });
});

test('CON-14: an appliance is four objects with names as given, wired by the names of their objects', () => {
  const chart = new Chart(Testing.app(), 'test', { namespace: 'firewalls' });
  const labels = { env: 'prod' };
  new FullStack(chart, 'fortigate', {
    ...zone,
    network: { name: 'nw-fortigate-prod', ipv4: { prefix: '10.0.0.0/24', nameservers: ['9.9.9.9'] }, routed: true },
    image: { name: 'img-fortios-prod', diskFormat: 'qcow2', minDiskSize: 1, minRam: 2048 },
    volume: { size: 10 },
    server: { machineType: 'c1.2', labels },
  });
  const objects: Manifest[] = Testing.synth(chart);
  const [network, image, volume] = objects.map(({ metadata }) => metadata.name);
  expect(objects.map(({ kind, metadata, spec }) => [kind, metadata.namespace, spec])).toEqual([
    [
      'Network',
      'firewalls',
      {
        ...project,
        name: 'nw-fortigate-prod',
        ipv4: { prefix: '10.0.0.0/24', nameservers: ['9.9.9.9'] },
        routed: true,
      },
    ],
    ['Image', 'firewalls', { ...project, name: 'img-fortios-prod', diskFormat: 'qcow2', minDiskSize: 1, minRam: 2048 }],
    ['Volume', 'firewalls', { ...zone, size: 10, bootable: true, source: { imageRef: { name: image } } }],
    [
      'Server',
      'firewalls',
      { ...zone, machineType: 'c1.2', labels, networkRef: { name: network }, bootVolumeRef: { name: volume } },
    ],
  ]);
});

test('an error names what was given in a few words: constructs by their paths, blocks not in pieces', () => {
  const props = (chart: Chart) => ({
    ...machine,
    networkId: undefined,
    network: new Volume(chart, 'v', { ...zone, size: 1 }),
  });
  expect(said((chart) => new Server(chart, 's', untyped(props(chart))))).toMatch(
    /test\/s: network: given "the Volume test\/v", allowed: a construct of Network/,
  );
  const nodePools = [{ ...pool, minimum: 3, maximum: 2 }];
  expect(said((chart) => new Cluster(chart, 'c', { ...cluster, nodePools }))).toMatch(
    /test\/c: spec\.nodePools: given a list of 1, allowed: nodePools a: minimum must not exceed maximum/,
  );
  expect(said((chart) => new Server(chart, 's', { ...machine, imageId: 'ubuntu' }))).toMatch(
    /spec\.imageId: given "ubuntu", allowed: a UUID in lower case, such as /,
  );
});

test.each<[string, (chart: Chart) => object, RegExp]>([
  [
    'bootFrom and deleteOnTermination',
    (c) => ({
      imageId: undefined,
      bootFrom: Volume.fromVolumeName(c, 'v', 'data'),
      bootVolume: { deleteOnTermination: true },
    }),
    /bootFrom \(bootVolumeRef\) and bootVolume/,
  ],
  ['image and imageId', (c) => ({ image: Image.fromImageName(c, 'i', 'i') }), /image \(imageRef\) and imageId/],
  [
    'network and networkId',
    (c) => ({ network: Network.fromNetworkName(c, 'n', 'n') }),
    /network \(networkRef\) and networkId/,
  ],
  [
    'bootFrom and a size',
    (c) => ({ imageId: undefined, bootFrom: Volume.fromVolumeName(c, 'v', 'v'), bootVolume: { size: 50 } }),
    /bootFrom \(bootVolumeRef\) and bootVolume/,
  ],
  ['networkId and nicIds', () => ({ nicIds: [NETWORK] }), /networkId and nicIds/],
  [
    'userData and a Secret',
    () => ({ userData: 'x', userDataSecret: { name: 'a', key: 'b' } }),
    /userData and userDataSecret/,
  ],
])('CON-15: a server with %s is refused, naming both', (_, more, expected) => {
  expect(said((chart) => new Server(chart, 's', untyped({ ...machine, ...more(chart) })))).toMatch(expected);
});

test('CON-15: image and source, or image and copyOf, of a volume exclude each other', () => {
  const image = (chart: Chart) => Image.fromImageName(chart, 'i', 'i');
  const source = { type: 'image', id: UBUNTU } as const;
  expect(said((c) => new Volume(c, 'v', { ...zone, size: 1, image: image(c), source }))).toMatch(/image and source/);
  const copyOf = (chart: Chart) => Volume.fromVolumeName(chart, 'w', 'w');
  expect(said((c) => new Volume(c, 'v', { ...zone, image: image(c), copyOf: copyOf(c) }))).toMatch(/image and copyOf/);
});

describe('CON-16: the name of a server', () => {
  test.each(['pfSense', 'bench-eu01-g1.2', 'db.internal.example', 'a', '0', 'x'.repeat(63)])('may be %s', (name) => {
    expect(specOf(new Server(Testing.chart(), 's', { ...machine, name })).name).toBe(name);
  });

  test.each(['web_01', 'größe', 'a'.repeat(64), '-x', 'x-', 'a..b', '.a', 'a.', 'a b', 'a/b', 'a-.b'])(
    'may not be %s',
    (name) => {
      expect(said((chart) => new Server(chart, 's', { ...machine, name }))).toMatch(/spec\.name: given .*a host name/);
      const late = Lazy.any({ produce: () => name });
      expect(said((chart) => new Server(chart, 's', { ...machine, name: late }))).toMatch(
        /spec\.name: given .*a host name/,
      );
    },
  );

  test('is that of the object where it is empty, which then has to be a host name', () => {
    expect(specOf(new Server(Testing.chart(), 's', { ...machine, name: '' }))).not.toHaveProperty('name');
    const metadata = { name: 'a'.repeat(80) };
    expect(said((chart) => new Server(chart, 's', { ...machine, metadata, name: '' }))).toMatch(
      /as the name in STACKIT/,
    );
  });
});

test('USR-01: a stack for each machine type of a table has valid and distinct names, also g1.2 and g12', () => {
  for (const disableResourceNameHashes of [false, true]) {
    const chart = new Chart(Testing.app(), 'bench', { disableResourceNameHashes });
    const types = ['c1.2', 'g1.2', 'm1.2', 'g2i.16', 'b1.1.1', 'g12', 'g1-2'];
    for (const type of types)
      new FullStack(chart, `bench-eu01_prod-${type}`, { ...stack, server: { machineType: type } });
    const objects: Manifest[] = Testing.synth(chart);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(types.length * 4);
    for (const { metadata } of objects) expect(metadata.name).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
  }
});

test('USR-02: a bastion is named after its cluster, labels with a slash are for Kubernetes alone, and its zone is missed', () => {
  const chart = Testing.chart();
  const platform = { env: 'prod', 'app.kubernetes.io/part-of': 'platform' };
  const team = new Cluster(chart, 'cluster', { ...cluster, name: 'platform', labels: platform });
  const { availabilityZone: _without, ...rest } = machine;
  const bastion = { ...rest, name: `${team.stackitName}-bastion`, bootVolume: { size: 20 } };
  expect(said((c) => new Server(c, 'bastion', { ...bastion, labels: platform }))).toMatch(
    /spec\.labels: given "app\.kubernetes\.io\/part-of", allowed: .*no \//,
  );
  const server = new Server(chart, 'bastion', { ...bastion, labels: { env: 'prod' }, metadata: { labels: platform } });
  expect(specOf(server)).toMatchObject({ name: 'platform-bastion', labels: { env: 'prod' } });
  expect(Warnings.of(chart).map(({ path, code }) => [path, code])).toEqual([['test/bastion', 'server-without-zone']]);
  expect(Testing.synth(chart)).toHaveLength(2);
});

describe('USR-03: ids with stray characters', () => {
  test('give distinct, valid names with hashes', () => {
    const chart = Testing.chart();
    const ids = ['platform-network)', 'platform-network', 'platform network', 'a/b', 'Default', 'a_b', 'A.B', ' x '];
    for (const id of ids) new Network(chart, id, project);
    const names = (Testing.synth(chart) as Manifest[]).map(({ metadata }) => metadata.name);
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
  });

  test('collide without hashes, which is said with both paths', () => {
    const chart = new Chart(Testing.app(), 'test', { disableResourceNameHashes: true });
    const define = (scope: Chart) => {
      for (const id of ['platform-network)', 'platform-network']) new Network(scope, id, project);
    };
    expect(said(define, chart)).toMatch(/test\/platform-network: metadata\.name: .*test\/platform-network\) has it/);
  });

  test('such as Default in a scope named Default give no empty name', () => {
    const chart = new Chart(Testing.app(), 'Default');
    StackitScope.provide(chart, project);
    expect(new Network(chart, 'Default').name).toMatch(/^[0-9a-f]{8}$/);
    const bare = new Chart(new App(), 'Default', { disableResourceNameHashes: true });
    expect(said((scope) => new Network(scope, 'Default', project), bare)).toMatch(/no name can be made of the ids/);
  });
});
