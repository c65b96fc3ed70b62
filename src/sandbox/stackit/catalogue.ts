import type { Operation } from './call';
import { badRequest, notFound } from './errors';
import { labelSelector } from './selector';

interface MachineType {
  readonly name: string;
  readonly vcpus: number;
  /** MB. */
  readonly ram: number;
  /** GB. */
  readonly disk: number;
  readonly description: string;
  readonly extraSpecs: Readonly<Record<string, string>>;
}

function machineTypes(family: string, description: string, sizes: Readonly<Record<string, readonly [number, number]>>) {
  return Object.entries(sizes).map(
    ([size, [vcpus, gigabytes]]): MachineType => ({
      name: `${family}.${size}`,
      vcpus,
      ram: gigabytes * 1024,
      disk: 0,
      description,
      extraSpecs: { cpu: description, overcommit: '1', environment: 'general' },
    }),
  );
}

/** A part of STACKIT's machine types: every family that the documentation's examples name. */
export const MACHINE_TYPES: readonly MachineType[] = [
  ...machineTypes('t1', 'tiny, shared', { '1': [1, 1], '2': [2, 2] }),
  ...machineTypes('g1', 'general purpose', { '1': [1, 4], '2': [2, 8], '3': [4, 16], '4': [8, 32], '5': [16, 64] }),
  ...machineTypes('g1a', 'general purpose AMD', {
    '1d': [1, 4],
    '2d': [2, 8],
    '4d': [4, 16],
    '8d': [8, 32],
    '16d': [16, 64],
  }),
  ...machineTypes('g2i', 'general purpose Intel', {
    '1': [1, 4],
    '2': [2, 8],
    '4': [4, 16],
    '8': [8, 32],
    '16': [16, 64],
  }),
  ...machineTypes('g3i', 'general purpose Intel', {
    '1': [1, 4],
    '2': [2, 8],
    '4': [4, 16],
    '8': [8, 32],
    '16': [16, 64],
  }),
  ...machineTypes('c1', 'compute', { '1': [1, 2], '2': [2, 4], '3': [4, 8], '4': [8, 16], '5': [16, 32] }),
  ...machineTypes('c1a', 'compute AMD', { '1d': [1, 2], '2d': [2, 4], '4d': [4, 8], '8d': [8, 16], '16d': [16, 32] }),
  ...machineTypes('c2i', 'compute Intel', { '1': [1, 2], '2': [2, 4], '4': [4, 8], '8': [8, 16], '16': [16, 32] }),
  ...machineTypes('m1', 'memory', { '1': [1, 8], '2': [2, 16], '3': [4, 32], '4': [8, 64] }),
  ...machineTypes('m2i', 'memory Intel', { '1': [1, 8], '2': [2, 16], '4': [4, 32], '8': [8, 64] }),
  ...machineTypes('b1', 'big memory', { '1': [1, 16], '2': [2, 32], '3': [4, 64] }),
  ...machineTypes('b1a', 'big memory AMD', { '2d': [2, 32], '60d': [60, 960] }),
];

const TYPES_BY_NAME = new Map(MACHINE_TYPES.map((type) => [type.name, type]));
export const machineType = (name: string): MachineType | undefined => TYPES_BY_NAME.get(name);

/** Performance classes of volumes; throughput in MB/s. */
export const PERFORMANCE_CLASSES = [
  { name: 'storage_premium_perf0', iops: 150, throughput: 15 },
  { name: 'storage_premium_perf1', iops: 500, throughput: 50 },
  { name: 'storage_premium_perf2', iops: 1000, throughput: 100 },
  { name: 'storage_premium_perf4', iops: 2000, throughput: 150 },
  { name: 'storage_premium_perf6', iops: 5000, throughput: 200 },
  { name: 'storage_premium_perf12', iops: 12000, throughput: 400 },
].map((entry) => ({ ...entry, description: `${entry.iops} IOPS`, labels: {} }));

/** Three zones and the metro zone that spans them. */
export function zonesOf(region: string): readonly string[] {
  return ['1', '2', '3', 'm'].map((zone) => `${region}-${zone}`);
}

/** One comparison of the filter language, e.g. `vcpus >= 2` or `name == "c1.2"`; `&&` joins several. */
function machineTypeFilter(expression: string | null): (type: MachineType) => boolean {
  if (expression === null || expression === '') return () => true;
  const tests = expression.split('&&').map((part) => {
    const match = /^\s*(disk|name|ram|vcpus)\s*(==|!=|>=|<=|>|<)\s*(?:"([^"]*)"|(\d+))\s*$/.exec(part);
    if (match === null) throw badRequest('filter is not valid');
    const [, member, operator, quoted, digits] = match;
    const wanted = quoted ?? Number(digits);
    return (type: MachineType) => {
      const value = type[member as 'disk' | 'name' | 'ram' | 'vcpus'];
      if (operator === '==') return value === wanted;
      if (operator === '!=') return value !== wanted;
      if (operator === '>=') return value >= wanted;
      if (operator === '<=') return value <= wanted;
      return operator === '>' ? value > wanted : value < wanted;
    };
  });
  return (type) => tests.every((test) => test(type));
}

const REGION = '/v2/projects/{projectId}/regions/{region}';

export const catalogueOperations: readonly Operation[] = [
  {
    operationId: 'ListMachineTypes',
    method: 'GET',
    path: `${REGION}/machine-types`,
    effect: 'none',
    handler: (call) => ({
      status: 200,
      body: { items: MACHINE_TYPES.filter(machineTypeFilter(call.query.get('filter'))) },
    }),
  },
  {
    operationId: 'GetMachineType',
    method: 'GET',
    path: `${REGION}/machine-types/{machineType}`,
    effect: 'none',
    handler: (call) => {
      const type = machineType(call.param('machineType'));
      if (type === undefined) throw notFound('machine type');
      return { status: 200, body: type };
    },
  },
  {
    operationId: 'ListVolumePerformanceClasses',
    method: 'GET',
    path: `${REGION}/volume-performance-classes`,
    effect: 'none',
    handler: (call) => {
      const selects = labelSelector(call);
      return { status: 200, body: { items: PERFORMANCE_CLASSES.filter(({ labels }) => selects(labels)) } };
    },
  },
  {
    operationId: 'GetVolumePerformanceClass',
    method: 'GET',
    path: `${REGION}/volume-performance-classes/{volumePerformanceClass}`,
    effect: 'none',
    handler: (call) => {
      const found = PERFORMANCE_CLASSES.find(({ name }) => name === call.param('volumePerformanceClass'));
      if (found === undefined) throw notFound('volume performance class');
      return { status: 200, body: found };
    },
  },
  {
    operationId: 'ListAvailabilityZones',
    method: 'GET',
    path: '/v2/regions/{region}/availability-zones',
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: zonesOf(call.param('region')) } }),
  },
  {
    operationId: 'ListPublicIPRanges',
    method: 'GET',
    path: '/v2/networks/public-ip-ranges',
    effect: 'none',
    handler: ({ settings }) => ({
      status: 200,
      body: { items: settings.regions.map((region) => ({ cidr: '193.148.0.0/16', region })) },
    }),
  },
  {
    operationId: 'GetProjectDetails',
    method: 'GET',
    path: '/v2/projects/{projectId}',
    effect: 'none',
    handler: (call) => ({
      status: 200,
      body: { id: call.param('projectId'), areaId: 'PUBLIC', internetAccess: true, status: 'CREATED' },
    }),
  },
];
