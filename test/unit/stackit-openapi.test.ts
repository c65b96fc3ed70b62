import {
  createStackitSimulator,
  makeKeySync,
  type SimulatorOptions,
  type StackitSimulator,
} from '../../src/sandbox/stackit';
import {
  createIaasClient,
  createServiceEnablementClient,
  createSkeClient,
  iaasOperations,
  type Scope,
  serviceEnablementOperations,
  skeOperations,
  type TokenSource,
  uploadImage,
} from '../../src/stackit';
import { FakeClock } from '../support/fake-clock';
import { areDocumentsThere } from '../support/stackit-documents';
import { note } from '../support/stackit-ledger';
import { Protocol } from '../support/stackit-protocol';

const SCOPE: Scope = { projectId: '11111111-1111-4111-8111-111111111111', region: 'eu01' };
const OTHER = '22222222-2222-4222-8222-222222222222';
const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';
const KEY = makeKeySync();
const SSH = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ops';

/** Our clients on a simulator without sockets, with every exchange checked. */
function lab(options: SimulatorOptions = {}) {
  const clock = new FakeClock();
  const protocol = new Protocol(note);
  const sim: StackitSimulator = createStackitSimulator({
    clock,
    key: KEY,
    speed: 'instant',
    recorder: protocol.recorder,
    ...options,
  });
  const token = sim.tokens.issue({}, 1_000_000);
  const tokens: TokenSource = {
    token: async () => token,
    invalidate: () => {},
    describe: () => 'the simulator’s own',
  };
  const common = { tokens, transport: sim.handle, clock };
  return {
    sim,
    protocol,
    clock,
    iaas: createIaasClient(common),
    ske: createSkeClient(common),
    enablement: createServiceEnablementClient(common),
  };
}

type Lab = ReturnType<typeof lab>;

async function networks({ iaas }: Lab) {
  const { body } = await iaas.createNetwork(SCOPE, { name: 'a', ipv4: { prefixLength: 25, nameservers: [] } });
  await iaas.createNetwork(SCOPE, { name: 'b', ipv4: { prefix: '10.9.0.0/24', gateway: null }, routed: false });
  await iaas.listNetworks(SCOPE, { labelSelector: { a: 'b' } });
  await iaas.updateNetwork(SCOPE, body.id, { labels: { a: 'b' }, ipv4: { nameservers: ['9.9.9.9'] } });
  await iaas.getNetwork(SCOPE, body.id);
  const { body: nic } = await iaas.createNic(SCOPE, body.id, { labels: { a: 'b' } });
  await iaas.updateNic(SCOPE, body.id, nic.id, { name: 'nic', allowedAddresses: ['10.0.0.1'] });
  await iaas.getNic(SCOPE, body.id, nic.id);
  await iaas.getProjectNic(SCOPE, nic.id);
  await iaas.listNics(SCOPE, body.id);
  await iaas.listProjectNics(SCOPE);
  const { body: ip } = await iaas.createPublicIp(SCOPE, { networkInterface: nic.id });
  await iaas.updatePublicIp(SCOPE, ip.id, { networkInterface: null });
  await iaas.getPublicIp(SCOPE, ip.id);
  await iaas.listPublicIps(SCOPE);
  await iaas.deletePublicIp(SCOPE, ip.id);
  await iaas.deleteNic(SCOPE, body.id, nic.id);
  await iaas.deleteNetwork(SCOPE, body.id);
}

async function groups({ iaas }: Lab) {
  const { body: group } = await iaas.createSecurityGroup(SCOPE, { name: 'web' });
  const { body: rule } = await iaas.createSecurityGroupRule(SCOPE, group.id, {
    direction: 'ingress',
    protocol: 'tcp',
    portRange: { min: 443, max: 443 },
  });
  await iaas.getSecurityGroupRule(SCOPE, group.id, rule.id);
  await iaas.listSecurityGroupRules(SCOPE, group.id);
  await iaas.updateSecurityGroup(SCOPE, group.id, { description: 'all' });
  await iaas.getSecurityGroup(SCOPE, group.id);
  await iaas.listSecurityGroups(SCOPE);
  await iaas.deleteSecurityGroupRule(SCOPE, group.id, rule.id);
  await iaas.deleteSecurityGroup(SCOPE, group.id);
  const { body: affinity } = await iaas.createAffinityGroup(SCOPE, { name: 'apart', policy: 'hard-anti-affinity' });
  await iaas.getAffinityGroup(SCOPE, affinity.id ?? '');
  await iaas.listAffinityGroups(SCOPE);
  await iaas.deleteAffinityGroup(SCOPE, affinity.id ?? '');
  await iaas.createKeyPair(SCOPE, { publicKey: SSH });
  await iaas.getKeyPair(SCOPE, 'ops');
  await iaas.updateKeyPair(SCOPE, 'ops', { labels: { a: 'b' } });
  await iaas.listKeyPairs(SCOPE);
  await iaas.deleteKeyPair(SCOPE, 'ops');
}

async function volumes({ iaas }: Lab) {
  const { body: volume } = await iaas.createVolume(SCOPE, { availabilityZone: 'eu01-1', size: 10, name: 'data' });
  await iaas.listVolumes(SCOPE);
  await iaas.getVolume(SCOPE, volume.id);
  await iaas.updateVolume(SCOPE, volume.id, { labels: { a: null, b: 'c' }, bootable: false });
  await iaas.resizeVolume(SCOPE, volume.id, { size: 20 });
  const { body: snapshot } = await iaas.createSnapshot(SCOPE, { volumeId: volume.id, name: 'monday' });
  await iaas.getSnapshot(SCOPE, snapshot.id);
  await iaas.listSnapshots(SCOPE);
  await iaas.updateSnapshot(SCOPE, snapshot.id, { description: 'x' });
  const { body: backup } = await iaas.createBackup(SCOPE, { source: { type: 'snapshot', id: snapshot.id } });
  await iaas.getBackup(SCOPE, backup.id);
  await iaas.listBackups(SCOPE);
  await iaas.updateBackup(SCOPE, backup.id, { name: 'weekly' });
  await iaas.restoreBackup(SCOPE, backup.id);
  await iaas.createVolume(SCOPE, { availabilityZone: 'eu01-2', source: { type: 'backup', id: backup.id } });
  await iaas.createVolume(SCOPE, { availabilityZone: 'eu01-1', source: { type: 'snapshot', id: snapshot.id } });
  await iaas.deleteBackup(SCOPE, backup.id, { force: true });
  await iaas.deleteSnapshot(SCOPE, snapshot.id);
  await iaas.createImageFromVolume(SCOPE, volume.id, { name: 'golden', diskFormat: 'qcow2' });
  await iaas.deleteVolume(SCOPE, volume.id, { cascade: true });
}

async function images({ iaas, sim }: Lab) {
  const { body: image } = await iaas.createImage(SCOPE, {
    name: 'own',
    diskFormat: 'raw',
    config: { uefi: false, rescueBus: null },
  });
  await uploadImage({ url: image.uploadUrl, body: Buffer.from('bytes'), size: 5, connect: () => sim.handle });
  await iaas.listImages(SCOPE, { all: true });
  await iaas.getImage(SCOPE, image.id);
  await iaas.updateImage(SCOPE, image.id, { labels: { a: 'b' } });
  await iaas.setImageShare(SCOPE, image.id, { projects: [OTHER] });
  await iaas.updateImageShare(SCOPE, image.id, { projects: [SCOPE.projectId] });
  await iaas.getImageShare(SCOPE, image.id);
  await iaas.getImageShareConsumer(SCOPE, image.id, OTHER);
  await iaas.deleteImageShareConsumer(SCOPE, image.id, OTHER);
  await iaas.deleteImageShare(SCOPE, image.id);
  await iaas.deleteImage(SCOPE, image.id);
}

async function makeServer({ iaas }: Lab): Promise<string> {
  const { body } = await iaas.createServer(SCOPE, {
    name: 'web-1',
    machineType: 'g2i.2',
    availabilityZone: 'eu01-1',
    networking: { networkId: NETWORK },
    bootVolume: { source: { type: 'image', id: IMAGE }, size: 20, deleteOnTermination: true },
    userData: 'I2Nsb3VkLWNvbmZpZwo=',
    agent: { provisioned: false },
    metadata: { a: 'b' },
  });
  return body.id;
}

async function serverLife(lab: Lab) {
  const { iaas } = lab;
  const server = await makeServer(lab);
  await iaas.listServers(SCOPE, { details: true });
  await iaas.getServer(SCOPE, server, { details: true });
  const act = [iaas.stopServer, iaas.startServer, iaas.deallocateServer, iaas.startServer, iaas.rebootServer] as const;
  for (const call of act) await call(SCOPE, server);
  await iaas.rescueServer(SCOPE, server, { image: IMAGE });
  await iaas.unrescueServer(SCOPE, server);
  await iaas.resizeServer(SCOPE, server, { machineType: 'g2i.4' });
  await iaas.updateServer(SCOPE, server, { labels: { a: 'b' }, metadata: { a: null } });
  await iaas.getServerConsole(SCOPE, server);
  await iaas.getServerLog(SCOPE, server, { length: 10 });
  return server;
}

async function serverParts({ iaas }: Lab, server: string) {
  const { body: volume } = await iaas.createVolume(SCOPE, { availabilityZone: 'eu01-1', size: 10 });
  await iaas.attachVolume(SCOPE, server, volume.id, { deleteOnTermination: false });
  await iaas.listVolumeAttachments(SCOPE, server);
  await iaas.getVolumeAttachment(SCOPE, server, volume.id);
  await iaas.updateVolumeAttachment(SCOPE, server, volume.id, { deleteOnTermination: true });
  await iaas.detachVolume(SCOPE, server, volume.id);
  const { body: nic } = await iaas.createNic(SCOPE, NETWORK, {});
  await iaas.attachNic(SCOPE, server, nic.id);
  await iaas.listServerNics(SCOPE, server);
  await iaas.detachNic(SCOPE, server, nic.id);
  const { body: network } = await iaas.createNetwork(SCOPE, { name: 'second' });
  await iaas.attachNetwork(SCOPE, server, network.id);
  await iaas.detachNetwork(SCOPE, server, network.id);
  const { body: ip } = await iaas.createPublicIp(SCOPE, {});
  await iaas.attachPublicIp(SCOPE, server, ip.id);
  await iaas.detachPublicIp(SCOPE, server, ip.id);
  const { body: group } = await iaas.createSecurityGroup(SCOPE, { name: 'web' });
  await iaas.addSecurityGroup(SCOPE, server, group.id);
  await iaas.removeSecurityGroup(SCOPE, server, group.id);
  const mail = 'web@sa.stackit.cloud';
  await iaas.addServiceAccount(SCOPE, server, mail);
  await iaas.listServerServiceAccounts(SCOPE, server);
  await iaas.removeServiceAccount(SCOPE, server, mail);
  const { requestId = '' } = await iaas.stopServer(SCOPE, server);
  await iaas.getProjectRequest(SCOPE, requestId);
  await iaas.deleteServer(SCOPE, server);
}

async function catalogue({ iaas }: Lab) {
  await iaas.listMachineTypes(SCOPE, { filter: 'vcpus == 2' });
  await iaas.getMachineType(SCOPE, 'g2i.2');
  await iaas.listVolumePerformanceClasses(SCOPE);
  await iaas.getVolumePerformanceClass(SCOPE, 'storage_premium_perf1');
  await iaas.listAvailabilityZones(SCOPE);
  await iaas.listPublicIpRanges(SCOPE);
  await iaas.getQuotas(SCOPE);
  await iaas.getProject(SCOPE);
}

async function clusters({ ske, enablement, sim }: Lab) {
  await enablement.getService(SCOPE, 'cloud.stackit.ske');
  await enablement.enableService(SCOPE, 'cloud.stackit.ske');
  const { body: options } = await ske.getProviderOptions(SCOPE, { versionState: 'SUPPORTED' });
  const [version, image] = [options.kubernetesVersions?.[0]?.version, options.machineImages?.[0]];
  const payload = {
    kubernetes: { version: version ?? '' },
    nodepools: [
      {
        name: 'a',
        availabilityZones: ['eu01-1'],
        machine: { type: 'g2i.2', image: { name: image?.name ?? '', version: image?.versions?.[0]?.version ?? '' } },
        minimum: 1,
        maximum: 2,
        maxSurge: 1,
        volume: { size: 20 },
        taints: [{ key: 'gpu', effect: 'NoSchedule' }],
      },
    ],
    extensions: { dns: { enabled: true, zones: ['app.runs.onstackit.cloud'] } },
    hibernation: { schedules: [{ start: '0 17 * * 1-5', end: '0 6 * * 1-5' }] },
  };
  await ske.putCluster(SCOPE, 'one', payload);
  await ske.putCluster(SCOPE, 'one', payload);
  await ske.listClusters(SCOPE);
  await ske.getCluster(SCOPE, 'one');
  await ske.createKubeconfig(SCOPE, 'one', { expirationSeconds: '3600' });
  await ske.getLoginKubeconfig(SCOPE, 'one');
  await ske.getIdpKubeconfig(SCOPE, 'one');
  await ske.hibernateCluster(SCOPE, 'one');
  await ske.wakeUpCluster(SCOPE, 'one');
  await ske.maintainCluster(SCOPE, 'one');
  await ske.reconcileCluster(SCOPE, 'one');
  await ske.startCredentialsRotation(SCOPE, 'one');
  await ske.completeCredentialsRotation(SCOPE, 'one');
  await ske.deleteCluster(SCOPE, 'one');
  expect(sim.objects('cluster')).toEqual([]);
}

const tables = { ...iaasOperations, ...skeOperations, ...serviceEnablementOperations };

describe('STACKIT’s documents', () => {
  test.each([[[] as const], ['all' as const]])(
    'hold for every call of our clients, with deviations %p',
    async (deviations) => {
      const all = lab({ deviations });
      await networks(all);
      await groups(all);
      await volumes(all);
      await images(all);
      await serverParts(all, await serverLife(all));
      await catalogue(all);
      await clusters(all);
      const missing = Object.values(tables).filter(({ operationId }) => !all.protocol.coveredByUs.has(operationId));
      expect(missing.map(({ operationId }) => operationId)).toEqual([]);
      expect(all.protocol.violations).toEqual([]);
    },
  );

  test('every operation of our clients is simulated', () => {
    const { sim } = lab();
    const wanted = Object.values(tables).map(({ operationId }) => operationId);
    expect(wanted.filter((operationId) => !sim.operationIds.includes(operationId))).toEqual([]);
  });

  type Seen = Parameters<Protocol['recorder']>[0];
  const exchange: Seen = {
    operationId: 'ListNetworks',
    method: 'GET',
    path: '/',
    query: {},
    requestBody: undefined,
    status: 200,
    responseBody: { items: [] },
    faults: [],
    userAgent: null,
  };
  const network = { id: exchange.path, name: 'a' };
  const found = areDocumentsThere ? test : test.skip;
  found.each<[string, Partial<Seen>, string[]]>([
    ['nothing wrong', {}, []],
    ['a missing member', { responseBody: {} }, ['required']],
    ['a wrong type', { responseBody: { items: [{ ...network, name: 1 }] } }, ['/items/0/name: must be string']],
    ['a text', { responseBody: 'items' }, ['"items"']],
    ['an undeclared status', { status: 418 }, ['not declared']],
    ['a query that is not declared', { query: { details: 'true' } }, ['query details']],
    ['a body where none belongs', { requestBody: {} }, ['with a body']],
    ['a read-only member', { operationId: 'CreateNic', requestBody: { mac: 'x' }, status: 201 }, ['request/mac']],
    ['an operation that nobody knows', { operationId: 'MakeCoffee' }, ['no such operation']],
    ['not what a test made up', { status: 418, faults: ['error'] }, []],
  ])('the check finds %s', (_, change, expected) => {
    const protocol = new Protocol();
    protocol.recorder({ ...exchange, ...change });
    for (const text of expected) {
      expect(protocol.violations).toContainEqual(expect.stringContaining(text));
      expect(() => protocol.check()).toThrow(text);
    }
    if (expected.length === 0) expect(protocol.violations).toEqual([]);
  });
});
