import { type Calls, type ClientOptions, type Closable, createClient } from './client';
import { iaasOperations } from './operations';

/** Base URL of the IaaS API: one host for all regions. */
export const IAAS_ENDPOINT = 'https://iaas.api.stackit.cloud';

/**
 * The IaaS API v2. Every method takes the scope, the IDs of its path in order, the payload if it has one, and options; it
 * resolves to an `Answer` or rejects with a `StackitError`. A list resolves to the array of its items.
 */
export interface IaasClient extends Calls<typeof iaasOperations>, Closable {}

/** Makes a client of the IaaS API. Nothing is sent before the first call. @throws TypeError when the endpoint is not a URL */
export function createIaasClient(options: ClientOptions): IaasClient {
  return createClient(iaasOperations, { endpoint: IAAS_ENDPOINT, ...options });
}
