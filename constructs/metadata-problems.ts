import type { ApiObjectMetadataDefinition } from 'cdk8s';
import { metadataKey, metadataLabelValue, namespaceName, objectName } from './kubernetes-rules';
import { type OwnProblem, together } from './problem';
import { mapProblems, textProblems } from './text-problems';
import { isPlainText } from './tokens';
import { yamlProblems } from './yaml-strings';

interface Metadata {
  readonly name?: unknown;
  readonly namespace?: unknown;
  readonly labels?: object;
  readonly annotations?: object;
}

function notText(field: string, map: object | undefined): OwnProblem[] {
  const problems: OwnProblem[] = [];
  for (const [key, given] of Object.entries(map ?? {})) {
    if (typeof given !== 'string') problems.push({ field: `${field}.${key}`, given, allowed: 'text' });
  }
  return problems;
}

/** What a Kubernetes API server would refuse in resolved metadata, and what would not survive the way through YAML. */
export function metadataProblems({ name, namespace, labels, annotations }: Metadata): readonly OwnProblem[] {
  return together(
    textProblems('metadata.name', name, objectName),
    textProblems('metadata.namespace', namespace, namespaceName),
    mapProblems('metadata.labels', labels, metadataKey, metadataLabelValue),
    mapProblems('metadata.annotations', annotations, metadataKey),
    notText('metadata.labels', labels),
    notText('metadata.annotations', annotations),
    yamlProblems('metadata', { name, namespace, labels, annotations }),
  );
}

/**
 * Metadata as it is synthesized, as far as it is checked. cdk8s takes long to resolve it and does so once more to write it;
 * where nothing has to be resolved, its own record of labels and annotations is as good.
 */
export function resolvedMetadata(metadata: ApiObjectMetadataDefinition): Metadata {
  const { labels, annotations } = metadata as unknown as { readonly labels?: unknown; readonly annotations?: unknown };
  if (!isPlainText(labels) || !isPlainText(annotations)) return metadata.toJson() as Metadata;
  const { name, namespace } = metadata;
  return { name, namespace, labels, annotations };
}
