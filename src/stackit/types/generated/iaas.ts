// Made by scripts/generate-stackit.ts from STACKIT's OpenAPI document; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddVolumeToServerPayload: {
            deleteOnTermination?: components["schemas"]["DeleteOnTermination"];
            readonly serverId?: components["schemas"]["UUID"];
            readonly volumeId?: components["schemas"]["UUID"];
        };
        AffinityGroup: {
            readonly id?: components["schemas"]["UUID"];
            readonly members?: components["schemas"]["UUID"][];
            name: components["schemas"]["GenericName"];
            policy: components["schemas"]["AffinityGroupPolicy"];
        };
        AffinityGroupList: components["schemas"]["AffinityGroup"][];
        AffinityGroupListResponse: {
            items: components["schemas"]["AffinityGroupList"];
        };
        AffinityGroupPolicy: string;
        AllowedAddresses: (components["schemas"]["IP"] | components["schemas"]["CIDR"])[];
        AreaId: components["schemas"]["UUID"] | components["schemas"]["StaticAreaID"];
        AvailabilityZone: string;
        AvailabilityZoneList: components["schemas"]["AvailabilityZone"][];
        AvailabilityZoneListResponse: {
            items: components["schemas"]["AvailabilityZoneList"];
        };
        Backup: {
            readonly availabilityZone?: components["schemas"]["AvailabilityZone"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly encrypted?: components["schemas"]["VolumeEncryption"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            readonly size?: components["schemas"]["SizeInGB"];
            readonly snapshotId?: components["schemas"]["UUID"];
            readonly status?: components["schemas"]["BackupStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            readonly volumeId?: components["schemas"]["UUID"];
        };
        BackupList: components["schemas"]["Backup"][];
        BackupListResponse: {
            items: components["schemas"]["BackupList"];
        };
        BackupSource: {
            id: components["schemas"]["UUID"];
            type: components["schemas"]["BackupSourceTypes"];
        };
        BackupSourceTypes: string;
        BackupStatus: string;
        BaseSecurityGroupRule: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            direction: "ingress" | "egress";
            ethertype?: "IPv4" | "IPv6";
            icmpParameters?: components["schemas"]["ICMPParameters"];
            readonly id?: components["schemas"]["UUID"];
            ipRange?: components["schemas"]["CIDR"];
            portRange?: components["schemas"]["PortRange"];
            remoteSecurityGroupId?: components["schemas"]["UUID"];
            readonly securityGroupId?: components["schemas"]["UUID"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        BootVolume: {
            deleteOnTermination?: components["schemas"]["DeleteOnTermination"];
            readonly id?: components["schemas"]["UUID"];
            performanceClass?: components["schemas"]["GenericName"];
            size?: components["schemas"]["SizeInGB"];
            source?: components["schemas"]["BootVolumeSource"];
        };
        BootVolumeSource: {
            id: components["schemas"]["UUID"];
            type: components["schemas"]["BootVolumeSourceTypes"];
        };
        BootVolumeSourceTypes: string;
        CIDR: string;
        CIDRv4: string;
        CIDRv6: string;
        CreateAffinityGroupPayload: {
            readonly id?: components["schemas"]["UUID"];
            readonly members?: components["schemas"]["UUID"][];
            name: components["schemas"]["GenericName"];
            policy: components["schemas"]["AffinityGroupPolicy"];
        };
        CreateBackupPayload: {
            description?: components["schemas"]["Description"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            source: components["schemas"]["BackupSource"];
        };
        CreateImagePayload: {
            agent?: components["schemas"]["ImageAgent"];
            readonly checksum?: components["schemas"]["ImageChecksum"];
            config?: components["schemas"]["ImageConfig"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            diskFormat: components["schemas"]["DiskFormat"];
            readonly id?: components["schemas"]["UUID"];
            readonly importProgress?: components["schemas"]["v1ImageImportProgress"];
            labels?: components["schemas"]["Labels"];
            minDiskSize?: components["schemas"]["SizeInGB"];
            minRam?: components["schemas"]["SizeInMB"];
            name: components["schemas"]["GenericName"];
            readonly owner?: components["schemas"]["UUID"];
            protected?: components["schemas"]["ImageProtected"];
            readonly scope?: components["schemas"]["ImageScope"];
            readonly size?: components["schemas"]["SizeInBytes"];
            readonly status?: components["schemas"]["ImageStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        CreateKeyPairPayload: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            readonly fingerprint?: components["schemas"]["KeyPairFingerprint"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["KeyPairName"];
            publicKey: components["schemas"]["SSHPublicKey"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        CreateNetworkIPv4: components["schemas"]["CreateNetworkIPv4WithPrefix"] | components["schemas"]["CreateNetworkIPv4WithPrefixLength"];
        CreateNetworkIPv4WithPrefix: {
            gateway?: components["schemas"]["NetworkGatewayIPv4"];
            nameservers?: components["schemas"]["NameserversIPv4"];
            prefix: components["schemas"]["CIDRv4"];
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        CreateNetworkIPv4WithPrefixLength: {
            nameservers?: components["schemas"]["NameserversIPv4"];
            prefixLength: number;
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        CreateNetworkIPv6: components["schemas"]["CreateNetworkIPv6WithPrefix"] | components["schemas"]["CreateNetworkIPv6WithPrefixLength"];
        CreateNetworkIPv6WithPrefix: {
            gateway?: components["schemas"]["NetworkGatewayIPv6"];
            nameservers?: components["schemas"]["NameserversIPv6"];
            prefix: components["schemas"]["CIDRv6"];
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        CreateNetworkIPv6WithPrefixLength: {
            nameservers?: components["schemas"]["NameserversIPv6"];
            prefixLength: number;
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        CreateNetworkPayload: {
            dhcp?: components["schemas"]["DHCP"];
            ipv4?: components["schemas"]["CreateNetworkIPv4"];
            ipv6?: components["schemas"]["CreateNetworkIPv6"];
            labels?: components["schemas"]["Labels"];
            name: components["schemas"]["GenericName"];
            routed?: components["schemas"]["Routed"];
            routingTableId?: components["schemas"]["UUID"];
            vpcId?: components["schemas"]["UUID"];
        };
        CreateNicPayload: {
            allowedAddresses?: components["schemas"]["AllowedAddresses"];
            description?: components["schemas"]["Description"];
            readonly device?: components["schemas"]["UUID"];
            readonly id?: components["schemas"]["UUID"];
            ipv4?: components["schemas"]["IP"];
            ipv6?: components["schemas"]["IPv6"];
            labels?: components["schemas"]["Labels"];
            readonly mac?: components["schemas"]["MAC"];
            name?: components["schemas"]["GenericName"];
            readonly networkId?: components["schemas"]["UUID"];
            nicSecurity?: components["schemas"]["NICSecurity"];
            securityGroups?: components["schemas"]["UUIDList"];
            readonly status?: "ACTIVE" | "DOWN";
            readonly type?: "server" | "metadata" | "gateway" | "none";
        };
        CreateProtocol: components["schemas"]["ProtocolNumber"] | components["schemas"]["ProtocolName"];
        CreatePublicIPPayload: {
            readonly id?: components["schemas"]["UUID"];
            readonly ip?: components["schemas"]["IPv4"];
            labels?: components["schemas"]["Labels"];
            networkInterface?: components["schemas"]["UUID"] | null;
        };
        CreateSecurityGroupPayload: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name: components["schemas"]["GenericName"];
            readonly rules?: components["schemas"]["SecurityGroupRuleList"];
            stateful?: components["schemas"]["Stateful"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        CreateSecurityGroupRulePayload: components["schemas"]["BaseSecurityGroupRule"] & components["schemas"]["CreateSecurityGroupRuleProtocol"];
        CreateSecurityGroupRuleProtocol: {
            protocol?: components["schemas"]["CreateProtocol"];
        };
        CreateServerNetworking: {
            networkId?: components["schemas"]["UUID"];
        };
        CreateServerNetworkingWithNics: {
            nicIds?: components["schemas"]["UUIDList"];
        };
        CreateServerPayload: components["schemas"]["Server"] & {
            networking: components["schemas"]["CreateServerNetworking"] | components["schemas"]["CreateServerNetworkingWithNics"];
        };
        CreateSnapshotPayload: {
            readonly availabilityZone?: components["schemas"]["AvailabilityZone"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            readonly size?: components["schemas"]["SizeInGB"];
            readonly status?: components["schemas"]["SnapshotStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            volumeId: components["schemas"]["UUID"];
        };
        CreateVolumePayload: {
            availabilityZone: components["schemas"]["AvailabilityZone"];
            bootable?: components["schemas"]["VolumeBootable"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly encrypted?: components["schemas"]["VolumeEncryption"];
            encryptionParameters?: components["schemas"]["VolumeEncryptionParameter"];
            readonly id?: components["schemas"]["UUID"];
            readonly imageConfig?: components["schemas"]["ImageConfig"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            performanceClass?: components["schemas"]["GenericName"];
            readonly serverId?: components["schemas"]["UUID"];
            size?: components["schemas"]["SizeInGB"];
            source?: components["schemas"]["VolumeSource"];
            readonly status?: components["schemas"]["VolumeStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        CreatedAt: string;
        DHCP: boolean;
        DeleteOnTermination: boolean;
        Description: string;
        DiskFormat: string;
        Error: {
            code: number;
            msg: components["schemas"]["errorMessage"];
        };
        ExtraSpecs: Record<string, unknown>;
        GenericName: string;
        GenericNameList: components["schemas"]["GenericName"][];
        ICMPParameters: {
            code: number;
            type: number;
        };
        IOPS: number;
        IP: string;
        IPv4: string;
        IPv6: string;
        Image: {
            agent?: components["schemas"]["ImageAgent"];
            readonly checksum?: components["schemas"]["ImageChecksum"];
            config?: components["schemas"]["ImageConfig"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            diskFormat: components["schemas"]["DiskFormat"];
            readonly id?: components["schemas"]["UUID"];
            readonly importProgress?: components["schemas"]["v1ImageImportProgress"];
            labels?: components["schemas"]["Labels"];
            minDiskSize?: components["schemas"]["SizeInGB"];
            minRam?: components["schemas"]["SizeInMB"];
            name: components["schemas"]["GenericName"];
            readonly owner?: components["schemas"]["UUID"];
            protected?: components["schemas"]["ImageProtected"];
            readonly scope?: components["schemas"]["ImageScope"];
            readonly size?: components["schemas"]["SizeInBytes"];
            readonly status?: components["schemas"]["ImageStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        ImageAgent: {
            provisionByDefault?: boolean;
            supported?: boolean;
        };
        ImageChecksum: {
            algorithm: "md5" | "sha512";
            digest: string;
        };
        ImageConfig: {
            architecture?: "arm64" | "x86";
            bootMenu?: boolean;
            cdromBus?: "scsi" | "virtio" | "ide" | "usb" | null;
            diskBus?: "scsi" | "virtio" | "ide" | "usb" | null;
            nicModel?: "e1000" | "e1000e" | "ne2k_pci" | "pcnet" | "rtl8139" | "virtio" | "vmxnet3" | null;
            operatingSystem?: "windows" | "linux";
            operatingSystemDistro?: string | null;
            operatingSystemVersion?: string | null;
            rescueBus?: "sata" | "scsi" | "virtio" | "usb" | null;
            rescueDevice?: "cdrom" | "disk" | null;
            secureBoot?: boolean;
            uefi?: boolean;
            videoModel?: "vga" | "cirrus" | "vmvga" | "qxl" | "virtio" | "none" | null;
            virtioScsi?: boolean;
        };
        ImageCreateResponse: {
            id: components["schemas"]["UUID"];
            uploadUrl: string;
        };
        ImageFromVolumePayload: {
            diskFormat: components["schemas"]["DiskFormat"];
            name: components["schemas"]["GenericName"];
            protected?: components["schemas"]["VolumeUploadProtected"];
        };
        ImageList: components["schemas"]["Image"][];
        ImageListResponse: {
            items: components["schemas"]["ImageList"];
        };
        ImageProtected: boolean;
        ImageScope: string;
        ImageShare: {
            parentOrganization?: boolean;
            projects?: components["schemas"]["UUID"][];
        };
        ImageShareConsumer: {
            readonly consumerProjectId?: components["schemas"]["UUID"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            readonly imageId?: components["schemas"]["UUID"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        ImageStatus: string;
        KeyPairFingerprint: string;
        KeyPairList: components["schemas"]["Keypair"][];
        KeyPairListResponse: {
            items: components["schemas"]["KeyPairList"];
        };
        KeyPairName: string;
        KeyPayload: string;
        KeyVersion: number;
        Keypair: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            readonly fingerprint?: components["schemas"]["KeyPairFingerprint"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["KeyPairName"];
            publicKey: components["schemas"]["SSHPublicKey"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        Labels: {
            [key: string]: string | null;
        };
        LaunchedAt: string;
        MAC: string;
        MachineType: {
            description?: components["schemas"]["Description"];
            disk: components["schemas"]["SizeInGB"];
            extraSpecs?: components["schemas"]["ExtraSpecs"];
            name: components["schemas"]["GenericName"];
            ram: components["schemas"]["SizeInMB"];
            vcpus: components["schemas"]["VCPUs"];
        };
        MachineTypeList: components["schemas"]["MachineType"][];
        MachineTypeListResponse: {
            items: components["schemas"]["MachineTypeList"];
        };
        Metadata: {
            [key: string]: string | null;
        };
        NIC: {
            allowedAddresses?: components["schemas"]["AllowedAddresses"];
            description?: components["schemas"]["Description"];
            readonly device?: components["schemas"]["UUID"];
            readonly id?: components["schemas"]["UUID"];
            ipv4?: components["schemas"]["IP"];
            ipv6?: components["schemas"]["IPv6"];
            labels?: components["schemas"]["Labels"];
            readonly mac?: components["schemas"]["MAC"];
            name?: components["schemas"]["GenericName"];
            readonly networkId?: components["schemas"]["UUID"];
            nicSecurity?: components["schemas"]["NICSecurity"];
            securityGroups?: components["schemas"]["UUIDList"];
            readonly status?: "ACTIVE" | "DOWN";
            readonly type?: "server" | "metadata" | "gateway" | "none";
        };
        NICList: components["schemas"]["NIC"][];
        NICListResponse: {
            items: components["schemas"]["NICList"];
        };
        NICSecurity: boolean;
        NameserversIPv4: components["schemas"]["IPv4"][];
        NameserversIPv6: components["schemas"]["IPv6"][];
        Network: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            dhcp?: components["schemas"]["DHCP"];
            id: components["schemas"]["UUID"];
            ipv4?: components["schemas"]["NetworkIPv4"];
            ipv6?: components["schemas"]["NetworkIPv6"];
            labels?: components["schemas"]["Labels"];
            name: string;
            routed?: components["schemas"]["Routed"];
            routingTableId?: components["schemas"]["UUID"];
            status: components["schemas"]["ResourceState"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            vpcId?: components["schemas"]["UUID"];
        };
        NetworkGatewayIPv4: string | null;
        NetworkGatewayIPv6: string | null;
        NetworkIPv4: {
            gateway?: components["schemas"]["NetworkGatewayIPv4"];
            nameservers?: components["schemas"]["NameserversIPv4"];
            prefixes: components["schemas"]["CIDRv4"][];
            readonly publicIp?: components["schemas"]["IPv4"];
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        NetworkIPv6: {
            gateway?: components["schemas"]["NetworkGatewayIPv6"];
            nameservers?: components["schemas"]["NameserversIPv6"];
            prefixes: components["schemas"]["CIDRv6"][];
            vpcNetworkRangeId?: components["schemas"]["UUID"];
        };
        NetworkList: components["schemas"]["Network"][];
        NetworkListResponse: {
            items: components["schemas"]["NetworkList"];
        };
        PartialUpdateNetworkPayload: {
            dhcp?: components["schemas"]["DHCP"];
            ipv4?: components["schemas"]["UpdateNetworkIPv4Body"];
            ipv6?: components["schemas"]["UpdateNetworkIPv6Body"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            routed?: components["schemas"]["Routed"];
            routingTableId?: components["schemas"]["UUID"];
        };
        PortRange: {
            max: number;
            min: number;
        };
        Project: {
            areaId: components["schemas"]["AreaId"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            id: components["schemas"]["UUID"];
            internetAccess?: boolean;
            status: components["schemas"]["ResourceState"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        Protocol: {
            name?: components["schemas"]["ProtocolName"];
            number?: components["schemas"]["ProtocolNumber"];
        };
        ProtocolName: string;
        ProtocolNumber: number;
        PublicIp: {
            readonly id?: components["schemas"]["UUID"];
            readonly ip?: components["schemas"]["IPv4"];
            labels?: components["schemas"]["Labels"];
            networkInterface?: components["schemas"]["UUID"] | null;
        };
        PublicIpList: components["schemas"]["PublicIp"][];
        PublicIpListResponse: {
            items: components["schemas"]["PublicIpList"];
        };
        PublicNetwork: {
            cidr: components["schemas"]["CIDR"];
            region: components["schemas"]["v1RegionName"];
        };
        PublicNetworkList: components["schemas"]["PublicNetwork"][];
        PublicNetworkListResponse: {
            items: components["schemas"]["PublicNetworkList"];
        };
        Quota: {
            limit: number;
            usage: number;
        };
        QuotaList: {
            backupGigabytes: components["schemas"]["Quota"];
            backups: components["schemas"]["Quota"];
            gigabytes: components["schemas"]["Quota"];
            networks: components["schemas"]["Quota"];
            nics: components["schemas"]["Quota"];
            publicIps: components["schemas"]["Quota"];
            ram: components["schemas"]["Quota"];
            securityGroupRules: components["schemas"]["Quota"];
            securityGroups: components["schemas"]["Quota"];
            snapshots: components["schemas"]["Quota"];
            vcpu: components["schemas"]["Quota"];
            volumes: components["schemas"]["Quota"];
        };
        QuotaListResponse: {
            quotas: components["schemas"]["QuotaList"];
        };
        ReqId: string;
        Request: {
            details?: string;
            requestAction: components["schemas"]["ResourceAction"];
            requestId: components["schemas"]["ReqId"];
            requestType: components["schemas"]["Resource"];
            resources: components["schemas"]["RequestResource"][];
            status: components["schemas"]["ResourceState"];
        };
        RequestResource: {
            id: components["schemas"]["UUID"];
            status: components["schemas"]["ResourceState"];
            type: components["schemas"]["Resource"];
        };
        RescueServerPayload: {
            image: components["schemas"]["UUID"];
        };
        ResizeServerPayload: {
            machineType: components["schemas"]["GenericName"];
        };
        ResizeVolumePayload: {
            size: components["schemas"]["SizeInGB"];
        };
        Resource: string;
        ResourceAction: string;
        ResourceState: string;
        Routed: boolean;
        SSHPublicKey: string;
        SecurityGroup: {
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name: components["schemas"]["GenericName"];
            readonly rules?: components["schemas"]["SecurityGroupRuleList"];
            stateful?: components["schemas"]["Stateful"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        SecurityGroupList: components["schemas"]["SecurityGroup"][];
        SecurityGroupListResponse: {
            items: components["schemas"]["SecurityGroupList"];
        };
        SecurityGroupRule: components["schemas"]["BaseSecurityGroupRule"] & components["schemas"]["SecurityGroupRuleProtocol"];
        SecurityGroupRuleList: components["schemas"]["SecurityGroupRule"][];
        SecurityGroupRuleListResponse: {
            items: components["schemas"]["SecurityGroupRuleList"];
        };
        SecurityGroupRuleProtocol: {
            protocol?: components["schemas"]["Protocol"];
        };
        Server: {
            affinityGroup?: components["schemas"]["UUID"];
            agent?: components["schemas"]["ServerAgent"];
            availabilityZone?: components["schemas"]["AvailabilityZone"];
            bootVolume?: components["schemas"]["BootVolume"];
            configDrive?: components["schemas"]["ServerConfigDrive"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            readonly errorMessage?: components["schemas"]["errorMessage"];
            readonly id?: components["schemas"]["UUID"];
            imageId?: components["schemas"]["UUID"];
            keypairName?: components["schemas"]["KeyPairName"];
            labels?: components["schemas"]["Labels"];
            readonly launchedAt?: components["schemas"]["LaunchedAt"];
            machineType: components["schemas"]["GenericName"];
            readonly maintenanceWindow?: components["schemas"]["ServerMaintenance"];
            metadata?: components["schemas"]["Metadata"];
            name: components["schemas"]["ServerName"];
            networking?: components["schemas"]["CreateServerNetworking"] | components["schemas"]["CreateServerNetworkingWithNics"];
            readonly nics?: components["schemas"]["ServerNICList"];
            readonly powerStatus?: components["schemas"]["ServerPowerStatus"];
            securityGroups?: components["schemas"]["GenericNameList"];
            serviceAccountMails?: components["schemas"]["ServiceAccountMailList"];
            readonly status?: components["schemas"]["ServerStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            userData?: components["schemas"]["ServerUserData"];
            volumes?: components["schemas"]["UUIDList"];
        };
        ServerAgent: {
            provisioned?: boolean;
        };
        ServerConfigDrive: boolean;
        ServerConsoleUrl: {
            url: string;
        };
        ServerList: components["schemas"]["Server"][];
        ServerListResponse: {
            items: components["schemas"]["ServerList"];
        };
        ServerMaintenance: {
            details?: string;
            endsAt: string;
            startsAt: string;
            status: "PLANNED" | "ONGOING";
        };
        ServerNICList: components["schemas"]["ServerNetwork"][];
        ServerName: string;
        ServerNetwork: {
            allowedAddresses?: components["schemas"]["AllowedAddresses"];
            ipv4?: components["schemas"]["IP"];
            ipv6?: components["schemas"]["IPv6"];
            mac: components["schemas"]["MAC"];
            networkId: components["schemas"]["UUID"];
            networkName: components["schemas"]["GenericName"];
            nicId: components["schemas"]["UUID"];
            nicSecurity: boolean;
            publicIp?: components["schemas"]["IP"];
            securityGroups?: components["schemas"]["UUIDList"];
        };
        ServerPowerStatus: string;
        ServerStatus: string;
        ServerUserData: string;
        ServiceAccountMail: string;
        ServiceAccountMailList: components["schemas"]["ServiceAccountMail"][];
        ServiceAccountMailListResponse: {
            items: components["schemas"]["ServiceAccountMailList"];
        };
        SetImageSharePayload: {
            parentOrganization?: boolean;
            projects?: components["schemas"]["UUID"][];
        };
        SizeInBytes: number;
        SizeInGB: number;
        SizeInMB: number;
        Snapshot: {
            readonly availabilityZone?: components["schemas"]["AvailabilityZone"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            readonly size?: components["schemas"]["SizeInGB"];
            readonly status?: components["schemas"]["SnapshotStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            volumeId: components["schemas"]["UUID"];
        };
        SnapshotList: components["schemas"]["Snapshot"][];
        SnapshotListResponse: {
            items: components["schemas"]["SnapshotList"];
        };
        SnapshotStatus: string;
        Stateful: boolean;
        StaticAreaID: "PUBLIC" | "SCHWARZ";
        ThroughputInMB: number;
        UUID: string;
        UUIDList: components["schemas"]["UUID"][];
        UpdateAttachedVolumePayload: {
            deleteOnTermination?: components["schemas"]["DeleteOnTermination"];
            readonly serverId?: components["schemas"]["UUID"];
            readonly volumeId?: components["schemas"]["UUID"];
        };
        UpdateBackupPayload: {
            readonly availabilityZone?: components["schemas"]["AvailabilityZone"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly encrypted?: components["schemas"]["VolumeEncryption"];
            readonly id?: components["schemas"]["UUID"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            readonly size?: components["schemas"]["SizeInGB"];
            readonly snapshotId?: components["schemas"]["UUID"];
            readonly status?: components["schemas"]["BackupStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
            readonly volumeId?: components["schemas"]["UUID"];
        };
        UpdateImagePayload: {
            agent?: components["schemas"]["ImageAgent"];
            config?: components["schemas"]["ImageConfig"];
            diskFormat?: components["schemas"]["DiskFormat"];
            labels?: components["schemas"]["Labels"];
            minDiskSize?: components["schemas"]["SizeInGB"];
            minRam?: components["schemas"]["SizeInMB"];
            name?: components["schemas"]["GenericName"];
            protected?: components["schemas"]["ImageProtected"];
        };
        UpdateImageSharePayload: {
            parentOrganization?: boolean;
            projects?: components["schemas"]["UUID"][];
        };
        UpdateKeyPairPayload: {
            labels?: components["schemas"]["Labels"];
        };
        UpdateNetworkIPv4Body: {
            gateway?: components["schemas"]["NetworkGatewayIPv4"];
            nameservers?: components["schemas"]["NameserversIPv4"];
        };
        UpdateNetworkIPv6Body: {
            gateway?: components["schemas"]["NetworkGatewayIPv6"];
            nameservers?: components["schemas"]["NameserversIPv6"];
        };
        UpdateNicPayload: {
            allowedAddresses?: components["schemas"]["AllowedAddresses"];
            description?: components["schemas"]["Description"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            nicSecurity?: components["schemas"]["NICSecurity"];
            securityGroups?: components["schemas"]["UUIDList"];
        };
        UpdatePublicIPPayload: {
            readonly id?: components["schemas"]["UUID"];
            readonly ip?: components["schemas"]["IPv4"];
            labels?: components["schemas"]["Labels"];
            networkInterface?: components["schemas"]["UUID"] | null;
        };
        UpdateSecurityGroupPayload: {
            description?: components["schemas"]["Description"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
        };
        UpdateServerPayload: {
            labels?: components["schemas"]["Labels"];
            metadata?: components["schemas"]["Metadata"];
            name?: components["schemas"]["ServerName"];
        };
        UpdateSnapshotPayload: {
            description?: components["schemas"]["Description"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
        };
        UpdateVolumePayload: {
            bootable?: components["schemas"]["VolumeBootable"];
            description?: components["schemas"]["Description"];
            imageConfig?: components["schemas"]["ImageConfig"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
        };
        UpdatedAt: string;
        VCPUs: number;
        Volume: {
            availabilityZone: components["schemas"]["AvailabilityZone"];
            bootable?: components["schemas"]["VolumeBootable"];
            readonly createdAt?: components["schemas"]["CreatedAt"];
            description?: components["schemas"]["Description"];
            readonly encrypted?: components["schemas"]["VolumeEncryption"];
            encryptionParameters?: components["schemas"]["VolumeEncryptionParameter"];
            readonly id?: components["schemas"]["UUID"];
            readonly imageConfig?: components["schemas"]["ImageConfig"];
            labels?: components["schemas"]["Labels"];
            name?: components["schemas"]["GenericName"];
            performanceClass?: components["schemas"]["GenericName"];
            readonly serverId?: components["schemas"]["UUID"];
            size?: components["schemas"]["SizeInGB"];
            source?: components["schemas"]["VolumeSource"];
            readonly status?: components["schemas"]["VolumeStatus"];
            readonly updatedAt?: components["schemas"]["UpdatedAt"];
        };
        VolumeAttachment: {
            deleteOnTermination?: components["schemas"]["DeleteOnTermination"];
            readonly serverId?: components["schemas"]["UUID"];
            readonly volumeId?: components["schemas"]["UUID"];
        };
        VolumeAttachmentList: components["schemas"]["VolumeAttachment"][];
        VolumeAttachmentListResponse: {
            items: components["schemas"]["VolumeAttachmentList"];
        };
        VolumeBootable: boolean;
        VolumeEncryption: boolean;
        VolumeEncryptionParameter: {
            kekKeyId: components["schemas"]["UUID"];
            kekKeyVersion: components["schemas"]["KeyVersion"];
            kekKeyringId: components["schemas"]["UUID"];
            kekProjectId?: components["schemas"]["UUID"];
            keyPayload?: components["schemas"]["KeyPayload"];
            serviceAccount: components["schemas"]["ServiceAccountMail"];
        };
        VolumeList: components["schemas"]["Volume"][];
        VolumeListResponse: {
            items: components["schemas"]["VolumeList"];
        };
        VolumePerformanceClass: {
            description?: components["schemas"]["Description"];
            iops?: components["schemas"]["IOPS"];
            labels?: components["schemas"]["Labels"];
            name: components["schemas"]["GenericName"];
            throughput?: components["schemas"]["ThroughputInMB"];
        };
        VolumePerformanceClassList: components["schemas"]["VolumePerformanceClass"][];
        VolumePerformanceClassListResponse: {
            items: components["schemas"]["VolumePerformanceClassList"];
        };
        VolumeSource: {
            id: components["schemas"]["UUID"];
            type: components["schemas"]["VolumeSourceTypes"];
        };
        VolumeSourceTypes: string;
        VolumeStatus: string;
        VolumeUploadProtected: boolean;
        errorMessage: string;
        v1ImageImportProgress: number;
        v1RegionName: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
