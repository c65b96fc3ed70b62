import type { SimulatorOptions } from '../../src/sandbox/stackit';
import type { Cluster } from './clusters';
import { World } from './world';

/** Sets a cluster up for a suite, and worlds for its tests, which end with each test. */
export function worldsOf(start: () => Promise<Cluster>): (options?: SimulatorOptions) => Promise<World> {
  // These talk to up to five processes in real time; on a busy machine one more try tells a slow answer from a wrong one.
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  let cluster: Cluster | undefined;
  let count = 0;
  const worlds: World[] = [];
  beforeAll(async () => {
    cluster = await start();
  }, 90_000);
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.end();
  });
  afterAll(async () => {
    await cluster?.stop();
    expect(cluster?.forbidden).toEqual([]);
  });
  return async (options) => {
    if (!cluster) throw new Error('the cluster is not up');
    count += 1;
    const world = await World.make(cluster, `test-${count}`, options);
    worlds.push(world);
    return world;
  };
}
