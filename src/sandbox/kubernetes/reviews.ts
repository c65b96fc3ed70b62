import { type Fields, fieldsOf } from './object';

/** Answers a posted review of the caller's rights: everything is allowed, as for an administrator. */
export function review(kind: string, posted: Fields): Fields {
  const rules = {
    resourceRules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    nonResourceRules: [{ nonResourceURLs: ['*'], verbs: ['*'] }],
    incomplete: false,
  };
  const status =
    kind === 'SelfSubjectRulesReview' ? rules : { allowed: true, reason: 'the local API server allows everything' };
  return {
    kind,
    apiVersion: 'authorization.k8s.io/v1',
    metadata: { creationTimestamp: null },
    spec: fieldsOf(posted.spec),
    status,
  };
}
