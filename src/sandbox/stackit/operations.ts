import { affinityGroupOperations } from './affinity-groups';
import { attachmentOperations } from './attachments';
import { backupOperations } from './backups';
import type { Operation } from './call';
import { catalogueOperations } from './catalogue';
import { clusterActionOperations } from './cluster-actions';
import { credentialOperations } from './cluster-credentials';
import { clusterOperations } from './clusters';
import { imageShareOperations } from './image-share';
import { imageOperations } from './images';
import { keyPairOperations } from './keypairs';
import { networkOperations } from './networks';
import { nicOperations } from './nics';
import { providerOptionsOperations } from './provider-options';
import { publicIpOperations } from './public-ips';
import { quotaOperations } from './quotas';
import { securityGroupOperations } from './security-groups';
import { serverActionOperations } from './server-actions';
import { serverOperations } from './servers';
import { serviceOperations } from './services';
import { snapshotOperations } from './snapshots';
import { uploadOperations } from './uploads';
import { volumeImageOperations } from './volume-image';
import { volumeOperations } from './volumes';

/** Every operation that the simulator answers, the upload of images included; tokens and requests come with their stores. */
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
  ...quotaOperations,
  ...snapshotOperations,
  ...backupOperations,
  ...affinityGroupOperations,
  ...imageShareOperations,
  ...volumeImageOperations,
  ...clusterOperations,
  ...clusterActionOperations,
  ...credentialOperations,
  ...providerOptionsOperations,
  ...serviceOperations,
];
