import { ApiObject, JsonPatch, Size } from 'cdk8s';
import type {
  Container,
  ContainerResources,
  Deployment,
  IServiceAccount,
  Namespace,
  ServiceAccount,
} from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { clusterRole, schemas } from '../../src/schema';
import { InvalidPropsError } from '../problem';
import { clusterScoped } from './cluster-scoped';
import { type Beside, disruptionBudget, HEALTH_PORT, METRICS_PORT, networkPolicy, serviceMonitor } from './companions';
import {
  CREDENTIALS_FOLDER,
  Credentials,
  credentialsEnvironment,
  type ProviderCredentials,
  TOKEN_FOLDER,
} from './credentials';
import { kplus } from './peer';
import { providerProblems } from './provider-problems';

/** Options of the provider's NetworkPolicy. */
export interface NetworkPolicyOptions {
  /**
   * TCP ports that the provider may connect to anywhere: those of STACKIT, and that of the Kubernetes API behind its Service.
   *
   * @default [443, 6443]
   */
  readonly egressPorts?: readonly number[];
}

/** Props of {@link Provider}. */
export interface ProviderProps {
  /** Container image of the provider with its tag or digest. None is published: build it from the Dockerfile. */
  readonly image: string;

  /**
   * How the provider proves to STACKIT who it is.
   *
   * @default Credentials.fromSecret('stackit-credentials')
   */
  readonly credentials?: ProviderCredentials;

  /**
   * Namespace of the provider, its credentials and its lease.
   *
   * @default stackit-compute-operator-system
   */
  readonly namespace?: string;

  /**
   * Whether the namespace is made, or is there already.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Number of pods. One works, the others stand by.
   *
   * @default 2
   */
  readonly replicas?: number;

  /**
   * Flags, such as `--poll-interval=30s`. They come after those that the construct sets, so they win.
   *
   * @default - none
   */
  readonly args?: readonly string[];

  /**
   * Environment variables, such as `STACKIT_IAAS_ENDPOINT` or `HTTPS_PROXY`. Keys and tokens are refused here.
   *
   * @default - only those that say where the credentials are
   */
  readonly environment?: { readonly [name: string]: string };

  /**
   * Processor and memory.
   *
   * @default - 10m to 500m of a processor, 64 to 256 MiB of memory
   */
  readonly resources?: ContainerResources;

  /**
   * Name of the Secret, of type `kubernetes.io/dockerconfigjson` in the same namespace, to pull the image with.
   *
   * @default - none
   */
  readonly imagePullSecret?: string;

  /**
   * Whether a PodDisruptionBudget lets only one pod be evicted at a time.
   *
   * @default true
   */
  readonly disruptionBudget?: boolean;

  /**
   * Whether a NetworkPolicy confines the pods to what they need.
   *
   * @default false
   */
  readonly networkPolicy?: boolean | NetworkPolicyOptions;

  /**
   * Whether a ServiceMonitor of the Prometheus operator has the pods scraped. The metrics then listen outside of the pod.
   *
   * @default false
   */
  readonly serviceMonitor?: boolean;
}

const NAMESPACE = 'stackit-compute-operator-system';
const NAME = clusterRole([]).metadata.name;
const USER = 65_532;

/**
 * Everything that runs the provider in a cluster but the definitions, which are {@link Crds}.
 *
 * ```ts
 * new Provider(chart, 'provider', { image: 'registry.example.com/sostackit/provider:0.1.0' });
 * ```
 */
export class Provider extends Construct {
  /** Namespace of the provider; absent when it is there already. */
  readonly namespace: Namespace | undefined;

  /** Account that the provider acts as in the cluster. */
  readonly serviceAccount: ServiceAccount;

  /** The pods. */
  readonly deployment: Deployment;

  /** @throws InvalidPropsError that names all that is wrong */
  constructor(scope: Construct, id: string, props: ProviderProps) {
    super(scope, id);
    const problems = providerProblems(props).map((problem) => ({ ...problem, path: this.node.path }));
    if (problems.length > 0) throw new InvalidPropsError(problems);
    const { namespace = NAMESPACE, createNamespace = true } = props;
    const selector = { 'app.kubernetes.io/name': NAME };
    const labels = { ...selector, 'app.kubernetes.io/part-of': 'sostackit' };
    const beside: Beside = { scope: this, name: NAME, namespace, labels, selector };
    if (createNamespace) {
      const enforced = { 'pod-security.kubernetes.io/enforce': 'restricted' };
      const metadata = { name: namespace, labels: { ...labels, ...enforced } };
      this.namespace = new kplus.Namespace(this, 'Namespace', { metadata });
      clusterScoped(ApiObject.of(this.namespace));
    }
    this.serviceAccount = new kplus.ServiceAccount(this, 'ServiceAccount', {
      metadata: { name: NAME, namespace, labels },
    });
    this.#bind(beside);
    this.deployment = this.#deploy(beside, props);
    if (props.disruptionBudget ?? true) disruptionBudget(beside);
    if (props.networkPolicy) {
      const { egressPorts = [443, 6443] } = props.networkPolicy === true ? {} : props.networkPolicy;
      networkPolicy(beside, egressPorts, props.serviceMonitor ?? false);
    }
    if (props.serviceMonitor) serviceMonitor(beside);
  }

  /** Gives the account the rights that the provider uses, and no others. */
  #bind({ name, namespace, labels }: Beside): void {
    const { apiVersion, kind, rules } = clusterRole(Object.values(schemas));
    const metadata = { name, labels };
    clusterScoped(new ApiObject(this, 'ClusterRole', { apiVersion, kind, metadata, rules }));
    const binding = new ApiObject(this, 'ClusterRoleBinding', {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    });
    clusterScoped(binding);
  }

  #deploy(beside: Beside, props: ProviderProps): Deployment {
    const { name, namespace, labels, selector } = beside;
    const { image, replicas = 2, args = [], environment = {}, serviceMonitor: metrics = false } = props;
    const credentials = props.credentials ?? Credentials.fromSecret();
    const pull = props.imagePullSecret;
    const deployment = new kplus.Deployment(this, 'Deployment', {
      metadata: { name, namespace, labels },
      podMetadata: { labels },
      replicas,
      select: false,
      serviceAccount: this.serviceAccount as IServiceAccount,
      automountServiceAccountToken: true,
      securityContext: { ensureNonRoot: true, user: USER, group: USER, fsGroup: USER },
      ...(pull !== undefined && { dockerRegistryAuth: kplus.Secret.fromSecretName(this, 'ImagePullSecret', pull) }),
    });
    deployment.select(kplus.LabelSelector.of({ labels: selector }));
    const container = deployment.addContainer({
      name: 'provider',
      image,
      imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
      args: [
        `--health-probe-bind-address=:${HEALTH_PORT}`,
        ...(metrics ? [`--metrics-bind-address=:${METRICS_PORT}`] : []),
        ...args,
      ],
      ports: [{ name: 'health', number: HEALTH_PORT }, ...(metrics ? [{ name: 'metrics', number: METRICS_PORT }] : [])],
      envVariables: Object.fromEntries(
        Object.entries({ ...credentialsEnvironment(credentials), ...environment }).map(([key, value]) => [
          key,
          kplus.EnvValue.fromValue(value),
        ]),
      ),
      liveness: kplus.Probe.fromHttpGet('/healthz', { port: HEALTH_PORT }),
      readiness: kplus.Probe.fromHttpGet('/readyz', { port: HEALTH_PORT }),
      resources: props.resources ?? {
        cpu: { request: kplus.Cpu.millis(10), limit: kplus.Cpu.millis(500) },
        memory: { request: Size.mebibytes(64), limit: Size.mebibytes(256) },
      },
      securityContext: {
        user: USER,
        group: USER,
        ensureNonRoot: true,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        privileged: false,
        capabilities: { drop: [kplus.Capability.ALL] },
        seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
      },
    });
    this.#mount(credentials, deployment, container);
    return deployment;
  }

  #mount(credentials: ProviderCredentials, deployment: Deployment, container: Container): void {
    if (credentials.from === 'secret') {
      const secret = kplus.Secret.fromSecretName(this, 'Credentials', credentials.name);
      const volume = kplus.Volume.fromSecret(this, 'CredentialsVolume', secret, {
        name: 'credentials',
        defaultMode: 0o440,
      });
      container.mount(CREDENTIALS_FOLDER, volume, { readOnly: true });
    } else {
      const { audience = 'sts.accounts.stackit.cloud', expirationSeconds = 3600 } = credentials;
      container.mount(TOKEN_FOLDER, kplus.Volume.fromEmptyDir(this, 'TokenVolume', 'token'), { readOnly: true });
      const token = { serviceAccountToken: { path: 'token', audience, expirationSeconds } };
      // cdk8s-plus has no projected volumes; this one stands first, since it is the first to be mounted.
      const path = '/spec/template/spec/volumes/0';
      ApiObject.of(deployment).addJsonPatch(
        JsonPatch.replace(path, { name: 'token', projected: { sources: [token], defaultMode: 0o440 } }),
      );
    }
  }
}
