import type { Transport } from '../../http';
import { type ServeOptions, serve } from '../serve';
import { type AdminDoors, administer } from './admin';
import { type BehindTheApi, behindTheApi } from './behind';
import type { Operation } from './call';
import { scheduled } from './cluster-schedule';
import { farewell } from './farewell';
import { Faults } from './faults';
import { Federations, federationOperations } from './federation';
import { Journal, type JournalEntry } from './journal';
import { makeKey, type ServiceAccountKey } from './keys';
import { operations } from './operations';
import { type SimulatorOptions, settingsOf } from './options';
import { Permissions } from './permissions';
import { carryOut, type Pipeline } from './pipeline';
import { RateLimit } from './rate-limit';
import { Requests, requestOperations } from './requests';
import { router } from './router';
import { DEFAULT_SEED } from './seed';
import { Store } from './store';
import { tokenOperations } from './token-endpoint';
import { Tokens } from './tokens';

/** Addresses of a listening simulator; all lead to one listener. */
export interface StackitListener {
  readonly iaasEndpoint: string;
  readonly skeEndpoint: string;
  readonly serviceEnablementEndpoint: string;
  /** Full URL, for `STACKIT_TOKEN_BASEURL`. */
  readonly tokenEndpoint: string;
  /** Full URL, for `STACKIT_IDP_TOKEN_ENDPOINT`. */
  readonly idpTokenEndpoint: string;
  readonly adminEndpoint: string;
  close(): Promise<void>;
}

/** A STACKIT of one's own: the handlers, and the doors by which tests look in and reach behind the API. */
export interface StackitSimulator extends BehindTheApi {
  /** All routes, in-process; rejects with ConnectionReset where a fault breaks the connection. */
  readonly handle: Transport;
  readonly journal: readonly JournalEntry[];
  readonly faults: Faults;
  readonly tokens: Tokens;
  /** Who may not do what. */
  readonly permissions: Permissions;
  /** Whose workload tokens are trusted. */
  readonly federations: Federations;
  /** Registers a further service account. */
  addServiceAccount(email: string): Promise<ServiceAccountKey>;
  /** Everything that is simulated. */
  readonly operationIds: readonly string[];
  /** Content of the key file. Made on first use (some 100 ms), or by {@link prepare} off the main thread. */
  readonly key: ServiceAccountKey;
  prepare(): Promise<void>;
  /** Forgets the journal. */
  clearJournal(): void;
  listen(options?: ServeOptions): Promise<StackitListener>;
}

const JOURNAL_LIMIT = 20_000;

/** Makes a simulator; nothing listens until {@link StackitSimulator.listen}. */
export function createStackitSimulator(options: SimulatorOptions = {}): StackitSimulator {
  let baseUrl = 'http://stackit.sandbox.invalid';
  const { seed = DEFAULT_SEED, tokenLifetime = 600, clockSkew = 60, key, journalLimit = JOURNAL_LIMIT } = options;
  const settings = settingsOf(options, () => baseUrl);
  const now = () => settings.clock.now();
  const store = new Store(farewell, (stored, since) => scheduled(stored, since, settings));
  const plainText = settings.deviates('Q97');
  const lifetime = tokenLifetime;
  const tokens = new Tokens({ lifetime, clockSkew, now, plainText, ...(key === undefined ? {} : { key }) });
  const journal = new Journal(journalLimit);
  const federations = new Federations();
  const requests = new Requests(settings.behaviour.requestsKept);
  const table: Operation[] = [
    ...operations,
    ...requestOperations(requests),
    ...tokenOperations(tokens),
    ...federationOperations(federations, tokens),
  ];
  const operationIds = table.map(({ operationId }) => operationId);
  const permissions = new Permissions(operationIds);
  const faults = new Faults(table, (armed) => {
    store.settle(now());
    store.memory = Math.max(0, ...armed.map(({ effect }) => (effect.kind === 'stale' ? effect.ms : 0)));
  });
  const { recorder } = options;
  const route = router(table);
  const pipe: Pipeline = {
    settings,
    seed,
    store,
    tokens,
    faults,
    journal,
    permissions,
    rateLimit: new RateLimit(settings.behaviour.rateLimit),
    recorder,
    requests,
    route,
  };
  const behind = behindTheApi(pipe);
  const addServiceAccount = async (email: string): Promise<ServiceAccountKey> => {
    const account = await makeKey({ email });
    tokens.addKey(account);
    return account;
  };
  const issueToken = (email: string | undefined): string =>
    tokens.issue(email === undefined ? {} : { email, subject: email });
  const { behaviour } = settings;
  const doors: AdminDoors = {
    behaviour,
    journal,
    faults,
    permissions,
    federations,
    addServiceAccount,
    issueToken,
    ...behind,
  };
  const handle: Transport = (request) =>
    /^\/admin(?:\/|\?|$)/.test(request.path) ? administer(doors, request) : carryOut(pipe, request);

  return {
    handle,
    faults,
    tokens,
    permissions,
    federations,
    addServiceAccount,
    operationIds,
    get journal() {
      return journal.entries;
    },
    get key() {
      return tokens.key;
    },
    prepare: () => tokens.prepare(),
    clearJournal: () => journal.clear(),
    ...behind,
    listen: async (serveOptions) => {
      const [listener] = await Promise.all([serve(handle, serveOptions), tokens.prepare()]);
      baseUrl = listener.url;
      return {
        iaasEndpoint: listener.url,
        skeEndpoint: listener.url,
        serviceEnablementEndpoint: listener.url,
        tokenEndpoint: `${listener.url}/token`,
        idpTokenEndpoint: `${listener.url}/oauth/v2/token`,
        adminEndpoint: `${listener.url}/admin`,
        close: () => listener.close(),
      };
    },
  };
}
