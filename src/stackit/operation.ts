/** Where a call goes: STACKIT's global host takes both from the path of each request. */
export interface Scope {
  /** UUID of the STACKIT project. */
  readonly projectId: string;
  /** Region such as `eu01`. */
  readonly region: string;
}

/** Query settings of the calls that have them; which call has which stands in the operations table. */
export interface QueryOptions {
  /** Only objects that carry all these labels. An empty object filters nothing. */
  readonly labelSelector?: Readonly<Record<string, string>>;
  /** Adds `nics`, `serviceAccountMails` and `userData` of servers; absent without it. */
  readonly details?: boolean;
  /** Lists public images too. */
  readonly all?: boolean;
  /** Also deletes what depends on the volume (its snapshots). */
  readonly cascade?: boolean;
  /** Deletes a backup in any state. */
  readonly force?: boolean;
  /** How a server is rebooted. STACKIT's default is `soft`. */
  readonly action?: 'soft' | 'hard';
  /** Lines of a server's log, `0` for all. STACKIT's default is 2000. */
  readonly length?: number;
  /** Expression over `disk, extraSpecs, name, ram, vcpus` of a machine type. */
  readonly filter?: string;
  /** Only versions of clusters and machine images in this state. */
  readonly versionState?: 'SUPPORTED';
}

/** What every call accepts. */
export interface CallOptions {
  /** Ends the call, its waits and the reading of its answer. */
  readonly signal?: AbortSignal;
}

/** Success of a call. */
export interface Answer<Body> {
  readonly body: Body;
  readonly status: number;
  /** `X-Request-Id`, also the key of `getProjectRequest`. */
  readonly requestId?: string;
}

/** HTTP verbs in use. */
export type Verb = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** What a success has to carry: one object, an object with an `id` or a `name`, a list under `items`, or nothing. */
export type Expectation = 'object' | 'resource' | 'named' | 'items' | 'nothing';

declare const payloadType: unique symbol;
declare const bodyType: unique symbol;

/** One row of the operations table. The types of payload and body exist for the compiler only. */
export interface Operation<Path extends string, Payload, Body, Query extends keyof QueryOptions> {
  readonly operationId: string;
  readonly method: Verb;
  /** Path with `{names}`; `~` stands for `/v2/projects/{projectId}/regions/{region}`. */
  readonly path: Path;
  /** The documented status of success; any other 2xx is taken as success too. */
  readonly success: number;
  readonly expects: Expectation;
  readonly query: readonly Query[];
  /** Whether the call has an argument for a payload. */
  readonly payload: boolean;
  readonly [payloadType]?: Payload;
  readonly [bodyType]?: Body;
}

/** Any row, whatever its types. */
export type AnyOperation = Operation<string, unknown, unknown, keyof QueryOptions>;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends 'projectId' | 'region'
    ? Names<Rest>
    : [id: string, ...Names<Rest>]
  : [];

type PayloadArgument<Payload> = [Payload] extends [never] ? [] : [payload: Payload];

/** The function that a row of the table becomes. */
export type Call<Row> =
  Row extends Operation<infer Path, infer Payload, infer Body, infer Query>
    ? (
        scope: Scope,
        ...rest: [
          ...Names<Path>,
          ...PayloadArgument<Payload>,
          options?: CallOptions & Pick<QueryOptions, [Query] extends [never] ? never : Query>,
        ]
      ) => Promise<Answer<Body>>
    : never;

/** Scope prefix that `~` stands for. */
export const SCOPE_PREFIX = '/v2/projects/{projectId}/regions/{region}';

type Row<Path extends string, Payload, Body, Query extends keyof QueryOptions = never> = Operation<
  Path,
  Payload,
  Body,
  Query
>;

/** A GET of a list; the `items` become an array. */
export function list<Item>() {
  return <const Path extends string, Query extends keyof QueryOptions = never>(
    operationId: string,
    path: Path,
    ...query: Query[]
  ): Row<Path, never, Item[], Query> => ({
    operationId,
    method: 'GET',
    path,
    success: 200,
    expects: 'items',
    query,
    payload: false,
  });
}

/** A GET of one object. */
export function get<Body>(expects: Expectation = 'object') {
  return <const Path extends string, Query extends keyof QueryOptions = never>(
    operationId: string,
    path: Path,
    ...query: Query[]
  ): Row<Path, never, Body, Query> => ({
    operationId,
    method: 'GET',
    path,
    success: 200,
    expects,
    query,
    payload: false,
  });
}

/** A call with a payload, answered by an object. */
export function send<Payload, Body>(method: Verb, success: number, expects: Expectation = 'object') {
  return <const Path extends string>(operationId: string, path: Path): Row<Path, Payload, Body> => ({
    operationId,
    method,
    path,
    success,
    expects,
    query: [],
    payload: true,
  });
}

/** A call without a payload whose answer holds nothing. */
export function act(method: Verb, success: number) {
  return <const Path extends string, Query extends keyof QueryOptions = never>(
    operationId: string,
    path: Path,
    ...query: Query[]
  ): Row<Path, never, undefined, Query> => ({
    operationId,
    method,
    path,
    success,
    expects: 'nothing',
    query,
    payload: false,
  });
}

/** The query string of a call, with its `?`, or an empty string. */
export function queryString(operation: { readonly query: readonly (keyof QueryOptions)[] }, options: QueryOptions) {
  const parameters = new URLSearchParams();
  for (const name of operation.query) {
    const value = options[name];
    if (value === undefined) continue;
    if (typeof value !== 'object') parameters.set(name, String(value));
    else if (Object.keys(value).length > 0) parameters.set('label_selector', labelSelector(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Labels as STACKIT's selector: sorted, all of them required, no comma at the end (which breaks the request). */
export function labelSelector(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
}

/** The path of a call: names in braces are replaced in order, `projectId` and `region` from the scope. */
export function pathOf(template: string, scope: Scope, ids: readonly string[]): string {
  const remaining = [...ids];
  return template.replace('~', SCOPE_PREFIX).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'projectId' ? scope.projectId : name === 'region' ? scope.region : remaining.shift();
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${template} needs a value for ${name}`);
    }
    return encodeURIComponent(value);
  });
}
