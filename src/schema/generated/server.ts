// Made by `npm run generate` from src/api. Edit that instead.
import type { KindSchema } from '../types';

/** Schema of the kind Server. */
export const server: KindSchema = {
  "kind": "Server",
  "listKind": "ServerList",
  "plural": "servers",
  "singular": "server",
  "shortNames": [
    "ssrv"
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
      "name": "Power",
      "type": "string",
      "jsonPath": ".status.powerStatus"
    },
    {
      "name": "MachineType",
      "type": "string",
      "jsonPath": ".spec.machineType"
    },
    {
      "name": "ServerId",
      "type": "string",
      "jsonPath": ".status.serverId"
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
    "description": "A virtual machine.",
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
          "machineType",
          "projectId",
          "region"
        ],
        "properties": {
          "affinityGroupId": {
            "type": "string",
            "description": "ID of the affinity group that the server joins.",
            "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
          },
          "agent": {
            "type": "object",
            "properties": {
              "provisioned": {
                "type": "boolean",
                "description": "Whether the agent is installed at creation. Absent: as the image says."
              }
            },
            "description": "STACKIT's server agent."
          },
          "availabilityZone": {
            "type": "string",
            "description": "Zone in which the server runs, such as `eu01-1`. Absent: that of its boot volume, else STACKIT decides."
          },
          "bootVolume": {
            "type": "object",
            "properties": {
              "deleteOnTermination": {
                "type": "boolean",
                "description": "Whether the volume is deleted with the server. Absent: it stays."
              },
              "performanceClass": {
                "type": "string",
                "description": "Class of speed of the volume."
              },
              "size": {
                "type": "integer",
                "description": "Size in GB; STACKIT needs it to make the volume.",
                "format": "int64",
                "minimum": 1
              }
            },
            "description": "Boot volume that is made from the image together with the server."
          },
          "bootVolumeRef": {
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
            "description": "Volume object in the same namespace to boot from."
          },
          "configDrive": {
            "type": "boolean",
            "description": "Whether cloud-init finds its data on a drive of its own. Absent: no."
          },
          "dataVolumeIds": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
            },
            "description": "IDs of volumes to attach. One that is added is attached, one that is removed is detached.",
            "maxItems": 32
          },
          "dataVolumeRefs": {
            "type": "array",
            "items": {
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
              "description": "Another object of ours in the same namespace."
            },
            "description": "Volume objects in the same namespace to attach. One that is added is attached, one that is removed is detached.",
            "maxItems": 32
          },
          "deletionPolicy": {
            "type": "string",
            "enum": [
              "Delete",
              "Orphan"
            ],
            "description": "What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the provider's own labels off. Absent: `Delete`."
          },
          "imageId": {
            "type": "string",
            "description": "ID of the image to boot from; excludes `imageRef`. Without `bootVolume` it lies on the machine's own disk.",
            "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
          },
          "imageRef": {
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
            "description": "Image object in the same namespace to boot from; excludes `imageId`."
          },
          "keypairName": {
            "type": "string",
            "description": "Name of the SSH key pair for the first login. STACKIT looks it up among those of the provider's own identity."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Labels of the server in STACKIT. Keys set there by others are left alone."
          },
          "machineType": {
            "type": "string",
            "description": "Size of the server, such as `c1.2`. A change resizes the server in place.",
            "minLength": 1
          },
          "metadata": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Metadata that the server can read about itself. Keys set there by others are left alone."
          },
          "name": {
            "type": "string",
            "description": "Name in STACKIT; absent: `metadata.name`. A host name of up to 63 characters."
          },
          "networkId": {
            "type": "string",
            "description": "ID of the network to which the server is connected; excludes `networkRef`.",
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
            "description": "Network object in the same namespace to which the server is connected; excludes `networkId`."
          },
          "nicIds": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
            },
            "description": "Network interfaces that exist already, by ID, in the order in which the server gets them; excludes `networkId` and `networkRef`.",
            "maxItems": 32
          },
          "powerState": {
            "type": "string",
            "enum": [
              "Active",
              "Inactive",
              "Deallocated"
            ],
            "description": "Whether the server runs. An `Inactive` server is stopped and still billed, of a `Deallocated` one only the volumes are.",
            "default": "Active"
          },
          "projectId": {
            "type": "string",
            "description": "ID of the STACKIT project that holds the server.",
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
            "description": "Region that holds the server, such as `eu01`.",
            "minLength": 1,
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "region is immutable: the object lives in one region"
              }
            ]
          },
          "securityGroups": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Security groups of the server's network interface, by ID or name."
          },
          "serviceAccountMails": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "E-mail addresses of the service accounts that the server may act as; STACKIT takes one at most."
          },
          "userData": {
            "type": "string",
            "description": "Data for cloud-init, as plain text; the provider encodes it. It takes effect at the first boot only."
          },
          "userDataSecretRef": {
            "type": "object",
            "required": [
              "key",
              "name"
            ],
            "properties": {
              "key": {
                "type": "string",
                "description": "Key of the entry in the Secret's `data`.",
                "minLength": 1,
                "maxLength": 253
              },
              "name": {
                "type": "string",
                "description": "`metadata.name` of the Secret.",
                "minLength": 1,
                "maxLength": 253
              }
            },
            "description": "Data for cloud-init, from a Secret in the same namespace; excludes `userData`. It is read once, at creation."
          }
        },
        "x-kubernetes-validations": [
          {
            "rule": "(has(self.bootVolume) && has(self.bootVolume.performanceClass) ? self.bootVolume.performanceClass : '') == (has(oldSelf.bootVolume) && has(oldSelf.bootVolume.performanceClass) ? oldSelf.bootVolume.performanceClass : '')",
            "message": "bootVolume.performanceClass is immutable: STACKIT cannot change it"
          },
          {
            "rule": "(has(self.availabilityZone) ? self.availabilityZone : '') == (has(oldSelf.availabilityZone) ? oldSelf.availabilityZone : '')",
            "message": "availabilityZone is immutable: STACKIT cannot move a server",
            "fieldPath": ".availabilityZone"
          },
          {
            "rule": "(has(self.keypairName) ? self.keypairName : '') == (has(oldSelf.keypairName) ? oldSelf.keypairName : '')",
            "message": "keypairName is immutable: it takes effect at the first boot only",
            "fieldPath": ".keypairName"
          },
          {
            "rule": "has(self.nicIds) == has(oldSelf.nicIds) && (!has(self.nicIds) || self.nicIds == oldSelf.nicIds)",
            "message": "nicIds is immutable: STACKIT takes them at creation",
            "fieldPath": ".nicIds"
          },
          {
            "rule": "(has(self.affinityGroupId) ? self.affinityGroupId : '') == (has(oldSelf.affinityGroupId) ? oldSelf.affinityGroupId : '')",
            "message": "affinityGroupId is immutable: a server joins its group at creation",
            "fieldPath": ".affinityGroupId"
          },
          {
            "rule": "has(self.agent) == has(oldSelf.agent) && (!has(self.agent) || self.agent == oldSelf.agent)",
            "message": "agent is immutable: it is installed at creation",
            "fieldPath": ".agent"
          },
          {
            "rule": "has(self.configDrive) == has(oldSelf.configDrive) && (!has(self.configDrive) || self.configDrive == oldSelf.configDrive)",
            "message": "configDrive is immutable: it takes effect at the first boot only",
            "fieldPath": ".configDrive"
          }
        ],
        "description": "Wanted server. It boots from an image (`imageId` or `imageRef`, with `bootVolume` onto a volume made for it) or from a volume (`bootVolumeRef`), and has one network (`networkId` or `networkRef`)."
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
          "availabilityZone": {
            "type": "string",
            "description": "Zone in which the server runs; absent while it is deallocated."
          },
          "bootVolume": {
            "type": "object",
            "properties": {
              "deleteOnTermination": {
                "type": "boolean",
                "description": "Whether the volume is deleted with the server."
              },
              "id": {
                "type": "string",
                "description": "ID of the volume."
              }
            },
            "description": "Volume that the server boots from."
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
          "errorMessage": {
            "type": "string",
            "description": "What STACKIT says of the last failure."
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
          "machineType": {
            "type": "string",
            "description": "Size that the server has."
          },
          "nics": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "ipv4": {
                  "type": "string",
                  "description": "IPv4 address in the network."
                },
                "ipv6": {
                  "type": "string",
                  "description": "IPv6 address in the network."
                },
                "mac": {
                  "type": "string",
                  "description": "Hardware address."
                },
                "networkId": {
                  "type": "string",
                  "description": "ID of the network."
                }
              },
              "description": "Network interface of a server."
            },
            "description": "Network interfaces of the server."
          },
          "observedGeneration": {
            "type": "integer",
            "description": "`metadata.generation` of the spec that this status speaks of.",
            "format": "int64"
          },
          "powerStatus": {
            "type": "string",
            "description": "Power state in STACKIT's own word, such as `RUNNING`."
          },
          "serverId": {
            "type": "string",
            "description": "ID of the server in STACKIT."
          },
          "state": {
            "type": "string",
            "description": "State in STACKIT's own word."
          },
          "volumes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "IDs of the attached volumes."
          }
        },
        "description": "Observed server."
      }
    },
    "x-kubernetes-validations": [
      {
        "rule": "!has(oldSelf.spec) || has(self.spec)",
        "message": "spec cannot be removed",
        "fieldPath": ".spec"
      }
    ]
  }
};
