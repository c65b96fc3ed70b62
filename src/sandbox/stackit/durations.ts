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
