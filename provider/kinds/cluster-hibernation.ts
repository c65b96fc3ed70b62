import type { ClusterSpec, HibernationSchedule } from '../../src/api';
import { difference } from '../engine/change';
import type { Desired, Difference } from '../engine/kind';
import type { CloudCluster } from './cluster-object';
import { schedulesOf } from './cluster-parts';

/** Name under which it is remembered which time zones were asked for. */
const ZONES = 'hibernation.timezones';

/**
 * A time zone that STACKIT fills in is no difference, one that the spec has ceased to name is. Removed schedules go by an
 * empty list: leaving the block out keeps them (Q76).
 */
export function compareHibernation({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  if (!spec.hibernation && !applied?.fields?.includes('hibernation')) return [];
  const wanted = schedulesOf(spec);
  const actual = cluster.hibernation?.schedules ?? [];
  const ours = applied?.values?.[ZONES]?.split('\n') ?? [];
  const rest = [...actual];
  const same = wanted.every((schedule) => {
    const index = rest.findIndex((one) => isSame(schedule, one, ours));
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
  if (same && rest.length === 0) return [];
  const found = difference('hibernation.schedules', wanted, actual);
  const payload = { hibernation: { schedules: wanted } };
  return [{ ...found, fix: { call: 'patch', payload, values: { [ZONES]: zonesOf(wanted) } } }];
}

/** The time zones of a spec, as they are remembered. */
export function askedZones(spec: ClusterSpec): Record<string, string> {
  const zones = zonesOf(schedulesOf(spec));
  return zones === '' ? {} : { [ZONES]: zones };
}

function isSame(wanted: HibernationSchedule, actual: HibernationSchedule, ours: readonly string[]): boolean {
  if (plain(wanted.start) !== plain(actual.start) || plain(wanted.end) !== plain(actual.end)) return false;
  return wanted.timezone ? wanted.timezone === actual.timezone : !ours.includes(textOf(actual));
}

/** One line for each schedule that names a time zone. */
function zonesOf(schedules: readonly HibernationSchedule[]): string {
  return schedules
    .filter(({ timezone }) => timezone)
    .map(textOf)
    .join('\n');
}

function textOf({ start, end, timezone = '' }: HibernationSchedule): string {
  return [plain(start), plain(end), timezone].join(' | ');
}

function plain(schedule: string): string {
  return schedule.trim().split(/ +/).join(' ');
}
