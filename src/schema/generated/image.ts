// Made by `npm run generate` from src/api. Edit that instead.
import type { KindSchema } from '../types';

/** Schema of the kind Image. */
export const image: KindSchema = {
  "kind": "Image",
  "listKind": "ImageList",
  "plural": "images",
  "singular": "image",
  "shortNames": [
    "simg"
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
      "name": "ImageId",
      "type": "string",
      "jsonPath": ".status.imageId"
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
    "description": "An image from which volumes and servers are made: one that the provider registers and keeps, or one that exists and is only observed.",
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
          "agent": {
            "type": "object",
            "properties": {
              "provisionByDefault": {
                "type": "boolean",
                "description": "Whether servers get the agent unless they say otherwise; needs `supported`. Absent: no."
              },
              "supported": {
                "type": "boolean",
                "description": "Whether the image can run the agent. Absent: no."
              }
            },
            "x-kubernetes-validations": [
              {
                "rule": "!has(self.provisionByDefault) || !self.provisionByDefault || (has(self.supported) && self.supported)",
                "message": "provisionByDefault needs supported"
              }
            ],
            "description": "STACKIT's server agent."
          },
          "checksum": {
            "type": "object",
            "required": [
              "algorithm",
              "digest"
            ],
            "properties": {
              "algorithm": {
                "type": "string",
                "enum": [
                  "md5",
                  "sha512"
                ],
                "description": "Hash function."
              },
              "digest": {
                "type": "string",
                "description": "Digest in hexadecimal digits, in lower case.",
                "pattern": "^[0-9a-f]+$"
              }
            },
            "description": "Digest that the uploaded content must have."
          },
          "config": {
            "type": "object",
            "properties": {
              "architecture": {
                "type": "string",
                "description": "Processor architecture. Absent: `x86`."
              },
              "bootMenu": {
                "type": "boolean",
                "description": "Whether the boot menu is shown. Absent: no."
              },
              "cdromBus": {
                "type": "string",
                "description": "Bus of the CD-ROM drive."
              },
              "diskBus": {
                "type": "string",
                "description": "Bus of the disks."
              },
              "nicModel": {
                "type": "string",
                "description": "Model of the network cards."
              },
              "operatingSystem": {
                "type": "string",
                "description": "Family of the operating system."
              },
              "operatingSystemDistro": {
                "type": "string",
                "description": "Distribution, such as `ubuntu`."
              },
              "operatingSystemVersion": {
                "type": "string",
                "description": "Version of the distribution, such as `24.04`."
              },
              "rescueBus": {
                "type": "string",
                "description": "Bus of the rescue device; goes together with `rescueDevice`."
              },
              "rescueDevice": {
                "type": "string",
                "description": "Kind of the rescue device; goes together with `rescueBus`."
              },
              "secureBoot": {
                "type": "boolean",
                "description": "Whether servers boot only signed code. Absent: no."
              },
              "uefi": {
                "type": "boolean",
                "description": "Whether servers boot by UEFI rather than BIOS. Absent: UEFI."
              },
              "videoModel": {
                "type": "string",
                "description": "Model of the graphics card."
              },
              "virtioScsi": {
                "type": "boolean",
                "description": "Whether disks hang on virtio SCSI rather than on virtio block. Absent: virtio block."
              }
            },
            "description": "Hardware that servers made from the image get."
          },
          "deletionPolicy": {
            "type": "string",
            "enum": [
              "Delete",
              "Orphan"
            ],
            "description": "What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the provider's own labels off. Absent: `Delete`."
          },
          "diskFormat": {
            "type": "string",
            "enum": [
              "raw",
              "qcow2",
              "iso"
            ],
            "description": "Format of the bytes to be uploaded. An image that is not adopted needs it."
          },
          "existingId": {
            "type": "string",
            "description": "ID of an image that exists already, public ones included. It is then only observed: never changed, never deleted."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Labels of the image in STACKIT. Keys set there by others are left alone."
          },
          "minDiskSize": {
            "type": "integer",
            "description": "Least size of a boot volume made from the image, in GB.",
            "format": "int64"
          },
          "minRam": {
            "type": "integer",
            "description": "Least memory of a server made from the image, in MB.",
            "format": "int64"
          },
          "name": {
            "type": "string",
            "description": "Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`."
          },
          "projectId": {
            "type": "string",
            "description": "ID of the STACKIT project that holds the image.",
            "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "projectId is immutable: the object lives in one project"
              }
            ]
          },
          "protected": {
            "type": "boolean",
            "description": "Whether STACKIT refuses to delete the image."
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
            "description": "Region that holds the image, such as `eu01`.",
            "minLength": 1,
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
            "rule": "(has(self.existingId) ? self.existingId : '') == (has(oldSelf.existingId) ? oldSelf.existingId : '')",
            "message": "existingId is immutable: an object is either adopted or owned for all its life",
            "fieldPath": ".existingId"
          },
          {
            "rule": "(has(self.diskFormat) ? self.diskFormat : '') == (has(oldSelf.diskFormat) ? oldSelf.diskFormat : '')",
            "message": "diskFormat is immutable: an image keeps its content",
            "fieldPath": ".diskFormat"
          }
        ],
        "description": "Wanted image."
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
          "imageId": {
            "type": "string",
            "description": "ID of the image in STACKIT."
          },
          "importProgress": {
            "type": "integer",
            "description": "How much of the content STACKIT has taken in, in percent.",
            "format": "int64"
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
          "size": {
            "type": "integer",
            "description": "Size of the content, in bytes.",
            "format": "int64"
          },
          "state": {
            "type": "string",
            "description": "State in STACKIT's own word."
          },
          "uploadUrl": {
            "type": "string",
            "description": "Where to PUT the image's bytes, once and without an authorization header. Whoever has it can fill the image; it is cleared once used."
          }
        },
        "description": "Observed image."
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
