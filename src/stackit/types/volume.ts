import type { OpenString, Replace } from './open';
import type { Payload, Seen, SeenResource } from './schemas';

/** States of a volume (fact sheet §4.2). `AVAILABLE` and `ATTACHED` are steady, every `ERROR…` has failed. */
export type VolumeState = OpenString<
  | 'ATTACHED'
  | 'ATTACHING'
  | 'AVAILABLE'
  | 'AWAITING-TRANSFER'
  | 'BACKING-UP'
  | 'CREATING'
  | 'DELETED'
  | 'DELETING'
  | 'DETACHING'
  | 'DOWNLOADING'
  | 'ERROR'
  | 'ERROR_BACKING-UP'
  | 'ERROR_DELETING'
  | 'ERROR_RESIZING'
  | 'ERROR_RESTORING-BACKUP'
  | 'ERROR_KMS-ENCRYPTION-PARAMS'
  | 'MAINTENANCE'
  | 'RESERVED'
  | 'RESIZING'
  | 'RESTORING-BACKUP'
  | 'RETYPING'
  | 'UPLOADING'
>;

/** A volume; `serverId` is there while it is attached, `name` may be an empty string. Size in GB. */
export type Volume = Replace<SeenResource<'Volume'>, { status?: VolumeState }>;
export type CreateVolumePayload = Payload<'CreateVolumePayload'>;
export type UpdateVolumePayload = Payload<'UpdateVolumePayload'>;
/** `size` in GB, larger than now. */
export type ResizeVolumePayload = Payload<'ResizeVolumePayload'>;

/** The tie of a volume to a server. */
export type VolumeAttachment = Seen<'VolumeAttachment'>;
export type AttachVolumePayload = Payload<'AddVolumeToServerPayload'>;
export type UpdateVolumeAttachmentPayload = Payload<'UpdateAttachedVolumePayload'>;

export type VolumePerformanceClass = Seen<'VolumePerformanceClass'>;

export type SnapshotState = OpenString<
  'AVAILABLE' | 'BACKING-UP' | 'CREATING' | 'DELETED' | 'DELETING' | 'ERROR' | 'RESTORING' | 'UNMANAGING' | 'UPDATING'
>;
export type Snapshot = Replace<SeenResource<'Snapshot'>, { status?: SnapshotState }>;
export type CreateSnapshotPayload = Payload<'CreateSnapshotPayload'>;
export type UpdateSnapshotPayload = Payload<'UpdateSnapshotPayload'>;

export type BackupState = OpenString<'AVAILABLE' | 'CREATING' | 'DELETED' | 'DELETING' | 'ERROR' | 'RESTORING'>;
export type Backup = Replace<SeenResource<'Backup'>, { status?: BackupState }>;
export type CreateBackupPayload = Payload<'CreateBackupPayload'>;
export type UpdateBackupPayload = Payload<'UpdateBackupPayload'>;
