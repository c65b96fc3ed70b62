import type { SimulatorOptions } from '../../src/sandbox/stackit';
import { schedule } from '../../src/sandbox/stackit/cron';
import { type Json, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

afterAll(() => protocol.check());

describe('a schedule', () => {
  test.each<[text: string, zone: string, after: string, next: string | undefined]>([
    ['0 18 * * 1-5', 'UTC', '2026-01-02T18:00:00Z', '2026-01-05T18:00:00Z'],
    ['*/15 * * * *', 'UTC', '2026-01-01T00:14:59Z', '2026-01-01T00:15:00Z'],
    ['5/20 3 * * *', 'UTC', '2026-01-01T03:05:00Z', '2026-01-01T03:25:00Z'],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z', undefined],
    ['0 0 13 * 5', 'UTC', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    ['0 0 * * 7', 'UTC', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z'],
    ['0 6 * feb,mar MON', 'UTC', '2026-01-01T00:00:00Z', '2026-02-02T06:00:00Z'],
    ['@weekly', 'UTC', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z'],
    ['@every 1h30m', 'UTC', '2026-01-01T00:10:00Z', '2026-01-01T01:40:00Z'],
    ['@reboot', 'UTC', '2026-01-01T00:00:00Z', undefined],
    ['0 99 * * *', 'UTC', '2026-01-01T00:00:00Z', undefined],
    ['0 0 18 * * 1', 'UTC', '2026-01-01T00:00:00Z', undefined],
    ['0 18 * * *', 'Europe/Berlin', '2026-01-01T00:00:00Z', '2026-01-01T17:00:00Z'],
    ['0 18 * * *', 'Europe/Berlin', '2026-07-01T00:00:00Z', '2026-07-01T16:00:00Z'],
    ['0 0 * * *', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T18:15:00Z'],
    ['0 1 * * *', 'America/New_York', '2026-01-02T03:00:00Z', '2026-01-02T06:00:00Z'],
    // Half past two does not exist on the day when summer time begins, and comes twice when it ends.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T00:30:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['59 23 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T22:59:00Z'],
  ])('%s in %s is due after %s at %s', (text, zone, after, next) => {
    const due = schedule(text, zone)(Date.parse(after));
    expect(due).toBe(next === undefined ? undefined : Date.parse(next));
  });

  test('is read in linear time, however long it is', () => {
    const began = performance.now();
    for (const text of ['1,'.repeat(50_000), '1 '.repeat(50_000), '@every '.concat('1'.repeat(100_000))]) {
      schedule(text, 'UTC')(0);
    }
    expect(performance.now() - began).toBeLessThan(500);
  });
});

const MINUTE = 60_000;
const EVENING = { start: '0 18 * * 1-5', end: '0 6 * * 1-5', timezone: 'Europe/Berlin' };

/** A cluster with schedules, on Thursday 1 January 2026 at noon in Berlin. */
class SleepyLab extends Lab {
  static async begin(schedules: readonly Json[] = [EVENING], options: SimulatorOptions = {}): Promise<SleepyLab> {
    const lab = new SleepyLab(options);
    await lab.at('2026-01-01T11:00:00Z');
    lab.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, { projectId: PROJECT });
    expect((await lab.put(schedules)).status).toBe(202);
    return lab;
  }

  put(schedules: readonly Json[]) {
    const nodepool = {
      name: 'a',
      availabilityZones: ['eu01-1'],
      machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
      minimum: 1,
      maximum: 2,
      maxSurge: 1,
      volume: { size: 20 },
    };
    return this.call('PUT', 'clusters/one', {
      kubernetes: { version: '1.34.4' },
      nodepools: [nodepool],
      hibernation: { schedules },
    });
  }

  async at(time: string): Promise<void> {
    await this.clock.advance(Date.parse(time) - this.clock.now());
  }

  async stateAt(time: string): Promise<string> {
    await this.at(time);
    const [cluster] = this.sim.objects('cluster');
    const { aggregated = '', hibernated } = cluster?.status ?? {};
    expect(hibernated).toBe(['STATE_HIBERNATED', 'STATE_WAKINGUP'].includes(aggregated));
    return aggregated;
  }
}

describe('a cluster with hibernation schedules', () => {
  test('sleeps and wakes by them in its time zone, week after week', async () => {
    const lab = await SleepyLab.begin();
    expect(await lab.stateAt('2026-01-01T16:59:59Z')).toBe('STATE_HEALTHY');
    expect(await lab.stateAt('2026-01-01T17:00:01Z')).toBe('STATE_HIBERNATING');
    expect(await lab.stateAt('2026-01-01T17:30:00Z')).toBe('STATE_HIBERNATED');
    expect(await lab.stateAt('2026-01-02T05:00:01Z')).toBe('STATE_WAKINGUP');
    expect(await lab.stateAt('2026-01-02T05:30:00Z')).toBe('STATE_HEALTHY');
    // The weekend, and a summer that nobody looked at.
    expect(await lab.stateAt('2026-01-04T12:00:00Z')).toBe('STATE_HIBERNATED');
    expect(await lab.stateAt('2026-07-01T15:59:59Z')).toBe('STATE_HEALTHY');
    expect(await lab.stateAt('2026-07-01T16:30:00Z')).toBe('STATE_HIBERNATED');
  });

  test('may be woken by hand, and sleeps again at the next time', async () => {
    const lab = await SleepyLab.begin();
    expect(await lab.stateAt('2026-01-01T20:00:00Z')).toBe('STATE_HIBERNATED');
    expect((await lab.call('POST', 'clusters/one/wakeup')).status).toBe(202);
    expect(await lab.stateAt('2026-01-02T16:00:00Z')).toBe('STATE_HEALTHY');
    expect(await lab.stateAt('2026-01-02T17:30:00Z')).toBe('STATE_HIBERNATED');
  });

  test('stays as it is once they are gone, and keeps to new ones', async () => {
    const lab = await SleepyLab.begin();
    expect(await lab.stateAt('2026-01-01T20:00:00Z')).toBe('STATE_HIBERNATED');
    await lab.put([]);
    expect(await lab.stateAt('2026-01-05T12:00:00Z')).toBe('STATE_HIBERNATED');
    await lab.put([{ ...EVENING, end: '0 14 * * *' }]);
    expect(await lab.stateAt('2026-01-05T13:30:00Z')).toBe('STATE_HEALTHY');
  });

  test('ends what it is doing before it goes to sleep', async () => {
    const lab = await SleepyLab.begin();
    await lab.at('2026-01-01T16:59:30Z');
    expect((await lab.call('POST', 'clusters/one/reconcile')).status).toBe(202);
    expect(await lab.stateAt('2026-01-01T17:00:01Z')).toBe('STATE_RECONCILING');
    expect(await lab.stateAt('2026-01-01T18:00:00Z')).toBe('STATE_HIBERNATED');
  });

  test('does not sleep for a time that passed while it was busy', async () => {
    const lab = await SleepyLab.begin([{ start: '1 18 * * *', end: '2 18 * * *', timezone: 'Europe/Berlin' }], {
      durations: { clusterReconcile: 120_000 },
    });
    await lab.at('2026-01-01T17:00:30Z');
    expect((await lab.call('POST', 'clusters/one/maintenance')).status).toBe(202);
    expect(await lab.stateAt('2026-01-01T17:02:01Z')).toBe('STATE_RECONCILING');
    for (let minute = 3; minute < 59; minute++) {
      const time = new Date(Date.parse('2026-01-01T17:00:00Z') + minute * MINUTE).toISOString();
      expect(await lab.stateAt(time)).not.toMatch(/HIBERNAT|WAKING/);
    }
  });

  test('is deleted in its sleep, and does not wake for it', async () => {
    const lab = await SleepyLab.begin();
    await lab.at('2026-01-01T20:00:00Z');
    await lab.call('DELETE', 'clusters/one');
    await lab.at('2026-01-03T00:00:00Z');
    expect((await lab.call('GET', 'clusters/one')).status).toBe(404);
  });

  test('keeps its plan in a dump', async () => {
    const lab = await SleepyLab.begin();
    await lab.at('2026-01-01T16:00:00Z');
    lab.sim.load(JSON.parse(JSON.stringify(lab.sim.dump())));
    expect(await lab.stateAt('2026-01-01T17:30:00Z')).toBe('STATE_HIBERNATED');
    expect(await lab.stateAt('2026-01-02T05:30:00Z')).toBe('STATE_HEALTHY');
  });

  test('is refused a time zone that does not exist', async () => {
    const lab = await SleepyLab.begin();
    const { status, text } = await lab.put([{ ...EVENING, timezone: 'Mars/Olympus' }]);
    expect(status).toBe(400);
    expect(text).toContain('/schedules/0/timezone');
  });
});
