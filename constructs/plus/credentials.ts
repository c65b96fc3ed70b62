/** How the provider proves to STACKIT who it is. Made by {@link Credentials}. */
export type ProviderCredentials =
  | { readonly from: 'secret'; readonly name: string }
  | ({ readonly from: 'workload-identity'; readonly email: string } & WorkloadIdentityOptions);

/** Options of {@link Credentials.workloadIdentity}. */
export interface WorkloadIdentityOptions {
  /**
   * Audience of the pod's token, as the federation of the service account demands it.
   *
   * @default sts.accounts.stackit.cloud
   */
  readonly audience?: string;

  /**
   * How long a token is valid, in seconds; the kubelet renews it in time. At least 600.
   *
   * @default 3600
   */
  readonly expirationSeconds?: number;
}

/** Ways to give the provider its credentials. Key material is in none of them. */
export class Credentials {
  /**
   * A Secret in the provider's namespace, referred to by name, that holds `service-account-key.json` and, if that has no private
   * key in it, `private-key.pem`. The provider reads it again when it changes.
   *
   * ```sh
   * kubectl -n stackit-compute-operator-system create secret generic stackit-credentials --from-file=service-account-key.json
   * ```
   */
  static fromSecret(name = 'stackit-credentials'): ProviderCredentials {
    return { from: 'secret', name };
  }

  /**
   * No key at all: STACKIT trusts the tokens of this cluster for a service account, which is set up by a federation of that
   * service account with the cluster's issuer.
   */
  static workloadIdentity(email: string, options: WorkloadIdentityOptions = {}): ProviderCredentials {
    return { from: 'workload-identity', email, ...options };
  }

  private constructor() {}
}

/** Where the Go operator mounted the Secret, and so do we. */
export const CREDENTIALS_FOLDER = '/etc/stackit/credentials';

/** Where a STACKIT client looks for the pod's token. */
export const TOKEN_FOLDER = '/var/run/secrets/stackit.cloud/serviceaccount';

/** Environment that tells the provider where its credentials are. */
export function credentialsEnvironment(credentials: ProviderCredentials): { readonly [name: string]: string } {
  if (credentials.from === 'workload-identity') {
    return {
      STACKIT_SERVICE_ACCOUNT_EMAIL: credentials.email,
      STACKIT_FEDERATED_TOKEN_FILE: `${TOKEN_FOLDER}/token`,
    };
  }
  return {
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: `${CREDENTIALS_FOLDER}/service-account-key.json`,
    // A Secret without this entry is as good: the provider then takes the key that is in the file above.
    STACKIT_PRIVATE_KEY_PATH: `${CREDENTIALS_FOLDER}/private-key.pem`,
  };
}
