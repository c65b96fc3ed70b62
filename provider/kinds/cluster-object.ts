import type { Cluster, Nodepool } from '../../src/stackit';
import type { CloudObject } from '../engine/kind';

/** A cluster as the engine sees it: its name is its ID. */
export interface CloudCluster extends CloudObject {
  readonly cluster: Cluster;
}

/** Takes a cluster in. */
export function withName(cluster: Cluster): CloudCluster {
  const { name, labels, status } = cluster;
  return { id: name, status: status?.aggregated, labels: labels ?? {}, createdAt: status?.creationTime, cluster };
}

/** A group of nodes by its name. */
export function poolOf({ cluster }: CloudCluster, name: string): Nodepool | undefined {
  return cluster.nodepools.find((pool) => pool.name === name);
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
