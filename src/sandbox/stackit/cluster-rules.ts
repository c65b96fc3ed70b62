import type { Call } from './call';
import { machineType, PERFORMANCE_CLASSES, zonesOf } from './catalogue';
import type { ClusterObject, ClusterSpec, NodepoolObject } from './objects-ske';
import { compareVersions, KUBERNETES_VERSIONS, MACHINE_IMAGES, type OfferedVersion } from './provider-options';
import { skeRefusal } from './shapes';

type Problem = string | undefined;

const minorOf = (version: string): readonly [number, number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
};

/** What is wrong with a new version; STACKIT's text for anything that can't be chosen is the same (Q82). */
function versionProblem(wanted: string, current: string | undefined): Problem {
  if (wanted === current) return undefined;
  const offered = KUBERNETES_VERSIONS.find(({ version }) => version === wanted);
  const lowered = current !== undefined && compareVersions(wanted, current) < 0;
  if (lowered || offered === undefined || offered.state === 'deprecated') {
    return `Kubernetes version ${wanted} is not available`;
  }
  if (current === undefined) return undefined;
  const [[major, minor], [nowMajor, nowMinor]] = [minorOf(wanted), minorOf(current)];
  if (major !== nowMajor || minor > nowMinor + 1) return 'skipping a minor version of Kubernetes is not allowed';
  return undefined;
}

function imageProblem({ machine }: NodepoolObject, current: NodepoolObject | undefined): Problem {
  const { name, version } = machine.image;
  const before = current?.machine.image;
  if (before?.name === name && before.version === version) return undefined;
  const offered: OfferedVersion | undefined = MACHINE_IMAGES[name]?.find((one) => one.version === version);
  if (offered === undefined || offered.state === 'deprecated') return `machine image ${name} ${version} not available`;
  if (before?.name === name && compareVersions(version, before.version) < 0) return 'image downgrade is not allowed';
  return undefined;
}

function poolVersionProblem({ kubernetes }: NodepoolObject, cluster: string, current?: NodepoolObject): Problem {
  const wanted = kubernetes?.version;
  if (wanted === undefined) return undefined;
  const before = current?.kubernetes?.version;
  if (before !== undefined && compareVersions(wanted, before) < 0) return 'kubernetes version downgrade is not allowed';
  if (compareVersions(wanted, cluster) > 0) return 'kubernetes version is newer than that of the cluster';
  if (minorOf(wanted)[1] < minorOf(cluster)[1] - 1) return 'kubernetes version is more than one minor behind';
  return undefined;
}

function surgeProblem({ maxSurge = 0, maxUnavailable = 0, availabilityZones }: NodepoolObject): Problem {
  if (maxSurge === 0 && maxUnavailable === 0) return 'maxSurge and maxUnavailable cannot both be 0';
  for (const [name, value] of Object.entries({ maxSurge, maxUnavailable })) {
    if (value > 0 && value < availabilityZones.length) return `${name} must be at least the number of zones`;
  }
  return undefined;
}

function zoneProblem(pool: NodepoolObject, current: NodepoolObject | undefined, region: string): Problem {
  const zones = pool.availabilityZones;
  const unknown = zones.find((zone) => !zonesOf(region).includes(zone));
  if (zones.length === 0) return 'at least one availability zone is needed';
  if (unknown !== undefined) return `availability zone ${unknown} is not available`;
  const kept = current?.availabilityZones.every((zone, index) => zones[index] === zone) ?? true;
  return kept ? undefined : 'changing the order of AvailabilityZones it not allowed';
}

function poolProblems(pool: NodepoolObject, cluster: string, before: ClusterSpec | undefined, region: string) {
  const current = before?.nodepools.find(({ name }) => name === pool.name);
  const { type } = pool.volume;
  const problems = [
    pool.minimum > pool.maximum ? 'minimum must not be greater than maximum' : undefined,
    surgeProblem(pool),
    zoneProblem(pool, current, region),
    machineType(pool.machine.type) === undefined ? `machine type ${pool.machine.type} is not available` : undefined,
    type !== undefined && !PERFORMANCE_CLASSES.some(({ name }) => name === type)
      ? `volume type ${type} is not available`
      : undefined,
    imageProblem(pool, current),
    poolVersionProblem(pool, cluster, current),
  ];
  return problems.filter((problem) => problem !== undefined).map((problem) => `nodepool "${pool.name}": ${problem}`);
}

function clusterProblems(spec: ClusterSpec, before: ClusterSpec | undefined): readonly Problem[] {
  const { nodepools } = spec;
  const names = nodepools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const sum = nodepools.reduce((total, { minimum }) => total + minimum, 0);
  return [
    names.length === 0 ? 'at least one nodepool is needed' : undefined,
    twice === undefined ? undefined : `nodepool name "${twice}" is not unique`,
    sum > 1000 ? 'the sum of all minima must not exceed 1000' : undefined,
    nodepools.length > 0 && nodepools.every(({ allowSystemComponents }) => allowSystemComponents === false)
      ? 'at least one nodepool must allow system components'
      : undefined,
    versionProblem(spec.kubernetes.version, before?.kubernetes.version),
    before !== undefined && spec.network?.id !== undefined && spec.network.id !== before.network?.id
      ? 'network id is immutable'
      : undefined,
  ];
}

/** Checks what depends on the offers and on the cluster so far. @throws Refusal 400 that joins all problems */
export function checkCluster(call: Call, name: string, spec: ClusterSpec, before: ClusterObject | undefined): void {
  const region = call.param('region');
  const own = clusterProblems(spec, before).filter((problem) => problem !== undefined);
  const pools = spec.nodepools.flatMap((pool) => poolProblems(pool, spec.kubernetes.version, before, region));
  const problems = [...own, ...pools];
  if (problems.length === 0) return;
  // A wrong image version is answered without saying so (Q69).
  const isVague = call.settings.deviates('Q69') && problems.every((problem) => problem.includes('machine image'));
  if (isVague) throw skeRefusal(400, `invalid input: cluster with name "${name}"`);
  const [first = '', ...rest] = problems;
  if (rest.length === 0 && own.length === 1) throw skeRefusal(400, first);
  const lines = problems.map((problem) => `\t* invalid input: ${problem}\n`).join('');
  throw skeRefusal(400, `${problems.length} error${rest.length > 0 ? 's' : ''} occurred:\n${lines}\n`);
}
