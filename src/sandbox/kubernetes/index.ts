export { createKubernetesApi, type KubernetesApi, type KubernetesApiOptions, type KubernetesListener } from './api';
