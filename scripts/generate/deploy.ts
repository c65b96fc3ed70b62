import { App, Chart } from 'cdk8s';
import { parseAllDocuments, stringify } from 'yaml';
import { Provider } from '../../constructs/plus';
import { IMAGE_NAME } from '../../src/product';
import { kustomization } from './outputs';

const NOTE = 'Made by `npm run generate` from constructs/plus. Edit that instead.';

/**
 * The kustomize base that installs everything, by the same constructs as an app would: path from the root → content. The
 * definitions come from the base in `crds/`, and the role is there already, made together with the kinds.
 */
export function deployment(): ReadonlyMap<string, string> {
  const provider = objects((chart) => new Provider(chart, 'provider', { image: IMAGE_NAME })).filter(
    ({ kind }) => kind !== 'ClusterRole',
  );
  return new Map([
    ['deploy/provider.yaml', documents(provider)],
    [
      'deploy/kustomization.yaml',
      `# ${NOTE}\n# Set the image: kustomize edit set image ${IMAGE_NAME}=registry.example.com/${IMAGE_NAME}:0.1.0\n${yaml(
        kustomization(['../crds', 'cluster-role.yaml', 'provider.yaml']),
      )}`,
    ],
  ]);
}

interface Manifest {
  readonly kind: string;
}

function objects(define: (chart: Chart) => unknown): Manifest[] {
  const app = new App();
  define(new Chart(app, 'deploy'));
  return parseAllDocuments(app.synthYaml()).map((document) => document.toJS() as Manifest);
}

function documents(manifests: readonly Manifest[]): string {
  return `# ${NOTE}\n${manifests.map(yaml).join('---\n')}`;
}

function yaml(value: object): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 });
}
