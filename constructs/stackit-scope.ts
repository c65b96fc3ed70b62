import { type ApiObjectMetadata, Lazy } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import type { AvailabilityZone, Region } from '../src/api';
import { isOurs } from './app-checks';
import type { Writable } from './resource';
import { isToken, produced } from './tokens';

/** What a scope says once for all that is defined in it. */
export interface StackitDefaults {
  /**
   * ID of the STACKIT project: a UUID in lower case.
   *
   * @default - that of the enclosing scope, else each construct has to say it
   */
  readonly projectId?: string;

  /**
   * Region, such as `eu01`.
   *
   * @default - that of the enclosing scope, else each construct has to say it
   */
  readonly region?: Region;

  /**
   * Zone of volumes and servers, such as `eu01-1`.
   *
   * @default - that of the enclosing scope, else each volume has to say it
   */
  readonly availabilityZone?: AvailabilityZone;

  /**
   * Labels in STACKIT of all that is made. Those of the enclosing scope are added, and so are a construct's own, which win.
   * What is only observed gets none.
   *
   * @default - those of the enclosing scope
   */
  readonly labels?: { readonly [key: string]: string };

  /**
   * What deleting the Kubernetes objects does to what was made in STACKIT. What is only observed stays in any case.
   *
   * @default - that of the enclosing scope, else `Delete`
   */
  readonly deletionPolicy?: 'Delete' | 'Orphan';

  /**
   * What happens when something that was made has vanished in STACKIT.
   *
   * @default - that of the enclosing scope, else `Recreate`
   */
  readonly recreatePolicy?: 'Recreate' | 'Report';

  /**
   * Namespace, labels and annotations of the Kubernetes objects. Those of the enclosing scope are added, and so are a
   * construct's own, which win.
   *
   * @default - those of the enclosing scope
   */
  readonly metadata?: Pick<ApiObjectMetadata, 'namespace' | 'labels' | 'annotations'>;
}

const DEFAULTS = Symbol.for('sostackit.defaults');

/**
 * Sets project, region, zone and labels once for all constructs in it.
 *
 * ```ts
 * const production = new StackitScope(chart, 'production', { projectId, region: 'eu01', availabilityZone: 'eu01-1' });
 * new Network(production, 'network');
 * ```
 */
export class StackitScope extends Construct {
  /**
   * Sets them for an app, a chart or any other scope that exists.
   *
   * @throws Error when something of ours is defined in it already, which would not have them
   */
  static provide(scope: Construct, defaults: StackitDefaults): void {
    const late = scope.node.findAll().find(isOurs);
    if (late) {
      throw new Error(`cannot set STACKIT defaults on ${pathOf(scope)}: ${late.node.path} is defined in it already`);
    }
    Object.defineProperty(scope, DEFAULTS, { value: { ...own(scope), ...defaults }, configurable: true });
  }

  /** What holds for a construct: said by the nearest scope that says it, labels and annotations joined. */
  static defaultsOf(construct: IConstruct): StackitDefaults {
    return joined(inherited(construct), {});
  }

  constructor(scope: Construct, id: string, defaults: StackitDefaults) {
    super(scope, id);
    StackitScope.provide(this, defaults);
  }
}

interface Inheriting extends Omit<StackitDefaults, 'metadata'> {
  readonly metadata?: ApiObjectMetadata;
  readonly existingId?: string;
}

/** What a construct says itself or its scopes say for it. */
export interface Inherited {
  readonly projectId: string | undefined;
  readonly region: Region | undefined;
  readonly availabilityZone: AvailabilityZone | undefined;
  readonly labels: StackitDefaults['labels'];
  readonly deletionPolicy: StackitDefaults['deletionPolicy'];
  readonly recreatePolicy: StackitDefaults['recreatePolicy'];
  readonly metadata: ApiObjectMetadata | undefined;
}

/** What holds for a construct with such props. What exists already is only observed: it has a place and no more. */
export function inherit(scope: Construct, props: Inheriting): Inherited {
  const isMade = props.existingId === undefined;
  const defaults = inherited(scope);
  return {
    projectId: said(props.projectId, defaults.projectId),
    region: said(props.region, defaults.region),
    availabilityZone: said(props.availabilityZone, defaults.availabilityZone),
    labels: isMade ? both(defaults.labels, props.labels) : props.labels,
    deletionPolicy: isMade ? said(props.deletionPolicy, defaults.deletionPolicy) : props.deletionPolicy,
    recreatePolicy: isMade ? said(props.recreatePolicy, defaults.recreatePolicy) : props.recreatePolicy,
    metadata: defaults.metadata ? metadataOf(defaults.metadata, props.metadata ?? {}) : props.metadata,
  };
}

/** An option that is passed on as `undefined` says nothing. */
function said<Value>(above: Value | undefined, below: Value | undefined): Value | undefined {
  return above === undefined ? below : above;
}

/** What holds for a construct by its scopes. Where one scope alone says something, it is that scope's own record. */
function inherited(construct: IConstruct): StackitDefaults {
  let found: StackitDefaults | undefined;
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const defaults = own(scope);
    if (defaults) found = found ? joined(defaults, found) : defaults;
  }
  return found ?? {};
}

/** What stands above wins over what lies below; maps are joined. */
function joined(below: StackitDefaults, above: StackitDefaults): StackitDefaults {
  const all: Writable<StackitDefaults> = covered(below, above);
  const labels = both(below.labels, above.labels);
  if (labels) all.labels = labels;
  if (below.metadata) all.metadata = metadataOf(below.metadata, above.metadata ?? {});
  return all;
}

function metadataOf(below: ApiObjectMetadata, above: ApiObjectMetadata): ApiObjectMetadata {
  const all: Writable<ApiObjectMetadata> = covered(below, above);
  const labels = both(below.labels, above.labels);
  const annotations = both(below.annotations, above.annotations);
  if (labels) all.labels = labels;
  if (annotations) all.annotations = annotations;
  return all;
}

/** What lies below, with what stands above in its place. An option that is passed on as `undefined` says nothing. */
function covered<Below extends object>(below: Below, above: object): Below {
  const all = { ...below } as Record<string, unknown>;
  for (const key of Object.keys(above)) {
    const held = (above as Readonly<Record<string, unknown>>)[key];
    if (held !== undefined && key !== '__proto__') all[key] = held;
  }
  return all as Below;
}

function both<Map extends object>(below: Map | undefined, above: Map | undefined): Map | undefined {
  if (!below || !above) return above ?? below;
  if (!isToken(below) && !isToken(above)) return { ...below, ...above };
  return Lazy.any({ produce: () => ({ ...(produced(below) as Map), ...(produced(above) as Map) }) });
}

function own(scope: IConstruct): StackitDefaults | undefined {
  return (scope as { readonly [DEFAULTS]?: StackitDefaults })[DEFAULTS];
}

function pathOf(scope: IConstruct): string {
  return scope.node.path || 'the app';
}
