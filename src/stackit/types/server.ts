import type { OpenString, Replace } from './open';
import type { Payload, Seen, SeenResource } from './schemas';

/** States of a server (fact sheet §7.3). Steady: `ACTIVE`, `INACTIVE`, `DEALLOCATED`, `RESCUE`, `PAUSED`, `ERROR`. */
export type ServerState = OpenString<
  | 'ACTIVE'
  | 'INACTIVE'
  | 'DEALLOCATED'
  | 'RESCUE'
  | 'PAUSED'
  | 'CREATING'
  | 'STARTING'
  | 'STOPPING'
  | 'DEALLOCATING'
  | 'REBOOT'
  | 'REBOOTING'
  | 'REBUILD'
  | 'REBUILDING'
  | 'RESIZING'
  | 'RESCUING'
  | 'UNRESCUING'
  | 'MIGRATING'
  | 'UPDATING'
  | 'SNAPSHOTTING'
  | 'BACKING-UP'
  | 'RESTORING'
  | 'DELETING'
  | 'DELETED'
  | 'ERROR'
>;

/** Power of a server, apart from its state. */
export type PowerState = OpenString<'RUNNING' | 'STOPPED' | 'CRASHED' | 'ERROR'>;

/**
 * A server. `nics`, `serviceAccountMails` and `userData` are there only with `details`; `availabilityZone` is absent while
 * deallocated; of the boot volume only `id` and `deleteOnTermination` come back; `mac` and `networkName` of an interface
 * may be empty strings while the server is created.
 */
export type Server = Replace<SeenResource<'Server'>, { status?: ServerState; powerStatus?: PowerState }>;
export type ServerInterface = Seen<'ServerNetwork'>;

/** `networking` is exactly one of `{networkId}` and `{nicIds}`; `userData` is base64. */
export type CreateServerPayload = Payload<'CreateServerPayload'>;
/** Only these can be patched; `null` removes a label or metadata key. */
export type UpdateServerPayload = Payload<'UpdateServerPayload'>;
export type ResizeServerPayload = Payload<'ResizeServerPayload'>;
export type RescueServerPayload = Payload<'RescueServerPayload'>;
export type ServerConsole = Seen<'ServerConsoleUrl'>;
/** The last lines of a server's serial console. */
export interface ServerLog {
  output?: string;
}

export type KeyPair = Seen<'Keypair'>;
export type CreateKeyPairPayload = Payload<'CreateKeyPairPayload'>;
export type UpdateKeyPairPayload = Payload<'UpdateKeyPairPayload'>;

export type AffinityGroup = SeenResource<'AffinityGroup'>;
export type CreateAffinityGroupPayload = Payload<'CreateAffinityGroupPayload'>;

export type MachineType = Seen<'MachineType'>;
