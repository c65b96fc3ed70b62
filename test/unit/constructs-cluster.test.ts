import { App, Chart, Size, Testing } from 'cdk8s';
import {
  Cluster,
  type ClusterProps,
  InvalidPropsError,
  kubernetesVersion,
  maintenanceWindow,
  Network,
  StackitScope,
} from '../../constructs';
import type { ClusterSpec } from '../../src/api';
import { clusterProblems } from '../../src/api/cluster-rules';

const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };
const POOL = {
  name: 'system',
  machineType: 'g1.2',
  minimum: 1,
  maximum: 3,
  availabilityZones: ['eu01-1'],
  volume: { size: 20 },
  allowSystemComponents: true,
};
const PROPS: ClusterProps = { ...PLACE, metadata: { name: 'it' }, nodePools: [POOL] };

const THREE = { availabilityZones: ['eu01-1', 'eu01-2', 'eu01-3'] };
const pools = (part: object): Partial<ClusterProps> => ({ nodePools: [{ ...POOL, ...part }] });
const dns = (...zones: string[]): Partial<ClusterProps> => ({ extensions: { dns: { enabled: true, zones } } });
const acl = (...allowedCidrs: string[]): Partial<ClusterProps> => ({
  extensions: { acl: { enabled: true, allowedCidrs } },
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: ClusterSpec;
  readonly [field: string]: unknown;
}

function synth(define: (chart: Chart) => void): Manifest[] {
  const chart = new Chart(new App(), 'chart');
  define(chart);
  return Testing.synth(chart) as Manifest[];
}

const cluster = (props: Partial<ClusterProps>) =>
  synth((chart) => new Cluster(chart, 'cluster', { ...PROPS, ...props }))[0];

describe('Cluster', () => {
  it('takes pools as an array and one by one', () => {
    const [one] = synth((chart) => {
      const it = new Cluster(chart, 'cluster', { ...PLACE, metadata: { name: 'it' } });
      it.addNodePool({ ...POOL, volume: { size: Size.gibibytes(50) } });
      it.addNodePool({ ...POOL, name: 'more', allowSystemComponents: false });
    });
    expect(one?.spec.nodePools?.map(({ name, volume }) => [name, volume])).toEqual([
      ['system', { size: 50 }],
      ['more', { size: 20 }],
    ]);
    expect(cluster({})?.spec.nodePools).toEqual([POOL]);
  });

  it('USR-07, USR-08, SKE-13: takes real layouts as they are', () => {
    const part = (name: string, zone: string) => ({
      name,
      machineType: 'g3i.4',
      minimum: 2,
      maximum: 2,
      availabilityZones: [zone],
      volume: { size: 20, type: 'storage_premium_perf1' },
      machineImage: { name: 'flatcar' },
      labels: {},
      allowSystemComponents: true,
    });
    const nodePools = [part('ha-a', 'eu01-1'), part('ha-b', 'eu01-m')];
    const extensions = {
      acl: { enabled: false, allowedCidrs: [] },
      dns: { enabled: true, zones: ['example.runs.onstackit.cloud.'] },
    };
    const one = cluster({ name: 'ha-demo', kubernetesVersion: '1.34', nodePools, extensions });
    expect(one?.spec).toEqual({ ...PLACE, name: 'ha-demo', kubernetesVersion: '1.34', nodePools, extensions });
  });

  it('without any pool is refused at synth', () => {
    expect(() => synth((chart) => new Cluster(chart, 'cluster', { ...PLACE, metadata: { name: 'it' } }))).toThrow(
      /nodePools: at least one is needed/,
    );
  });

  it('lies in a network that is written before it', () => {
    const [network, it] = synth((chart) => {
      const it = new Network(chart, 'network', { ...PLACE, metadata: { name: 'net' }, ipv4: { prefixLength: 24 } });
      new Cluster(chart, 'cluster', { ...PROPS, network: it, accessScope: 'PUBLIC', cni: 'calico' });
    });
    expect(network?.kind).toBe('Network');
    expect(it?.spec.network).toEqual({
      networkRef: { name: 'net' },
      controlPlane: { accessScope: 'PUBLIC' },
      cni: 'calico',
    });
  });

  it('that exists needs nothing else, and takes only its place from its scope', () => {
    const [one] = synth((chart) => {
      const scope = new StackitScope(chart, 'scope', { ...PLACE, labels: { team: 'a' }, deletionPolicy: 'Orphan' });
      Cluster.fromExistingName(scope, 'platform', 'platform', { metadata: { name: 'any-name-of-any-length' } });
    });
    expect(one?.spec).toEqual({ ...PLACE, existingClusterName: 'platform' });
  });

  it('takes labels with a domain', () => {
    expect(cluster({ labels: { 'example.com/team': 'a' } })?.spec.labels).toEqual({ 'example.com/team': 'a' });
    expect(() => cluster({ labels: { 'sostackit-owner': 'me' } })).toThrow(/sostackit-/);
  });

  it('says that a name is needed where that of the object is none', () => {
    expect(() => cluster({ metadata: { name: 'much-too-long-a-name' } })).toThrow(/spec\.name is required/);
    expect(cluster({ metadata: { name: 'much-too-long-a-name' }, name: 'short' })?.spec.name).toBe('short');
  });

  it.each<[what: string, props: Partial<ClusterProps>, message: RegExp]>([
    [
      'no pool for system components',
      { nodePools: [{ ...POOL, allowSystemComponents: false }] },
      /allowSystemComponents/,
    ],
    ['a long pool name', { nodePools: [{ ...POOL, name: 'sixteen-chars-xx' }] }, /nodePools sixteen-chars-xx/],
    ['more minimum than maximum', { nodePools: [{ ...POOL, minimum: 5 }] }, /nodePools system: minimum/],
    ['a small volume', { nodePools: [{ ...POOL, volume: { size: 10 } }] }, /nodePools system: volume\.size/],
    ['two pools of one name', { nodePools: [POOL, POOL] }, /nodePools system: name is used/],
    [
      '51 pools',
      { nodePools: Array.from({ length: 51 }, (_one, index) => ({ ...POOL, name: `p${index}` })) },
      /50 items|at most 50/,
    ],
    ['no surge', { nodePools: [{ ...POOL, maxSurge: 0, maxUnavailable: 0 }] }, /nodePools system: maxSurge/],
    ['a zone of another region', { region: 'eu02' }, /nodePools system: availabilityZones/],
    [
      'too many nodes',
      { nodePools: [0, 1].map((index) => ({ ...POOL, name: `p${index}`, minimum: 600, maximum: 900 })) },
      /1200/,
    ],
    [
      'a range that is none',
      { extensions: { acl: { enabled: true, allowedCidrs: ['300.0.0.1/32'] } } },
      /300\.0\.0\.1/,
    ],
    ['a pool named like a cluster of 20 characters', pools({ name: 'a-name-of-20-letters' }), /a-name-of-20-letters/],
    ['a great volume', pools({ volume: { size: 10_241 } }), /nodePools system: volume\.size/],
    ['too few nodes for its zones', pools({ maximum: 2, ...THREE }), /nodePools system: maximum must be at least/],
    ['too little surge for its zones', pools({ maxSurge: 1, ...THREE }), /nodePools system: maxSurge must be 0 or/],
    [
      'a zone twice',
      pools({ availabilityZones: ['eu01-1', 'eu01-1'] }),
      /nodePools system: availabilityZones names one twice/,
    ],
    ['a wildcard zone', dns('*.runs.onstackit.cloud'), /no \*\./],
    ['21 zones', dns(...Array.from({ length: 21 }, (_one, index) => `z${index}.de`)), /at most 20/],
    ['an ACL that locks out', acl(), /locks everybody out/],
    ['11 ranges', acl(...Array.from({ length: 11 }, (_one, index) => `10.${index}.0.0/16`)), /at most 10/],
    ['a range without a length', acl('203.0.113.7'), /203\.0\.113\.7\/32/],
    ['the ID of a DNS zone', { extensions: { dns: { enabled: true, zones: [PLACE.projectId] } } }, /no IDs of zones/],
  ])('SKE-11, SKE-13, SKE-15, USR-08: with %s is refused at synth, all by name', (_what, props, message) => {
    expect(() => cluster(props)).toThrow(InvalidPropsError);
    expect(() => cluster(props)).toThrow(message);
  });

  it('grants a subject the Secret of its kubeconfig and nothing else', () => {
    const objects = synth((chart) => {
      const it = new Cluster(chart, 'cluster', {
        ...PROPS,
        metadata: { name: 'it', namespace: 'team' },
        kubeconfig: { secretName: 'config' },
      });
      it.grantKubeconfig({ kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' });
      it.grantKubeconfig({ toSubjectConfiguration: () => ({ kind: 'User', name: 'ann' }) });
    });
    const [role, binding, , second] = objects.slice(1);
    expect(role).toMatchObject({
      kind: 'Role',
      metadata: { namespace: 'team' },
      rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['config'], verbs: ['get'] }],
    });
    expect(binding).toMatchObject({
      kind: 'RoleBinding',
      metadata: { namespace: 'team' },
      roleRef: { kind: 'Role', name: role?.metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' }],
    });
    expect(second?.subjects).toEqual([{ kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }]);
  });

  it('grants nothing where no kubeconfig is kept', () => {
    expect(() =>
      synth((chart) => new Cluster(chart, 'cluster', PROPS).grantKubeconfig({ kind: 'User', name: 'ann' })),
    ).toThrow(/kubeconfig/);
  });
});

describe('helpers', () => {
  it('write versions and windows as text', () => {
    expect(kubernetesVersion(1, 34)).toBe('1.34');
    expect(kubernetesVersion(1, 34, 2)).toBe('1.34.2');
    expect(
      maintenanceWindow({ start: '23:30', hours: 1.5, offset: '+01:00', autoUpdateKubernetesVersion: false }),
    ).toEqual({
      autoUpdateKubernetesVersion: false,
      autoUpdateMachineImageVersion: true,
      start: '23:30:00+01:00',
      end: '01:00:00+01:00',
    });
  });

  it.each([
    [{ start: '24:00', hours: 1 }, /start/],
    [{ start: '01:00', hours: 24 }, /hours/],
    [{ start: '01:00', hours: 0 }, /hours/],
  ])('refuse the window %j', (props, message) => {
    expect(() => maintenanceWindow(props)).toThrow(message);
  });
});

describe('the rules of a spec in code', () => {
  const spec = { ...PLACE, nodePools: [POOL] };

  it('find nothing in a good one, nor in an adopted one', () => {
    expect(clusterProblems(spec, 'it')).toEqual([]);
    expect(
      clusterProblems({ ...PLACE, existingClusterName: 'it', kubernetesVersion: 'x' }, 'a-long-name-of-its-own'),
    ).toEqual([]);
  });

  it.each<[what: string, spec: object, message: RegExp]>([
    ['no pool', { nodePools: [] }, /at least one is needed/],
    [
      'a pool without anything',
      { nodePools: [{}] },
      /name, machineType, minimum, maximum, availabilityZones, volume are required/,
    ],
    ['half a window', { maintenance: { start: '01:00:00Z' } }, /maintenance needs all/],
    ['a wrong time', { maintenance: { start: '25:00:00Z', end: '01:00' } }, /25:00:00Z/],
    ['a wrong schedule', { hibernation: { schedules: [{ start: 'never', end: '@daily' }] } }, /never/],
    ['a wrong label', { labels: { 'a/b/c': 'x'.repeat(64) } }, /a\/b\/c/],
    ['two networks', { network: { id: PLACE.projectId, networkRef: { name: 'net' } } }, /exclude each other/],
    [
      'a range without length',
      { extensions: { acl: { enabled: true, allowedCidrs: ['203.0.113.7'] } } },
      /203\.0\.113\.7/,
    ],
    ['a bad name', { name: 'Twelve-chars' }, /Twelve-chars/],
    ['a taint without effect', { nodePools: [{ ...POOL, taints: [{ key: 'gpu' }] }] }, /taints/],
  ])('find %s', (_what, part, message) => {
    expect(clusterProblems({ ...spec, ...part } as ClusterSpec, 'it').join('\n')).toMatch(message);
  });

  it('say that a name is needed where that of the object is none', () => {
    expect(clusterProblems(spec, 'much-too-long').join()).toMatch(/name is required/);
  });
});
