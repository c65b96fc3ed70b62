import { App, Chart } from 'cdk8s';
import { FullStack, graph } from '../../constructs';

/** The picture of README.md: a full stack with a second server. Path from the root → content. */
export function picture(): ReadonlyMap<string, string> {
  const chart = new Chart(new App(), 'shop');
  const shop = new FullStack(chart, 'shop', {
    projectId: '11111111-2222-4333-8444-555555555555',
    region: 'eu01',
    availabilityZone: 'eu01-1',
    metadata: { name: 'shop' },
    network: { ipv4: { prefixLength: 24 } },
    image: { existingId: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
    volume: { size: 32 },
    server: { machineType: 'c1.2' },
  });
  shop.addServer('two', { machineType: 'c1.2' });
  return new Map([['docs/full-stack.svg', graph(chart).svg]]);
}
