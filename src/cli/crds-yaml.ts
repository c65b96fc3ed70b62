import { stringify } from 'yaml';
import { crds } from '../schema/crd';

/** The definitions of all kinds as YAML, for `kubectl apply -f -`. */
export function crdsYaml(): string {
  return crds.map((definition) => stringify(definition, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}
