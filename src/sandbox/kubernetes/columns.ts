import { fieldsOf, type KubeObject } from './object';
import type { Column } from './resource';

export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object',
  cell: (object) => object.metadata.name,
};

export const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created',
  cell: (object, now) => age(object.metadata.creationTimestamp, now),
};

export function textColumn(
  name: string,
  description: string,
  cell: (object: KubeObject) => unknown,
  priority = 0,
): Column {
  return { name, type: 'string', description, priority, cell };
}

/** Number of keys under `data` and its like. */
export function countOf(object: KubeObject, ...fields: readonly string[]): number {
  return fields.reduce((sum, field) => sum + Object.keys(fieldsOf(object[field])).length, 0);
}

/** `5s`, `3m7s`, `2d3h`: the time since a timestamp, as kubectl shows it; `<unknown>` without one. */
export function age(timestamp: unknown, now: number): string {
  const since = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(since) ? '<unknown>' : duration(Math.floor((now - since) / 1000));
}

function duration(seconds: number): string {
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  if (hours < 24 * 365 * 8) return two(years, 'y', days % 365, 'd');
  return `${years}y`;
}

function two(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;
}
