import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

/** What stands beside the provider's Deployment and selects its pods. */
export interface Beside {
  readonly scope: Construct;
  readonly name: string;
  readonly namespace: string;
  /** Labels of all objects. */
  readonly labels: { readonly [key: string]: string };
  /** Labels by which the pods are found. */
  readonly selector: { readonly [key: string]: string };
}

/** Port of the metrics, when they are served outside of the pod. */
export const METRICS_PORT = 8080;

/** Port of the probes. */
export const HEALTH_PORT = 8081;

function metadata({ name, namespace, labels }: Beside) {
  return { name, namespace, labels: { ...labels } };
}

/** Keeps drains from taking all pods at once. It never blocks one. */
export function disruptionBudget(beside: Beside): ApiObject {
  return new ApiObject(beside.scope, 'DisruptionBudget', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata(beside),
    spec: { maxUnavailable: 1, selector: { matchLabels: beside.selector } },
  });
}

/** Lets the pods answer probes and scrapes, and talk to name servers and to the given TCP ports anywhere. */
export function networkPolicy(beside: Beside, egressPorts: readonly number[], metrics: boolean): ApiObject {
  const tcp = (port: number) => ({ protocol: 'TCP', port });
  return new ApiObject(beside.scope, 'NetworkPolicy', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata(beside),
    spec: {
      podSelector: { matchLabels: beside.selector },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [...(metrics ? [tcp(METRICS_PORT)] : []), tcp(HEALTH_PORT)] }],
      egress: [{ ports: [{ protocol: 'UDP', port: 53 }, tcp(53), ...egressPorts.map(tcp)] }],
    },
  });
}

/** Has the Prometheus operator scrape the pods, by a Service without an address. */
export function serviceMonitor(beside: Beside): ApiObject {
  const named = { ...beside, name: `${beside.name}-metrics` };
  new ApiObject(beside.scope, 'MetricsService', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(named),
    spec: {
      clusterIP: 'None',
      selector: beside.selector,
      ports: [{ name: 'metrics', port: METRICS_PORT, targetPort: 'metrics' }],
    },
  });
  return new ApiObject(beside.scope, 'ServiceMonitor', {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: metadata(beside),
    spec: { selector: { matchLabels: beside.selector }, endpoints: [{ port: 'metrics' }] },
  });
}
