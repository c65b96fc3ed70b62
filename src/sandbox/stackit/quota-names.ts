/** What STACKIT counts per project and region (iaas.md §8); gigabytes are GiB, ram is MiB. */
export const QUOTAS = [
  'vcpu',
  'ram',
  'volumes',
  'snapshots',
  'backups',
  'gigabytes',
  'backupGigabytes',
  'publicIps',
  'networks',
  'nics',
  'securityGroups',
  'securityGroupRules',
] as const;
export type QuotaName = (typeof QUOTAS)[number];
