import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { KindName } from '../../src/api';
import { crds } from '../../src/schema';
import { clusterScoped } from './cluster-scoped';

/** Props of {@link Crds}. */
export interface CrdsProps {
  /**
   * Annotations of the definitions, such as `argocd.argoproj.io/sync-options` or `helm.sh/resource-policy`.
   *
   * @default - none
   */
  readonly annotations?: { readonly [key: string]: string };
}

/**
 * The CustomResourceDefinitions of all kinds. Deleting one deletes all objects of its kind, so give them a chart of their own.
 *
 * ```ts
 * new Crds(new Chart(app, 'crds'), 'crds');
 * ```
 */
export class Crds extends Construct {
  readonly #definitions: ReadonlyMap<KindName, ApiObject>;

  constructor(scope: Construct, id: string, { annotations }: CrdsProps = {}) {
    super(scope, id);
    this.#definitions = new Map(
      crds.map(({ apiVersion, kind, metadata, spec }) => [
        spec.names.kind as KindName,
        clusterScoped(
          new ApiObject(this, spec.names.kind, {
            apiVersion,
            kind,
            metadata: { ...metadata, ...(annotations && { annotations }) },
            spec,
          }),
        ),
      ]),
    );
  }

  /** The definition of a kind. */
  definitionOf(kind: KindName): ApiObject {
    return this.#definitions.get(kind) as ApiObject;
  }
}
