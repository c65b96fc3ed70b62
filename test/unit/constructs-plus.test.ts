import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Chart, Testing } from 'cdk8s';
import { Cluster, FullStack, graph, Image, InvalidPropsError, Network, Server, StackitScope, Volume } from 'sostackit';
import { Crds, Credentials, Provider, type ProviderProps } from 'sostackit/plus';
import { parseAllDocuments } from 'yaml';
import { deployment } from '../../scripts/generate/deploy';
import { picture } from '../../scripts/generate/picture';
import { clusterRole, crds, schemas } from '../../src/schema';

const root = resolve(__dirname, '../..');
const image = 'registry.example.com/sostackit/provider:0.1.0';
const NAMESPACE = 'stackit-compute-operator-system';

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly [key: string]: unknown;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels: Record<string, string> };
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly containers: readonly [Container];
        readonly volumes: unknown;
        readonly [key: string]: unknown;
      };
    };
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

function installed(props: Partial<ProviderProps> = {}, chart = Testing.chart()): Manifest[] {
  new Provider(chart, 'provider', { image, ...props });
  return Testing.synth(chart);
}

function one(objects: readonly Manifest[], kind: string): Manifest {
  const found = objects.filter((object) => object.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Manifest;
}

const podOf = (objects: readonly Manifest[]) => one(objects, 'Deployment').spec.template.spec;

describe('the provider', () => {
  test('is a namespace, an account with the generated rights, a Deployment and a disruption budget', () => {
    const objects = installed();
    expect(objects.map(({ kind, metadata: { name, namespace } }) => [kind, name, namespace])).toEqual([
      ['Namespace', NAMESPACE, undefined],
      ['ServiceAccount', 'sostackit-provider', NAMESPACE],
      ['ClusterRole', 'sostackit-provider', undefined],
      ['ClusterRoleBinding', 'sostackit-provider', undefined],
      ['Deployment', 'sostackit-provider', NAMESPACE],
      ['PodDisruptionBudget', 'sostackit-provider', NAMESPACE],
    ]);
    expect(one(objects, 'ClusterRole').rules).toEqual(clusterRole(Object.values(schemas)).rules);
    expect(one(objects, 'ClusterRoleBinding')).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'sostackit-provider' },
      subjects: [{ kind: 'ServiceAccount', name: 'sostackit-provider', namespace: NAMESPACE }],
    });
    expect(podOf(objects).serviceAccountName).toBe('sostackit-provider');
    expect(podOf(objects).automountServiceAccountToken).toBe(true);
  });

  test('selects its pods by labels that do not depend on where the construct stands', () => {
    const { selector, template } = one(installed(), 'Deployment').spec;
    expect(selector?.matchLabels).toEqual({ 'app.kubernetes.io/name': 'sostackit-provider' });
    expect(template.metadata.labels).toMatchObject(selector?.matchLabels ?? {});
    expect(one(installed(), 'PodDisruptionBudget').spec.selector).toEqual(selector);
  });

  test('runs unprivileged, with a read-only root, probes, and resources as the Go operator’s', () => {
    const [container] = podOf(installed()).containers;
    expect(container).toMatchObject({
      image,
      args: ['--health-probe-bind-address=:8081'],
      livenessProbe: { httpGet: { path: '/healthz', port: 8081 } },
      readinessProbe: { httpGet: { path: '/readyz', port: 8081 } },
      resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65_532,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
  });

  test('takes its key from the Secret of the Go operator, which is only named', () => {
    const pod = podOf(installed());
    expect(pod.volumes).toEqual([
      { name: 'credentials', secret: { secretName: 'stackit-credentials', defaultMode: 0o440 } },
    ]);
    expect(pod.containers[0]).toMatchObject({
      env: [
        { name: 'STACKIT_SERVICE_ACCOUNT_KEY_PATH', value: '/etc/stackit/credentials/service-account-key.json' },
        { name: 'STACKIT_PRIVATE_KEY_PATH', value: '/etc/stackit/credentials/private-key.pem' },
      ],
      volumeMounts: [{ name: 'credentials', mountPath: '/etc/stackit/credentials', readOnly: true }],
    });
    expect(installed().some(({ kind }) => kind === 'Secret')).toBe(false);
    expect(podOf(installed({ credentials: Credentials.fromSecret('mine') })).volumes).toMatchObject([
      { secret: { secretName: 'mine' } },
    ]);
  });

  test('needs no key with workload identity', () => {
    const pod = podOf(installed({ credentials: Credentials.workloadIdentity('me@sa.stackit.cloud') }));
    expect(pod.volumes).toEqual([
      {
        name: 'token',
        projected: {
          defaultMode: 0o440,
          sources: [
            { serviceAccountToken: { path: 'token', audience: 'sts.accounts.stackit.cloud', expirationSeconds: 3600 } },
          ],
        },
      },
    ]);
    expect(pod.containers[0]).toMatchObject({
      env: [
        { name: 'STACKIT_SERVICE_ACCOUNT_EMAIL', value: 'me@sa.stackit.cloud' },
        { name: 'STACKIT_FEDERATED_TOKEN_FILE', value: '/var/run/secrets/stackit.cloud/serviceaccount/token' },
      ],
      volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets/stackit.cloud/serviceaccount', readOnly: true }],
    });
  });

  test('has a network policy and a service monitor on request, and then lets its metrics be scraped', () => {
    const objects = installed({ networkPolicy: { egressPorts: [443, 8443] }, serviceMonitor: true });
    const ports = (rules: unknown) => (rules as { ports: { port: number }[] }[])[0]?.ports.map(({ port }) => port);
    const policy = one(objects, 'NetworkPolicy').spec;
    expect([ports(policy.ingress), ports(policy.egress)]).toEqual([
      [8080, 8081],
      [53, 53, 443, 8443],
    ]);
    expect(podOf(objects).containers[0].args).toContain('--metrics-bind-address=:8080');
    const labels = one(objects, 'ServiceMonitor').spec.selector?.matchLabels ?? {};
    expect(one(objects, 'Service').metadata.labels).toMatchObject(labels);
    expect(ports(one(installed({ networkPolicy: true }), 'NetworkPolicy').spec.ingress)).toEqual([8081]);
  });

  test('takes flags, which win, environment, a namespace that is there, replicas and a secret to pull with', () => {
    const objects = installed({
      args: ['--poll-interval=30s'],
      environment: { HTTPS_PROXY: 'http://proxy:3128' },
      namespace: 'infra',
      createNamespace: false,
      replicas: 1,
      imagePullSecret: 'registry',
      disruptionBudget: false,
    });
    const pod = podOf(objects);
    expect(pod.containers[0].args.at(-1)).toBe('--poll-interval=30s');
    expect(pod.containers[0].env).toContainEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
    expect(pod.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(one(objects, 'Deployment').spec.replicas).toBe(1);
    expect(new Set(objects.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['infra', undefined]));
    expect(objects.some(({ kind }) => /Namespace|Budget/.test(kind))).toBe(false);
  });

  test.each<[string, Partial<ProviderProps>]>([
    ['image', { image: '' }],
    ['namespace', { namespace: 'A b' }],
    ['replicas', { replicas: -1 }],
    ['environment.STACKIT_SERVICE_ACCOUNT_KEY', { environment: { STACKIT_SERVICE_ACCOUNT_KEY: 'top-secret' } }],
    ['environment.STACKIT_PRIVATE_KEY', { environment: { STACKIT_PRIVATE_KEY: 'top-secret' } }],
  ])('refuses a wrong %s, and shows no secret', (field, props) => {
    expect.assertions(3);
    try {
      installed(props);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidPropsError);
      expect((error as InvalidPropsError).problems.map((problem) => problem.field)).toEqual([field]);
      expect(String(error)).not.toContain('top-secret');
    }
  });

  test('and the definitions lie in no namespace where they cannot, whatever the chart’s is', () => {
    const chart = new Chart(Testing.app(), 'test', { namespace: 'elsewhere' });
    new Crds(chart, 'crds');
    const objects = installed({ namespace: 'infra' }, chart);
    const clusterWide = objects.filter(({ kind }) =>
      /^(Namespace|ClusterRole|ClusterRoleBinding|CustomRes)/.test(kind),
    );
    expect(clusterWide).toHaveLength(3 + crds.length);
    expect(clusterWide.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
  });
});

test('the definitions are those that are generated, also after their way through YAML', () => {
  const app = Testing.app();
  const annotations = { 'helm.sh/resource-policy': 'keep' };
  const definitions = new Crds(new Chart(app, 'test'), 'crds', { annotations });
  expect(parseAllDocuments(app.synthYaml()).map((document) => document.toJS())).toEqual(
    crds.map((crd) => ({ ...crd, metadata: { ...crd.metadata, annotations } })),
  );
  expect(definitions.definitionOf('Server').name).toBe('servers.compute.sostackit.dev');
});

describe('deploy/', () => {
  test.each([...deployment()])('%s is what the construct gives', (file, text) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  });
});

describe('the graph of a scope', () => {
  const place = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01', availabilityZone: 'eu01-1' };
  const UBUNTU = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
  const define = (chart: Chart) => {
    const stack = new FullStack(chart, 'web', {
      ...place,
      metadata: { name: 'web' },
      network: {},
      image: { existingId: UBUNTU },
      volume: { size: 1 },
      server: { machineType: 'c1.2' },
    });
    const network = Network.fromNetworkName(chart, 'n', 'shared');
    new Server(chart, 's', { ...place, metadata: { name: 'lone' }, machineType: 'c1.2', network, image: stack.image });
  };

  test('holds its objects and references, with what is observed or defined elsewhere marked as such', () => {
    const chart = Testing.chart();
    define(chart);
    const { nodes, edges } = graph(chart);
    expect(nodes.map(({ path, kind, name, stack, origin }) => [path, kind, name, stack, origin])).toEqual([
      ['test/web/network', 'Network', 'web', 'web', 'made'],
      ['test/web/image', 'Image', 'web', 'web', 'observed'],
      ['test/web/volume', 'Volume', 'web', 'web', 'made'],
      ['test/web/server', 'Server', 'web', 'web', 'made'],
      ['test/s', 'Server', 'lone', undefined, 'made'],
      ['test/n', 'Network', 'shared', undefined, 'elsewhere'],
    ]);
    expect(edges.map(({ from, to, prop }) => `${from} ${prop} ${to}`)).toEqual([
      'test/web/volume image test/web/image',
      'test/web/server network test/web/network',
      'test/web/server bootFrom test/web/volume',
      'test/s network test/n',
      'test/s image test/web/image',
    ]);
  });

  test('marks every kind that is only observed', () => {
    const chart = Testing.chart();
    Network.fromNetworkId(chart, 'n', UBUNTU, place);
    Image.fromImageId(chart, 'i', UBUNTU, place);
    Volume.fromVolumeId(chart, 'v', UBUNTU, place);
    Cluster.fromExistingName(chart, 'c', 'platform', place);
    expect(graph(chart).nodes.map(({ origin }) => origin)).toEqual(['observed', 'observed', 'observed', 'observed']);
  });

  test('is Mermaid text with a box for each stack', () => {
    const chart = Testing.chart();
    define(chart);
    expect(graph(chart).mermaid).toBe(
      [
        'flowchart LR',
        '  subgraph s0["web"]',
        '    n0["Network<br/>web"]',
        '    n1["Image<br/>web"]:::dashed',
        '    n2["Volume<br/>web"]',
        '    n3["Server<br/>web"]',
        '  end',
        '  n4["Server<br/>lone"]',
        '  n5["Network<br/>shared"]:::dashed',
        '  n2 -->|image| n1',
        '  n3 -->|network| n0',
        '  n3 -->|bootFrom| n2',
        '  n4 -->|network| n5',
        '  n4 -->|image| n1',
        '  classDef dashed stroke-dasharray: 5 4',
        '',
      ].join('\n'),
    );
  });

  test('is a picture that loads nothing and runs nothing, in which no box covers another', () => {
    const chart = Testing.chart();
    define(chart);
    const { svg } = graph(chart);
    expect(svg).not.toMatch(/<script|href|@import|<image|http(?!:\/\/www\.w3\.org\/2000\/svg)/);
    expect(svg.match(/marker-end/g)).toHaveLength(5);
    const boxes = [...svg.matchAll(/class="node[^"]*" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map(
      (found) => found.slice(1).map(Number),
    );
    expect(boxes).toHaveLength(6);
    const overlap = boxes.some(([x = 0, y = 0, w = 0, h = 0], index) =>
      boxes.slice(index + 1).some(([a = 0, b = 0]) => Math.abs(a - x) < w && Math.abs(b - y) < h),
    );
    expect(overlap).toBe(false);
  });

  test('is a picture in which every arrow has ends and a text of its own, and no name runs out of its box', () => {
    const chart = Testing.chart();
    StackitScope.provide(chart, place);
    const image = Image.fromImageId(chart, 'image', UBUNTU, { metadata: { name: 'x'.repeat(100) } });
    const dataVolumes = { data: { size: 4 }, logs: { size: 4 } };
    const server = { machineType: 'c1.2' };
    const web = new FullStack(chart, 'web', { network: {}, image, volume: { size: 1 }, server, dataVolumes });
    web.addServer('two', server);
    const { svg } = graph(chart);
    const found = (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, ...groups]) => groups.join(' '));
    const arrows = found(/class="edge" d="M(\S+ \S+?)C/g);
    const tips = found(/class="edge" d=".* (\S+ \S+)" marker-end/g);
    const labels = found(/class="prop" x="(\d+)" y="(\d+)"/g);
    expect(arrows).toHaveLength(8);
    for (const places of [arrows, tips, labels]) expect(new Set(places).size).toBe(8);
    const longest = Math.max(...found(/class="name"[^>]*>([^<]*)</g).map((name) => name.length));
    expect(longest).toBeLessThan(Number(/class="node[^"]*"[^>]* width="(\d+)"/.exec(svg)?.[1]) / 7);
    expect(svg).toContain('x…<');
  });

  test('of a single construct shows that and what it refers to, and escapes what would be taken for markup', () => {
    const chart = Testing.chart();
    const image = Image.fromImageName(chart, 'i', 'a<b&"c">');
    const { svg, mermaid, nodes } = graph(
      new Server(chart, 's', { ...place, machineType: 'c1.2', networkId: UBUNTU, image }),
    );
    expect(nodes.map(({ kind }) => kind)).toEqual(['Server', 'Image']);
    expect(svg).toContain('>a&lt;b&amp;&quot;c&quot;&gt;<');
    expect(mermaid).toContain('["Image<br/>a#lt;b&#quot;c#quot;#gt;"]');
  });

  test.each([...picture()])('in %s is the present one', (file, text) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  });
});
