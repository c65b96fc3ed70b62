import type { Resource } from './resource';

/** The resources that are served now. */
export class Registry {
  readonly #resources = new Map<string, Resource>();
  readonly #served = new Map<string, string[]>();

  /** Serves the resources of one owner instead of what it had before. */
  set(owner: string, resources: readonly Resource[]): void {
    for (const key of this.#served.get(owner) ?? []) this.#resources.delete(key);
    this.#served.set(
      owner,
      resources.map((resource) => pathOf(resource.group, resource.version, resource.plural)),
    );
    for (const resource of resources)
      this.#resources.set(pathOf(resource.group, resource.version, resource.plural), resource);
  }

  find(group: string, version: string, plural: string): Resource | undefined {
    return this.#resources.get(pathOf(group, version, plural));
  }

  /** The resource of objects of this apiVersion and kind. */
  ofKind(apiVersion: string, kind: string): Resource | undefined {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    return this.all().find((item) => item.group === group && item.version === version && item.kind === kind);
  }

  all(): Resource[] {
    return [...this.#resources.values()];
  }

  /** One resource for each stored table. */
  stored(): Resource[] {
    const byKey = new Map<string, Resource>();
    for (const resource of this.#resources.values()) if (!byKey.has(resource.key)) byKey.set(resource.key, resource);
    return [...byKey.values()];
  }

  /** Group names, the core group first, each with its versions. */
  groups(): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const { group, version } of this.#resources.values()) {
      const versions = groups.get(group) ?? [];
      if (!versions.includes(version)) versions.push(version);
      groups.set(group, versions);
    }
    return groups;
  }
}

function pathOf(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`;
}
