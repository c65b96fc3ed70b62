/** Departures of the real cloud from its own specification, by number in quirks.md, and what each shows. */
export const DEVIATIONS = {
  Q19: 'A public address for a network without a router is refused with 404',
  Q38: '`mac` and `networkName` of a server’s NICs are empty while it is CREATING',
  Q39: 'A volume or NIC without a name answers `name: ""`',
  Q46: 'The order of NICs varies from LIST to LIST',
  Q53: '`storage_premium_perf1` is delivered for `storage_premium_perf6`',
  Q54: 'A volume made of a backup carries the label `src_backup_id`',
  Q69: 'A machine image that is not on offer is refused without saying so',
  Q74: 'SKE answers unset blocks as empty objects and unset values as empty strings',
  Q76: 'A hibernation schedule survives a PUT without its block',
  Q80: '`podAddressRanges` is `[""]` while a cluster is CREATING',
  Q81: 'SKE answers 501 for an unknown region',
  Q97: '401 is plain text of the gateway',
} as const;

/** Number of one of {@link DEVIATIONS}. */
export type Deviation = keyof typeof DEVIATIONS;
