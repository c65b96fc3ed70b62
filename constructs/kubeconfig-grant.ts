import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

/** Somebody to whom Kubernetes grants rights: a user, a group or a service account. */
export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount' | (string & {});
  readonly name: string;
  /** Namespace of a service account. */
  readonly namespace?: string;
}

/** A construct that can tell which subject it is, as those of cdk8s-plus can. */
export interface SubjectSource {
  toSubjectConfiguration(): Subject;
}

/** A Role and a RoleBinding that let a subject read one Secret and nothing else. */
export function grantSecret(scope: Construct, id: string, to: SecretGrant): void {
  const { secretName, namespace } = to;
  const subject = 'toSubjectConfiguration' in to.subject ? to.subject.toSubjectConfiguration() : to.subject;
  const metadata = namespace === undefined ? {} : { metadata: { namespace } };
  const role = new ApiObject(scope, `${id}-role`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    ...metadata,
    rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: [secretName], verbs: ['get'] }],
  });
  new ApiObject(scope, `${id}-binding`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    ...metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role.name },
    subjects: [
      {
        kind: subject.kind,
        name: subject.name,
        ...(subject.kind === 'ServiceAccount'
          ? { ...(subject.namespace !== undefined && { namespace: subject.namespace }) }
          : { apiGroup: 'rbac.authorization.k8s.io' }),
      },
    ],
  });
}

/** What {@link grantSecret} grants. */
export interface SecretGrant {
  readonly secretName: string;
  /** Namespace of the Secret; absent: the one to which the manifest is applied. */
  readonly namespace: string | undefined;
  readonly subject: Subject | SubjectSource;
}
