import { createHash } from 'node:crypto';

/** Label whose value is the same for all incarnations of one Kubernetes object: a restored backup finds its machines by it. */
export const OWNER_LABEL = 'sostackit-owner';

/** Label whose value is the UID of the one Kubernetes object that made the STACKIT object. */
export const UID_LABEL = 'sostackit-uid';

/** What {@link ownerOf} hashes. */
export interface OwnerIdentity {
  readonly clusterId: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The value of {@link OWNER_LABEL}: 32 hexadecimal digits, since STACKIT takes label values of at most 63 characters
 * and no slash.
 */
export function ownerOf({ clusterId, kind, namespace, name }: OwnerIdentity): string {
  return createHash('sha256').update(`${clusterId}/${kind}/${namespace}/${name}`).digest('hex').slice(0, 32);
}
