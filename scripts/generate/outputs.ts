import { stringify } from 'yaml';
import { customResourceDefinition } from '../../src/schema/crd';
import { clusterRole } from '../../src/schema/role';
import type { KindSchema } from '../../src/schema/types';
import { kindSchema } from './kind';
import { type ApiSource, readApi } from './source';

const NOTE = 'Made by `npm run generate` from src/api. Edit that instead.';

/** All generated files: path from the root of the repository → content. The same sources give the same bytes. */
export function outputs(apiFolder: string): ReadonlyMap<string, string> {
  return outputsOf(readApi(apiFolder));
}

/** As {@link outputs}, from parsed sources. */
export function outputsOf(api: ApiSource): ReadonlyMap<string, string> {
  const kinds = api.kindNames.map((name) => kindSchema(api, name));
  const crds = kinds.map((kind) => ({
    file: `crds/${kind.singular}.yaml`,
    text: yaml(customResourceDefinition(kind)),
  }));
  return new Map([
    ...crds.map(({ file, text }) => [file, `# ${NOTE}\n${text}`] as const),
    ['crds/all.yaml', `# ${NOTE}\n${crds.map(({ text }) => text).join('---\n')}`],
    // By this name kustomize knows it, and `kubectl apply -f crds/` passes it over.
    ['crds/Kustomization', `# ${NOTE}\n${yaml(kustomization(kinds.map(({ singular }) => `${singular}.yaml`)))}`],
    ...kinds.map((kind) => [`src/schema/generated/${kind.singular}.ts`, schemaModule(kind)] as const),
    ['src/schema/generated/index.ts', indexModule(kinds)],
    ['deploy/cluster-role.yaml', `# ${NOTE}\n${yaml(clusterRole(kinds))}`],
  ]);
}

/** A kustomize base of some files and folders. */
export function kustomization(resources: readonly string[]): object {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources };
}

function yaml(value: object): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 });
}

function schemaModule(kind: KindSchema): string {
  return `// ${NOTE}
import type { KindSchema } from '../types';

/** Schema of the kind ${kind.kind}. */
export const ${kind.singular}: KindSchema = ${JSON.stringify(kind, null, 2)};
`;
}

function indexModule(kinds: readonly KindSchema[]): string {
  const names = kinds.map(({ singular }) => singular);
  return `// ${NOTE}
import type { KindName } from '../../api';
import type { KindSchema } from '../types';
${[...names]
  .sort()
  .map((name) => `import { ${name} } from './${name}';`)
  .join('\n')}

/** Schema of each kind, by its name. */
export const schemas: Readonly<Record<KindName, KindSchema>> = {
${kinds.map(({ kind, singular }) => `  ${kind}: ${singular},`).join('\n')}
};
`;
}
