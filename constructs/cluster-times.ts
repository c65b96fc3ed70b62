import type { ClusterMaintenance } from '../src/api';

/** A Kubernetes version as text: `kubernetesVersion(1, 34)` is `1.34`. A minor version alone stands for its highest patch. */
export function kubernetesVersion(major: number, minor: number, patch?: number): string {
  return [major, minor, patch].filter((part) => part !== undefined).join('.');
}

/** What {@link maintenanceWindow} makes a window of. */
export interface MaintenanceWindowProps {
  /** Begin, as a time of day such as `01:00`. */
  readonly start: string;

  /** Length in hours, more than 0 and less than 24. */
  readonly hours: number;

  /**
   * Offset from UTC, such as `+02:00`. It is fixed: the window does not follow daylight saving.
   *
   * @default Z
   */
  readonly offset?: string;

  /**
   * Whether STACKIT raises the Kubernetes version by itself.
   *
   * @default true
   */
  readonly autoUpdateKubernetesVersion?: boolean;

  /**
   * Whether STACKIT raises the version of the machine images by itself.
   *
   * @default true
   */
  readonly autoUpdateMachineImageVersion?: boolean;
}

const MINUTES = 1440;

/** A daily window from a begin and a length. @throws RangeError for a begin that is no time of day, or a length out of range */
export function maintenanceWindow(props: MaintenanceWindowProps): ClusterMaintenance {
  const { start, hours, offset = 'Z' } = props;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(start) ?? [];
  if (hour === undefined || minute === undefined) throw new RangeError(`start is ${start}, allowed: a time like 01:00`);
  const length = Math.round(hours * 60);
  if (!(length > 0 && length < MINUTES)) throw new RangeError(`hours is ${hours}, allowed: more than 0, less than 24`);
  const end = (Number(hour) * 60 + Number(minute) + length) % MINUTES;
  return {
    autoUpdateKubernetesVersion: props.autoUpdateKubernetesVersion ?? true,
    autoUpdateMachineImageVersion: props.autoUpdateMachineImageVersion ?? true,
    start: `${start}:00${offset}`,
    end: `${two(Math.floor(end / 60))}:${two(end % 60)}:00${offset}`,
  };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
