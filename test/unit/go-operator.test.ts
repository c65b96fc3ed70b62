import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { DEFAULT_NAMESPACE, LEASE_NAME, parseConfig } from '../../provider/config';
import type { AnyKind, CommonSpec, Desired } from '../../provider/engine/kind';
import { kinds } from '../../provider/kinds';

const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };
const ID = '22222222-2222-4333-8444-555555555555';
const SERVER = { ...PLACE, machineType: 'c1.2', networkId: ID, imageId: ID };

const kindOf = (name: string): AnyKind => {
  const found = kinds.find(({ kind }) => kind === name);
  if (!found) throw new Error(`there is no kind ${name}`);
  return found;
};

/** Body of the call that makes an object. */
function bodyOf(kind: string, spec: CommonSpec & Readonly<Record<string, unknown>>): unknown {
  const desired: Desired<CommonSpec> = {
    spec,
    name: spec.name || 'it',
    labels: {},
    owned: true,
    deleting: false,
    id: undefined,
    recorded: false,
    attempted: false,
    applied: undefined,
    observeOnly: false,
    status: {},
    annotations: {},
    generation: 1,
    usedBy: [],
  };
  const references = spec.bootVolumeRef ? { bootVolumeRef: { is: 'ready', id: 'disk' } as const } : {};
  const action = kindOf(kind).decide(desired, { is: 'absent' }, references, 0);
  return action.type === 'create' ? action.payload : action;
}

const readyOf = (kind: string, status: string, spec: object = {}) => {
  const object = { id: ID, labels: {}, createdAt: undefined, status, cluster: { nodepools: [] } };
  const { ready } = kindOf(kind).health(object, { ...PLACE, ...spec }, 0);
  return `${ready.status}/${ready.reason}`;
};

/** What `../shared/go-operator/README.md` says of its behaviour, row by row; the fields are compared in `api.test.ts`. */
describe('as the Go operator does it:', () => {
  test.each([
    ['Server', 'server-finalizer', 'serverId'],
    ['Volume', 'volume-finalizer', 'volumeId'],
    ['Image', 'image-finalizer', 'imageId'],
    ['Network', 'network-finalizer', 'networkId'],
    ['Cluster', 'cluster-finalizer', 'clusterName'],
  ])('finalizer and status ID of a %s', (kind, finalizer, idField) => {
    expect(kindOf(kind)).toMatchObject({ finalizer: `compute.sostackit.dev/${finalizer}`, idField });
  });

  test.each([
    ['Server', 'CREATING', 'False/Creating'],
    ['Server', 'STARTING', 'False/Transitioning'],
    ['Server', 'ERROR', 'False/Error'],
    ['Server', 'ACTIVE', 'True/Active'],
    ['Server', 'A-STATE-OF-TOMORROW', 'Unknown/Unknown'],
    ['Volume', 'AVAILABLE', 'True/Available'],
    ['Volume', 'ATTACHED', 'True/Attached'],
    ['Image', 'AVAILABLE', 'True/Available'],
    ['Image', 'CREATING', 'False/AwaitingUpload'],
    ['Network', 'CREATED', 'True/Created'],
    ['Cluster', 'STATE_HEALTHY', 'True/Healthy'],
    ['Cluster', 'STATE_HIBERNATED', 'True/Hibernated'],
    ['Cluster', 'STATE_CREATING', 'False/Creating'],
    ['Cluster', 'STATE_RECONCILING', 'False/Transitioning'],
  ])('Ready of a %s in %s is %s', (kind, state, ready) => {
    expect(readyOf(kind, state)).toBe(ready);
  });

  test('a server that is off is ready when that is wanted, and on by default', () => {
    expect(readyOf('Server', 'INACTIVE', { powerState: 'Inactive' })).toBe('True/Inactive');
    expect(readyOf('Server', 'INACTIVE')).toMatch(/^False/);
  });

  test('the name in STACKIT is spec.name, else metadata.name', () => {
    expect(bodyOf('Server', SERVER)).toMatchObject({ name: 'it' });
    expect(bodyOf('Server', { ...SERVER, name: 'other' })).toMatchObject({ name: 'other' });
  });

  test('user data are plain text in the spec, and base64 in the call', () => {
    const userData = '#cloud-config\n# ä';
    expect(bodyOf('Server', { ...SERVER, userData })).toMatchObject({
      userData: Buffer.from(userData, 'utf8').toString('base64'),
    });
  });

  test.each<[what: string, spec: object, body: object]>([
    ['an image alone', {}, { imageId: ID }],
    [
      'a volume',
      { imageId: undefined, bootVolumeRef: { name: 'disk' } },
      { bootVolume: { source: { type: 'volume', id: 'disk' } } },
    ],
    ['a size', { bootVolume: { size: 20 } }, { bootVolume: { size: 20, source: { type: 'image', id: ID } } }],
    [
      'a class',
      { bootVolume: { performanceClass: 'storage_premium_perf1' } },
      { bootVolume: { source: { type: 'image', id: ID } } },
    ],
    [
      'what happens at its end',
      { bootVolume: { deleteOnTermination: false } },
      { bootVolume: { deleteOnTermination: false, source: { type: 'image', id: ID } } },
    ],
  ])('the boot volume of a server with %s', (_what, spec, body) => {
    const made = bodyOf('Server', { ...SERVER, ...spec }) as {
      readonly bootVolume?: unknown;
      readonly imageId?: unknown;
    };
    expect(made).toMatchObject(body);
    expect((made.imageId === undefined) !== (made.bootVolume === undefined)).toBe(true);
  });

  test('flags and the lease', () => {
    const argv = ['--metrics-bind-address', '127.0.0.1:8080', '--health-probe-bind-address', ':8081', '--leader-elect'];
    expect(parseConfig(argv, {})).toEqual(parseConfig([], {}));
    expect([LEASE_NAME, DEFAULT_NAMESPACE]).toEqual([
      'stackit-compute-operator.compute.sostackit.dev',
      'stackit-compute-operator-system',
    ]);
  });

  test('variables, Secret and container of the installation', () => {
    const text = readFileSync(join(__dirname, '../../deploy/provider.yaml'), 'utf8');
    const manifests = parseAllDocuments(text).map((document) => document.toJS() as { kind: string; spec?: unknown });
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    const folder = '/etc/stackit/credentials';
    expect(deployment).toMatchObject({
      metadata: { namespace: 'stackit-compute-operator-system' },
      spec: {
        template: {
          spec: {
            volumes: [{ name: 'credentials', secret: { secretName: 'stackit-credentials' } }],
            containers: [
              {
                env: [
                  { name: 'STACKIT_SERVICE_ACCOUNT_KEY_PATH', value: `${folder}/service-account-key.json` },
                  { name: 'STACKIT_PRIVATE_KEY_PATH', value: `${folder}/private-key.pem` },
                ],
                volumeMounts: [{ mountPath: folder, readOnly: true }],
                livenessProbe: { httpGet: { path: '/healthz', port: 8081 } },
                readinessProbe: { httpGet: { path: '/readyz', port: 8081 } },
                resources: {
                  requests: { cpu: '10m', memory: '64Mi' },
                  limits: { cpu: '500m', memory: '256Mi' },
                },
                securityContext: {
                  capabilities: { drop: ['ALL'] },
                  readOnlyRootFilesystem: true,
                  runAsNonRoot: true,
                  runAsUser: 65532,
                },
              },
            ],
          },
        },
      },
    });
  });
});
