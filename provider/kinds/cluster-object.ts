import type { Cluster } from '../../src/stackit';
import type { CloudObject } from '../engine/kind';

/** A cluster as the engine sees it: its name is its ID. */
export interface CloudCluster extends CloudObject {
  readonly cluster: Cluster;
}

/** Takes a cluster in. What STACKIT answers as `null` is as good as absent, and must not go back to it (Q74). */
export function withName(answer: Cluster): CloudCluster {
  const cluster = withoutNull({ ...answer, nodepools: answer.nodepools ?? [] }) as Cluster;
  const { name, labels, status } = cluster;
  return { id: name, status: status?.aggregated, labels: labels ?? {}, createdAt: status?.creationTime, cluster };
}

/** The same without any member that is `null`. */
export function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNull(member)]));
}

/** Something that STACKIT says is wrong. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
}

/** What STACKIT says is wrong: the list, and the single error of older answers where the list lacks it. */
export function troublesOf({ cluster }: CloudCluster): readonly Trouble[] {
  const { errors = [], error } = cluster.status ?? {};
  const found = [...errors, ...(error ? [error] : [])].map(({ code = '', message = '' }) => ({ code, message }));
  return found.filter(({ code }, index) => found.findIndex((other) => other.code === code) === index);
}
