import { API_CATEGORY, API_GROUP, API_VERSION } from '../product';
import { schemas } from './generated';
import type { KindSchema, PrinterColumn, Schema } from './types';

/** A CustomResourceDefinition (`apiextensions.k8s.io/v1`) with the fields that ours have. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: {
      readonly kind: string;
      readonly listKind: string;
      readonly plural: string;
      readonly singular: string;
      readonly shortNames: readonly string[];
      readonly categories: readonly string[];
    };
    readonly scope: 'Namespaced';
    readonly versions: readonly [
      {
        readonly name: string;
        readonly served: true;
        readonly storage: true;
        readonly subresources: { readonly status: Record<string, never> };
        readonly additionalPrinterColumns: readonly PrinterColumn[];
        readonly schema: { readonly openAPIV3Schema: Schema };
      },
    ];
  };
}

/** The CustomResourceDefinition that installs a kind. */
export function customResourceDefinition(schema: KindSchema): CustomResourceDefinition {
  const { kind, listKind, plural, singular, shortNames, columns, openAPIV3Schema } = schema;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${API_GROUP}` },
    spec: {
      group: API_GROUP,
      names: { kind, listKind, plural, singular, shortNames, categories: [API_CATEGORY] },
      scope: 'Namespaced',
      versions: [
        {
          name: API_VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema },
        },
      ],
    },
  };
}

/** The CustomResourceDefinitions of all kinds, in the order of `KIND_NAMES`. */
export const crds: readonly CustomResourceDefinition[] = Object.values(schemas).map(customResourceDefinition);
