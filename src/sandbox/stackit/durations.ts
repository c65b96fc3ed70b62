/** How long each transition of a STACKIT object takes, in milliseconds. */
export interface Durations {
  readonly networkCreate: number;
  readonly networkUpdate: number;
  readonly networkDelete: number;
  readonly volumeCreate: number;
  /** Copying an image onto a new volume, after {@link volumeCreate}. */
  readonly volumeDownload: number;
  readonly volumeAttach: number;
  readonly volumeDetach: number;
  readonly volumeResize: number;
  readonly volumeDelete: number;
  /** From the last uploaded byte to AVAILABLE. */
  readonly imageImport: number;
  readonly imageDelete: number;
  readonly serverCreate: number;
  readonly serverStart: number;
  readonly serverStop: number;
  readonly serverDeallocate: number;
  readonly serverReboot: number;
  readonly serverResize: number;
  readonly serverRescue: number;
  readonly serverUnrescue: number;
  readonly serverDelete: number;
  readonly snapshotCreate: number;
  readonly snapshotDelete: number;
  readonly backupCreate: number;
  readonly backupRestore: number;
  readonly backupDelete: number;
  readonly clusterCreate: number;
  readonly clusterUpdate: number;
  /** Reconcile and maintenance. */
  readonly clusterReconcile: number;
  readonly clusterHibernate: number;
  readonly clusterWakeup: number;
  readonly clusterDelete: number;
  readonly rotationPrepare: number;
  readonly rotationComplete: number;
  readonly serviceEnable: number;
  readonly serviceDisable: number;
}

/** Durations of the order that users of the real cloud see. */
export const REALISTIC_DURATIONS: Durations = {
  networkCreate: 5_000,
  networkUpdate: 3_000,
  networkDelete: 5_000,
  volumeCreate: 5_000,
  volumeDownload: 15_000,
  volumeAttach: 5_000,
  volumeDetach: 5_000,
  volumeResize: 10_000,
  volumeDelete: 5_000,
  imageImport: 30_000,
  imageDelete: 5_000,
  serverCreate: 60_000,
  serverStart: 20_000,
  serverStop: 15_000,
  serverDeallocate: 20_000,
  serverReboot: 20_000,
  serverResize: 40_000,
  serverRescue: 30_000,
  serverUnrescue: 30_000,
  serverDelete: 20_000,
  snapshotCreate: 10_000,
  snapshotDelete: 5_000,
  backupCreate: 30_000,
  backupRestore: 30_000,
  backupDelete: 5_000,
  clusterCreate: 420_000,
  clusterUpdate: 120_000,
  clusterReconcile: 60_000,
  clusterHibernate: 180_000,
  clusterWakeup: 240_000,
  clusterDelete: 300_000,
  rotationPrepare: 300_000,
  rotationComplete: 120_000,
  serviceEnable: 15_000,
  serviceDisable: 15_000,
};

/**
 * Realistic durations divided by `speed` (`2` is twice as fast, `'instant'` makes all zero), with single ones replaced.
 * A replaced duration is taken as it stands, not scaled.
 */
export function durationsFor(speed: number | 'instant', own: Partial<Durations> = {}): Durations {
  if (speed !== 'instant' && !(speed > 0)) throw new RangeError(`speed must be above 0 or 'instant', not ${speed}`);
  const scaled = Object.fromEntries(
    Object.entries(REALISTIC_DURATIONS).map(([name, value]) => [name, speed === 'instant' ? 0 : value / speed]),
  ) as unknown as Durations;
  return { ...scaled, ...own };
}
