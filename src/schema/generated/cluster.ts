// Made by `npm run generate` from src/api. Edit that instead.
import type { KindSchema } from '../types';

/** Schema of the kind Cluster. */
export const cluster: KindSchema = {
  "kind": "Cluster",
  "listKind": "ClusterList",
  "plural": "clusters",
  "singular": "cluster",
  "shortNames": [
    "sske"
  ],
  "columns": [
    {
      "name": "Ready",
      "type": "string",
      "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status"
    },
    {
      "name": "State",
      "type": "string",
      "jsonPath": ".status.state"
    },
    {
      "name": "Version",
      "type": "string",
      "jsonPath": ".status.kubernetesVersion"
    },
    {
      "name": "ClusterName",
      "type": "string",
      "jsonPath": ".status.clusterName"
    },
    {
      "name": "Reason",
      "type": "string",
      "jsonPath": ".status.conditions[?(@.type==\"Ready\")].reason",
      "priority": 1
    },
    {
      "name": "Age",
      "type": "date",
      "jsonPath": ".metadata.creationTimestamp"
    }
  ],
  "openAPIV3Schema": {
    "description": "A Kubernetes cluster of the STACKIT Kubernetes Engine: one that the provider makes and keeps, or one that exists and is only observed.",
    "type": "object",
    "properties": {
      "apiVersion": {
        "type": "string",
        "description": "Group and version of the API that this object is written in."
      },
      "kind": {
        "type": "string",
        "description": "Name of the kind of this object."
      },
      "metadata": {
        "type": "object"
      },
      "spec": {
        "type": "object",
        "required": [
          "projectId",
          "region"
        ],
        "properties": {
          "access": {
            "type": "object",
            "properties": {
              "idp": {
                "type": "object",
                "required": [
                  "enabled"
                ],
                "properties": {
                  "enabled": {
                    "type": "boolean",
                    "description": "Whether they may be used in the cluster."
                  },
                  "type": {
                    "type": "string",
                    "description": "Kind of the identity provider. Absent: `stackit`."
                  }
                },
                "description": "Logins of STACKIT's own identity provider."
              }
            },
            "description": "Who may log in beside the holders of certificates."
          },
          "deletionPolicy": {
            "type": "string",
            "enum": [
              "Delete",
              "Orphan"
            ],
            "description": "What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the provider's own labels off. Absent: `Delete`."
          },
          "existingClusterName": {
            "type": "string",
            "description": "Name of a cluster that exists already. It is then only observed: never changed, never deleted; no other field is needed, and those that would change something are refused.",
            "maxLength": 253
          },
          "extensions": {
            "type": "object",
            "properties": {
              "acl": {
                "type": "object",
                "required": [
                  "allowedCidrs",
                  "enabled"
                ],
                "properties": {
                  "allowedCidrs": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "maxLength": 64
                    },
                    "description": "Ranges of addresses in CIDR notation, such as `203.0.113.7/32`; at most ten. An empty list that counts would lock everybody out and is refused.",
                    "maxItems": 20
                  },
                  "enabled": {
                    "type": "boolean",
                    "description": "Whether the list counts."
                  }
                },
                "description": "Who may reach the API server."
              },
              "dns": {
                "type": "object",
                "required": [
                  "enabled"
                ],
                "properties": {
                  "enabled": {
                    "type": "boolean",
                    "description": "Whether STACKIT serves names of the cluster."
                  },
                  "gatewayApi": {
                    "type": "boolean",
                    "description": "Whether names of the Gateway API are served too."
                  },
                  "zones": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "maxLength": 254
                    },
                    "description": "Domain names of the DNS zones, such as `app.runs.onstackit.cloud`; not their IDs, and without `*.`. At most 20.",
                    "maxItems": 40
                  }
                },
                "description": "DNS names for services."
              },
              "observability": {
                "type": "object",
                "required": [
                  "enabled",
                  "instanceId"
                ],
                "properties": {
                  "enabled": {
                    "type": "boolean",
                    "description": "Whether they are sent."
                  },
                  "instanceId": {
                    "type": "string",
                    "description": "ID of the Observability instance that takes them in.",
                    "maxLength": 63
                  }
                },
                "description": "Metrics and logs in STACKIT Observability."
              }
            },
            "description": "Additions to the cluster."
          },
          "hibernated": {
            "type": "boolean",
            "description": "Whether the cluster sleeps now. Absent: whoever put it to sleep or woke it has the say. Beside `hibernation.schedules` it is acted on once for each change of this object, and the schedules have the say after that."
          },
          "hibernation": {
            "type": "object",
            "required": [
              "schedules"
            ],
            "properties": {
              "schedules": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "end",
                    "start"
                  ],
                  "properties": {
                    "end": {
                      "type": "string",
                      "description": "When the cluster wakes up, in the same form as `start`.",
                      "maxLength": 128
                    },
                    "start": {
                      "type": "string",
                      "description": "When the cluster falls asleep: five to seven cron fields, a word such as `@daily`, or `@every 1h`.",
                      "maxLength": 128
                    },
                    "timezone": {
                      "type": "string",
                      "description": "Time zone of both by its IANA name, such as `Europe/Berlin`, which follows daylight saving. Absent: STACKIT decides (UTC).",
                      "maxLength": 64
                    }
                  },
                  "description": "One rhythm of sleeping and waking."
                },
                "description": "Rhythms of sleeping and waking.",
                "maxItems": 20
              }
            },
            "description": "When the cluster sleeps. Absent: never by itself."
          },
          "kubeconfig": {
            "type": "object",
            "required": [
              "secretName"
            ],
            "properties": {
              "expiration": {
                "type": "integer",
                "description": "Life of an `admin` kubeconfig in seconds, up to some six months. STACKIT cannot revoke a single one. Absent: a day.",
                "format": "int64",
                "minimum": 600,
                "maximum": 15552000
              },
              "secretName": {
                "type": "string",
                "description": "Name of the Secret. One that exists and does not belong to this object is never written.",
                "minLength": 1,
                "maxLength": 253,
                "pattern": "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"
              },
              "type": {
                "type": "string",
                "enum": [
                  "admin",
                  "login",
                  "idp"
                ],
                "description": "`admin` holds a client certificate with all rights; `login` and `idp` hold no credentials and call STACKIT's own command, which has to be there. Absent: `admin`."
              }
            },
            "description": "A kubeconfig that is kept in a Secret. Absent: none."
          },
          "kubernetesVersion": {
            "type": "string",
            "description": "Least Kubernetes version, such as `1.34` or `1.34.2`. A cluster that is ahead of it stays as it is; one that is behind is raised, one minor version at a time. Without a patch the highest supported one is chosen. Absent: the newest supported version for a new cluster, no change for one that is there.",
            "maxLength": 32
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Labels of the cluster in STACKIT; a key may have a domain and `/` before it. Keys set there by others are left alone."
          },
          "maintenance": {
            "type": "object",
            "properties": {
              "autoUpdateKubernetesVersion": {
                "type": "boolean",
                "description": "Whether STACKIT raises the Kubernetes version by itself."
              },
              "autoUpdateMachineImageVersion": {
                "type": "boolean",
                "description": "Whether STACKIT raises the version of the machine images by itself."
              },
              "end": {
                "type": "string",
                "description": "End of the daily window, in the same form as `start`.",
                "maxLength": 40
              },
              "start": {
                "type": "string",
                "description": "Begin of the daily window: a time of day with its offset from UTC, such as `01:00:00Z` or `03:00:00+02:00`. The offset is fixed: the window does not follow daylight saving.",
                "maxLength": 40
              }
            },
            "description": "When STACKIT may update the cluster. Absent: STACKIT decides."
          },
          "name": {
            "type": "string",
            "description": "Name in STACKIT, which is also the cluster's ID there: 1 to 11 lower-case letters, digits and `-`. Absent: `metadata.name`, which then has to be such a name.",
            "maxLength": 253
          },
          "network": {
            "type": "object",
            "properties": {
              "cni": {
                "type": "string",
                "description": "Network plug-in of the nodes. Absent: STACKIT decides (`calico`).",
                "maxLength": 63
              },
              "controlPlane": {
                "type": "object",
                "properties": {
                  "accessScope": {
                    "type": "string",
                    "description": "From where the API server can be reached: from everywhere, or only from within the STACKIT network area."
                  }
                },
                "description": "Network side of the control plane."
              },
              "id": {
                "type": "string",
                "description": "ID of the network; excludes `networkRef`. It needs name servers, a router and free addresses.",
                "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
              },
              "networkRef": {
                "type": "object",
                "required": [
                  "name"
                ],
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "`metadata.name` of the object.",
                    "minLength": 1
                  }
                },
                "description": "Network object in the same namespace; excludes `id`. It is not deleted in STACKIT before the cluster is gone."
              }
            },
            "x-kubernetes-validations": [
              {
                "rule": "!has(self.id) || !has(self.networkRef)",
                "message": "id and networkRef exclude each other"
              },
              {
                "rule": "(has(self.id) ? self.id : '') == (has(oldSelf.id) ? oldSelf.id : '')",
                "message": "id is immutable: STACKIT cannot move a cluster",
                "fieldPath": ".id"
              },
              {
                "rule": "has(self.networkRef) == has(oldSelf.networkRef) && (!has(self.networkRef) || self.networkRef == oldSelf.networkRef)",
                "message": "networkRef is immutable: STACKIT cannot move a cluster",
                "fieldPath": ".networkRef"
              },
              {
                "rule": "(has(self.cni) ? self.cni : '') == (has(oldSelf.cni) ? oldSelf.cni : '')",
                "message": "cni is immutable: STACKIT cannot change it",
                "fieldPath": ".cni"
              }
            ],
            "description": "Network in which the nodes are. Absent: one of STACKIT's own."
          },
          "nodePools": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "allowSystemComponents": {
                  "type": "boolean",
                  "description": "Whether the cluster's own workload, such as its DNS, may run on these nodes. At least one group has to say `true`. Absent: STACKIT decides (yes), which does not count as saying so."
                },
                "availabilityZones": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "maxLength": 63
                  },
                  "description": "Zones over which the nodes are spread, such as `eu01-1`. Zones can be added later, but neither removed nor ordered anew. In a metro zone, such as `eu01-m`, not every machine type is to be had.",
                  "maxItems": 20
                },
                "cri": {
                  "type": "string",
                  "description": "Container runtime of the nodes. Absent: `containerd`, the only one there is."
                },
                "kubernetesVersion": {
                  "type": "string",
                  "description": "Least Kubernetes version of the nodes: at most that of the cluster, and at most one minor version behind. Absent: that of the cluster.",
                  "maxLength": 32
                },
                "labels": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  },
                  "description": "Labels of the nodes in Kubernetes."
                },
                "machineImage": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string",
                      "description": "Name of the operating system.",
                      "maxLength": 63
                    },
                    "version": {
                      "type": "string",
                      "description": "Least version, in full or only its first parts. Nodes that are ahead of it stay as they are. One that is deprecated or no longer on offer stands for the newest supported one above it. Absent: the newest supported version for new nodes, no change for those that are there.",
                      "maxLength": 63
                    }
                  },
                  "description": "Operating system of the nodes. Absent: `flatcar` in its newest supported version for a new group."
                },
                "machineType": {
                  "type": "string",
                  "description": "Size of each node, such as `g1.2`. A change replaces the nodes one after another.",
                  "maxLength": 63
                },
                "maxSurge": {
                  "type": "integer",
                  "description": "How many nodes more than wanted may be there during an update: 0, or at least the number of zones. Absent together with `maxUnavailable`: the number of zones.",
                  "format": "int64"
                },
                "maxUnavailable": {
                  "type": "integer",
                  "description": "How many nodes may be missing during an update: 0, or at least the number of zones.",
                  "format": "int64"
                },
                "maximum": {
                  "type": "integer",
                  "description": "Greatest number of nodes: 1 to 1000, at least the number of zones. Between the two, STACKIT scales by the load.",
                  "format": "int64"
                },
                "minimum": {
                  "type": "integer",
                  "description": "Least number of nodes: 0 to 1000.",
                  "format": "int64"
                },
                "name": {
                  "type": "string",
                  "description": "Name of the group, by which it is known: 1 to 15 lower-case letters, digits and `-`. Another name is another group: the one of the old name is removed.",
                  "maxLength": 63
                },
                "taints": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "effect": {
                        "type": "string",
                        "enum": [
                          "NoSchedule",
                          "PreferNoSchedule",
                          "NoExecute"
                        ],
                        "description": "What happens to pods that do not tolerate it."
                      },
                      "key": {
                        "type": "string",
                        "description": "Name of the taint.",
                        "maxLength": 317
                      },
                      "value": {
                        "type": "string",
                        "description": "Value that pods tolerate. Absent: none.",
                        "maxLength": 63
                      }
                    },
                    "description": "Keeps pods off nodes that do not tolerate it."
                  },
                  "description": "Taints of the nodes.",
                  "maxItems": 50
                },
                "volume": {
                  "type": "object",
                  "properties": {
                    "size": {
                      "type": "integer",
                      "description": "Size in GB: 20 to 10240.",
                      "format": "int64"
                    },
                    "type": {
                      "type": "string",
                      "description": "Class of speed. Absent: STACKIT decides.",
                      "maxLength": 63
                    }
                  },
                  "description": "Disk of each node."
                }
              },
              "description": "A group of equal nodes. What is absent in it and optional, STACKIT decides; so it does again for what is taken out later, except that `machineImage`, `volume.type` and `cri` then stay as they are."
            },
            "description": "Groups of nodes, known by their names: 1 to 50. At least one sets `allowSystemComponents` to `true`.",
            "maxItems": 50
          },
          "projectId": {
            "type": "string",
            "description": "ID of the STACKIT project that holds the cluster.",
            "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "projectId is immutable: the object lives in one project"
              }
            ]
          },
          "recreatePolicy": {
            "type": "string",
            "enum": [
              "Recreate",
              "Report"
            ],
            "description": "What happens when the object is gone from STACKIT without having been deleted here: `Recreate` makes it again, `Report` only says so. Absent: `Recreate`."
          },
          "region": {
            "type": "string",
            "description": "Region that holds the cluster, such as `eu01`.",
            "minLength": 1,
            "maxLength": 63,
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "region is immutable: the object lives in one region"
              }
            ]
          }
        },
        "x-kubernetes-validations": [
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.name) || self.name == '' || self.name.matches('^[a-z0-9]([a-z0-9-]{0,9}[a-z0-9])?$'))",
            "message": "name has 1 to 11 lower-case letters, digits and -, with no - at an end"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.kubernetesVersion) || self.kubernetesVersion.matches('^[0-9]+[.][0-9]+([.][0-9]+)?$'))",
            "message": "kubernetesVersion is like 1.34 or 1.34.2"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (has(self.nodePools) && size(self.nodePools) > 0)",
            "message": "nodePools: at least one is needed"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.exists(pool, has(pool.allowSystemComponents) && pool.allowSystemComponents))",
            "message": "nodePools: at least one must set allowSystemComponents to true"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, has(pool.name) && has(pool.machineType) && has(pool.minimum) && has(pool.maximum) && has(pool.availabilityZones) && has(pool.volume) && has(pool.volume.size)))",
            "message": "nodePools: name, machineType, minimum, maximum, availabilityZones and volume.size are required",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(has(pool.name) && has(pool.machineType) && has(pool.minimum) && has(pool.maximum) && has(pool.availabilityZones) && has(pool.volume) && has(pool.volume.size)))[0].name + ': name, machineType, minimum, maximum, availabilityZones and volume.size are required'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.name) || (size(pool.name) <= 15 && pool.name.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'))))",
            "message": "nodePools: name has 1 to 15 lower-case letters, digits and -, with no - at an end",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.name) || (size(pool.name) <= 15 && pool.name.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'))))[0].name + ': name has 1 to 15 lower-case letters, digits and -, with no - at an end'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.name) || self.nodePools.exists_one(other, has(other.name) && other.name == pool.name)))",
            "message": "nodePools: name is used by another pool too",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.name) || self.nodePools.exists_one(other, has(other.name) && other.name == pool.name)))[0].name + ': name is used by another pool too'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.machineType) || pool.machineType != ''))",
            "message": "nodePools: machineType is empty",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.machineType) || pool.machineType != ''))[0].name + ': machineType is empty'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.minimum) || (pool.minimum >= 0 && pool.minimum <= 1000)))",
            "message": "nodePools: minimum is 0 to 1000",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.minimum) || (pool.minimum >= 0 && pool.minimum <= 1000)))[0].name + ': minimum is 0 to 1000'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.maximum) || (pool.maximum >= 1 && pool.maximum <= 1000)))",
            "message": "nodePools: maximum is 1 to 1000",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.maximum) || (pool.maximum >= 1 && pool.maximum <= 1000)))[0].name + ': maximum is 1 to 1000'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.minimum) || !has(pool.maximum) || pool.minimum <= pool.maximum))",
            "message": "nodePools: minimum must not exceed maximum",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.minimum) || !has(pool.maximum) || pool.minimum <= pool.maximum))[0].name + ': minimum must not exceed maximum'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.volume) || !has(pool.volume.size) || (pool.volume.size >= 20 && pool.volume.size <= 10240)))",
            "message": "nodePools: volume.size is 20 to 10240 GB",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.volume) || !has(pool.volume.size) || (pool.volume.size >= 20 && pool.volume.size <= 10240)))[0].name + ': volume.size is 20 to 10240 GB'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || size(pool.availabilityZones) > 0))",
            "message": "nodePools: availabilityZones needs at least one",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || size(pool.availabilityZones) > 0))[0].name + ': availabilityZones needs at least one'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || pool.availabilityZones.all(zone, pool.availabilityZones.exists_one(other, other == zone))))",
            "message": "nodePools: availabilityZones names one twice",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || pool.availabilityZones.all(zone, pool.availabilityZones.exists_one(other, other == zone))))[0].name + ': availabilityZones names one twice'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || pool.availabilityZones.all(zone, zone.startsWith(self.region + '-'))))",
            "message": "nodePools: availabilityZones lie in spec.region",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || pool.availabilityZones.all(zone, zone.startsWith(self.region + '-'))))[0].name + ': availabilityZones lie in spec.region'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || !has(pool.maximum) || pool.maximum >= size(pool.availabilityZones)))",
            "message": "nodePools: maximum must be at least the number of availabilityZones",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || !has(pool.maximum) || pool.maximum >= size(pool.availabilityZones)))[0].name + ': maximum must be at least the number of availabilityZones'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !(has(pool.maxSurge) || has(pool.maxUnavailable)) || (has(pool.maxSurge) && pool.maxSurge > 0) || (has(pool.maxUnavailable) && pool.maxUnavailable > 0)))",
            "message": "nodePools: maxSurge and maxUnavailable cannot both be 0",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!(has(pool.maxSurge) || has(pool.maxUnavailable)) || (has(pool.maxSurge) && pool.maxSurge > 0) || (has(pool.maxUnavailable) && pool.maxUnavailable > 0)))[0].name + ': maxSurge and maxUnavailable cannot both be 0'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || !has(pool.maxSurge) || pool.maxSurge == 0 || pool.maxSurge >= size(pool.availabilityZones)))",
            "message": "nodePools: maxSurge must be 0 or at least the number of availabilityZones",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || !has(pool.maxSurge) || pool.maxSurge == 0 || pool.maxSurge >= size(pool.availabilityZones)))[0].name + ': maxSurge must be 0 or at least the number of availabilityZones'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.availabilityZones) || !has(pool.maxUnavailable) || pool.maxUnavailable == 0 || pool.maxUnavailable >= size(pool.availabilityZones)))",
            "message": "nodePools: maxUnavailable must be 0 or at least the number of availabilityZones",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.availabilityZones) || !has(pool.maxUnavailable) || pool.maxUnavailable == 0 || pool.maxUnavailable >= size(pool.availabilityZones)))[0].name + ': maxUnavailable must be 0 or at least the number of availabilityZones'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.nodePools) || self.nodePools.all(pool, !has(pool.kubernetesVersion) || pool.kubernetesVersion.matches('^[0-9]+[.][0-9]+([.][0-9]+)?$')))",
            "message": "nodePools: kubernetesVersion is like 1.34 or 1.34.2",
            "messageExpression": "'nodePools ' + self.nodePools.filter(pool, !(!has(pool.kubernetesVersion) || pool.kubernetesVersion.matches('^[0-9]+[.][0-9]+([.][0-9]+)?$')))[0].name + ': kubernetesVersion is like 1.34 or 1.34.2'",
            "fieldPath": ".nodePools"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.maintenance) || (has(self.maintenance.autoUpdateKubernetesVersion) && has(self.maintenance.autoUpdateMachineImageVersion) && has(self.maintenance.start) && has(self.maintenance.end)))",
            "message": "maintenance needs all four of its fields, or none"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.maintenance) || !has(self.maintenance.start) || self.maintenance.start.matches('^(0000-01-01T)?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$'))",
            "message": "maintenance.start is a time with offset, such as 01:00:00Z or 03:00:00+02:00"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.maintenance) || !has(self.maintenance.end) || self.maintenance.end.matches('^(0000-01-01T)?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$'))",
            "message": "maintenance.end is a time with offset, such as 01:00:00Z or 03:00:00+02:00"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.hibernation) || self.hibernation.schedules.all(schedule, [schedule.start, schedule.end].all(text, text.matches('^(@(annually|yearly|monthly|weekly|daily|hourly|reboot)|@every ([0-9]+(ns|us|ms|s|m|h))+|[*,/0-9A-Za-z-]+( +[*,/0-9A-Za-z-]+){4,6})$'))))",
            "message": "hibernation.schedules: start and end are five to seven cron fields, a word such as @daily, or @every 1h"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.extensions) || !has(self.extensions.acl) || !self.extensions.acl.enabled || size(self.extensions.acl.allowedCidrs) > 0)",
            "message": "extensions.acl: an empty list of allowedCidrs that is enabled locks everybody out"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.extensions) || !has(self.extensions.acl) || size(self.extensions.acl.allowedCidrs) <= 10)",
            "message": "extensions.acl.allowedCidrs has at most 10"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.extensions) || !has(self.extensions.acl) || self.extensions.acl.allowedCidrs.all(cidr, cidr.matches('^(([0-9]{1,3}[.]){3}[0-9]{1,3}/([0-9]|[12][0-9]|3[0-2])|[0-9a-fA-F.]*:[0-9a-fA-F:.]+/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))$')))",
            "message": "extensions.acl.allowedCidrs holds addresses with the length of their prefix, such as 203.0.113.7/32"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.extensions) || !has(self.extensions.dns) || !has(self.extensions.dns.zones) || size(self.extensions.dns.zones) <= 20)",
            "message": "extensions.dns.zones has at most 20"
          },
          {
            "rule": "(has(self.existingClusterName) && self.existingClusterName != '') || (!has(self.extensions) || !has(self.extensions.dns) || !has(self.extensions.dns.zones) || self.extensions.dns.zones.all(zone, zone.matches('^([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]*[a-z0-9])?[.]?$')))",
            "message": "extensions.dns.zones holds domain names such as app.runs.onstackit.cloud: no IDs of zones, no *."
          },
          {
            "rule": "has(self.network) == has(oldSelf.network) || !(has(self.network) ? has(self.network.id) || has(self.network.networkRef) || has(self.network.cni) : has(oldSelf.network.id) || has(oldSelf.network.networkRef) || has(oldSelf.network.cni))",
            "message": "network can neither be chosen nor left later: STACKIT cannot move a cluster"
          },
          {
            "rule": "(has(self.name) ? self.name : '') == (has(oldSelf.name) ? oldSelf.name : '')",
            "message": "name is immutable: the name is the cluster's ID in STACKIT",
            "fieldPath": ".name"
          },
          {
            "rule": "(has(self.existingClusterName) ? self.existingClusterName : '') == (has(oldSelf.existingClusterName) ? oldSelf.existingClusterName : '')",
            "message": "existingClusterName is immutable: an object is either adopted or owned for all its life",
            "fieldPath": ".existingClusterName"
          }
        ],
        "description": "Wanted cluster. Beside `existingClusterName` nothing else is looked at: such a cluster is observed and never changed."
      },
      "status": {
        "type": "object",
        "properties": {
          "applied": {
            "type": "object",
            "required": [
              "clusterId",
              "projectId",
              "region"
            ],
            "properties": {
              "clusterId": {
                "type": "string",
                "description": "Identity of the Kubernetes cluster that owns the STACKIT object: the UID of its namespace `kube-system`."
              },
              "createdAt": {
                "type": "string",
                "description": "When STACKIT answered the create call; a 404 soon after that does not count as a loss yet.",
                "format": "date-time"
              },
              "fields": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Fields whose removal from the spec clears them in STACKIT, as far as they were set."
              },
              "labelKeys": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Label keys that the provider has set; only these are ever removed."
              },
              "members": {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "description": "IDs that the provider has put into lists of the object, by field; only these are ever taken out."
              },
              "projectId": {
                "type": "string",
                "description": "STACKIT project in which the object was made; deletion looks there."
              },
              "references": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                },
                "description": "IDs that the object was made with, by the field that referred to them."
              },
              "region": {
                "type": "string",
                "description": "Region in which the object was made; deletion looks there."
              },
              "values": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                },
                "description": "Values that STACKIT took and never shows, by field, so that a change of the spec is noticed."
              }
            },
            "description": "What the provider has set in STACKIT."
          },
          "attempt": {
            "type": "object",
            "required": [
              "startedAt",
              "token"
            ],
            "properties": {
              "startedAt": {
                "type": "string",
                "description": "When the attempt was written down; the create grace counts from here.",
                "format": "date-time"
              },
              "token": {
                "type": "string",
                "description": "Random text that tells this attempt from any other; a result counts only while it stands here."
              }
            },
            "description": "Create call that may be under way."
          },
          "clusterName": {
            "type": "string",
            "description": "Name of the cluster in STACKIT."
          },
          "conditions": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "lastTransitionTime",
                "message",
                "reason",
                "status",
                "type"
              ],
              "properties": {
                "lastTransitionTime": {
                  "type": "string",
                  "description": "When `status` last changed, not when the condition was last looked at.",
                  "format": "date-time"
                },
                "message": {
                  "type": "string",
                  "description": "Why the condition is as it is, for people.",
                  "maxLength": 32768
                },
                "observedGeneration": {
                  "type": "integer",
                  "description": "`metadata.generation` that the condition speaks of.",
                  "format": "int64",
                  "minimum": 0
                },
                "reason": {
                  "type": "string",
                  "description": "One word for programs, of a closed vocabulary.",
                  "minLength": 1,
                  "maxLength": 1024,
                  "pattern": "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"
                },
                "status": {
                  "type": "string",
                  "enum": [
                    "True",
                    "False",
                    "Unknown"
                  ],
                  "description": "Whether the condition holds."
                },
                "type": {
                  "type": "string",
                  "description": "Which aspect this is: `Ready` (usable in STACKIT) or `Synced` (STACKIT matches the spec).",
                  "maxLength": 316,
                  "pattern": "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
                }
              },
              "description": "One aspect of an object's condition, as `kubectl wait` and GitOps tools read it."
            },
            "description": "Aspects of the object: `Ready` and `Synced`.",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": [
              "type"
            ]
          },
          "creationTime": {
            "type": "string",
            "description": "When the cluster was made.",
            "format": "date-time"
          },
          "credentialsRotation": {
            "type": "object",
            "properties": {
              "handled": {
                "type": "string",
                "description": "Last value of the annotation `compute.sostackit.dev/credentials-rotation` that was acted on."
              },
              "lastCompletionTime": {
                "type": "string",
                "description": "When the last one was completed: credentials from before its begin are dead.",
                "format": "date-time"
              },
              "lastInitiationTime": {
                "type": "string",
                "description": "When the last one began.",
                "format": "date-time"
              },
              "phase": {
                "type": "string",
                "description": "`NEVER`, `PREPARING`, `PREPARED`, `COMPLETING` or `COMPLETED`, in STACKIT's own word."
              }
            },
            "description": "Where a rotation of the credentials stands."
          },
          "drift": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "actual",
                "field",
                "wanted"
              ],
              "properties": {
                "actual": {
                  "type": "string",
                  "description": "What STACKIT has, as text; empty when it has nothing."
                },
                "field": {
                  "type": "string",
                  "description": "Path below `spec`."
                },
                "wanted": {
                  "type": "string",
                  "description": "What the spec says, as text."
                }
              },
              "description": "A field in which STACKIT differs from the spec."
            },
            "description": "Fields in which STACKIT differs from the spec, for an object with the annotation `compute.sostackit.dev/management: Observe`."
          },
          "egressAddressRanges": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Addresses from which the cluster reaches out, in CIDR notation."
          },
          "errors": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "code",
                "message"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "STACKIT's code, such as `SKE_NETWORK_NO_DNS_CONFIGURED`."
                },
                "message": {
                  "type": "string",
                  "description": "STACKIT's words."
                }
              },
              "description": "Something that STACKIT says is wrong with a cluster."
            },
            "description": "What STACKIT says is wrong."
          },
          "hibernated": {
            "type": "boolean",
            "description": "Whether the cluster sleeps."
          },
          "hibernatedGeneration": {
            "type": "integer",
            "description": "`metadata.generation` for which `spec.hibernated` was acted on, beside schedules.",
            "format": "int64"
          },
          "identity": {
            "type": "string",
            "description": "Tells this cluster from any other that has had or will have its name."
          },
          "kubeconfig": {
            "type": "object",
            "required": [
              "secretName"
            ],
            "properties": {
              "expiresAt": {
                "type": "string",
                "description": "When its credentials end; absent where it has none.",
                "format": "date-time"
              },
              "issuedAt": {
                "type": "string",
                "description": "When it was issued.",
                "format": "date-time"
              },
              "secretName": {
                "type": "string",
                "description": "Name of the Secret."
              }
            },
            "description": "The kubeconfig that was written last."
          },
          "kubernetesExpiration": {
            "type": "string",
            "description": "When STACKIT ends the support of that version.",
            "format": "date-time"
          },
          "kubernetesVersion": {
            "type": "string",
            "description": "Kubernetes version that the cluster has."
          },
          "lastChange": {
            "type": "object",
            "required": [
              "call",
              "fields",
              "time"
            ],
            "properties": {
              "call": {
                "type": "string",
                "description": "The kind of call, such as `patch` or `resize`."
              },
              "fields": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Fields that were sent."
              },
              "requestId": {
                "type": "string",
                "description": "STACKIT's own ID of the request, for its support."
              },
              "time": {
                "type": "string",
                "description": "When it was answered.",
                "format": "date-time"
              }
            },
            "description": "Last change that STACKIT accepted."
          },
          "lastHandledReconcileAt": {
            "type": "string",
            "description": "Last value of the annotation `compute.sostackit.dev/reconcile-requested-at` that was acted on."
          },
          "nodePools": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "name"
              ],
              "properties": {
                "kubernetesExpiration": {
                  "type": "string",
                  "description": "When STACKIT ends the support of that version.",
                  "format": "date-time"
                },
                "kubernetesVersion": {
                  "type": "string",
                  "description": "Kubernetes version of the nodes."
                },
                "machineImage": {
                  "type": "string",
                  "description": "Operating system of the nodes."
                },
                "machineImageExpiration": {
                  "type": "string",
                  "description": "When STACKIT ends the support of that version.",
                  "format": "date-time"
                },
                "machineImageVersion": {
                  "type": "string",
                  "description": "Version of the operating system."
                },
                "name": {
                  "type": "string",
                  "description": "Name of the group."
                }
              },
              "description": "A group of nodes as it is."
            },
            "description": "Groups of nodes as they are."
          },
          "observedGeneration": {
            "type": "integer",
            "description": "`metadata.generation` of the spec that this status speaks of.",
            "format": "int64"
          },
          "podAddressRanges": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Addresses of pods, in CIDR notation."
          },
          "state": {
            "type": "string",
            "description": "State in STACKIT's own word."
          }
        },
        "description": "Observed cluster."
      }
    },
    "x-kubernetes-validations": [
      {
        "rule": "!has(oldSelf.spec) || has(self.spec)",
        "message": "spec cannot be removed",
        "fieldPath": ".spec"
      },
      {
        "rule": "!has(self.spec) || (has(self.spec.existingClusterName) && self.spec.existingClusterName != '') || (has(self.spec.name) && self.spec.name != '') || (size(self.metadata.name) <= 11 && self.metadata.name.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'))",
        "message": "spec.name is required, since metadata.name is no name that STACKIT takes for a cluster: it has 1 to 11 lower-case letters, digits and -, with no - at an end"
      }
    ]
  }
};
