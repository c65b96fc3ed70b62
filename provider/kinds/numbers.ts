import type { Difference } from '../engine/kind';
import type { Refusal } from '../engine/lifecycle';

/**
 * Why a whole number of the spec can't be sent: from 2^53 on JSON does not tell it from its neighbours, so that another one
 * than was written would go out. `undefined` for any other value.
 */
export function inexact(value: unknown): string | undefined {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return undefined;
  return `whole numbers are sent exactly up to ${Number.MAX_SAFE_INTEGER} only`;
}

/** Numbers of the spec, by field, that are {@link inexact}. */
export function refuseNumbers(numbers: Readonly<Record<string, number | undefined>>): Refusal | undefined {
  const problems = Object.entries(numbers).flatMap(([field, number]) => {
    const problem = inexact(number);
    return problem === undefined ? [] : [`${field} is about ${number}; ${problem}`];
  });
  return problems.length === 0 ? undefined : { reason: 'InvalidSpec', message: problems.join('; ') };
}

/** A difference without its fix where the wanted number is {@link inexact}. */
export function unlessInexact(found: Difference): Difference {
  const problem = inexact(found.wanted);
  if (problem === undefined) return found;
  const { fix: _, ...rest } = found;
  return { ...rest, message: `${found.message}; ${problem}` };
}
