import type { Call, Operation } from './call';
import { machineType } from './catalogue';
import { Refusal } from './errors';
import { QUOTAS, type QuotaName } from './quota-names';
import { REGION, read } from './rows';

type Counts = Readonly<Partial<Record<QuotaName, number>>>;

/** Status of the refusal; 413 is declared for storage, nothing is for the rest (iaas.md §10.5). */
const QUOTA_STATUS: Readonly<Record<QuotaName, number>> = {
  vcpu: 403,
  ram: 403,
  volumes: 413,
  snapshots: 413,
  backups: 413,
  gigabytes: 413,
  backupGigabytes: 413,
  publicIps: 403,
  networks: 403,
  nics: 403,
  securityGroups: 403,
  securityGroupRules: 403,
};

/** Limits that a project of the real cloud may have; the default is no limit at all. */
const UNLIMITED = -1;

/** Refuses what would go beyond a limit, by default with the status of the table. @throws Refusal 403 or 413 */
export function checkQuota(call: Call, wanted: Counts, usual: Partial<typeof QUOTA_STATUS> = QUOTA_STATUS): void {
  const { quotas, behaviour } = call.settings;
  const limited = Object.entries(wanted).filter(([name]) => quotas[name as QuotaName] !== undefined);
  if (limited.length === 0) return;
  const used = usage(call);
  for (const [name, amount] of limited) {
    const quota = name as QuotaName;
    if (used[quota] + amount <= (quotas[quota] ?? 0)) continue;
    const status = behaviour.quotaStatus[quota] ?? usual[quota] ?? 403;
    const msg = status === 413 ? 'Request Entity Too Large' : `Quota exceeded for ${quota}`;
    throw new Refusal(status, { code: status, msg });
  }
}

function usage({ store, scope }: Call): Record<QuotaName, number> {
  const used = Object.fromEntries(QUOTAS.map((name) => [name, 0])) as Record<QuotaName, number>;
  for (const { value } of store.list('server', scope)) {
    // The host gives them back when the server is shelved.
    if (value.status === 'DEALLOCATED') continue;
    const type = machineType(value.machineType);
    used.vcpu += type?.vcpus ?? 0;
    used.ram += type?.ram ?? 0;
  }
  for (const { value } of store.list('volume', scope)) used.gigabytes += value.size;
  for (const { value } of store.list('snapshot', scope)) used.gigabytes += value.size;
  for (const { value } of store.list('backup', scope)) used.backupGigabytes += value.size;
  for (const { value } of store.list('securityGroup', scope)) used.securityGroupRules += value.rules.length;
  return {
    ...used,
    volumes: store.count('volume', scope),
    snapshots: store.count('snapshot', scope),
    backups: store.count('backup', scope),
    networks: store.count('network', scope),
    nics: store.count('nic', scope),
    publicIps: store.count('publicIp', scope),
    securityGroups: store.count('securityGroup', scope),
  };
}

export const quotaOperations: readonly Operation[] = [
  read('ListQuotas', `${REGION}/quotas`, (call) => {
    const used = usage(call);
    const quotas = QUOTAS.map((name) => [name, { limit: call.settings.quotas[name] ?? UNLIMITED, usage: used[name] }]);
    return { status: 200, body: { quotas: Object.fromEntries(quotas) } };
  }),
];
