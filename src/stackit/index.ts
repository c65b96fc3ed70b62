export { type ClosableTokenSource, createTokenSource, type TokenSource, type TokenSourceOptions } from './auth';
export type { Calls, ClientOptions, Closable } from './client';
export {
  CREDENTIALS_MISSING,
  type Credentials,
  type Environment,
  type ReadFile,
  resolveCredentials,
} from './credentials';
export { type ErrorClass, errorClass, NOT_SENT } from './error-class';
export { StackitError } from './errors';
export { CREDENTIALS_INVALID } from './exchange';
export { createHttpTransport, type HttpTransport, type HttpTransportOptions, type ProxyOptions } from './http';
export { createIaasClient, IAAS_ENDPOINT, type IaasClient } from './iaas';
export { type Answer, type CallOptions, labelSelector, type QueryOptions, type Scope } from './operation';
export { iaasOperations } from './operations';
export { RETRY_POLICY, type RetryPolicy } from './retry';
export {
  createServiceEnablementClient,
  SERVICE_ENABLEMENT_ENDPOINT,
  type ServiceEnablementClient,
  SKE_SERVICE_ID,
  serviceEnablementOperations,
} from './service-enablement';
export { createSkeClient, SKE_ENDPOINT, type SkeClient } from './ske';
export { skeOperations } from './ske-operations';
export type * from './types';
export { type UploadOptions, uploadImage } from './upload';
