/** How to use a sandbox: what `sandbox -o json` prints. A side that is left away is null. */
export interface Settings {
  /** Path of a kubeconfig file. */
  readonly kubeconfig: string | null;
  /** Base URL without a path, as are the next two. */
  readonly iaasEndpoint: string | null;
  readonly skeEndpoint: string | null;
  readonly serviceEnablementEndpoint: string | null;
  /** Full URL. */
  readonly tokenEndpoint: string | null;
  /** Path of a key file that STACKIT's own clients accept. */
  readonly serviceAccountKeyPath: string | null;
  readonly projectId: string;
  readonly region: string;
  /** Base URL of `/journal` and `/state`. */
  readonly adminEndpoint: string | null;
}

/** The environment in which the provider and STACKIT's clients use the sandbox. */
export function environmentOf(settings: Settings): Record<string, string> {
  const variables = {
    KUBECONFIG: settings.kubeconfig,
    STACKIT_IAAS_ENDPOINT: settings.iaasEndpoint,
    STACKIT_SKE_ENDPOINT: settings.skeEndpoint,
    STACKIT_SERVICE_ENABLEMENT_ENDPOINT: settings.serviceEnablementEndpoint,
    STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: settings.serviceAccountKeyPath,
  };
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** What `sandbox` prints for people: the exports to paste and what to try with them. */
export function instructions(settings: Settings, { provider }: { readonly provider: boolean }): string {
  const exports = Object.entries(environmentOf(settings)).map(([name, value]) => `  export ${name}=${quote(value)}`);
  return [
    `The sandbox is ready${provider ? ', with the provider running beside it' : ''}. In another terminal:`,
    '',
    ...exports,
    '',
    ...tries(settings, provider).map((line) => `  ${line}`),
    '',
    `Project ${settings.projectId}, region ${settings.region}. Ctrl-C ends the sandbox and removes its files.`,
  ].join('\n');
}

function tries(settings: Settings, provider: boolean): readonly string[] {
  const journal = `curl -s ${settings.adminEndpoint}/journal   # every request that STACKIT got`;
  const state = `curl -s ${settings.adminEndpoint}/state     # every object that STACKIT has`;
  if (settings.kubeconfig === null) return [journal, state];
  return [
    ...(provider ? [] : ['npm start                                 # the provider, in a checkout']),
    'kubectl apply -f examples/yaml/full-stack.yaml',
    'kubectl get stackit --watch',
    journal,
    state,
  ];
}

function quote(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
