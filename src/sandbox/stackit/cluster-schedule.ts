import { type NextAfter, schedule } from './cron';
import type { ClusterObject } from './objects-ske';
import type { Settings } from './options';
import type { Step, Stored } from './store';

type Members = Readonly<Record<string, unknown>>;

/** States of a cluster that runs. */
export const RUNNING: readonly string[] = ['STATE_HEALTHY', 'STATE_UNHEALTHY'];

/** What a cluster shows once it sleeps. */
export const ASLEEP: Members = { 'status.aggregated': 'STATE_HIBERNATED', 'status.hibernated': true };

/** What a cluster shows once it is awake again. */
export const AWAKE: Members = { 'status.aggregated': 'STATE_HEALTHY', 'status.errors': [], 'status.hibernated': false };

/**
 * Plans what its schedules do to a cluster next, after everything that is planned already: a running one goes to sleep, a
 * sleeping one is woken (ske.md §3.1). An event that meets a transition waits for its end, unless its opposite comes meanwhile.
 *
 * @param since what was due until then is over
 */
export function scheduled(stored: Stored, since: number, settings: Settings): Stored {
  if (stored.kind !== 'cluster') return stored;
  const { value, steps } = stored as Stored<'cluster'>;
  const schedules = value.hibernation?.schedules ?? [];
  if (schedules.length === 0 || steps.some(({ routine, remove }) => routine || remove)) return stored;
  const restsAt = Math.max(since, steps.at(-1)?.at ?? since);
  if (!Number.isFinite(restsAt)) return stored;
  const [sleeps, wakes] = [dueOf(schedules, 'start'), dueOf(schedules, 'end')];
  const { clusterHibernate, clusterWakeup } = settings.durations;
  const state = stateAfter(value, steps);
  if (RUNNING.includes(state)) {
    return planned(stored, nextOf({ wanted: sleeps, opposite: wakes }, since, restsAt), [
      { after: 0, set: { 'status.aggregated': 'STATE_HIBERNATING' } },
      { after: clusterHibernate, set: ASLEEP },
    ]);
  }
  if (state !== 'STATE_HIBERNATED') return stored;
  return planned(stored, nextOf({ wanted: wakes, opposite: sleeps }, since, restsAt), [
    { after: 0, set: { 'status.aggregated': 'STATE_WAKINGUP' } },
    { after: clusterWakeup, set: AWAKE },
  ]);
}

/** A plan without what schedules put at its end: it is made anew whenever the object is changed. */
export function unscheduled(steps: readonly Step[]): readonly Step[] {
  const first = steps.findIndex(({ routine }) => routine);
  return first < 0 ? steps : steps.slice(0, first);
}

function planned(stored: Stored, at: number | undefined, plans: readonly { after: number; set: Members }[]): Stored {
  if (at === undefined) return stored;
  const [begin, end] = plans.map(({ after, set }) => ({ at: at + after, set }));
  if (begin === undefined || end === undefined) return stored;
  return { ...stored, steps: [...stored.steps, { ...begin, routine: true }, end] };
}

function dueOf(schedules: NonNullable<ClusterObject['hibernation']>['schedules'], end: 'start' | 'end'): NextAfter {
  const all = schedules.map((one) => schedule(one[end], one.timezone || 'UTC'));
  return (time) => {
    const times = all.map((next) => next(time)).filter((next) => next !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  };
}

function nextOf(due: { wanted: NextAfter; opposite: NextAfter }, since: number, restsAt: number): number | undefined {
  for (let time: number | undefined = since; time !== undefined; ) {
    const wanted = due.wanted(time);
    if (wanted === undefined || wanted >= restsAt) return wanted;
    const opposite = due.opposite(wanted);
    if (opposite === undefined || opposite > restsAt) return restsAt;
    time = opposite;
  }
  return undefined;
}

function stateAfter({ status }: ClusterObject, steps: readonly Step[]): string {
  const last = steps.findLast(({ set }) => set?.['status.aggregated'] !== undefined);
  return String(last?.set?.['status.aggregated'] ?? status.aggregated);
}
