import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKubernetesApi, type KubernetesListener } from '../../src/sandbox/kubernetes';
import { assetsReason } from '../support/envtest';

const reason = assetsReason();
if (reason !== undefined) console.log(`kubectl is not run against the local API server: ${reason}`);

const VOLUME = `
apiVersion: compute.sostackit.dev/v1alpha1
kind: Volume
metadata: {name: a, labels: {app: x}}
spec:
  projectId: 11111111-1111-4111-8111-111111111111
  region: eu01
  availabilityZone: eu01-1
  size: 10
`;

(reason === undefined ? describe : describe.skip)('kubectl against the local API server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sostackit-kubectl-'));
  let listener: KubernetesListener;

  beforeAll(async () => {
    listener = await createKubernetesApi().listen();
    writeFileSync(join(dir, 'config'), listener.kubeconfig);
    await kubectl('apply', '-f', join(__dirname, '../../crds/all.yaml'));
    await kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=5s');
  });

  afterAll(async () => {
    await listener?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  beforeEach(() => kubectl('delete', 'volumes', '--all', '--wait'));

  /** Runs kubectl and answers what it printed; rejects with its complaint when it fails. */
  function kubectl(...args: string[]): Promise<string> {
    return run({}, args);
  }

  function fed(input: string, ...args: string[]): Promise<string> {
    return run({ input }, args);
  }

  function run({ input, editor }: { input?: string; editor?: string }, args: readonly string[]): Promise<string> {
    const env = {
      PATH: process.env.PATH,
      HOME: dir,
      KUBECONFIG: join(dir, 'config'),
      ...(editor && { EDITOR: editor }),
    };
    return new Promise((resolve, reject) => {
      const binary = join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl');
      const child = execFile(binary, [...args], { env, timeout: 20_000 }, (error, stdout, stderr) => {
        const code = error?.code ?? 0;
        if (error !== null && !(args[0] === 'diff' && code === 1))
          reject(new Error(`${args.join(' ')}: ${stderr || error.message}`));
        else resolve(`${stdout}${stderr}`);
      });
      child.stdin?.end(input ?? '');
    });
  }

  test('version', async () => {
    expect(await kubectl('version')).toMatch(/Server Version: v1\.36/);
  });

  test('api-resources and the category', async () => {
    expect(await kubectl('api-resources', '--api-group=compute.sostackit.dev')).toMatch(
      /volumes +svol +compute.sostackit.dev\/v1alpha1 +true +Volume/,
    );
    await fed(VOLUME, 'apply', '-f', '-');
    expect(await kubectl('get', 'stackit')).toContain('volume.compute.sostackit.dev/a');
  });

  test('get prints columns, JSON, YAML and what a selector leaves', async () => {
    await fed(VOLUME, 'apply', '-f', '-');
    expect(await kubectl('get', 'svol')).toMatch(/^NAME +READY .*\na /);
    expect(await kubectl('get', 'svol', '-o', 'wide', '-A')).toMatch(/NAMESPACE.*REASON/);
    expect(JSON.parse(await kubectl('get', 'svol', 'a', '-o', 'json')).spec.size).toBe(10);
    expect(await kubectl('get', 'svol', '-o', 'yaml')).toContain('size: 10');
    expect(await kubectl('get', 'svol', '-o', 'name', '-l', 'app=x')).toBe('volume.compute.sostackit.dev/a\n');
    expect(await kubectl('get', 'svol', '-o', 'name', '-l', 'app!=x')).toBe('');
    expect(await kubectl('get', 'svol', '-o', 'name', '--field-selector', 'metadata.name=b')).toBe('');
    await expect(kubectl('get', 'svol', 'b')).rejects.toThrow('volumes.compute.sostackit.dev "b" not found');
  });

  test('get --watch prints what happens', async () => {
    const env = { PATH: process.env.PATH, KUBECONFIG: join(dir, 'config'), HOME: dir };
    const child = execFile(join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl'), ['get', 'svol', '-w'], { env });
    const seen = new Promise<void>((resolve) => {
      let text = '';
      child.stdout?.on('data', (chunk: string) => {
        text += chunk;
        if (/^a .*30/m.test(text)) resolve();
      });
    });
    await fed(VOLUME, 'apply', '-f', '-');
    await kubectl('patch', 'svol', 'a', '--subresource=status', '--type=merge', '-p', '{"status":{"size":30}}');
    await seen;
    child.kill();
  });

  test('apply creates, changes and tells when nothing changes', async () => {
    expect(await fed(VOLUME, 'apply', '-f', '-')).toContain('created');
    expect(await fed(VOLUME, 'apply', '-f', '-')).toContain('unchanged');
    expect(await fed(VOLUME.replace('size: 10', 'size: 20'), 'apply', '-f', '-')).toContain('configured');
    expect(await fed(VOLUME.replace('  size: 10\n', ''), 'apply', '-f', '-')).toContain('configured');
    expect(JSON.parse(await kubectl('get', 'svol', 'a', '-o', 'json')).spec.size).toBeUndefined();
  });

  test('apply --server-side meets conflicts and takes over by force', async () => {
    await fed(VOLUME, 'apply', '--server-side', '-f', '-');
    const other = VOLUME.replace('size: 10', 'size: 20');
    const as = ['apply', '--server-side', '--field-manager=other', '-f', '-'];
    await expect(fed(other, ...as)).rejects.toThrow('conflict with "kubectl": .spec.size');
    expect(await fed(other, ...as, '--force-conflicts')).toContain('serverside-applied');
    expect(await kubectl('get', 'svol', 'a', '-o', 'yaml', '--show-managed-fields')).toContain('manager: other');
  });

  test('client-side apply moves to server-side apply', async () => {
    await fed(VOLUME, 'apply', '-f', '-');
    const bigger = VOLUME.replace('size: 10', 'size: 20');
    expect(await fed(bigger, 'apply', '--server-side', '-f', '-')).toContain('serverside-applied');
    expect(await fed(VOLUME.replace('  size: 10\n', ''), 'apply', '--server-side', '-f', '-')).toContain(
      'serverside-applied',
    );
    expect(JSON.parse(await kubectl('get', 'svol', 'a', '-o', 'json')).spec.size).toBeUndefined();
  });

  test('unknown fields are refused, or a warning', async () => {
    const odd = VOLUME.replace('size: 10', 'size: 10\n  sise: 11');
    await expect(fed(odd, 'apply', '-f', '-')).rejects.toThrow('unknown field "spec.sise"');
    expect(await fed(odd, 'apply', '--validate=warn', '-f', '-')).toContain('Warning: unknown field "spec.sise"');
  });

  test('a dry run and a diff change nothing', async () => {
    expect(await fed(VOLUME, 'apply', '--dry-run=server', '-f', '-')).toContain('created (server dry run)');
    await expect(kubectl('get', 'svol', 'a')).rejects.toThrow('not found');
    await fed(VOLUME, 'apply', '-f', '-');
    expect(await fed(VOLUME.replace('size: 10', 'size: 20'), 'diff', '-f', '-')).toMatch(
      /- {2}size: 10\n\+ {2}size: 20/,
    );
  });

  test('describe shows the object and its events', async () => {
    await fed(VOLUME, 'apply', '-f', '-');
    const { uid } = JSON.parse(await kubectl('get', 'svol', 'a', '-o', 'json')).metadata;
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'a.1', namespace: 'default' },
      involvedObject: {
        apiVersion: 'compute.sostackit.dev/v1alpha1',
        kind: 'Volume',
        name: 'a',
        namespace: 'default',
        uid,
      },
      reason: 'Created',
      message: 'made in STACKIT',
      type: 'Normal',
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
      count: 1,
    };
    await fed(JSON.stringify(event), 'create', '-f', '-');
    expect(await kubectl('describe', 'svol', 'a')).toMatch(/Size: +10[\s\S]*Normal +Created .*made in STACKIT/);
    expect(await kubectl('get', 'events')).toContain('volume/a');
    expect(await kubectl('events')).toContain('Volume/a');
  });

  test('explain tells the fields of our kinds and of built-in ones', async () => {
    expect(await kubectl('explain', 'volume.spec.size')).toMatch(/FIELD: size <integer>[\s\S]*GB/);
    expect(await kubectl('explain', 'server.spec.powerState')).toMatch(/ENUM:\s+Active\s+Inactive/);
    expect(await kubectl('explain', 'secret')).toContain('stringData');
    expect(await kubectl('explain', 'volume', '--recursive')).toContain('imageRef');
  });

  test('patch in its kinds, label, annotate and edit', async () => {
    await fed(VOLUME, 'apply', '-f', '-');
    await kubectl('patch', 'svol', 'a', '--type=merge', '-p', '{"spec":{"size":11}}');
    await kubectl('patch', 'svol', 'a', '--type=json', '-p', '[{"op":"replace","path":"/spec/size","value":12}]');
    await expect(kubectl('patch', 'svol', 'a', '-p', '{"spec":{"size":13}}')).rejects.toThrow('is not supported by');
    await expect(kubectl('patch', 'svol', 'a', '--type=merge', '-p', '{"spec":{"size":0}}')).rejects.toThrow(
      'should be greater than or equal to 1',
    );
    await kubectl('label', 'svol', 'a', 'l=1');
    await kubectl('annotate', 'svol', 'a', 'n=2');
    await run({ editor: 'sed -i s/size:.12/size:\\ 14/' }, ['edit', 'svol', 'a']);
    const { metadata, spec } = JSON.parse(await kubectl('get', 'svol', 'a', '-o', 'json'));
    expect([spec.size, metadata.labels.l, metadata.annotations.n]).toEqual([14, '1', '2']);
    await kubectl('create', 'configmap', 'strategic', '--from-literal=a=b');
    await kubectl('patch', 'configmap', 'strategic', '-p', '{"data":{"c":"d"}}');
    expect(await kubectl('get', 'configmap', 'strategic', '-o', 'jsonpath={.data}')).toBe('{"a":"b","c":"d"}');
  });

  test('wait for a condition, a value and a deletion', async () => {
    await fed(VOLUME, 'apply', '-f', '-');
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'Available',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
      observedGeneration: 1,
    };
    const waiting = kubectl('wait', 'svol/a', '--for=condition=Ready', '--timeout=10s');
    await kubectl(
      'patch',
      'svol',
      'a',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status: { state: 'AVAILABLE', conditions: [ready] } }),
    );
    expect(await waiting).toContain('condition met');
    expect(await kubectl('wait', 'svol/a', '--for=jsonpath={.status.state}=AVAILABLE', '--timeout=5s')).toContain(
      'condition met',
    );
    const gone = kubectl('wait', 'svol/a', '--for=delete', '--timeout=10s');
    await kubectl('delete', 'svol', 'a');
    // It says nothing when the object had gone before it looked.
    await expect(gone).resolves.not.toContain('timed out');
    await expect(kubectl('get', 'svol', 'a')).rejects.toThrow('not found');
  });

  test('delete waits for finalizers, and can leave dependents', async () => {
    await fed(VOLUME.replace('{name: a,', '{name: a, finalizers: [example.dev/f],'), 'apply', '-f', '-');
    const deleting = kubectl('delete', 'svol', 'a', '--wait');
    await kubectl('wait', 'svol/a', '--for=jsonpath={.metadata.deletionTimestamp}', '--timeout=5s');
    await kubectl('patch', 'svol', 'a', '--type=json', '-p', '[{"op":"remove","path":"/metadata/finalizers"}]');
    expect(await deleting).toContain('deleted');
    await fed(VOLUME, 'apply', '-f', '-');
    expect(await kubectl('delete', 'svol', 'a', '--cascade=orphan', '--timeout=5s')).toContain('deleted');
    await fed(VOLUME, 'apply', '-f', '-');
    expect(await kubectl('delete', 'svol', 'a', '--cascade=foreground', '--timeout=5s')).toContain('deleted');
  });

  test('namespaces and built-in objects are created and deleted', async () => {
    await kubectl('create', 'namespace', 'mine');
    await kubectl('-n', 'mine', 'create', 'secret', 'generic', 's', '--from-literal=a=b');
    await kubectl('-n', 'mine', 'create', 'serviceaccount', 'sa');
    await kubectl('-n', 'mine', 'create', 'role', 'r', '--verb=get', '--resource=secrets');
    await kubectl('-n', 'mine', 'create', 'rolebinding', 'b', '--role=r', '--serviceaccount=mine:sa');
    await kubectl('create', 'clusterrole', 'cr', '--verb=get,list', '--resource=secrets');
    await kubectl('create', 'clusterrolebinding', 'crb', '--clusterrole=cr', '--user=me');
    await fed(VOLUME, '-n', 'mine', 'apply', '-f', '-');
    expect(await kubectl('-n', 'mine', 'get', 'secrets,sa,roles,rolebindings')).toMatch(/secret\/s +Opaque +1/);
    expect(await kubectl('-n', 'mine', 'describe', 'secret', 's')).toContain('a:  1 bytes');
    await kubectl('delete', 'namespace', 'mine', '--timeout=10s');
    await expect(kubectl('get', 'namespace', 'mine')).rejects.toThrow('not found');
  });

  test('rights: everything is allowed', async () => {
    expect(await kubectl('auth', 'can-i', 'create', 'volumes')).toContain('yes');
    expect(await kubectl('auth', 'can-i', '--list')).toContain('*.*');
  });

  test('a resource that is not served is told so', async () => {
    await expect(kubectl('get', 'pods')).rejects.toThrow('doesn\'t have a resource type "pods"');
    const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}}';
    await expect(fed(pod, 'apply', '-f', '-')).rejects.toThrow('no matches for kind "Pod"');
  });
});
