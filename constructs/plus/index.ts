export { Crds, type CrdsProps } from './crds';
export { Credentials, type ProviderCredentials, type WorkloadIdentityOptions } from './credentials';
export { type NetworkPolicyOptions, Provider, type ProviderProps } from './provider';
