import { Testing } from 'cdk8s';
import { Server } from 'sostackit';
import { findResources, startSandbox } from 'sostackit/testing';
import { define } from './main';

test('an app in the shape of cdk8s init has its stack Ready in the sandbox', async () => {
  const chart = define(Testing.app());
  expect(findResources(chart, 'Server')).toHaveLength(2);
  expect(() => new Server(chart, 'x', { machineType: 'c1.2', imageId: 'x', networkId: 'y' })).toThrow('imageId');
  const sandbox = await startSandbox();
  await sandbox.apply(chart);
  await sandbox.ready(chart);
  await sandbox.close();
}, 60000);
