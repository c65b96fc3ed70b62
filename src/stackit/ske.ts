import { type Calls, type ClientOptions, type Closable, createClient } from './client';
import { skeOperations } from './ske-operations';

/** Base URL of the SKE API: one host for all regions. */
export const SKE_ENDPOINT = 'https://ske.api.stackit.cloud';

/** The SKE API v2, with methods like those of the IaaS client. Kubeconfigs in answers are secrets. */
export interface SkeClient extends Calls<typeof skeOperations>, Closable {}

/** Makes a client of the SKE API. Nothing is sent before the first call. @throws TypeError when the endpoint is not a URL */
export function createSkeClient(options: ClientOptions): SkeClient {
  return createClient(skeOperations, { endpoint: SKE_ENDPOINT, ...options });
}
