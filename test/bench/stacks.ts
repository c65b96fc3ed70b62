import { ApiObject, App, Chart } from 'cdk8s';
import { FullStack } from 'sostackit';

// Run as a process: `ours` or `bare`, and a number of stacks. Prints the seconds of processor time that the app itself took,
// without loading, on one line.

const IMAGE = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
const project = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' };
const place = { ...project, availabilityZone: 'eu01-1' };
const labels = { environment: 'dev', team: 'platform' };

function ours(chart: Chart, name: string): void {
  new FullStack(chart, name, {
    ...place,
    labels,
    metadata: { name },
    network: { ipv4: { prefixLength: 24 } },
    image: { existingId: IMAGE },
    volume: { size: 32 },
    server: { machineType: 'c1.2', keypairName: 'my-keypair' },
  });
}

/** The same manifests and the same edges, without anything of ours. */
function bare(chart: Chart, name: string): void {
  const object = (kind: string, spec: object) =>
    new ApiObject(chart, `${name}-${kind}`, {
      apiVersion: 'compute.sostackit.dev/v1alpha1',
      kind,
      metadata: { name, labels: { 'compute.sostackit.dev/composite': name, 'app.kubernetes.io/part-of': name } },
      spec,
    });
  const network = object('Network', { ...project, ipv4: { prefixLength: 24 }, labels });
  const image = object('Image', { ...project, existingId: IMAGE });
  const volume = object('Volume', { ...place, size: 32, source: { type: 'image', id: IMAGE }, bootable: true, labels });
  const server = object('Server', {
    ...place,
    machineType: 'c1.2',
    bootVolumeRef: { name },
    networkRef: { name },
    keypairName: 'my-keypair',
    labels,
  });
  volume.addDependency(image);
  server.addDependency(network);
  server.addDependency(volume);
}

function main([kind, count]: readonly string[]): void {
  const define = kind === 'bare' ? bare : ours;
  // Neither side pays for the first use of everything.
  build(define, 20);
  const before = process.cpuUsage();
  build(define, Number(count));
  const { user, system } = process.cpuUsage(before);
  console.log(((user + system) / 1e6).toFixed(3));
}

function build(define: (chart: Chart, name: string) => void, count: number): void {
  const app = new App();
  const chart = new Chart(app, 'stacks');
  for (let index = 0; index < count; index += 1) define(chart, `stack-${index}`);
  app.synth();
}

main(process.argv.slice(2));
