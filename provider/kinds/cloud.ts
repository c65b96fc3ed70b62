import type { CloudObject, ListOptions } from '../engine/kind';
import { OWNER_LABEL } from '../engine/owner';

/** The options of a LIST in the client's terms. */
export function ownedBy({ owner, signal }: ListOptions) {
  return {
    ...(owner !== undefined && { labelSelector: { [OWNER_LABEL]: owner } }),
    ...(signal !== undefined && { signal }),
  };
}

/** STACKIT leaves out what is empty; the engine wants to find labels, state and age without asking. */
export function withLabels<Seen extends { readonly id: string }>(
  seen: Seen & {
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly status?: string | undefined;
    readonly createdAt?: string | undefined;
  },
): Seen & CloudObject {
  return { ...seen, labels: seen.labels ?? {}, status: seen.status, createdAt: seen.createdAt };
}
