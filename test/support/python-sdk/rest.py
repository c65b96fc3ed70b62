"""Makes every call of STACKIT's official Python SDK that `lives.py` leaves out, and prints a line for each group."""

import sys
import time
from json import loads
from uuid import UUID

from stackit.core.configuration import Configuration
from stackit import iaas, ske
from stackit.iaas.api.default_api import DefaultApi as Iaas
from stackit.iaas.exceptions import NotFoundException
from stackit.serviceenablement.api.default_api import DefaultApi as Enablement
from stackit.ske.api.default_api import DefaultApi as Ske

settings = loads(sys.argv[1])
project = UUID("11111111-2222-4333-8444-555555555555")
other = UUID("66666666-6666-4666-8666-666666666666")
region = "eu01"
at = (project, region)
image = UUID("22222222-2222-2222-2222-222222222222")
network = UUID("33333333-3333-3333-3333-333333333333")
config = dict(service_account_key_path=settings["key"], custom_token_endpoint=settings["token"])
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


def gone(what, read):
    def state():
        try:
            read()
            return "there"
        except NotFoundException:
            return "gone"

    until(what, state, "gone")


def ids(answer):
    return [one.id for one in answer.items]


def catalogue():
    details = cloud.get_project_details(project)
    assert str(details.id) == str(project)
    types = cloud.list_machine_types(*at).items
    assert cloud.get_machine_type(*at, types[0].name).vcpus == types[0].vcpus
    classes = cloud.list_volume_performance_classes(*at).items
    assert cloud.get_volume_performance_class(*at, classes[0].name).iops == classes[0].iops
    assert "eu01-1" in cloud.list_availability_zones(region).items
    assert cloud.list_quotas(*at).quotas.volumes.usage >= 1
    assert cloud.list_public_ip_ranges().items
    print("catalogue")


def keypairs():
    [known] = [one for one in cloud.list_key_pairs().items if one.name == "my-keypair"]
    changed = cloud.update_key_pair(known.name, iaas.UpdateKeyPairPayload(labels={"a": "b"}))
    assert changed.labels == {"a": "b"} and changed.fingerprint == known.fingerprint
    print("key pairs")


def affinity_groups():
    made = cloud.create_affinity_group(*at, iaas.CreateAffinityGroupPayload(name="python", policy="soft-anti-affinity"))
    assert cloud.get_affinity_group(*at, made.id).policy == "soft-anti-affinity"
    assert made.id in ids(cloud.list_affinity_groups(*at))
    cloud.delete_affinity_group(*at, made.id)
    gone("affinity group", lambda: cloud.get_affinity_group(*at, made.id))
    print("affinity groups")


def addresses():
    isolated = cloud.create_isolated_network(*at, iaas.CreateIsolatedNetworkPayload(name="python-isolated"))
    read = lambda: cloud.get_network(*at, isolated.id)
    until("isolated network", lambda: read().status, "CREATED")
    nic = cloud.create_nic(*at, isolated.id, iaas.CreateNicPayload(name="python"))
    assert cloud.get_nic(*at, isolated.id, nic.id).mac == cloud.get_project_nic(*at, nic.id).mac
    assert nic.id in ids(cloud.list_nics(*at, isolated.id)) and nic.id in ids(cloud.list_project_nics(*at))
    cloud.delete_nic(*at, isolated.id, nic.id)
    cloud.delete_network(*at, isolated.id)
    gone("isolated network", read)
    ip = cloud.create_public_ip(*at, iaas.CreatePublicIPPayload(labels={"a": "b"}))
    assert ip.id in ids(cloud.list_public_ips(*at, label_selector="a=b"))
    cloud.delete_public_ip(*at, ip.id)
    group = cloud.create_security_group(*at, iaas.CreateSecurityGroupPayload(name="python-rest"))
    cloud.update_security_group(*at, group.id, iaas.UpdateSecurityGroupPayload(description="of python"))
    assert cloud.get_security_group(*at, group.id).description == "of python"
    assert group.id in ids(cloud.list_security_groups(*at))
    rule = cloud.list_security_group_rules(*at, group.id).items[0]
    assert cloud.get_security_group_rule(*at, group.id, rule.id).direction == rule.direction
    cloud.delete_security_group(*at, group.id)
    print("addresses")


def volumes():
    payload = iaas.CreateVolumePayload(name="python-rest", availabilityZone="eu01-1", size=10)
    volume = cloud.create_volume(*at, payload).id
    state = lambda: cloud.get_volume(*at, volume).status
    until("volume", state, "AVAILABLE")
    cloud.update_volume(*at, volume, iaas.UpdateVolumePayload(labels={"made-by": "rest"}))
    assert ids(cloud.list_volumes(*at, label_selector="made-by=rest")) == [volume]
    snapshot = cloud.create_snapshot(*at, iaas.CreateSnapshotPayload(name="python", volumeId=volume)).id
    until("snapshot", lambda: cloud.get_snapshot(*at, snapshot).status, "AVAILABLE")
    cloud.update_snapshot(*at, snapshot, iaas.UpdateSnapshotPayload(name="renamed"))
    assert snapshot in ids(cloud.list_snapshots_in_project(*at))
    cloud.delete_snapshot(*at, snapshot)
    gone("snapshot", lambda: cloud.get_snapshot(*at, snapshot))
    source = iaas.BackupSource(type="volume", id=UUID(str(volume)))
    backup = cloud.create_backup(*at, iaas.CreateBackupPayload(name="python", source=source)).id
    ready = lambda: cloud.get_backup(*at, backup).status
    until("backup", ready, "AVAILABLE")
    cloud.update_backup(*at, backup, iaas.UpdateBackupPayload(name="renamed"))
    assert backup in ids(cloud.list_backups(*at))
    until("volume", state, "AVAILABLE")
    cloud.restore_backup(*at, backup)
    until("backup", ready, "AVAILABLE")
    until("volume", state, "AVAILABLE")
    cloud.delete_backup(*at, backup, force=False)
    gone("backup", lambda: cloud.get_backup(*at, backup))
    made = cloud.image_from_volume(project, volume, region, iaas.ImageFromVolumePayload(name="golden", diskFormat="raw"))
    until("image", lambda: cloud.get_image(*at, made.id).status, "AVAILABLE")
    until("volume", state, "AVAILABLE")
    cloud.delete_volume(*at, volume)
    gone("volume", state)
    print("volumes")
    return made.id


def shares(own):
    shared = cloud.set_image_share(*at, own, iaas.SetImageSharePayload(projects=[other]))
    assert shared.projects == [other]
    cloud.update_image_share(*at, own, iaas.UpdateImageSharePayload(projects=[project]))
    assert len(cloud.get_image_share(*at, own).projects) == 2
    assert str(cloud.get_image_share_consumer(*at, own, other).consumer_project_id) == str(other)
    cloud.delete_image_share_consumer(*at, own, other)
    cloud.delete_image_share(*at, own)
    cloud.delete_image(*at, own)
    gone("image", lambda: cloud.get_image(*at, own))
    print("shares")


def servers():
    networking = iaas.CreateServerPayloadAllOfNetworking(iaas.CreateServerNetworking(networkId=network))
    payload = iaas.CreateServerPayload(name="python-rest", machineType="g2i.2", imageId=image, networking=networking)
    answer = cloud.create_server_with_http_info(*at, payload)
    server = answer.data.id
    read = lambda: cloud.get_server(*at, server, details=True)
    state = lambda: read().status
    until("server", state, "ACTIVE")
    [request_id] = [value for name, value in answer.headers.items() if name.lower() == "x-request-id"]
    request = cloud.get_project_request(*at, request_id)
    assert (request.request_action, request.status) == ("CREATE", "CREATED"), request
    assert server in ids(cloud.list_servers(*at, details=True))
    renamed = cloud.update_server(*at, server, iaas.UpdateServerPayload(name="renamed", metadata={"a": "b"}))
    assert renamed.name == "renamed"
    assert cloud.get_server_console(*at, server).url and cloud.get_server_log(*at, server, length=10).output
    cloud.reboot_server(*at, server, action="hard")
    until("server", state, "ACTIVE")
    cloud.rescue_server(*at, server, iaas.RescueServerPayload(image=image))
    until("server", state, "RESCUE")
    cloud.unrescue_server(*at, server)
    until("server", state, "ACTIVE")
    cloud.deallocate_server(*at, server)
    until("server", state, "DEALLOCATED")
    assert read().availability_zone is None
    cloud.start_server(*at, server)
    until("server", state, "ACTIVE")
    parts(server, read)
    cloud.delete_server(*at, server)
    gone("server", read)
    print("servers")


def parts(server, read):
    zone = read().availability_zone
    volume = cloud.create_volume(*at, iaas.CreateVolumePayload(availabilityZone=zone, size=1)).id
    state = lambda: cloud.get_volume(*at, volume).status
    until("volume", state, "AVAILABLE")
    cloud.add_volume_to_server(*at, server, volume, iaas.AddVolumeToServerPayload(deleteOnTermination=False))
    until("volume", state, "ATTACHED")
    assert [one.volume_id for one in cloud.list_attached_volumes(*at, server).items] == [volume]
    cloud.update_attached_volume(*at, server, volume, iaas.UpdateAttachedVolumePayload(deleteOnTermination=True))
    assert cloud.get_attached_volume(*at, server, volume).delete_on_termination
    cloud.remove_volume_from_server(*at, server, volume)
    until("volume", state, "AVAILABLE")
    cloud.delete_volume(*at, volume)
    nic = cloud.create_nic(*at, network, iaas.CreateNicPayload(name="second")).id
    cloud.add_nic_to_server(*at, server, nic)
    assert nic in ids(cloud.list_server_nics(*at, server))
    cloud.remove_nic_from_server(*at, server, nic)
    cloud.delete_nic(*at, network, nic)
    cloud.add_network_to_server(*at, server, network)
    assert len(cloud.list_server_nics(*at, server).items) == 2
    group = cloud.create_security_group(*at, iaas.CreateSecurityGroupPayload(name="python-parts")).id
    cloud.add_security_group_to_server(*at, server, group)
    cloud.remove_security_group_from_server(*at, server, group)
    cloud.delete_security_group(*at, group)
    ip = cloud.create_public_ip(*at, iaas.CreatePublicIPPayload()).id
    cloud.add_public_ip_to_server(*at, server, ip)
    assert cloud.get_public_ip(*at, ip).network_interface is not None
    cloud.remove_public_ip_from_server(*at, server, ip)
    cloud.delete_public_ip(*at, ip)
    mail = "job@sa.stackit.cloud"
    assert cloud.add_service_account_to_server(*at, server, mail).items == [mail]
    assert cloud.list_server_service_accounts(*at, server).items == [mail]
    assert cloud.remove_service_account_from_server(*at, server, mail).items == []
    cloud.remove_network_from_server(*at, server, network)
    assert cloud.list_server_nics(*at, server).items == []


def services():
    where = (region, str(project), "cloud.stackit.ske")
    enablement.enable_service_regional(*where)
    until("service", lambda: enablement.get_service_status_regional(*where).state, "ENABLED")
    listed = enablement.list_service_status_regional(region, str(project))
    assert "cloud.stackit.ske" in [one.service_id for one in listed.items]
    print("services")


def clusters():
    own = (str(project), region, "rest")
    options = kubernetes.list_provider_options(region)
    machine = ske.Machine(type="g2i.2", image=ske.Image(name="flatcar", version="4459.2.3"))
    pool = ske.Nodepool(
        name="one", availabilityZones=["eu01-1"], machine=machine, minimum=1, maximum=2, maxSurge=1, volume=ske.Volume(size=20)
    )
    version = [one.version for one in options.kubernetes_versions if one.state == "supported"][-1]
    payload = ske.CreateOrUpdateClusterPayload(kubernetes=ske.Kubernetes(version=version), nodepools=[pool])
    kubernetes.create_or_update_cluster(*own, payload)
    read = lambda: kubernetes.get_cluster(*own).status
    state = lambda: read().aggregated
    until("cluster", state, "STATE_HEALTHY")
    for act in (kubernetes.trigger_maintenance, kubernetes.trigger_reconcile):
        act(*own)
        until("cluster", state, "STATE_HEALTHY")
    kubernetes.trigger_hibernate(*own)
    until("cluster", state, "STATE_HIBERNATED")
    kubernetes.trigger_wakeup(*own)
    until("cluster", state, "STATE_HEALTHY")
    assert "exec" in kubernetes.get_login_kubeconfig(*own).kubeconfig
    assert "exec" in kubernetes.get_idp_kubeconfig(*own).kubeconfig
    kubernetes.start_credentials_rotation(*own)
    until("rotation", lambda: read().credentials_rotation.phase, "PREPARED")
    until("cluster", state, "STATE_HEALTHY")
    kubernetes.complete_credentials_rotation(*own)
    until("rotation", lambda: read().credentials_rotation.phase, "COMPLETED")
    kubernetes.delete_cluster(*own)
    until("clusters", lambda: kubernetes.list_clusters(str(project), region).items, [])
    enablement.disable_service_regional(region, str(project), "cloud.stackit.ske")
    print("clusters")


catalogue()
keypairs()
affinity_groups()
addresses()
shares(volumes())
servers()
services()
clusters()
