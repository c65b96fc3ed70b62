import { act, get, list, send } from './operation';
import type * as types from './types';

/**
 * The calls of the IaaS API, one row each: operation, path, and what may go into the query. A row becomes the method of the
 * same name in the client (fact sheet §1). `~` stands for `/v2/projects/{projectId}/regions/{region}`.
 */
export const iaasOperations = {
  listNetworks: list<types.Network>()('ListNetworks', '~/networks', 'labelSelector'),
  createNetwork: send<types.CreateNetworkPayload, types.Network>(
    'POST',
    202,
    'resource',
  )('CreateNetwork', '~/networks'),
  getNetwork: get<types.Network>('resource')('GetNetwork', '~/networks/{networkId}'),
  updateNetwork: send<types.UpdateNetworkPayload, undefined>(
    'PATCH',
    202,
    'nothing',
  )('PartialUpdateNetwork', '~/networks/{networkId}'),
  deleteNetwork: act('DELETE', 202)('DeleteNetwork', '~/networks/{networkId}'),

  listVolumes: list<types.Volume>()('ListVolumes', '~/volumes', 'labelSelector'),
  createVolume: send<types.CreateVolumePayload, types.Volume>('POST', 201, 'resource')('CreateVolume', '~/volumes'),
  getVolume: get<types.Volume>('resource')('GetVolume', '~/volumes/{volumeId}'),
  updateVolume: send<types.UpdateVolumePayload, types.Volume>('PATCH', 200)('UpdateVolume', '~/volumes/{volumeId}'),
  deleteVolume: act('DELETE', 204)('DeleteVolume', '~/volumes/{volumeId}', 'cascade'),
  resizeVolume: send<types.ResizeVolumePayload, undefined>(
    'POST',
    202,
    'nothing',
  )('ResizeVolume', '~/volumes/{volumeId}/resize'),
  createImageFromVolume: send<types.ImageFromVolumePayload, types.Image>(
    'POST',
    201,
    'resource',
  )('ImageFromVolume', '~/volumes/{volumeId}/upload'),
  listVolumePerformanceClasses: list<types.VolumePerformanceClass>()(
    'ListVolumePerformanceClasses',
    '~/volume-performance-classes',
    'labelSelector',
  ),
  getVolumePerformanceClass: get<types.VolumePerformanceClass>('named')(
    'GetVolumePerformanceClass',
    '~/volume-performance-classes/{volumePerformanceClass}',
  ),

  listSnapshots: list<types.Snapshot>()('ListSnapshotsInProject', '~/snapshots', 'labelSelector'),
  createSnapshot: send<types.CreateSnapshotPayload, types.Snapshot>(
    'POST',
    201,
    'resource',
  )('CreateSnapshot', '~/snapshots'),
  getSnapshot: get<types.Snapshot>('resource')('GetSnapshot', '~/snapshots/{snapshotId}'),
  updateSnapshot: send<types.UpdateSnapshotPayload, types.Snapshot>('PATCH', 200)(
    'UpdateSnapshot',
    '~/snapshots/{snapshotId}',
  ),
  deleteSnapshot: act('DELETE', 204)('DeleteSnapshot', '~/snapshots/{snapshotId}'),

  listBackups: list<types.Backup>()('ListBackups', '~/backups', 'labelSelector'),
  createBackup: send<types.CreateBackupPayload, types.Backup>('POST', 201, 'resource')('CreateBackup', '~/backups'),
  getBackup: get<types.Backup>('resource')('GetBackup', '~/backups/{backupId}'),
  updateBackup: send<types.UpdateBackupPayload, types.Backup>('PATCH', 200)('UpdateBackup', '~/backups/{backupId}'),
  deleteBackup: act('DELETE', 204)('DeleteBackup', '~/backups/{backupId}', 'force'),
  restoreBackup: act('POST', 202)('RestoreBackup', '~/backups/{backupId}/restore'),

  listImages: list<types.Image>()('ListImages', '~/images', 'all', 'labelSelector'),
  createImage: send<types.CreateImagePayload, types.CreatedImage>('POST', 201, 'resource')('CreateImage', '~/images'),
  getImage: get<types.Image>('resource')('GetImage', '~/images/{imageId}'),
  updateImage: send<types.UpdateImagePayload, types.Image>('PATCH', 200)('UpdateImage', '~/images/{imageId}'),
  deleteImage: act('DELETE', 204)('DeleteImage', '~/images/{imageId}'),
  getImageShare: get<types.ImageShare>()('GetImageShare', '~/images/{imageId}/share'),
  setImageShare: send<types.SetImageSharePayload, types.ImageShare>('PUT', 200)(
    'SetImageShare',
    '~/images/{imageId}/share',
  ),
  updateImageShare: send<types.UpdateImageSharePayload, types.ImageShare>('PATCH', 200)(
    'UpdateImageShare',
    '~/images/{imageId}/share',
  ),
  deleteImageShare: act('DELETE', 204)('DeleteImageShare', '~/images/{imageId}/share'),
  getImageShareConsumer: get<types.ImageShareConsumer>()(
    'GetImageShareConsumer',
    '~/images/{imageId}/share/{consumerProjectId}',
  ),
  deleteImageShareConsumer: act('DELETE', 204)(
    'DeleteImageShareConsumer',
    '~/images/{imageId}/share/{consumerProjectId}',
  ),

  listServers: list<types.Server>()('ListServers', '~/servers', 'details', 'labelSelector'),
  createServer: send<types.CreateServerPayload, types.Server>('POST', 201, 'resource')('CreateServer', '~/servers'),
  getServer: get<types.Server>('resource')('GetServer', '~/servers/{serverId}', 'details'),
  updateServer: send<types.UpdateServerPayload, types.Server>('PATCH', 200)('UpdateServer', '~/servers/{serverId}'),
  deleteServer: act('DELETE', 204)('DeleteServer', '~/servers/{serverId}'),
  startServer: act('POST', 202)('StartServer', '~/servers/{serverId}/start'),
  stopServer: act('POST', 202)('StopServer', '~/servers/{serverId}/stop'),
  deallocateServer: act('POST', 202)('DeallocateServer', '~/servers/{serverId}/deallocate'),
  rebootServer: act('POST', 202)('RebootServer', '~/servers/{serverId}/reboot', 'action'),
  resizeServer: send<types.ResizeServerPayload, undefined>(
    'POST',
    202,
    'nothing',
  )('ResizeServer', '~/servers/{serverId}/resize'),
  rescueServer: send<types.RescueServerPayload, undefined>(
    'POST',
    202,
    'nothing',
  )('RescueServer', '~/servers/{serverId}/rescue'),
  unrescueServer: act('POST', 202)('UnrescueServer', '~/servers/{serverId}/unrescue'),
  getServerConsole: get<types.ServerConsole>()('GetServerConsole', '~/servers/{serverId}/console'),
  getServerLog: get<types.ServerLog>()('GetServerLog', '~/servers/{serverId}/log', 'length'),

  listVolumeAttachments: list<types.VolumeAttachment>()(
    'ListAttachedVolumes',
    '~/servers/{serverId}/volume-attachments',
  ),
  getVolumeAttachment: get<types.VolumeAttachment>()(
    'GetAttachedVolume',
    '~/servers/{serverId}/volume-attachments/{volumeId}',
  ),
  attachVolume: send<types.AttachVolumePayload, types.VolumeAttachment>('PUT', 202)(
    'AddVolumeToServer',
    '~/servers/{serverId}/volume-attachments/{volumeId}',
  ),
  updateVolumeAttachment: send<types.UpdateVolumeAttachmentPayload, types.VolumeAttachment>('PATCH', 200)(
    'UpdateAttachedVolume',
    '~/servers/{serverId}/volume-attachments/{volumeId}',
  ),
  detachVolume: act('DELETE', 204)('RemoveVolumeFromServer', '~/servers/{serverId}/volume-attachments/{volumeId}'),
  listServerNics: list<types.NetworkInterface>()('ListServerNICs', '~/servers/{serverId}/nics'),
  attachNic: act('PUT', 202)('AddNicToServer', '~/servers/{serverId}/nics/{nicId}'),
  detachNic: act('DELETE', 204)('RemoveNicFromServer', '~/servers/{serverId}/nics/{nicId}'),
  attachNetwork: act('POST', 202)('AddNetworkToServer', '~/servers/{serverId}/networks/{networkId}'),
  detachNetwork: act('DELETE', 204)('RemoveNetworkFromServer', '~/servers/{serverId}/networks/{networkId}'),
  attachPublicIp: act('PUT', 202)('AddPublicIpToServer', '~/servers/{serverId}/public-ips/{publicIpId}'),
  detachPublicIp: act('DELETE', 204)('RemovePublicIpFromServer', '~/servers/{serverId}/public-ips/{publicIpId}'),
  addSecurityGroup: act('PUT', 202)(
    'AddSecurityGroupToServer',
    '~/servers/{serverId}/security-groups/{securityGroupId}',
  ),
  removeSecurityGroup: act('DELETE', 204)(
    'RemoveSecurityGroupFromServer',
    '~/servers/{serverId}/security-groups/{securityGroupId}',
  ),
  listServerServiceAccounts: list<string>()('ListServerServiceAccounts', '~/servers/{serverId}/service-accounts'),
  addServiceAccount: act('PUT', 201)(
    'AddServiceAccountToServer',
    '~/servers/{serverId}/service-accounts/{serviceAccountMail}',
  ),
  removeServiceAccount: act('DELETE', 200)(
    'RemoveServiceAccountFromServer',
    '~/servers/{serverId}/service-accounts/{serviceAccountMail}',
  ),

  listNics: list<types.NetworkInterface>()('ListNics', '~/networks/{networkId}/nics', 'labelSelector'),
  createNic: send<types.CreateNetworkInterfacePayload, types.NetworkInterface>(
    'POST',
    201,
    'resource',
  )('CreateNic', '~/networks/{networkId}/nics'),
  getNic: get<types.NetworkInterface>('resource')('GetNic', '~/networks/{networkId}/nics/{nicId}'),
  updateNic: send<types.UpdateNetworkInterfacePayload, types.NetworkInterface>('PATCH', 200)(
    'UpdateNic',
    '~/networks/{networkId}/nics/{nicId}',
  ),
  deleteNic: act('DELETE', 204)('DeleteNic', '~/networks/{networkId}/nics/{nicId}'),
  listProjectNics: list<types.NetworkInterface>()('ListProjectNICs', '~/nics', 'labelSelector'),
  getProjectNic: get<types.NetworkInterface>('resource')('GetProjectNIC', '~/nics/{nicId}'),

  listPublicIps: list<types.PublicIp>()('ListPublicIPs', '~/public-ips', 'labelSelector'),
  createPublicIp: send<types.CreatePublicIpPayload, types.PublicIp>(
    'POST',
    201,
    'resource',
  )('CreatePublicIP', '~/public-ips'),
  getPublicIp: get<types.PublicIp>('resource')('GetPublicIP', '~/public-ips/{publicIpId}'),
  updatePublicIp: send<types.UpdatePublicIpPayload, types.PublicIp>('PATCH', 200)(
    'UpdatePublicIP',
    '~/public-ips/{publicIpId}',
  ),
  deletePublicIp: act('DELETE', 204)('DeletePublicIP', '~/public-ips/{publicIpId}'),

  listSecurityGroups: list<types.SecurityGroup>()('ListSecurityGroups', '~/security-groups', 'labelSelector'),
  createSecurityGroup: send<types.CreateSecurityGroupPayload, types.SecurityGroup>(
    'POST',
    201,
    'resource',
  )('CreateSecurityGroup', '~/security-groups'),
  getSecurityGroup: get<types.SecurityGroup>('resource')('GetSecurityGroup', '~/security-groups/{securityGroupId}'),
  updateSecurityGroup: send<types.UpdateSecurityGroupPayload, types.SecurityGroup>('PATCH', 200)(
    'UpdateSecurityGroup',
    '~/security-groups/{securityGroupId}',
  ),
  deleteSecurityGroup: act('DELETE', 204)('DeleteSecurityGroup', '~/security-groups/{securityGroupId}'),
  listSecurityGroupRules: list<types.SecurityGroupRule>()(
    'ListSecurityGroupRules',
    '~/security-groups/{securityGroupId}/rules',
  ),
  createSecurityGroupRule: send<types.CreateSecurityGroupRulePayload, types.SecurityGroupRule>(
    'POST',
    201,
    'resource',
  )('CreateSecurityGroupRule', '~/security-groups/{securityGroupId}/rules'),
  getSecurityGroupRule: get<types.SecurityGroupRule>('resource')(
    'GetSecurityGroupRule',
    '~/security-groups/{securityGroupId}/rules/{securityGroupRuleId}',
  ),
  deleteSecurityGroupRule: act('DELETE', 204)(
    'DeleteSecurityGroupRule',
    '~/security-groups/{securityGroupId}/rules/{securityGroupRuleId}',
  ),

  listAffinityGroups: list<types.AffinityGroup>()('ListAffinityGroups', '~/affinity-groups'),
  createAffinityGroup: send<types.CreateAffinityGroupPayload, types.AffinityGroup>(
    'POST',
    201,
    'resource',
  )('CreateAffinityGroup', '~/affinity-groups'),
  getAffinityGroup: get<types.AffinityGroup>('resource')('GetAffinityGroup', '~/affinity-groups/{affinityGroupId}'),
  deleteAffinityGroup: act('DELETE', 204)('DeleteAffinityGroup', '~/affinity-groups/{affinityGroupId}'),

  // Key pairs belong to the calling identity: neither project nor region is part of the path.
  listKeyPairs: list<types.KeyPair>()('ListKeyPairs', '/v2/keypairs', 'labelSelector'),
  createKeyPair: send<types.CreateKeyPairPayload, types.KeyPair>('POST', 201)('CreateKeyPair', '/v2/keypairs'),
  getKeyPair: get<types.KeyPair>('named')('GetKeyPair', '/v2/keypairs/{keypairName}'),
  updateKeyPair: send<types.UpdateKeyPairPayload, types.KeyPair>('PATCH', 200)(
    'UpdateKeyPair',
    '/v2/keypairs/{keypairName}',
  ),
  deleteKeyPair: act('DELETE', 204)('DeleteKeyPair', '/v2/keypairs/{keypairName}'),

  listMachineTypes: list<types.MachineType>()('ListMachineTypes', '~/machine-types', 'filter'),
  getMachineType: get<types.MachineType>('named')('GetMachineType', '~/machine-types/{machineType}'),
  listAvailabilityZones: list<string>()('ListAvailabilityZones', '/v2/regions/{region}/availability-zones'),
  listPublicIpRanges: list<types.PublicNetwork>()('ListPublicIPRanges', '/v2/networks/public-ip-ranges'),
  getQuotas: get<types.Quotas>()('ListQuotas', '~/quotas'),
  getProject: get<types.Project>('resource')('GetProjectDetails', '/v2/projects/{projectId}'),
  getProjectRequest: get<types.ProjectRequest>()('GetProjectRequest', '~/requests/{requestId}'),
} as const;
