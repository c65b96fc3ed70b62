import { act, get, list, send } from './operation';
import type * as types from './types';

/** The calls of the SKE API (SKE fact sheet §1), as rows like those of the IaaS API. A cluster's name is its ID. */
export const skeOperations = {
  listClusters: list<types.Cluster>()('ListClusters', '~/clusters'),
  getCluster: get<types.Cluster>('named')('GetCluster', '~/clusters/{clusterName}'),
  putCluster: send<types.ClusterPayload, types.Cluster>('PUT', 202)(
    'CreateOrUpdateCluster',
    '~/clusters/{clusterName}',
  ),
  deleteCluster: act('DELETE', 202)('DeleteCluster', '~/clusters/{clusterName}'),
  hibernateCluster: act('POST', 202)('TriggerHibernate', '~/clusters/{clusterName}/hibernate'),
  wakeUpCluster: act('POST', 202)('TriggerWakeup', '~/clusters/{clusterName}/wakeup'),
  maintainCluster: act('POST', 202)('TriggerMaintenance', '~/clusters/{clusterName}/maintenance'),
  reconcileCluster: act('POST', 202)('TriggerReconcile', '~/clusters/{clusterName}/reconcile'),
  createKubeconfig: send<types.CreateKubeconfigPayload, types.Kubeconfig>('POST', 200)(
    'CreateKubeconfig',
    '~/clusters/{clusterName}/kubeconfig',
  ),
  getLoginKubeconfig: get<types.LoginKubeconfig>()('GetLoginKubeconfig', '~/clusters/{clusterName}/kubeconfig/login'),
  getIdpKubeconfig: get<types.IdpKubeconfig>()('GetIDPKubeconfig', '~/clusters/{clusterName}/kubeconfig/idp'),
  startCredentialsRotation: act('POST', 202)(
    'StartCredentialsRotation',
    '~/clusters/{clusterName}/start-credentials-rotation',
  ),
  completeCredentialsRotation: act('POST', 202)(
    'CompleteCredentialsRotation',
    '~/clusters/{clusterName}/complete-credentials-rotation',
  ),
  getProviderOptions: get<types.ProviderOptions>()(
    'ListProviderOptions',
    '/v2/regions/{region}/provider-options',
    'versionState',
  ),
} as const;
