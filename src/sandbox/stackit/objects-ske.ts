/** Clusters and services in the shape that STACKIT answers (ske.md §2, §3, §6). */
export interface Version {
  readonly version: string;
}

export interface Taint {
  readonly effect: string;
  readonly key: string;
  readonly value?: string | undefined;
}

export interface NodepoolObject {
  readonly name: string;
  readonly availabilityZones: readonly string[];
  readonly machine: { readonly type: string; readonly image: { readonly name: string; readonly version: string } };
  readonly minimum: number;
  readonly maximum: number;
  readonly maxSurge?: number | undefined;
  readonly maxUnavailable?: number | undefined;
  readonly volume: { readonly size: number; readonly type?: string | undefined };
  readonly cri?: { readonly name: string } | undefined;
  readonly kubernetes?: { readonly version?: string | undefined } | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly taints?: readonly Taint[] | undefined;
  readonly allowSystemComponents?: boolean | undefined;
}

export interface ScheduleObject {
  readonly start: string;
  readonly end: string;
  readonly timezone?: string | undefined;
}

export interface ClusterStatusObject {
  readonly aggregated: string;
  readonly hibernated: boolean;
  readonly creationTime: string;
  readonly identity: string;
  readonly serviceAccountIssuer: string;
  readonly credentialsRotation: {
    readonly phase: string;
    readonly lastInitiationTime?: string | undefined;
    readonly lastCompletionTime?: string | undefined;
  };
  readonly egressAddressRanges: readonly string[];
  readonly podAddressRanges: readonly string[];
  readonly error?: { readonly code: string; readonly message: string; readonly details?: string } | undefined;
  readonly errors?: readonly { readonly code: string; readonly message: string }[] | undefined;
}

/** What a PUT wants, without name and status. */
export interface ClusterSpec {
  readonly kubernetes: Version;
  readonly nodepools: readonly NodepoolObject[];
  readonly access?: { readonly idp?: { readonly enabled: boolean; readonly type: string } | undefined } | undefined;
  readonly audit?: { readonly enabled: boolean } | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly hibernation?: { readonly schedules: readonly ScheduleObject[] } | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly maintenance?:
    | {
        readonly autoUpdate?: {
          readonly kubernetesVersion?: boolean | undefined;
          readonly machineImageVersion?: boolean | undefined;
        };
        readonly timeWindow?: { readonly start: string; readonly end: string } | undefined;
      }
    | undefined;
  readonly network?: {
    readonly id?: string | undefined;
    readonly controlPlane?: { readonly accessScope?: string | undefined } | undefined;
    readonly cni?: Readonly<Record<string, unknown>> | undefined;
  };
}

export interface ClusterObject extends ClusterSpec {
  readonly name: string;
  readonly status: ClusterStatusObject;
}

export interface ServiceObject {
  readonly serviceId: string;
  readonly state: string;
  readonly enablement: string;
  readonly lifecycle: string;
  readonly scope: string;
  readonly dependencies: { readonly hard: readonly string[]; readonly soft: readonly string[] };
  readonly error?: { readonly action: string; readonly code: string; readonly reason: string } | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
}
