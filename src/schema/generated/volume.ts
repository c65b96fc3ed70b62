// Made by `npm run generate` from src/api. Edit that instead.
import type { KindSchema } from '../types';

/** Schema of the kind Volume. */
export const volume: KindSchema = {
  "kind": "Volume",
  "listKind": "VolumeList",
  "plural": "volumes",
  "singular": "volume",
  "shortNames": [
    "svol"
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
      "name": "Size",
      "type": "integer",
      "jsonPath": ".status.size"
    },
    {
      "name": "ServerId",
      "type": "string",
      "jsonPath": ".status.serverId"
    },
    {
      "name": "VolumeId",
      "type": "string",
      "jsonPath": ".status.volumeId"
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
    "description": "A block storage volume: one that the provider makes and keeps, or one that exists and is only observed.",
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
          "availabilityZone",
          "projectId",
          "region"
        ],
        "properties": {
          "availabilityZone": {
            "type": "string",
            "description": "Zone that holds the volume, such as `eu01-1`. A server that uses the volume must be in the same zone.",
            "minLength": 1,
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "availabilityZone is immutable: STACKIT cannot move a volume"
              }
            ]
          },
          "bootable": {
            "type": "boolean",
            "description": "Whether a server can boot from the volume."
          },
          "deletionPolicy": {
            "type": "string",
            "enum": [
              "Delete",
              "Orphan"
            ],
            "description": "What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the provider's own labels off. Absent: `Delete`."
          },
          "description": {
            "type": "string",
            "description": "Text about the volume in STACKIT, up to 255 characters."
          },
          "encryption": {
            "type": "object",
            "required": [
              "kekKeyId",
              "kekKeyVersion",
              "kekKeyringId",
              "serviceAccount"
            ],
            "properties": {
              "kekKeyId": {
                "type": "string",
                "description": "ID of the key.",
                "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
              },
              "kekKeyVersion": {
                "type": "integer",
                "description": "Version of the key.",
                "format": "int64",
                "minimum": 1
              },
              "kekKeyringId": {
                "type": "string",
                "description": "ID of the keyring that holds the key.",
                "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
              },
              "kekProjectId": {
                "type": "string",
                "description": "STACKIT project that holds the keyring. Absent: that of the volume.",
                "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
              },
              "keyPayloadSecretRef": {
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
                "description": "Payload of the key, from a Secret in the same namespace. It is read once, at creation."
              },
              "serviceAccount": {
                "type": "string",
                "description": "E-mail address of the service account that may use the key.",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "description": "Encryption by a key of STACKIT's key management. STACKIT refuses it together with a volume or a snapshot as source."
          },
          "existingId": {
            "type": "string",
            "description": "ID of a volume that exists already. It is then only observed: never changed, never deleted."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Labels of the volume in STACKIT. Keys set there by others are left alone."
          },
          "name": {
            "type": "string",
            "description": "Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`."
          },
          "performanceClass": {
            "type": "string",
            "description": "Class of speed. STACKIT refuses it together with a volume or a snapshot as source."
          },
          "projectId": {
            "type": "string",
            "description": "ID of the STACKIT project that holds the volume.",
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
            "description": "Region that holds the volume, such as `eu01`.",
            "minLength": 1,
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "region is immutable: the object lives in one region"
              }
            ]
          },
          "size": {
            "type": "integer",
            "description": "Size in GB. STACKIT needs it for an empty volume and for one made from an image; a volume only ever grows.",
            "format": "int64",
            "minimum": 1
          },
          "source": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "description": "ID of the STACKIT object; goes together with `type`.",
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
                "description": "Image object in the same namespace; the volume is made once that image is ready."
              },
              "type": {
                "type": "string",
                "enum": [
                  "image",
                  "volume",
                  "snapshot",
                  "backup"
                ],
                "description": "Kind of the STACKIT object; goes together with `id`."
              },
              "volumeRef": {
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
                "description": "Volume object in the same namespace, to be copied once it is ready. It must be in the same zone."
              }
            },
            "x-kubernetes-validations": [
              {
                "rule": "has(self.imageRef) || has(self.volumeRef) ? has(self.imageRef) != has(self.volumeRef) && !has(self.type) && !has(self.id) : has(self.type) && has(self.id)",
                "message": "either imageRef or volumeRef alone, or both type and id are needed"
              }
            ],
            "description": "What the volume is filled with at creation. Absent: nothing."
          }
        },
        "x-kubernetes-validations": [
          {
            "rule": "(has(self.existingId) ? self.existingId : '') == (has(oldSelf.existingId) ? oldSelf.existingId : '')",
            "message": "existingId is immutable: an object is either adopted or owned for all its life",
            "fieldPath": ".existingId"
          },
          {
            "rule": "(has(self.performanceClass) ? self.performanceClass : '') == (has(oldSelf.performanceClass) ? oldSelf.performanceClass : '')",
            "message": "performanceClass is immutable: STACKIT cannot change it",
            "fieldPath": ".performanceClass"
          },
          {
            "rule": "has(self.source) == has(oldSelf.source) && (!has(self.source) || self.source == oldSelf.source)",
            "message": "source is immutable: a volume is filled once",
            "fieldPath": ".source"
          },
          {
            "rule": "has(self.encryption) == has(oldSelf.encryption) && (!has(self.encryption) || self.encryption == oldSelf.encryption)",
            "message": "encryption is immutable: a volume is encrypted once",
            "fieldPath": ".encryption"
          }
        ],
        "description": "Wanted volume."
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
          "encrypted": {
            "type": "boolean",
            "description": "Whether STACKIT encrypts the volume."
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
          "observedGeneration": {
            "type": "integer",
            "description": "`metadata.generation` of the spec that this status speaks of.",
            "format": "int64"
          },
          "serverId": {
            "type": "string",
            "description": "ID of the server to which the volume is attached; absent while it is attached to none."
          },
          "size": {
            "type": "integer",
            "description": "Size in GB that the volume has.",
            "format": "int64"
          },
          "state": {
            "type": "string",
            "description": "State in STACKIT's own word."
          },
          "volumeId": {
            "type": "string",
            "description": "ID of the volume in STACKIT."
          }
        },
        "description": "Observed volume."
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
