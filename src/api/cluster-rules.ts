import type { ClusterSpec } from './cluster';
import type { NodePool } from './node-pool';
import type { TextRule } from './rules';

/** Name of a cluster in STACKIT, which is its ID there. */
export const clusterName: TextRule = (text) =>
  /^[a-z0-9](?:[a-z0-9-]{0,9}[a-z0-9])?$/.test(text)
    ? undefined
    : '1 to 11 lower-case letters, digits and -, with no - at an end';

/** A time of day with its offset from UTC. */
export const windowTime: TextRule = (text) =>
  /^(?:0000-01-01T)?(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/.test(
    text,
  )
    ? undefined
    : 'a time with offset, such as 01:00:00Z or 03:00:00+02:00';

/** When something recurs. */
export const cronSchedule: TextRule = (text) =>
  text.length <= 128 &&
  (/^@(?:annually|yearly|monthly|weekly|daily|hourly|reboot)$/.test(text) ||
    /^@every (?:[0-9]+(?:ns|us|ms|s|m|h))+$/.test(text) ||
    isCron(text.split(/ +/)))
    ? undefined
    : 'five to seven cron fields, a word such as @daily, or @every 1h';

function isCron(fields: readonly string[]): boolean {
  return fields.length >= 5 && fields.length <= 7 && fields.every((field) => /^[*,/0-9A-Za-z-]+$/.test(field));
}

/** A range of addresses in CIDR notation. */
export const cidr: TextRule = (text) => {
  const [address = '', length = '', ...more] = text.split('/');
  const isIpv4 =
    /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$/.test(address) && address.split('.').every((part) => Number(part) < 256);
  const isIpv6 = /^[0-9a-fA-F:.]{2,45}$/.test(address) && address.includes(':');
  const longest = isIpv4 ? 32 : isIpv6 ? 128 : -1;
  return more.length === 0 && /^[0-9]{1,3}$/.test(length) && Number(length) <= longest
    ? undefined
    : 'addresses with the length of their prefix, such as 203.0.113.7/32';
};

/** Name of a DNS zone. */
export const zoneName: TextRule = (text) => {
  const parts = text.replace(/\.$/, '').split('.');
  return text.length <= 254 && parts.length > 1 && parts.every((part) => isDnsLabel(part))
    ? undefined
    : 'a domain name such as app.runs.onstackit.cloud: no ID of a zone, no *.';
};

/** Least version: `1.34` or `1.34.2`. */
export const versionFloor: TextRule = (text) =>
  /^[0-9]{1,9}\.[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text) ? undefined : 'a version like 1.34 or 1.34.2';

/** Key of a cluster's label. */
export const clusterLabelKey: TextRule = (text) => {
  if (text.startsWith('sostackit-'))
    return 'a key that does not begin with sostackit-, by which the provider knows its objects';
  return text.length <= 314 && /^[A-Za-z0-9][A-Za-z0-9/_.-]*$/.test(text) && text.split('/').length <= 2
    ? undefined
    : '1 to 314 ASCII letters, digits and - _ ., with an optional domain and / before it';
};

/** Value of a cluster's label. */
export const clusterLabelValue: TextRule = (text) => (text.length <= 63 ? undefined : 'up to 63 characters');

/**
 * What STACKIT would not take of a cluster that is to be made, each problem with its field and, below `nodePools`, with
 * the pool's name. The CRD refuses most of it too. Empty for an adopted cluster.
 * @param objectName `metadata.name`, which counts where `spec.name` is absent
 */
export function clusterProblems(spec: ClusterSpec, objectName: string | undefined): readonly string[] {
  if (spec.existingClusterName) return [];
  const texts = new Problems();
  if (spec.name) texts.check('name', spec.name, clusterName);
  else if (objectName !== undefined && clusterName(objectName) !== undefined) {
    texts.add(
      `name is required, since metadata.name ${JSON.stringify(objectName)} is no name that STACKIT takes for a cluster: ${clusterName(objectName)}`,
    );
  }
  texts.check('kubernetesVersion', spec.kubernetesVersion, versionFloor);
  for (const [key, value] of Object.entries(spec.labels ?? {})) {
    texts.check('labels key', key, clusterLabelKey);
    texts.check(`labels[${JSON.stringify(key)}]`, value, clusterLabelValue);
  }
  checkMaintenance(spec, texts);
  for (const { start, end } of spec.hibernation?.schedules ?? []) {
    texts.check('hibernation.schedules: start', start, cronSchedule);
    texts.check('hibernation.schedules: end', end, cronSchedule);
  }
  checkExtensions(spec, texts);
  if (spec.network?.id && spec.network.networkRef) texts.add('network.id and network.networkRef exclude each other');
  return [...new Set([...texts.found, ...poolProblems(spec), ...problemsBeyondSchema(spec)])];
}

/** The part of {@link clusterProblems} that the rules of the CRD can't see. Labels are left to their own rules. */
export function problemsBeyondSchema({ existingClusterName, nodePools = [], extensions }: ClusterSpec): string[] {
  if (existingClusterName) return [];
  const minima = nodePools.reduce((sum, { minimum = 0 }) => sum + minimum, 0);
  const wrong = nodePools.filter(({ taints = [] }) => taints.some(({ key, effect }) => !key || !effect));
  const ranges = (extensions?.acl?.allowedCidrs ?? []).filter((range) => /^[0-9.]+\//.test(range) && cidr(range));
  return [
    ...(minima > 1000 ? [`nodePools: the sum of all minimum is ${minima}; STACKIT takes at most 1000`] : []),
    ...wrong.map(({ name }) => `nodePools ${name}: taints need key and effect`),
    ...ranges.map((range) => `extensions.acl.allowedCidrs is ${JSON.stringify(range)}; STACKIT takes ${cidr(range)}`),
  ];
}

class Problems {
  readonly found: string[] = [];

  add(problem: string): void {
    this.found.push(problem);
  }

  check(field: string, text: string | undefined, rule: TextRule): void {
    const allowed = text === undefined ? undefined : rule(text);
    if (allowed !== undefined) this.add(`${field} is ${JSON.stringify(text)}; STACKIT takes ${allowed}`);
  }
}

function checkMaintenance({ maintenance }: ClusterSpec, texts: Problems): void {
  if (!maintenance) return;
  const names = ['autoUpdateKubernetesVersion', 'autoUpdateMachineImageVersion', 'start', 'end'] as const;
  if (names.some((name) => maintenance[name] === undefined)) {
    texts.add(`maintenance needs all of ${names.join(', ')}, or none`);
  }
  texts.check('maintenance.start', maintenance.start, windowTime);
  texts.check('maintenance.end', maintenance.end, windowTime);
}

function checkExtensions({ extensions }: ClusterSpec, texts: Problems): void {
  const { acl, dns } = extensions ?? {};
  const cidrs = acl?.allowedCidrs ?? [];
  if (acl?.enabled && cidrs.length === 0) {
    texts.add('extensions.acl: an empty list of allowedCidrs that is enabled locks everybody out');
  }
  if (cidrs.length > 10) texts.add(`extensions.acl.allowedCidrs has ${cidrs.length} entries; STACKIT takes at most 10`);
  for (const entry of cidrs) texts.check('extensions.acl.allowedCidrs', entry, cidr);
  const zones = dns?.zones ?? [];
  if (zones.length > 20) texts.add(`extensions.dns.zones has ${zones.length} entries; STACKIT takes at most 20`);
  for (const zone of zones) texts.check('extensions.dns.zones', zone, zoneName);
}

function poolProblems({ nodePools = [], region }: ClusterSpec): string[] {
  const names = nodePools.map(({ name }) => name);
  const twice = names.filter((name, index) => name !== undefined && names.indexOf(name) !== index);
  const whole: readonly (readonly [boolean, string])[] = [
    [nodePools.length === 0, 'nodePools: at least one is needed'],
    [nodePools.length > 50, `nodePools has ${nodePools.length} entries; STACKIT takes at most 50`],
    [
      nodePools.length > 0 && !nodePools.some(({ allowSystemComponents }) => allowSystemComponents),
      'nodePools: at least one must set allowSystemComponents to true',
    ],
  ];
  return [
    ...whole.flatMap(([wrong, problem]) => (wrong ? [problem] : [])),
    ...[...new Set(twice)].map((name) => `nodePools ${name}: name is used by another pool too`),
    ...nodePools.flatMap((pool) => problemsOf(pool, region).map((problem) => `nodePools ${pool.name}: ${problem}`)),
  ];
}

/** A manifest may lack anything, since the schema leaves that to rules. */
function problemsOf(given: NodePool, region: string): string[] {
  const pool: Partial<NodePool> = given;
  const required = ['name', 'machineType', 'minimum', 'maximum', 'availabilityZones', 'volume'] as const;
  const missing = required.filter((field) => pool[field] === undefined || pool[field] === '');
  const { name = '', minimum = 0, maximum = 1, availabilityZones: zones = [], volume } = pool;
  const { maxSurge, maxUnavailable, kubernetesVersion } = pool;
  const surge = { maxSurge, maxUnavailable };
  const rules: readonly (readonly [boolean, string])[] = [
    [missing.length > 0, `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} required`],
    [name.length > 15 || !isDnsLabel(name), 'name has 1 to 15 lower-case letters, digits and -, with no - at an end'],
    [!within(minimum, 0, 1000), 'minimum is 0 to 1000'],
    [!within(maximum, 1, 1000), 'maximum is 1 to 1000'],
    [minimum > maximum, `minimum ${minimum} must not exceed maximum ${maximum}`],
    [volume !== undefined && !within(volume.size ?? 0, 20, 10_240), 'volume.size is 20 to 10240 GB'],
    [pool.availabilityZones !== undefined && zones.length === 0, 'availabilityZones needs at least one'],
    [new Set(zones).size < zones.length, 'availabilityZones names one twice'],
    [zones.some((zone) => !zone.startsWith(`${region}-`)), `availabilityZones lie in the region ${region}`],
    [maximum < zones.length, `maximum must be at least the number of availabilityZones, ${zones.length}`],
    [
      (maxSurge ?? maxUnavailable) !== undefined && !maxSurge && !maxUnavailable,
      'maxSurge and maxUnavailable cannot both be 0',
    ],
    ...Object.entries(surge).map(
      ([field, value]) =>
        [
          !!value && value < zones.length,
          `${field} must be 0 or at least the number of availabilityZones, ${zones.length}`,
        ] as const,
    ),
    [
      kubernetesVersion !== undefined && versionFloor(kubernetesVersion) !== undefined,
      'kubernetesVersion is like 1.34 or 1.34.2',
    ],
  ];
  return rules.flatMap(([wrong, problem]) => (wrong ? [problem] : []));
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function isDnsLabel(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');
}
