import { App, Chart } from 'cdk8s';
import { Cluster, kubernetesVersion, maintenanceWindow, Network } from 'sostackit';

const app = new App();
const chart = new Chart(app, 'cluster');
const project = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };

const network = new Network(chart, 'network', {
  ...project,
  metadata: { name: 'nodes' },
  ipv4: { prefixLength: 24, nameservers: ['9.9.9.9'] },
});

const cluster = new Cluster(chart, 'cluster', {
  ...project,
  metadata: { name: 'team-b' },
  kubernetesVersion: kubernetesVersion(1, 34),
  network,
  maintenance: maintenanceWindow({ start: '02:00', hours: 2, offset: '+01:00' }),
  hibernation: { schedules: [{ start: '0 19 * * 1-5', end: '0 7 * * 1-5', timezone: 'Europe/Berlin' }] },
  kubeconfig: { secretName: 'team-b-kubeconfig' },
});
cluster.addNodePool({
  name: 'system',
  machineType: 'g2i.2',
  minimum: 2,
  maximum: 4,
  availabilityZones: ['eu01-1', 'eu01-2'],
  volume: { size: 50 },
  allowSystemComponents: true,
});
cluster.grantKubeconfig({ kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' });

Cluster.fromExistingName(chart, 'platform', 'platform', { ...project, metadata: { name: 'platform' } });

app.synth();
