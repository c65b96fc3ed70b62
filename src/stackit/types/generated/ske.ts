// Made by scripts/generate-stackit.ts from STACKIT's OpenAPI document; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ACL: {
            allowedCidrs: string[];
            enabled: boolean;
        };
        Access: {
            idp?: components["schemas"]["IDP"];
        };
        AccessScope: "PUBLIC" | "SNA";
        ApplicationLoadBalancer: {
            enabled: boolean;
        };
        Audit: {
            enabled: boolean;
        };
        AvailabilityZone: {
            name?: string;
        };
        CNI: {
            calico?: Record<string, unknown>;
        };
        CRI: {
            name?: "containerd";
        };
        Cluster: {
            access?: components["schemas"]["Access"];
            audit?: components["schemas"]["Audit"];
            extensions?: components["schemas"]["Extension"];
            hibernation?: components["schemas"]["Hibernation"];
            kubernetes: components["schemas"]["Kubernetes"];
            labels?: {
                [key: string]: string;
            };
            maintenance?: components["schemas"]["Maintenance"];
            readonly name?: string;
            network?: components["schemas"]["Network"];
            nodepools: components["schemas"]["Nodepool"][];
            status?: components["schemas"]["ClusterStatus"];
        };
        ClusterError: {
            code?: "SKE_INFRA_SNA_NETWORK_NOT_FOUND" | "SKE_INFRA_SNA_NETWORK_NO_ROUTER" | "SKE_NODE_NO_VALID_HOST_FOUND" | "SKE_NODE_MISCONFIGURED_PDB" | "SKE_NODE_MACHINE_TYPE_NOT_FOUND" | "SKE_NETWORK_NO_DNS_CONFIGURED" | "SKE_NETWORK_NO_AVAILABLE_IPS" | "SKE_NODE_MEMORY_PRESSURE" | "SKE_NODE_DISK_PRESSURE" | "SKE_NODE_PID_PRESSURE" | "SKE_OBSERVABILITY_INSTANCE_NOT_FOUND" | "SKE_OBSERVABILITY_INSTANCE_NOT_READY" | "SKE_DNS_ZONE_NOT_FOUND" | "SKE_SNA_DOES_NOT_SUPPORT_SERVICE_ROUTES" | "SKE_FETCHING_ERRORS_NOT_POSSIBLE";
            message?: string;
        };
        ClusterStatus: {
            aggregated?: components["schemas"]["ClusterStatusState"];
            creationTime?: string;
            credentialsRotation?: components["schemas"]["CredentialsRotationState"];
            egressAddressRanges?: string[];
            error?: components["schemas"]["RuntimeError"];
            errors?: components["schemas"]["ClusterError"][];
            expiration?: components["schemas"]["ExpirationStatus"];
            hibernated?: boolean;
            identity?: string;
            podAddressRanges?: string[];
            serviceAccountIssuer?: string;
        };
        ClusterStatusState: "STATE_HEALTHY" | "STATE_CREATING" | "STATE_DELETING" | "STATE_UNHEALTHY" | "STATE_RECONCILING" | "STATE_HIBERNATED" | "STATE_HIBERNATING" | "STATE_WAKINGUP";
        CreateKubeconfigPayload: {
            expirationSeconds?: string;
        };
        CreateOrUpdateClusterPayload: {
            access?: components["schemas"]["Access"];
            audit?: components["schemas"]["Audit"];
            extensions?: components["schemas"]["Extension"];
            hibernation?: components["schemas"]["Hibernation"];
            kubernetes: components["schemas"]["Kubernetes"];
            labels?: {
                [key: string]: string;
            };
            maintenance?: components["schemas"]["Maintenance"];
            network?: components["schemas"]["Network"];
            nodepools: components["schemas"]["Nodepool"][];
            status?: components["schemas"]["ClusterStatus"];
        };
        CredentialsRotationState: {
            lastCompletionTime?: string;
            lastInitiationTime?: string;
            phase?: "NEVER" | "PREPARING" | "PREPARED" | "COMPLETING" | "COMPLETED";
        };
        DNS: {
            enabled: boolean;
            gatewayApi?: boolean;
            zones?: string[];
        };
        ExpirationStatus: {
            kubernetes?: components["schemas"]["ExpirationStatusKubernetes"];
            nodepools?: components["schemas"]["ExpirationStatusNodepool"][];
        };
        ExpirationStatusKubernetes: {
            expirationDate?: string;
            version?: string;
        };
        ExpirationStatusNodepool: {
            kubernetesExpirationDate?: string;
            kubernetesVersion?: string;
            name?: string;
            osExpirationDate?: string;
            osName?: string;
            osVersion?: string;
        };
        Extension: {
            acl?: components["schemas"]["ACL"];
            applicationLoadBalancer?: components["schemas"]["ApplicationLoadBalancer"];
            dns?: components["schemas"]["DNS"];
            observability?: components["schemas"]["Observability"];
        };
        Hibernation: {
            schedules: components["schemas"]["HibernationSchedule"][];
        };
        HibernationSchedule: {
            end: string;
            start: string;
            timezone?: string;
        };
        IDP: {
            enabled: boolean;
            type: "stackit";
        };
        IDPKubeconfig: {
            kubeconfig?: string;
        };
        Image: {
            name: string;
            version: string;
        };
        Kubeconfig: {
            expirationTimestamp?: string;
            kubeconfig?: string;
        };
        Kubernetes: {
            version: string;
        };
        KubernetesVersion: {
            expirationDate?: string;
            featureGates?: {
                [key: string]: string;
            };
            state?: string;
            version?: string;
        };
        ListClustersResponse: {
            items?: components["schemas"]["Cluster"][];
        };
        LoginKubeconfig: {
            kubeconfig?: string;
        };
        Machine: {
            image: components["schemas"]["Image"];
            type: string;
        };
        MachineImage: {
            name?: string;
            versions?: components["schemas"]["MachineImageVersion"][];
        };
        MachineImageVersion: {
            cri?: components["schemas"]["CRI"][];
            expirationDate?: string;
            state?: string;
            version?: string;
        };
        MachineType: {
            architecture?: string;
            cpu?: number;
            gpu?: number;
            memory?: number;
            name?: string;
        };
        Maintenance: {
            autoUpdate?: components["schemas"]["MaintenanceAutoUpdate"];
            timeWindow?: components["schemas"]["TimeWindow"];
        };
        MaintenanceAutoUpdate: {
            kubernetesVersion?: boolean;
            machineImageVersion?: boolean;
        };
        Network: {
            cni?: components["schemas"]["CNI"];
            controlPlane?: components["schemas"]["v2ControlPlaneNetwork"];
            id?: string;
        };
        Nodepool: {
            allowSystemComponents?: boolean;
            availabilityZones: string[];
            cri?: components["schemas"]["CRI"];
            kubernetes?: components["schemas"]["NodepoolKubernetes"];
            labels?: {
                [key: string]: string;
            };
            machine: components["schemas"]["Machine"];
            maxSurge?: number;
            maxUnavailable?: number;
            maximum: number;
            minimum: number;
            name: string;
            taints?: components["schemas"]["Taint"][];
            volume: components["schemas"]["Volume"];
        };
        NodepoolKubernetes: {
            version?: string;
        };
        Observability: {
            enabled: boolean;
            instanceId: string;
        };
        ProviderOptions: {
            availabilityZones?: components["schemas"]["AvailabilityZone"][];
            kubernetesVersions?: components["schemas"]["KubernetesVersion"][];
            machineImages?: components["schemas"]["MachineImage"][];
            machineTypes?: components["schemas"]["MachineType"][];
            volumeTypes?: components["schemas"]["VolumeType"][];
        };
        RuntimeError: {
            code?: "SKE_UNSPECIFIED" | "SKE_TMP_AUTH_ERROR" | "SKE_QUOTA_EXCEEDED" | "SKE_OBSERVABILITY_INSTANCE_NOT_FOUND" | "SKE_RATE_LIMITS" | "SKE_INFRA_ERROR" | "SKE_REMAINING_RESOURCES" | "SKE_CONFIGURATION_PROBLEM" | "SKE_UNREADY_NODES" | "SKE_API_SERVER_ERROR" | "SKE_DNS_ZONE_NOT_FOUND";
            details?: string;
            message?: string;
        };
        Taint: {
            effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
            key: string;
            value?: string;
        };
        TimeWindow: {
            end: string;
            start: string;
        };
        Volume: {
            size: number;
            type?: string;
        };
        VolumeType: {
            name?: string;
        };
        v2ControlPlaneNetwork: {
            accessScope?: components["schemas"]["AccessScope"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
