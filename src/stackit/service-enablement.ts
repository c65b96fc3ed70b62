import { type Calls, type ClientOptions, type Closable, createClient } from './client';
import { act, get } from './operation';
import type { ServiceStatus } from './types';

/** Base URL of the API that switches services on for a project. */
export const SERVICE_ENABLEMENT_ENDPOINT = 'https://service-enablement.api.stackit.cloud';

/** ID of SKE as a service; it has to be enabled before the first cluster. */
export const SKE_SERVICE_ID = 'cloud.stackit.ske';

/** The calls of the service-enablement API (SKE fact sheet §6). Nothing here switches a service off: others may use it. */
export const serviceEnablementOperations = {
  getService: get<ServiceStatus>()('GetServiceStatusRegional', '~/services/{serviceId}'),
  enableService: act('POST', 202)('EnableServiceRegional', '~/services/{serviceId}'),
} as const;

/** The service-enablement API v2, with methods like those of the IaaS client. */
export interface ServiceEnablementClient extends Calls<typeof serviceEnablementOperations>, Closable {}

/** Makes a client of the service-enablement API. @throws TypeError when the endpoint is not a URL */
export function createServiceEnablementClient(options: ClientOptions): ServiceEnablementClient {
  return createClient(serviceEnablementOperations, { endpoint: SERVICE_ENABLEMENT_ENDPOINT, ...options });
}
