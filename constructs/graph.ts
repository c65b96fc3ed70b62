import type { IConstruct } from 'constructs';
import type { KindName } from '../src/api';
import { isOurs } from './app-checks';
import { kindOf } from './brand';
import { mermaid } from './mermaid';
import type { IResource } from './resource';
import { svg } from './svg';

/** An object in a {@link Graph}. */
export interface GraphNode {
  /** Path of the construct. */
  readonly path: string;
  readonly kind: KindName;
  /** `metadata.name` of the object. */
  readonly name: string;
  /** Name of the innermost stack that the object is part of, if any. */
  readonly stack: string | undefined;
  /**
   * `made`: the provider makes it; `observed`: it exists in STACKIT; `elsewhere`: another app or a manifest defines the object.
   */
  readonly origin: 'made' | 'observed' | 'elsewhere';
}

/** A reference in a {@link Graph}. */
export interface GraphEdge {
  /** Path of the construct that refers. */
  readonly from: string;
  /** Path of the construct to which it refers. */
  readonly to: string;
  /** Prop under which it was given, such as `network`. */
  readonly prop: string;
}

/** The objects of a scope and how they refer to each other. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Text of a Mermaid flowchart, which GitHub and GitLab show in a code block of the language `mermaid`. */
  readonly mermaid: string;
  /** A picture in one file, without scripts and without anything to load. */
  readonly svg: string;
}

/**
 * Shows a stack, a chart or a whole app as a graph. The same constructs give the same text.
 *
 * ```ts
 * writeFileSync('shop.svg', graph(chart).svg);
 * ```
 */
export function graph(scope: IConstruct): Graph {
  const defined = scope.node.findAll().filter(isOurs) as IResource[];
  const resources = [...new Set([...defined, ...defined.flatMap(targetsOf)])];
  const nodes = resources.map(node);
  const edges = defined.flatMap((from) =>
    from.references.flatMap(({ prop, target }) =>
      target ? [{ from: from.node.path, to: target.node.path, prop }] : [],
    ),
  );
  return {
    nodes,
    edges,
    get mermaid() {
      return mermaid(nodes, edges);
    },
    get svg() {
      return svg(nodes, edges);
    },
  };
}

/** By one of these a construct says that it is only observed. */
interface Adopting {
  readonly existingId?: string | undefined;
  readonly existingClusterName?: string | undefined;
}

function targetsOf({ references }: IResource): IResource[] {
  return references.flatMap(({ target }) => (target ? [target] : []));
}

function node(resource: IResource): GraphNode {
  const { existingId, existingClusterName } = resource as Adopting;
  const adopted = existingId !== undefined || existingClusterName !== undefined;
  return {
    path: resource.node.path,
    kind: kindOf(resource) as KindName,
    name: resource.name,
    stack: stackOf(resource),
    origin: resource.apiObject === undefined ? 'elsewhere' : adopted ? 'observed' : 'made',
  };
}

function stackOf({ node: { scopes } }: IResource): string | undefined {
  for (const scope of [...scopes].reverse()) {
    if ('compositeName' in scope && typeof scope.compositeName === 'string') return scope.compositeName;
  }
  return undefined;
}
