import { App, Chart, Size } from 'cdk8s';
import { Image, Network, Server } from 'sostackit';

const app = new App();
const chart = new Chart(app, 'single-server');
const project = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };

const network = new Network(chart, 'network', {
  ...project,
  metadata: { name: 'single-network' },
  ipv4: { prefixLength: 25, nameservers: ['9.9.9.9'] },
});
const image = Image.fromImageId(chart, 'image', '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8', {
  ...project,
  metadata: { name: 'single-image' },
});

new Server(chart, 'server', {
  ...project,
  metadata: { name: 'single-server' },
  availabilityZone: 'eu01-1',
  machineType: 'c1.2',
  network,
  image,
  bootVolume: { size: Size.gibibytes(20), deleteOnTermination: true },
  securityGroups: ['44444444-4444-4444-4444-444444444444'],
});

app.synth();
