import { App, Chart } from 'cdk8s';
import { FullStack, graph, StackitScope } from 'sostackit';
import { Crds, Provider } from 'sostackit/plus';

export function define(app: App): Chart {
  const chart = new Chart(app, 'shop');
  StackitScope.provide(chart, {
    projectId: '11111111-2222-4333-8444-555555555555',
    region: 'eu01',
    availabilityZone: 'eu01-1',
  });
  const stack = new FullStack(chart, 'web', {
    metadata: { name: 'shop' },
    network: { ipv4: { prefixLength: 24 } },
    image: { existingId: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
    volume: { size: 32 },
    server: { machineType: 'c1.2', keypairName: 'my-keypair' },
  });
  stack.addServer('two', { machineType: 'c1.2' });
  if (!graph(chart).mermaid.includes('shop')) throw new Error('no graph');
  return chart;
}
const app = new App();
define(app);
const install = new Chart(app, 'install');
new Crds(install, 'crds');
new Provider(install, 'provider', { image: 'a/b:1' });
app.synth();
