import { attachmentOperations } from './attachments';
import type { Operation } from './call';
import { catalogueOperations } from './catalogue';
import { imageOperations } from './images';
import { keyPairOperations } from './keypairs';
import { networkOperations } from './networks';
import { nicOperations } from './nics';
import { publicIpOperations } from './public-ips';
import { securityGroupOperations } from './security-groups';
import { serverActionOperations } from './server-actions';
import { serverOperations } from './servers';
import { uploadOperations } from './uploads';
import { volumeOperations } from './volumes';

/** Every IaaS operation that the simulator answers, and the upload of images. */
export const operations: readonly Operation[] = [
  ...networkOperations,
  ...nicOperations,
  ...volumeOperations,
  ...imageOperations,
  ...uploadOperations,
  ...serverOperations,
  ...serverActionOperations,
  ...attachmentOperations,
  ...keyPairOperations,
  ...securityGroupOperations,
  ...publicIpOperations,
  ...catalogueOperations,
];
