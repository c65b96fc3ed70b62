import { Observer, type ObserverOptions } from '../../provider/cloud/observer';
import { Observers } from '../../provider/cloud/observers';
import type { AnyKind, CloudObject } from '../../provider/engine/kind';
import { OWNER_LABEL } from '../../provider/engine/owner';
import { FakeClock, settled } from '../support/fake-clock';

const FAST = 2_000;
const SLOW = 60_000;
/** The least time between two LISTs. */
const GAP = FAST / 4;

function thing(id: string, fields: Partial<CloudObject> = {}): CloudObject {
  return { id, status: 'AVAILABLE', labels: {}, createdAt: undefined, ...fields };
}

/** An observer of a STACKIT that is a list in memory, and a record of what it asked and told. */
class Sky {
  readonly clock = new FakeClock();
  objects: CloudObject[] = [];
  /** Times of the LISTs, counted from the beginning. */
  readonly lists: number[] = [];
  readonly wide: boolean[] = [];
  readonly told: string[][] = [];
  readonly errors: string[] = [];
  failure: Error | undefined;
  /** LISTs stay open until {@link answer}. */
  slow = false;
  readonly observer: Observer;
  readonly #began = this.clock.now();
  #answer: (() => void) | undefined;

  constructor(options: Partial<ObserverOptions> = {}) {
    this.observer = new Observer({
      clock: this.clock,
      random: () => 0.5,
      fast: FAST,
      slow: SLOW,
      list: (wide) => this.#list(wide),
      onChange: (keys) => this.told.push([...keys].sort()),
      onError: (error) => this.errors.push(String(error)),
      ...options,
    });
  }

  /** Watches objects that are at rest, and has them listed once. */
  async rest(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.objects.push(thing(id));
      this.observer.watch(`a/${id}`, { pace: 'slow', id });
      this.observer.refresh(`a/${id}`);
    }
    await this.clock.advance(0);
    this.lists.length = 0;
    this.told.length = 0;
  }

  async answer(): Promise<void> {
    this.#answer?.();
    await settled();
  }

  async #list(wide: boolean): Promise<readonly CloudObject[]> {
    this.lists.push(this.clock.now() - this.#began);
    this.wide.push(wide);
    const { failure } = this;
    const seen = [...this.objects];
    if (this.slow) {
      await new Promise<void>((resolve) => {
        this.#answer = resolve;
      });
    }
    if (failure) throw failure;
    return seen;
  }
}

describe('LISTs', () => {
  test('a thousand keys that wait are answered by one LIST', async () => {
    const sky = new Sky();
    for (let i = 0; i < 1_000; i += 1) {
      sky.observer.watch(`a/${i}`, { pace: 'slow', id: `${i}` });
      sky.observer.refresh(`a/${i}`);
    }
    await sky.clock.advance(GAP);
    expect(sky.lists).toEqual([0]);
    expect(sky.told).toHaveLength(1);
    expect(sky.told[0]).toHaveLength(1_000);
  });

  test('two LISTs never overlap, and whoever asks during one gets one that begins after it', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.slow = true;
    await sky.clock.advance(GAP);
    sky.observer.refresh('a/1');
    await settled();
    await sky.clock.advance(0);
    sky.observer.refresh('a/2');
    sky.observer.nudge();
    await sky.clock.advance(10 * GAP);
    expect(sky.lists).toHaveLength(1);
    await sky.answer();
    expect(sky.told).toEqual([['a/1']]);
    await sky.clock.advance(GAP);
    expect(sky.lists).toHaveLength(2);
    await sky.answer();
    expect(sky.told).toEqual([['a/1'], ['a/2']]);
  });

  test('however many ask, there is a gap between two', async () => {
    const sky = new Sky();
    await sky.rest('1');
    for (let i = 0; i < 40; i += 1) {
      sky.observer.refresh('a/1');
      sky.observer.nudge();
      await sky.clock.advance(GAP / 10);
    }
    // Four gaps went by.
    expect(sky.lists.length).toBeLessThanOrEqual(5);
    expect(sky.lists.length).toBeGreaterThanOrEqual(3);
  });

  test('at rest there is one LIST in each slow interval, and none when nobody is served', async () => {
    const sky = new Sky();
    await sky.rest('1', '2', '3');
    await sky.clock.advance(10 * SLOW);
    expect(sky.lists).toHaveLength(10);
    // Nothing changed, so nobody is told.
    expect(sky.told.flat()).toEqual([]);
    for (const id of ['1', '2', '3']) sky.observer.unwatch(`a/${id}`);
    await sky.clock.advance(10 * SLOW);
    expect(sky.lists).toHaveLength(10);
    expect(sky.clock.size).toBe(0);
  });

  test('one key in transition makes the pace fast, and its end makes it slow again', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.observer.watch('a/1', { pace: 'fast', id: '1' });
    await sky.clock.advance(5 * FAST);
    expect(sky.lists.length).toBeGreaterThanOrEqual(5);
    expect(sky.lists.length).toBeLessThanOrEqual(6);
    sky.observer.watch('a/1', { pace: 'slow', id: '1' });
    sky.lists.length = 0;
    await sky.clock.advance(5 * SLOW);
    expect(sky.lists.length).toBeGreaterThanOrEqual(4);
    expect(sky.lists.length).toBeLessThanOrEqual(6);
  });

  test('an observer that had nobody to serve serves again', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.observer.unwatch('a/1');
    await sky.clock.advance(SLOW);
    sky.observer.watch('a/1', { pace: 'slow', id: '1' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    expect(sky.told).toEqual([['a/1']]);
    await sky.clock.advance(3 * SLOW);
    expect(sky.lists.length).toBeGreaterThanOrEqual(3);
  });

  test('SCL-03: observers that began together do not list together for ever', async () => {
    const clock = new FakeClock();
    let seed = 1;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const lists = new Array<number>(360).fill(0);
    const began = clock.now();
    const observers = new Observers({
      clock,
      random,
      fast: FAST,
      slow: SLOW,
      list: async () => {
        const fiveSeconds = Math.floor((clock.now() - began) / 5_000);
        lists[fiveSeconds] = (lists[fiveSeconds] ?? 0) + 1;
        return [];
      },
      onChange: () => {},
      onError: () => {},
    });
    const kind = { kind: 'Volume' } as AnyKind;
    for (let project = 0; project < 150; project += 1) {
      const observer = observers.get(kind, { projectId: `p${project}`, region: 'eu01' });
      observer.watch('a/1', { pace: 'slow', id: '1' });
      observer.refresh('a/1');
    }
    await clock.advance(1_800_000);
    // The first minutes still show the common start.
    const late = lists.slice(180);
    const mean = late.reduce((sum, count) => sum + count, 0) / late.length;
    expect(mean).toBeGreaterThan(10);
    expect(Math.max(...late)).toBeLessThan(3 * mean);
    observers.stop();
    expect(clock.size).toBe(0);
  });
});

describe('what is known', () => {
  test('nothing is known before the first LIST, and absence only after it', async () => {
    const sky = new Sky();
    sky.objects = [thing('1')];
    expect(sky.observer.look('1')).toEqual({ is: 'stale' });
    sky.observer.watch('a/1', { pace: 'slow', id: '1' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(0);
    expect(sky.observer.look('1')).toMatchObject({ is: 'present', object: thing('1') });
    expect(sky.observer.look('2')).toEqual({ is: 'missing' });
  });

  test('whoever deleted an object that a LIST had left out is told that the next one lacks it too', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.objects = [];
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    sky.observer.put(thing('1'), sky.observer.begin());
    sky.observer.wrote('1');
    sky.told.length = 0;
    sky.observer.watch('a/1', { pace: 'fast', id: '1' });
    await sky.clock.advance(FAST);
    expect(sky.told[0]).toEqual(['a/1']);
  });

  test('a LIST that began before the end of our write does not count for what was written, and counts for all else', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.slow = true;
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    expect(sky.lists).toHaveLength(1);
    sky.observer.wrote('1');
    await sky.answer();
    expect(sky.observer.look('1')).toEqual({ is: 'stale' });
    expect(sky.observer.look('2')).toMatchObject({ is: 'present' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    await sky.answer();
    expect(sky.observer.look('1')).toMatchObject({ is: 'present' });
  });

  test('what a GET brought counts until a later LIST, unless it was written to meanwhile', async () => {
    const sky = new Sky();
    await sky.rest('1');
    const tick = sky.observer.begin();
    sky.observer.put(thing('1', { status: 'ATTACHED' }), tick);
    expect(sky.observer.look('1')).toMatchObject({ object: { status: 'ATTACHED' } });
    const early = sky.observer.begin();
    sky.observer.wrote('1');
    sky.observer.put(thing('1', { status: 'DETACHING' }), early);
    expect(sky.observer.look('1')).toEqual({ is: 'stale' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    expect(sky.observer.look('1')).toMatchObject({ object: { status: 'AVAILABLE' } });
  });

  test('a GET that began before a LIST does not hide what the LIST brought', async () => {
    const sky = new Sky();
    await sky.rest('1');
    const tick = sky.observer.begin();
    sky.objects = [thing('1', { status: 'ATTACHED' })];
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    sky.observer.put(thing('1', { status: 'AVAILABLE' }), tick);
    expect(sky.observer.look('1')).toMatchObject({ object: { status: 'ATTACHED' } });
  });

  test('while LISTs fail, what is stale says why', async () => {
    const sky = new Sky();
    sky.failure = new Error('no answer');
    sky.observer.watch('a/1', { pace: 'slow', id: '1' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(0);
    expect(sky.observer.look('1')).toEqual({ is: 'stale', error: sky.failure });
  });

  test('what was known stays known while LISTs fail', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.failure = new Error('no answer');
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    expect(sky.observer.look('1')).toMatchObject({ is: 'present' });
  });
});

describe('who is told', () => {
  test('only keys whose object changed, appeared or vanished', async () => {
    const sky = new Sky();
    await sky.rest('1', '2', '3');
    sky.observer.watch('a/4', { pace: 'slow', id: '4' });
    await sky.clock.advance(SLOW);
    sky.told.length = 0;
    sky.objects = [thing('1', { status: 'ATTACHED' }), thing('2'), thing('4')];
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([['a/1', 'a/3', 'a/4']]);
  });

  test('the same content in fresh objects is no change', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.objects = [thing('1', { labels: {} })];
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([[]]);
  });

  test('every key that stands for one object', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.observer.watch('b/1', { pace: 'slow', id: '1' });
    await sky.clock.advance(SLOW);
    sky.told.length = 0;
    sky.objects = [thing('1', { status: 'ATTACHED' })];
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([['a/1', 'b/1']]);
  });

  test('a newcomer with the first LIST after it came, even if nothing changed', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.observer.watch('b/1', { pace: 'slow', id: '1' });
    await sky.clock.advance(SLOW);
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([['b/1'], []]);
  });

  test('a waiting key also by a LIST that failed', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.failure = new Error('no answer');
    sky.observer.refresh('a/2');
    await sky.clock.advance(GAP);
    expect(sky.told).toEqual([['a/2']]);
    expect(sky.errors).toEqual(['Error: no answer']);
  });

  test('the key whose owner label is on two objects, with every LIST', async () => {
    const sky = new Sky();
    const labels = { [OWNER_LABEL]: 'me' };
    sky.objects = [thing('1', { labels })];
    sky.observer.watch('a/1', { pace: 'slow', id: '1', owner: 'me' });
    sky.observer.refresh('a/1');
    await sky.clock.advance(0);
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([['a/1'], []]);
    sky.objects.push(thing('2', { labels }));
    await sky.clock.advance(SLOW);
    await sky.clock.advance(SLOW);
    expect(sky.told.slice(2)).toEqual([['a/1'], ['a/1']]);
    expect(sky.observer.owned('me').map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('no key that is served no more', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.observer.refresh('a/1');
    sky.observer.unwatch('a/1');
    sky.objects = [thing('1', { status: 'ATTACHED' }), thing('2')];
    await sky.clock.advance(2 * SLOW);
    expect(sky.told.flat()).toEqual([]);
    expect(sky.observer.size).toBe(1);
  });

  test('a key by its new object, and no more by its old one', async () => {
    const sky = new Sky();
    await sky.rest('1', '2');
    sky.observer.watch('a/1', { pace: 'slow', id: '3' });
    sky.objects = [thing('1', { status: 'ATTACHED' }), thing('2'), thing('3')];
    await sky.clock.advance(SLOW);
    sky.told.length = 0;
    sky.objects = [thing('1', { status: 'DETACHING' }), thing('2'), thing('3', { status: 'ATTACHED' })];
    await sky.clock.advance(SLOW);
    sky.objects = [thing('1', { status: 'AVAILABLE' }), thing('2'), thing('3', { status: 'ATTACHED' })];
    await sky.clock.advance(SLOW);
    expect(sky.told).toEqual([['a/1'], []]);
  });
});

describe('faults', () => {
  test('a LIST that fails is tried again ever later, at any pace, and at once on request', async () => {
    const sky = new Sky();
    sky.failure = new Error('no answer');
    sky.observer.watch('a/1', { pace: 'fast', id: '1' });
    await sky.clock.advance(120_000);
    // 1 s, 2 s, 4 s, … up to a minute.
    expect(sky.lists.map((time) => Math.round(time / 1_000))).toEqual([0, 1, 3, 7, 15, 31, 63]);
    sky.failure = undefined;
    sky.observer.retry();
    await sky.clock.advance(0);
    expect(sky.lists).toHaveLength(8);
    await sky.clock.advance(FAST);
    expect(sky.lists).toHaveLength(9);
  });

  test('keys that ask during a back-off do not shorten it', async () => {
    const sky = new Sky();
    sky.failure = new Error('no answer');
    sky.observer.watch('a/1', { pace: 'slow', id: '1' });
    sky.observer.refresh('a/1');
    for (let i = 0; i < 70; i += 1) {
      await sky.clock.advance(100);
      sky.observer.refresh('a/1');
    }
    expect(sky.lists).toHaveLength(4);
  });

  test('the end of all LISTs and timers comes with the stop', async () => {
    const sky = new Sky();
    await sky.rest('1');
    sky.slow = true;
    sky.observer.refresh('a/1');
    await sky.clock.advance(GAP);
    sky.observer.stop();
    await sky.answer();
    await sky.clock.advance(10 * SLOW);
    expect(sky.lists).toHaveLength(1);
    expect(sky.told).toEqual([]);
    expect(sky.clock.size).toBe(0);
  });
});

test("what is not the project's own is listed from the moment on that somebody needs it", async () => {
  const sky = new Sky();
  await sky.rest('1');
  sky.wide.length = 0;
  await sky.clock.advance(SLOW);
  sky.observer.widen();
  await sky.clock.advance(2 * SLOW);
  expect(sky.wide).toEqual([false, true, true]);
});

describe('look-ups by owner', () => {
  const owned = (id: string, owner: string) => thing(id, { labels: { [OWNER_LABEL]: owner } });

  test('one by itself asks alone; all that come meanwhile share a LIST that begins after they came', async () => {
    const sky = new Sky();
    sky.objects = [owned('1', 'one'), owned('2', 'two')];
    let answer = () => {};
    const alone = jest.fn(() => new Promise<readonly CloudObject[]>((resolve) => (answer = () => resolve([]))));
    const first = sky.observer.sought('one', alone);
    const others = ['one', 'two', 'three'].map((owner) => sky.observer.sought(owner, alone));
    expect(sky.lists).toEqual([]);
    await sky.clock.advance(GAP);
    expect(sky.lists).toHaveLength(1);
    const found = await Promise.all(others);
    expect(found.map((objects) => objects.map(({ id }) => id))).toEqual([['1'], ['2'], []]);
    const late = sky.observer.sought('two', alone);
    await sky.clock.advance(GAP);
    await late;
    expect(sky.lists).toHaveLength(2);
    answer();
    await first;
    expect(alone).toHaveBeenCalledTimes(1);
    expect(sky.clock.size).toBe(0);
  });

  test('one that comes while a LIST is under way waits for the next', async () => {
    const sky = new Sky();
    sky.slow = true;
    const alone = () => new Promise<readonly CloudObject[]>(() => {});
    void sky.observer.sought('one', alone);
    const early = sky.observer.sought('two', alone);
    await sky.clock.advance(GAP);
    expect(sky.lists).toHaveLength(1);
    let isFound = false;
    const late = sky.observer.sought('two', alone).then(() => {
      isFound = true;
    });
    await sky.answer();
    await early;
    expect(isFound).toBe(false);
    await sky.clock.advance(GAP);
    await sky.answer();
    await late;
    expect(sky.lists).toHaveLength(2);
  });

  test('a LIST that fails or is ended fails all that share it, and the next ask alone', async () => {
    const sky = new Sky();
    sky.failure = new Error('refused');
    const never = () => new Promise<readonly CloudObject[]>(() => {});
    void sky.observer.sought('one', never);
    const shared = sky.observer.sought('two', never);
    const refused = expect(shared).rejects.toThrow('refused');
    await sky.clock.advance(GAP);
    await refused;
    expect(await sky.observer.sought('two', async () => [])).toEqual([]);
    const other = new Sky();
    void other.observer.sought('one', never);
    const ended = expect(other.observer.sought('two', never)).rejects.toBeDefined();
    other.observer.stop();
    await ended;
  });
});
