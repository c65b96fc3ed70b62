import { ApiObject, App, Chart } from 'cdk8s';

// The objects of examples/full-stack.ts, written out by hand: what cdk8s costs without our constructs.
const app = new App();
const chart = new Chart(app, 'full-stack');
const apiVersion = 'compute.sostackit.dev/v1alpha1';
const projectId = '11111111-2222-4333-8444-555555555555';
const labels = { environment: 'dev', team: 'platform' };
const metadata = { name: 'shop' };
const shared = { projectId, region: 'eu01' };

new ApiObject(chart, 'network', {
  apiVersion,
  kind: 'Network',
  metadata,
  spec: { ...shared, dhcp: true, routed: true, ipv4: { prefixLength: 24 }, labels },
});
new ApiObject(chart, 'image', {
  apiVersion,
  kind: 'Image',
  metadata,
  spec: { ...shared, existingId: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
});
new ApiObject(chart, 'volume', {
  apiVersion,
  kind: 'Volume',
  metadata,
  spec: {
    ...shared,
    availabilityZone: 'eu01-1',
    size: 32,
    bootable: true,
    source: { type: 'image', id: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
    labels,
  },
});
new ApiObject(chart, 'server', {
  apiVersion,
  kind: 'Server',
  metadata,
  spec: {
    ...shared,
    machineType: 'c1.2',
    availabilityZone: 'eu01-1',
    networkRef: metadata,
    bootVolumeRef: metadata,
    keypairName: 'my-keypair',
    userData: '#cloud-config\npackages: [nginx]\n',
    labels,
  },
});

app.synth();
