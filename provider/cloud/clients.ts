import { systemClock } from '../../src/clock';
import {
  type ClientOptions,
  createIaasClient,
  createServiceEnablementClient,
  createSkeClient,
  type IaasClient,
  type ServiceEnablementClient,
  type SkeClient,
} from '../../src/stackit';
import { createOffers, type Offers } from './offers';

/** The APIs of STACKIT that kinds call. */
export interface Clients {
  readonly iaas: IaasClient;
  readonly ske: SkeClient;
  readonly enablement: ServiceEnablementClient;
  /** What SKE offers, remembered for a while. */
  readonly offers: Offers;
}

/** Base URLs of the APIs, without a path. @default STACKIT's own */
export interface Endpoints {
  readonly iaas?: string;
  readonly ske?: string;
  readonly serviceEnablement?: string;
}

/** Makes a client of each API with one identity. Nothing is sent before the first call. */
export function createClients(
  options: Omit<ClientOptions, 'endpoint'>,
  endpoints: Endpoints = {},
): Clients & { close(): Promise<void> } {
  const at = (endpoint: string | undefined) => ({ ...options, ...(endpoint !== undefined && { endpoint }) });
  const iaas = createIaasClient(at(endpoints.iaas));
  const ske = createSkeClient(at(endpoints.ske));
  const enablement = createServiceEnablementClient(at(endpoints.serviceEnablement));
  return {
    iaas,
    ske,
    enablement,
    offers: createOffers(ske, options.clock ?? systemClock),
    close: async () => {
      await Promise.all([iaas.close(), ske.close(), enablement.close()]);
    },
  };
}
