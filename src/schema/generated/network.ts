// Made by `npm run generate` from src/api. Edit that instead.
import type { KindSchema } from '../types';

/** Schema of the kind Network. */
export const network: KindSchema = {
  "kind": "Network",
  "listKind": "NetworkList",
  "plural": "networks",
  "singular": "network",
  "shortNames": [
    "snet"
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
      "name": "NetworkId",
      "type": "string",
      "jsonPath": ".status.networkId"
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
    "description": "A network in a STACKIT project: one that the provider makes and keeps, or one that exists and is only observed.",
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
          "deletionPolicy": {
            "type": "string",
            "enum": [
              "Delete",
              "Orphan"
            ],
            "description": "What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the provider's own labels off. Absent: `Delete`."
          },
          "dhcp": {
            "type": "boolean",
            "description": "Whether servers get their addresses by DHCP. Absent: STACKIT decides (yes)."
          },
          "existingId": {
            "type": "string",
            "description": "ID of a network that exists already. It is then only observed: never changed, never deleted."
          },
          "ipv4": {
            "type": "object",
            "properties": {
              "gateway": {
                "type": "string",
                "description": "Address of the gateway in `prefix`, or `none` for a network without one. Absent at creation: the first address.",
                "maxLength": 18
              },
              "nameservers": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Name servers that DHCP hands out, at most three in STACKIT. Absent at creation: those of the network area; an empty list: none."
              },
              "prefix": {
                "type": "string",
                "description": "The prefix itself, in CIDR notation; excludes `prefixLength`.",
                "maxLength": 18,
                "pattern": "^[0-9]{1,3}(\\.[0-9]{1,3}){3}/[0-9]{1,2}$"
              },
              "prefixLength": {
                "type": "integer",
                "description": "Length of the prefix that STACKIT picks for the network; it takes 8 to 29.",
                "format": "int64",
                "minimum": 1
              },
              "vpcNetworkRangeId": {
                "type": "string",
                "description": "ID of the VPC network range from which the prefix is picked."
              }
            },
            "x-kubernetes-validations": [
              {
                "rule": "has(self.prefix) != has(self.prefixLength)",
                "message": "exactly one of prefix and prefixLength is needed"
              },
              {
                "rule": "!has(self.gateway) || has(self.prefix)",
                "message": "gateway needs prefix: without it STACKIT picks both"
              },
              {
                "rule": "has(self.prefixLength) == has(oldSelf.prefixLength) && (!has(self.prefixLength) || self.prefixLength == oldSelf.prefixLength)",
                "message": "prefixLength is immutable: a network keeps its prefix",
                "fieldPath": ".prefixLength"
              },
              {
                "rule": "(has(self.prefix) ? self.prefix : '') == (has(oldSelf.prefix) ? oldSelf.prefix : '')",
                "message": "prefix is immutable: a network keeps its prefix",
                "fieldPath": ".prefix"
              },
              {
                "rule": "(has(self.vpcNetworkRangeId) ? self.vpcNetworkRangeId : '') == (has(oldSelf.vpcNetworkRangeId) ? oldSelf.vpcNetworkRangeId : '')",
                "message": "vpcNetworkRangeId is immutable: a network keeps its prefix",
                "fieldPath": ".vpcNetworkRangeId"
              }
            ],
            "description": "IPv4 side. When neither side is given, STACKIT picks an IPv4 prefix of its default length."
          },
          "ipv6": {
            "type": "object",
            "properties": {
              "gateway": {
                "type": "string",
                "description": "Address of the gateway in `prefix`, or `none` for a network without one. Absent at creation: the first address.",
                "maxLength": 43
              },
              "nameservers": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Name servers that are handed out, at most three in STACKIT. Absent at creation: those of the network area; an empty list: none."
              },
              "prefix": {
                "type": "string",
                "description": "The prefix itself, in CIDR notation; excludes `prefixLength`.",
                "maxLength": 43,
                "pattern": "^[0-9A-Fa-f:.]+/[0-9]{1,3}$"
              },
              "prefixLength": {
                "type": "integer",
                "description": "Length of the prefix that STACKIT picks for the network; it takes 56 to 128.",
                "format": "int64",
                "minimum": 1
              },
              "vpcNetworkRangeId": {
                "type": "string",
                "description": "ID of the VPC network range from which the prefix is picked."
              }
            },
            "x-kubernetes-validations": [
              {
                "rule": "has(self.prefix) != has(self.prefixLength)",
                "message": "exactly one of prefix and prefixLength is needed"
              },
              {
                "rule": "!has(self.gateway) || has(self.prefix)",
                "message": "gateway needs prefix: without it STACKIT picks both"
              },
              {
                "rule": "has(self.prefixLength) == has(oldSelf.prefixLength) && (!has(self.prefixLength) || self.prefixLength == oldSelf.prefixLength)",
                "message": "prefixLength is immutable: a network keeps its prefix",
                "fieldPath": ".prefixLength"
              },
              {
                "rule": "(has(self.prefix) ? self.prefix : '') == (has(oldSelf.prefix) ? oldSelf.prefix : '')",
                "message": "prefix is immutable: a network keeps its prefix",
                "fieldPath": ".prefix"
              },
              {
                "rule": "(has(self.vpcNetworkRangeId) ? self.vpcNetworkRangeId : '') == (has(oldSelf.vpcNetworkRangeId) ? oldSelf.vpcNetworkRangeId : '')",
                "message": "vpcNetworkRangeId is immutable: a network keeps its prefix",
                "fieldPath": ".vpcNetworkRangeId"
              }
            ],
            "description": "IPv6 side."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Labels of the network in STACKIT. Keys set there by others are left alone."
          },
          "name": {
            "type": "string",
            "description": "Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`."
          },
          "projectId": {
            "type": "string",
            "description": "ID of the STACKIT project that holds the network.",
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
            "description": "Region that holds the network, such as `eu01`.",
            "minLength": 1,
            "x-kubernetes-validations": [
              {
                "rule": "self == oldSelf",
                "message": "region is immutable: the object lives in one region"
              }
            ]
          },
          "routed": {
            "type": "boolean",
            "description": "Whether the network reaches other networks through a router. Absent: STACKIT decides."
          },
          "routingTableId": {
            "type": "string",
            "description": "ID of the routing table that the network uses. Absent: the default table."
          },
          "vpcId": {
            "type": "string",
            "description": "ID of the VPC in which the network lies."
          }
        },
        "x-kubernetes-validations": [
          {
            "rule": "has(self.ipv4) == has(oldSelf.ipv4)",
            "message": "ipv4 cannot be added or removed: a network keeps its prefix"
          },
          {
            "rule": "has(self.ipv6) == has(oldSelf.ipv6)",
            "message": "ipv6 cannot be added or removed: a network keeps its prefix"
          },
          {
            "rule": "(has(self.existingId) ? self.existingId : '') == (has(oldSelf.existingId) ? oldSelf.existingId : '')",
            "message": "existingId is immutable: an object is either adopted or owned for all its life",
            "fieldPath": ".existingId"
          },
          {
            "rule": "has(self.routed) == has(oldSelf.routed) && (!has(self.routed) || self.routed == oldSelf.routed)",
            "message": "routed is immutable: STACKIT cannot change it",
            "fieldPath": ".routed"
          },
          {
            "rule": "(has(self.vpcId) ? self.vpcId : '') == (has(oldSelf.vpcId) ? oldSelf.vpcId : '')",
            "message": "vpcId is immutable: STACKIT cannot move a network",
            "fieldPath": ".vpcId"
          }
        ],
        "description": "Wanted network."
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
          "ipv4Gateway": {
            "type": "string",
            "description": "Address of the IPv4 gateway; absent when the network has none."
          },
          "ipv4Prefixes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "IPv4 prefixes that STACKIT picked, in CIDR notation."
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
          "networkId": {
            "type": "string",
            "description": "ID of the network in STACKIT."
          },
          "observedGeneration": {
            "type": "integer",
            "description": "`metadata.generation` of the spec that this status speaks of.",
            "format": "int64"
          },
          "state": {
            "type": "string",
            "description": "State in STACKIT's own word."
          }
        },
        "description": "Observed network."
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
