import type { Fields } from './object';
import type { Registry } from './registry';
import { groupVersionOf, type Resource } from './resource';

/** A kind that can only be posted and is answered at once. */
interface Review {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

/** Reviews of the caller's rights. Everything is allowed here. */
export const reviews: readonly Review[] = [
  { group: 'authorization.k8s.io', plural: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview' },
  { group: 'authorization.k8s.io', plural: 'selfsubjectrulesreviews', kind: 'SelfSubjectRulesReview' },
];

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const statusVerbs = ['get', 'patch', 'update'];

/** Groups and their versions, without the core group. */
function groupsOf(registry: Registry): Map<string, string[]> {
  const groups = registry.groups();
  groups.delete('');
  groups.set('authorization.k8s.io', ['v1']);
  return groups;
}

function inGroup(registry: Registry, group: string, version: string): Resource[] {
  return registry.all().filter((resource) => resource.group === group && resource.version === version);
}

/** `/api` (core) or `/apis` (all others) as an APIGroupDiscoveryList. */
export function aggregated(registry: Registry, core: boolean): Fields {
  const groups = core ? new Map([['', ['v1']]]) : groupsOf(registry);
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [...groups].map(([group, versions]) => ({
      metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
      versions: versions.map((version) => ({
        version,
        resources: [
          ...inGroup(registry, group, version).map(discovered),
          ...reviews.filter((review) => review.group === group).map(reviewed),
        ],
        freshness: 'Current',
      })),
    })),
  };
}

function discovered(resource: Resource): Fields {
  const { group, version, kind, plural, singular, shortNames, categories, namespaced } = resource;
  const responseKind = { group, version, kind };
  return {
    resource: plural,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: verbsOf(resource),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(resource.hasStatus ? { subresources: [{ subresource: 'status', responseKind, verbs: statusVerbs }] } : {}),
  };
}

function reviewed({ group, plural, kind }: Review): Fields {
  return {
    resource: plural,
    responseKind: { group, version: 'v1', kind },
    scope: 'Cluster',
    singularResource: kind.toLowerCase(),
    verbs: ['create'],
  };
}

/** The verbs that the server answers for a resource. */
export function verbsOf(resource: Resource): string[] {
  return resource.key === '/namespaces' ? verbs.filter((verb) => verb !== 'deletecollection') : verbs;
}

/** `/api`. */
export function coreVersions(): Fields {
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
}

/** `/apis`. */
export function groupList(registry: Registry): Fields {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [...groupsOf(registry)].map(([name, versions]) => describedGroup(name, versions)),
  };
}

/** `/apis/<group>`; undefined for an unknown group. */
export function groupOf(registry: Registry, name: string): Fields | undefined {
  const versions = groupsOf(registry).get(name);
  return versions === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...describedGroup(name, versions) };
}

function describedGroup(name: string, versions: readonly string[]): Fields {
  const list = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: list, preferredVersion: list[0] };
}

/** `/api/v1` or `/apis/<group>/<version>`; undefined when nothing is served there. */
export function resourceList(registry: Registry, group: string, version: string): Fields | undefined {
  const resources = inGroup(registry, group, version).flatMap((resource) => {
    const { plural, singular, namespaced, kind, shortNames, categories } = resource;
    const entry = {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs: verbsOf(resource),
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
    };
    const status = { name: `${plural}/status`, singularName: '', namespaced, kind, verbs: statusVerbs };
    return resource.hasStatus ? [entry, status] : [entry];
  });
  const posted = reviews
    .filter((review) => review.group === group)
    .map(({ plural, kind }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced: false,
      kind,
      verbs: ['create'],
    }));
  if (resources.length + posted.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: groupVersionOf({ group, version }),
    resources: [...resources, ...posted],
  };
}
