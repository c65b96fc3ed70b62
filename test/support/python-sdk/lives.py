"""Takes every resource through its whole life with STACKIT's official Python SDK, and prints a line for each that ended well."""

import json
import sys
import time
from urllib.request import Request, urlopen
from uuid import UUID

from stackit.core.configuration import Configuration
from stackit import iaas, ske
from stackit.iaas.api.default_api import DefaultApi as Iaas
from stackit.iaas.exceptions import ApiException, BadRequestException, ForbiddenException, NotFoundException
from stackit.serviceenablement.api.default_api import DefaultApi as Enablement
from stackit.ske.api.default_api import DefaultApi as Ske
from stackit.ske.exceptions import ApiException as SkeException

settings = json.loads(sys.argv[1])
project = UUID("11111111-2222-4333-8444-555555555555")
unknown = UUID("99999999-9999-4999-8999-999999999999")
region = "eu01"
config = dict(
    service_account_key_path=settings["key"],
    custom_token_endpoint=settings["token"],
)
cloud = Iaas(Configuration(custom_endpoint=settings["iaas"], **config))
kubernetes = Ske(Configuration(custom_endpoint=settings["ske"], **config))
enablement = Enablement(Configuration(custom_endpoint=settings["enablement"], **config))


def until(what, read, wanted, seconds=20):
    end = time.monotonic() + seconds
    while True:
        seen = read()
        if seen == wanted:
            return
        if time.monotonic() > end:
            raise AssertionError(f"{what} is {seen}, not {wanted}")
        time.sleep(0.02)


def gone(what, read, error=NotFoundException):
    def state():
        try:
            read()
            return "there"
        except error as refusal:
            assert refusal.status == 404, refusal
            return "gone"

    until(what, state, "gone")


def refused(status, call, error=ApiException):
    try:
        call()
    except error as refusal:
        assert refusal.status == status, f"{refusal.status}: {refusal.body}"
        return refusal
    raise AssertionError(f"not refused with {status}")


def network_life():
    payload = iaas.CreateNetworkPayload(
        name="python",
        ipv4=iaas.CreateNetworkIPv4(iaas.CreateNetworkIPv4WithPrefixLength(prefixLength=25, nameservers=["9.9.9.9"])),
        labels={"made-by": "python"},
    )
    made = cloud.create_network(project, region, payload)
    network = made.id
    until("network", lambda: cloud.get_network(project, region, network).status, "CREATED")
    cloud.partial_update_network(project, region, network, iaas.PartialUpdateNetworkPayload(name="renamed"))
    until("network name", lambda: cloud.get_network(project, region, network).name, "renamed")
    found = cloud.list_networks(project, region, label_selector="made-by=python").items
    assert [one.id for one in found] == [network]
    return network


def volume_life():
    payload = iaas.CreateVolumePayload(
        name="python", availabilityZone="eu01-1", size=10, performanceClass="storage_premium_perf1"
    )
    volume = cloud.create_volume(project, region, payload).id
    state = lambda: cloud.get_volume(project, region, volume).status
    until("volume", state, "AVAILABLE")
    cloud.resize_volume(project, region, volume, iaas.ResizeVolumePayload(size=20))
    until("volume size", lambda: cloud.get_volume(project, region, volume).size, 20)
    until("volume", state, "AVAILABLE")
    refused(400, lambda: cloud.resize_volume(project, region, volume, iaas.ResizeVolumePayload(size=5)), BadRequestException)
    cloud.delete_volume(project, region, volume)
    gone("volume", lambda: cloud.get_volume(project, region, volume))
    print("volume")


def image_life():
    payload = iaas.CreateImagePayload(name="python", diskFormat="raw", minDiskSize=1)
    made = cloud.create_image(project, region, payload)
    content = bytes(range(256)) * 4096
    request = Request(made.upload_url, data=content, method="PUT")
    request.add_header("Content-Type", "application/octet-stream")
    assert urlopen(request).status == 200
    until("image", lambda: cloud.get_image(project, region, made.id).status, "AVAILABLE")
    image = cloud.get_image(project, region, made.id)
    assert image.size == len(content), image.size
    cloud.update_image(project, region, made.id, iaas.UpdateImagePayload(name="renamed"))
    assert made.id in [one.id for one in cloud.list_images(project, region, all=True).items]
    print("image")
    return made.id


def keypair_life():
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f python"
    made = cloud.create_key_pair(iaas.CreateKeyPairPayload(name="python", publicKey=key))
    assert cloud.get_key_pair(made.name).fingerprint == made.fingerprint
    refused(409, lambda: cloud.create_key_pair(iaas.CreateKeyPairPayload(name="python", publicKey=key)))
    print("keypair")
    return made.name


def security_group_life():
    group = cloud.create_security_group(project, region, iaas.CreateSecurityGroupPayload(name="python")).id
    rule = cloud.create_security_group_rule(
        project,
        region,
        group,
        iaas.CreateSecurityGroupRulePayload(
            direction="ingress",
            protocol=iaas.CreateProtocol("tcp"),
            portRange=iaas.PortRange(min=443, max=443),
        ),
    )
    assert rule.protocol.name == "tcp"
    assert rule.id in [one.id for one in cloud.list_security_group_rules(project, region, group).items]
    cloud.delete_security_group_rule(project, region, group, rule.id)
    print("security group")
    return group


def nic_life(network, group):
    payload = iaas.CreateNicPayload(name="python", securityGroups=[group])
    nic = cloud.create_nic(project, region, network, payload)
    changed = cloud.update_nic(project, region, network, nic.id, iaas.UpdateNicPayload(labels={"a": "b"}))
    assert changed.labels == {"a": "b"}
    refused(409, lambda: cloud.delete_network(project, region, network))
    refused(409, lambda: cloud.delete_security_group(project, region, group))
    print("nic")
    return nic.id


def public_ip_life(nic):
    made = cloud.create_public_ip(project, region, iaas.CreatePublicIPPayload(networkInterface=nic))
    cloud.update_public_ip(project, region, made.id, iaas.UpdatePublicIPPayload(networkInterface=None))
    assert cloud.get_public_ip(project, region, made.id).network_interface is None
    cloud.delete_public_ip(project, region, made.id)
    gone("public ip", lambda: cloud.get_public_ip(project, region, made.id))
    print("public ip")


def server_life(nic, keypair):
    payload = iaas.CreateServerPayload(
        name="python",
        machineType="g2i.2",
        availabilityZone="eu01-1",
        keypairName=keypair,
        networking=iaas.CreateServerPayloadAllOfNetworking(iaas.CreateServerNetworkingWithNics(nicIds=[nic])),
        bootVolume=iaas.BootVolume(
            source=iaas.BootVolumeSource(id=UUID("22222222-2222-2222-2222-222222222222"), type="image"),
            size=20,
            deleteOnTermination=True,
        ),
        userData="I2Nsb3VkLWNvbmZpZwo=",
    )
    server = cloud.create_server(project, region, payload).id
    read = lambda: cloud.get_server(project, region, server, details=True)
    state = lambda: read().status
    until("server", state, "ACTIVE")
    assert [one.nic_id for one in read().nics] == [nic]
    cloud.stop_server(project, region, server)
    until("server", state, "INACTIVE")
    refused(409, lambda: cloud.stop_server(project, region, server))
    cloud.start_server(project, region, server)
    until("server", state, "ACTIVE")
    cloud.resize_server(project, region, server, iaas.ResizeServerPayload(machineType="g2i.4"))
    until("server machine type", lambda: read().machine_type, "g2i.4")
    until("server", state, "ACTIVE")
    boot = read().boot_volume.id
    cloud.delete_server(project, region, server)
    gone("server", read)
    gone("boot volume", lambda: cloud.get_volume(project, region, boot))
    print("server")


def pool(name):
    return ske.Nodepool(
        name=name,
        availabilityZones=["eu01-1"],
        machine=ske.Machine(type="g2i.2", image=ske.Image(name="flatcar", version="4459.2.3")),
        minimum=1,
        maximum=2,
        maxSurge=1,
        volume=ske.Volume(size=20, type="storage_premium_perf1"),
        taints=[ske.Taint(key="gpu", effect="NoSchedule")],
    )


def cluster_life():
    options = kubernetes.list_provider_options(region, version_state="SUPPORTED")
    version = options.kubernetes_versions[-1].version
    payload = lambda *names: ske.CreateOrUpdateClusterPayload(
        kubernetes=ske.Kubernetes(version=version), nodepools=[pool(name) for name in names]
    )
    put = lambda *names: kubernetes.create_or_update_cluster(str(project), region, "python", payload(*names))
    refused(403, lambda: put("one"), SkeException)
    enable_service()
    put("one")
    read = lambda: kubernetes.get_cluster(str(project), region, "python")
    state = lambda: read().status.aggregated
    until("cluster", state, "STATE_HEALTHY")
    put("one", "two")
    until("pools", lambda: [one.name for one in read().nodepools], ["one", "two"])
    until("cluster", state, "STATE_HEALTHY")
    config = ske.CreateKubeconfigPayload(expirationSeconds="3600")
    assert "client-certificate-data" in kubernetes.create_kubeconfig(str(project), region, "python", config).kubeconfig
    kubernetes.trigger_hibernate(str(project), region, "python")
    until("cluster", state, "STATE_HIBERNATED")
    refused(400, lambda: kubernetes.create_kubeconfig(str(project), region, "python", config), SkeException)
    kubernetes.delete_cluster(str(project), region, "python")
    gone("cluster", read, SkeException)
    assert kubernetes.list_clusters(str(project), region).items == []
    print("cluster")


def enable_service():
    where = (region, str(project), "cloud.stackit.ske")
    enablement.enable_service_regional(*where)
    until("service", lambda: enablement.get_service_status_regional(*where).state, "ENABLED")


def documented_errors():
    missing = refused(404, lambda: cloud.get_network(project, region, unknown), NotFoundException)
    assert json.loads(missing.body) == {"code": 404, "msg": "network not found"}
    payload = iaas.CreateVolumePayload(availabilityZone="eu09-1", size=1)
    refused(400, lambda: cloud.create_volume(project, region, payload), BadRequestException)
    refused(403, lambda: cloud.list_backups(project, region), ForbiddenException)
    print("errors")


documented_errors()
network = network_life()
volume_life()
image = image_life()
keypair = keypair_life()
group = security_group_life()
nic = nic_life(network, group)
public_ip_life(nic)
server_life(nic, keypair)
cluster_life()
cloud.delete_nic(project, region, network, nic)
cloud.delete_security_group(project, region, group)
cloud.delete_key_pair(keypair)
cloud.delete_image(project, region, image)
gone("image", lambda: cloud.get_image(project, region, image))
cloud.delete_network(project, region, network)
gone("network", lambda: cloud.get_network(project, region, network))
print("network")
