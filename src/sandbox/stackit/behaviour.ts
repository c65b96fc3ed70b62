import type { QuotaName } from './quotas';

/** Choices where STACKIT documents nothing (iaas.md §12); none of them is a truth about the real cloud. */
export interface Behaviour {
  /** Digest that an image reports. @default sha512 */
  readonly checksum: 'sha512' | 'md5';
  /** How long an upload URL is good, in milliseconds. @default 3600000 */
  readonly uploadLifetime: number;
  /** Whether an IPv4 prefix that overlaps another network of the project is refused with 409. @default true */
  readonly refuseOverlap: boolean;
  /** Whether `volumes` of a server names its boot volume. @default true */
  readonly listBootVolume: boolean;
  /** Most volumes of one server; more is a 403. @default 26 */
  readonly deviceLimit: number;
  /** Prefix length of a network that asks for none. @default 25 */
  readonly prefixLength: number;
  /** Name servers of a network that names none, the area's defaults. @default 1.1.1.1, 9.9.9.9 */
  readonly nameservers: readonly string[];
  /** Whether the metro zone fits every other one when a volume meets a server. @default false */
  readonly metroFitsAll: boolean;
  /** Whether a network is reachable from others when its payload doesn't say. @default true */
  readonly routed: boolean;
  /** What becomes of a prefix whose host bits are set: 400, or the bits are cleared. @default refuse */
  readonly hostBits: 'refuse' | 'clear';
  /** Most bytes of user data in base64; more is a 400. @default 65535 */
  readonly userDataLimit: number;
  /** Most labels of one object; more is a 400. @default Infinity */
  readonly labelLimit: number;
  /** DELETE of a NIC at a server: 409, or it goes. @default refuse */
  readonly attachedNic: 'refuse' | 'delete';
  /** DELETE of a public address in use: 409, or it goes. @default delete */
  readonly publicIpInUse: 'refuse' | 'delete';
  /** Status of a DELETE of a protected image. @default 409 */
  readonly protectedImage: 403 | 409;
  /** Status of a PUT of an attachment that exists. @default 409 */
  readonly repeatedAttachment: 400 | 409;
  /** Status of a DELETE of a server that is DELETING. @default 409 */
  readonly repeatedDelete: 204 | 404 | 409;
  /** Requests that can still be asked for by their ID. @default 20000 */
  readonly requestsKept: number;
  /** Whether a volume with snapshots is only deleted with `cascade`. @default true */
  readonly snapshotsKeepVolume: boolean;
  /** Status of a refusal by a quota, where it is not 413 for storage and 403 for the rest. @default none */
  readonly quotaStatus: Readonly<Partial<Record<QuotaName, number>>>;
  /** Whether a cluster needs the SKE service enabled; else PUT is a 403. @default true */
  readonly requireService: boolean;
  /** Status of a PUT under the name of a cluster that is DELETING. @default 409 */
  readonly putWhileDeleting: 400 | 409;
  /** What hibernate, wakeup, maintenance and reconcile do in a state that is not theirs. @default refuse */
  readonly actionWhileBusy: 'refuse' | 'ignore';
  /** Observability instances that exist. @default any does */
  readonly observabilityInstances: readonly string[] | undefined;
  /** Milliseconds from HEALTHY to SKE's own update of the versions. @default Infinity */
  readonly autoUpdateAfter: number;
  /** Services in one page of their list. @default 50 */
  readonly servicesPerPage: number;
}

/** The defaults. */
export const BEHAVIOUR: Behaviour = {
  checksum: 'sha512',
  uploadLifetime: 3_600_000,
  refuseOverlap: true,
  listBootVolume: true,
  deviceLimit: 26,
  prefixLength: 25,
  nameservers: ['1.1.1.1', '9.9.9.9'],
  metroFitsAll: false,
  routed: true,
  hostBits: 'refuse',
  userDataLimit: 65_535,
  labelLimit: Number.POSITIVE_INFINITY,
  attachedNic: 'refuse',
  publicIpInUse: 'delete',
  protectedImage: 409,
  repeatedAttachment: 409,
  repeatedDelete: 409,
  requestsKept: 20_000,
  snapshotsKeepVolume: true,
  quotaStatus: {},
  requireService: true,
  putWhileDeleting: 409,
  actionWhileBusy: 'refuse',
  observabilityInstances: undefined,
  autoUpdateAfter: Number.POSITIVE_INFINITY,
  servicesPerPage: 50,
};
