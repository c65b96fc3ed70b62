import type { OpenString, Replace } from './open';
import type { Payload, Seen, SeenResource } from './schemas';

/** States of an image (fact sheet §6.2). */
export type ImageState = OpenString<'AVAILABLE' | 'CREATING' | 'DEACTIVATED' | 'DELETED' | 'DELETING' | 'ERROR'>;

/** An image. `minDiskSize` in GB, `minRam` in MB, `size` in bytes, `importProgress` in percent. */
export type Image = Replace<SeenResource<'Image'>, { status?: ImageState }>;
export type CreateImagePayload = Payload<'CreateImagePayload'>;
export type UpdateImagePayload = Payload<'UpdateImagePayload'>;

/** Answer to the registration of an image. `uploadUrl` is a secret that is given once and cannot be fetched again. */
export type CreatedImage = Seen<'ImageCreateResponse'>;

export type ImageShare = Seen<'ImageShare'>;
export type SetImageSharePayload = Payload<'SetImageSharePayload'>;
export type UpdateImageSharePayload = Payload<'UpdateImageSharePayload'>;
export type ImageShareConsumer = Seen<'ImageShareConsumer'>;
export type ImageFromVolumePayload = Payload<'ImageFromVolumePayload'>;
