import { labelKey, labelValue, type TextRule } from '../../src/api/rules';
import type { Refusal } from '../engine/lifecycle';

/** A text of the spec that STACKIT would not take, by the rules that constructs check at synth too. */
export function refuseTexts(
  texts: Readonly<Record<string, readonly [text: string | undefined, rule: TextRule]>>,
): Refusal | undefined {
  const problems = Object.entries(texts).flatMap(([field, [text, rule]]) => {
    const allowed = text === undefined ? undefined : rule(text);
    return allowed === undefined ? [] : [`${field} is ${JSON.stringify(text)}; STACKIT takes ${allowed}`];
  });
  return problems.length === 0 ? undefined : { reason: 'InvalidSpec', message: problems.join('; ') };
}

/** The labels of a spec, for {@link refuseTexts}. */
export function labelTexts(
  labels: Readonly<Record<string, string>> | undefined,
): Record<string, readonly [string, TextRule]> {
  const texts: Record<string, readonly [string, TextRule]> = {};
  for (const [key, value] of Object.entries(labels ?? {})) {
    texts[`spec.labels key ${JSON.stringify(key)}`] = [key, labelKey];
    texts[`spec.labels[${JSON.stringify(key)}]`] = [value, labelValue];
  }
  return texts;
}

/** Name of the field that holds the name, for a message. */
export function nameField(spec: { readonly name?: string }): string {
  return spec.name ? 'spec.name' : 'metadata.name (used because spec.name is not set)';
}
