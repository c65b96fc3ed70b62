import { App, Chart } from 'cdk8s';
import { FullStack } from 'sostackit';

const app = new App();
const chart = new Chart(app, 'full-stack');

// A public image is only observed; the network, the volume and the server are made, and the server waits for all of them.
new FullStack(chart, 'shop', {
  projectId: '11111111-2222-4333-8444-555555555555',
  region: 'eu01',
  availabilityZone: 'eu01-1',
  metadata: { name: 'shop' },
  labels: { environment: 'dev', team: 'platform' },
  network: { dhcp: true, routed: true, ipv4: { prefixLength: 24 } },
  image: { existingId: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
  volume: { size: 32 },
  server: {
    machineType: 'c1.2',
    keypairName: 'my-keypair',
    userData: '#cloud-config\npackages: [nginx]\n',
  },
});

app.synth();
