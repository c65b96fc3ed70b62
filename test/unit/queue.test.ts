import { WorkQueue, type WorkQueueOptions } from '../../provider/engine/queue';
import { FakeClock, settled } from '../support/fake-clock';

/** A queue whose runs end when the test says so, or at once. */
class Bench {
  readonly clock = new FakeClock();
  readonly begun: string[] = [];
  readonly errors: string[] = [];
  readonly queue: WorkQueue;
  readonly #open = new Map<string, () => void>();
  #holds = false;
  now = 0;
  most = 0;

  constructor(options: Partial<WorkQueueOptions> = {}) {
    this.queue = new WorkQueue({
      clock: this.clock,
      workers: 1,
      run: (key) => this.#run(key),
      onError: (key, error) => this.errors.push(`${key}: ${error}`),
      ...options,
    });
  }

  /** Runs stay open from now on. */
  hold(): void {
    this.#holds = true;
  }

  /** Ends the run of a key. */
  async end(key: string): Promise<void> {
    this.#open.get(key)?.();
    this.#open.delete(key);
    await settled();
  }

  async #run(key: string): Promise<void> {
    this.begun.push(key);
    this.now += 1;
    this.most = Math.max(this.most, this.now);
    if (this.#holds) await new Promise<void>((resolve) => this.#open.set(key, resolve));
    else await settled();
    this.now -= 1;
  }
}

async function finished({ queue }: Bench): Promise<void> {
  while (queue.depth > 0 || queue.active > 0) await settled();
}

test('nothing runs before the start, and what was added before runs then', async () => {
  const bench = new Bench();
  bench.queue.add('a/1');
  bench.queue.add('a/2');
  await settled();
  expect(bench.begun).toEqual([]);
  expect(bench.queue.depth).toBe(2);
  bench.queue.start();
  await finished(bench);
  expect(bench.begun).toEqual(['a/1', 'a/2']);
});

test('a key added many times while it waits runs once', async () => {
  const bench = new Bench();
  for (let i = 0; i < 5; i += 1) bench.queue.add('a/1', i % 2 === 0 ? 'routine' : 'urgent');
  expect(bench.queue.depth).toBe(1);
  bench.queue.start();
  await finished(bench);
  expect(bench.begun).toEqual(['a/1']);
});

test('a key never runs twice at a time, and runs once more however often it was added during its run', async () => {
  const bench = new Bench({ workers: 4 });
  bench.hold();
  bench.queue.start();
  bench.queue.add('a/1');
  await settled();
  for (let i = 0; i < 3; i += 1) bench.queue.add('a/1');
  await settled();
  expect(bench.begun).toEqual(['a/1']);
  await bench.end('a/1');
  expect(bench.begun).toEqual(['a/1', 'a/1']);
  await bench.end('a/1');
  expect(bench.begun).toEqual(['a/1', 'a/1']);
  expect(bench.queue.active).toBe(0);
});

test('an urgent add during a routine one keeps the second run urgent', async () => {
  const bench = new Bench();
  bench.hold();
  bench.queue.start();
  bench.queue.add('a/1', 'routine');
  await settled();
  bench.queue.add('a/1', 'urgent');
  bench.queue.add('a/1', 'routine');
  bench.queue.add('a/2', 'routine');
  await bench.end('a/1');
  expect(bench.begun).toEqual(['a/1', 'a/1']);
});

test('no more than the given number of runs are open, and all workers are used', async () => {
  const bench = new Bench({ workers: 3 });
  bench.queue.start();
  for (let i = 0; i < 20; i += 1) bench.queue.add(`a/${i}`);
  await finished(bench);
  expect(bench.most).toBe(3);
  expect(bench.begun).toHaveLength(20);
});

test('delays of all keys share one timer, and each key runs at its own time', async () => {
  const bench = new Bench();
  bench.queue.start();
  bench.queue.addAfter('a/late', 3_000);
  bench.queue.addAfter('a/soon', 1_000);
  bench.queue.addAfter('a/middle', 2_000);
  expect(bench.clock.size).toBe(1);
  await bench.clock.advance(999);
  expect(bench.begun).toEqual([]);
  await bench.clock.advance(1);
  expect(bench.begun).toEqual(['a/soon']);
  expect(bench.clock.size).toBe(1);
  await bench.clock.advance(1_000);
  expect(bench.begun).toEqual(['a/soon', 'a/middle']);
  await bench.clock.advance(1_000);
  expect(bench.begun).toEqual(['a/soon', 'a/middle', 'a/late']);
  expect(bench.clock.size).toBe(0);
});

test('a key has one date: a newer one takes the place of the older, and an add right now of both', async () => {
  const bench = new Bench();
  bench.queue.start();
  bench.queue.addAfter('a/1', 1_000);
  bench.queue.addAfter('a/1', 5_000);
  await bench.clock.advance(4_999);
  expect(bench.begun).toEqual([]);
  bench.queue.add('a/1');
  await bench.clock.advance(60_000);
  expect(bench.begun).toEqual(['a/1']);
});

test('ten thousand far dates cost a ring a second, and each is kept to the second', async () => {
  const bench = new Bench({ workers: 100 });
  bench.queue.start();
  let rings = 0;
  const { clock } = bench;
  const after = clock.after.bind(clock);
  clock.after = (delay, callback) =>
    after(delay, () => {
      rings += 1;
      callback();
    });
  for (let i = 0; i < 10_000; i += 1) bench.queue.addAfter(`a/${i}`, 540_000 + i * 12);
  await clock.advance(539_999);
  expect(bench.begun).toEqual([]);
  await clock.advance(60_001);
  await finished(bench);
  expect(bench.begun.length).toBeGreaterThan(4_900);
  expect(bench.begun.length).toBeLessThanOrEqual(5_001);
  await clock.advance(61_000);
  await finished(bench);
  expect(bench.begun).toHaveLength(10_000);
  expect(rings).toBeLessThan(130);
});

test('no delay means now', async () => {
  const bench = new Bench();
  bench.queue.start();
  bench.queue.addAfter('a/1', 0);
  await settled();
  expect(bench.begun).toEqual(['a/1']);
  expect(bench.clock.size).toBe(0);
});

test('urgent keys go before routine ones, also one that waited as routine before', async () => {
  const bench = new Bench();
  bench.queue.add('a/1', 'routine');
  bench.queue.add('a/2', 'routine');
  bench.queue.add('a/3', 'routine');
  bench.queue.add('a/2', 'urgent');
  bench.queue.add('a/4', 'urgent');
  bench.queue.start();
  await finished(bench);
  expect(bench.begun).toEqual(['a/2', 'a/4', 'a/1', 'a/3']);
});

test('namespaces take turns, so that one with thousands of keys holds up none', async () => {
  const bench = new Bench();
  for (let i = 0; i < 3_000; i += 1) bench.queue.add(`big/${i}`);
  bench.queue.add('small/1');
  bench.queue.add('small/2');
  bench.queue.start();
  await finished(bench);
  expect(bench.begun.slice(0, 4)).toEqual(['big/0', 'small/1', 'big/1', 'small/2']);
  expect(bench.begun).toHaveLength(3_002);
});

test('within a namespace, keys run in the order in which they were added', async () => {
  const bench = new Bench();
  for (const key of ['a/3', 'a/1', 'a/2']) bench.queue.add(key);
  bench.queue.start();
  await finished(bench);
  expect(bench.begun).toEqual(['a/3', 'a/1', 'a/2']);
});

test('SCL-01: with 10,000 routine keys waiting, a new object and an edit are worked on within 2 s', async () => {
  const clock = new FakeClock();
  const begun = new Map<string, number>();
  const queue = new WorkQueue({
    clock,
    workers: 8,
    // A call of 20 ms, as to an API over the wire.
    run: async (key) => {
      begun.set(key, clock.now());
      await new Promise<void>((resolve) => clock.after(20, resolve));
    },
    onError: () => {},
  });
  queue.start();
  for (let i = 0; i < 10_000; i += 1) queue.add(`shop/volume-${i}`, 'routine');
  await clock.advance(1_000);
  const asked = clock.now();
  queue.add('shop/new-server');
  queue.add('shop/volume-9999');
  await clock.advance(2_000);
  expect((begun.get('shop/new-server') ?? Number.NaN) - asked).toBeLessThanOrEqual(2_000);
  expect((begun.get('shop/volume-9999') ?? Number.NaN) - asked).toBeLessThanOrEqual(2_000);
  expect(begun.size).toBeLessThan(10_000);
});

test('thousands of runs that wait for nothing leave the event loop its turns', async () => {
  let begun = 0;
  const queue = new WorkQueue({
    clock: new FakeClock(),
    workers: 8,
    run: async () => {
      begun += 1;
    },
    onError: () => {},
  });
  for (let i = 0; i < 5_000; i += 1) queue.add(`a/${i}`);
  queue.start();
  let most = 0;
  for (let before = 0; begun < 5_000; ) {
    before = begun;
    await settled();
    most = Math.max(most, begun - before);
  }
  expect(most).toBeLessThanOrEqual(100);
});

test('a run that rejects is told of and stops neither its key nor the others', async () => {
  const errors: unknown[] = [];
  const begun: string[] = [];
  const queue = new WorkQueue({
    clock: new FakeClock(),
    workers: 1,
    run: async (key) => {
      begun.push(key);
      if (key === 'a/bad') throw new Error('broken');
    },
    onError: (key, error) => errors.push([key, String(error)]),
  });
  queue.start();
  queue.add('a/bad');
  queue.add('a/good');
  await settled();
  queue.add('a/bad');
  await settled();
  expect(begun).toEqual(['a/bad', 'a/good', 'a/bad']);
  expect(errors).toEqual([
    ['a/bad', 'Error: broken'],
    ['a/bad', 'Error: broken'],
  ]);
  expect(queue.active).toBe(0);
});

test('a forgotten key runs no more, whether it waited, was delayed or was added during its run', async () => {
  const bench = new Bench();
  bench.hold();
  bench.queue.start();
  bench.queue.add('a/running');
  await settled();
  bench.queue.add('a/running');
  bench.queue.add('a/waiting');
  bench.queue.addAfter('a/delayed', 1_000);
  for (const key of ['a/running', 'a/waiting', 'a/delayed']) bench.queue.forget(key);
  await bench.end('a/running');
  await bench.clock.advance(10_000);
  expect(bench.begun).toEqual(['a/running']);
});

test('a stop drops what waits, takes nothing more, and resolves when the runs under way have ended', async () => {
  const bench = new Bench();
  bench.hold();
  bench.queue.start();
  bench.queue.add('a/1');
  bench.queue.add('a/2');
  bench.queue.addAfter('a/3', 1_000);
  await settled();
  let stopped = false;
  const stop = bench.queue.stop().then(() => {
    stopped = true;
  });
  bench.queue.add('a/4');
  bench.queue.addAfter('a/5', 1);
  await bench.clock.advance(10_000);
  expect(stopped).toBe(false);
  expect(bench.clock.size).toBe(0);
  await bench.end('a/1');
  await stop;
  expect(bench.begun).toEqual(['a/1']);
});
