import type { Applied, CommonStatus, KubernetesObject, ObjectMeta } from '../../src/api';
import type { Clients } from '../cloud/clients';
import type { KubeClient } from '../kubernetes';
import type { Ready } from './conditions';
import type { Happening } from './outcome';
import type { NotReadyReason, NotSyncedReason } from './vocabulary';

/** Where in STACKIT an object lies: both are part of every call's path. */
export interface Scope {
  readonly projectId: string;
  readonly region: string;
}

/** The fields that every spec has. */
export interface CommonSpec extends Scope {
  readonly deletionPolicy?: 'Delete' | 'Orphan';
  readonly recreatePolicy?: 'Recreate' | 'Report';
  readonly name?: string | undefined;
  readonly existingId?: string | undefined;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A Kubernetes object of one of our kinds, as the engine sees it. */
export type Resource<Spec extends CommonSpec = CommonSpec> = KubernetesObject<
  Spec,
  CommonStatus & Record<string, unknown>
>;

/** What every STACKIT object has. Unknown fields and states are let through. */
export interface CloudObject {
  readonly id: string;
  readonly status: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string | undefined;
}

/** A field that names another object of the same namespace. This one declaration gives index, wake-up, message and guard. */
export interface Reference<Spec> {
  /** Path of the field below `spec`, as a person reads it in a message. */
  readonly field: string;
  /** Kind of the object referred to. */
  readonly kind: string;
  /** Names of the objects referred to; empty if the field is not set. */
  readonly targets: (spec: Spec) => readonly string[];
  /** The field is a list, so that each name in it is resolved on its own. */
  readonly many?: true;
  /**
   * How long the referring object withholds the deletion of an owned target: for as long as it exists, or only until it
   * was created (what it was made from is copied then).
   */
  readonly guard: 'always' | 'untilCreated';
}

/** An entry of a Secret that is read once, at creation. Its value goes into the create call and nowhere else. */
export interface SecretUse {
  /** Path of the field below `spec`. */
  readonly field: string;
  readonly name: string;
  readonly key: string;
}

/** What became of a reference, by its field; by `field[name]` where the field is a list. */
export type Resolution =
  | { readonly is: 'ready'; readonly id: string }
  /** `moving`: nothing stands in the way, it only takes its time. */
  | { readonly is: 'waiting'; readonly message: string; readonly moving?: true }
  | { readonly is: 'invalid'; readonly message: string };

/** All references of an object that are set. */
export type Resolutions = Readonly<Record<string, Resolution>>;

/** What is wanted, as far as a decision needs it. */
export interface Desired<Spec> {
  readonly spec: Spec;
  /** Name for STACKIT: `spec.name`, else the object's own. */
  readonly name: string;
  /** Labels for a creation: those of the spec and our owner labels. */
  readonly labels: Readonly<Record<string, string>>;
  /** The object in STACKIT belongs to us; `false` for an adopted one, which is never written. */
  readonly owned: boolean;
  readonly deleting: boolean;
  /** ID of the STACKIT object: the recorded one, for an adopted object the one of the spec. */
  readonly id: string | undefined;
  /** The ID is in the status already. */
  readonly recorded: boolean;
  /** A create call may be under way. */
  readonly attempted: boolean;
  /** What we set in STACKIT; absent for an object that another operator made, until it is stamped. */
  readonly applied: Applied | undefined;
  /** Nothing is ever sent that changes STACKIT. */
  readonly observeOnly: boolean;
  /** Status as it stands. */
  readonly status: Readonly<Record<string, unknown>>;
  /** Annotations of the object. */
  readonly annotations: Readonly<Record<string, string>>;
  /** `metadata.generation`. */
  readonly generation: number;
  /** Objects that still refer to this one, as `Kind "name"`. */
  readonly usedBy: readonly string[];
}

/** What STACKIT was seen to hold. */
export type Observed<Cloud> =
  | { readonly is: 'unsought' }
  | { readonly is: 'present'; readonly object: Cloud }
  | { readonly is: 'absent' }
  | { readonly is: 'several'; readonly ids: readonly string[] }
  /** Not visible, but too young for its absence to mean anything. */
  | { readonly is: 'hidden'; readonly until: number }
  /** Recorded or adopted, and proven absent. */
  | { readonly is: 'gone'; readonly id: string };

/** What to do next. The controller carries it out, a plan only shows it. */
export type Action<Payload> =
  | { readonly type: 'none' }
  | { readonly type: 'wait'; readonly on: 'observation' | 'visibility' | 'deletion'; readonly until?: number }
  | {
      readonly type: 'wait';
      readonly on: 'reference' | 'dependents';
      readonly message: string;
      /** What is waited for shows in STACKIT only, so that nobody tells of its end. */
      readonly inStackit?: true;
    }
  | { readonly type: 'create'; readonly payload: Payload }
  | { readonly type: 'adopt'; readonly id: string }
  | ({ readonly type: 'update' } & Change)
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'refuse'; readonly reason: NotReadyReason; readonly message: string };

/**
 * What a state of STACKIT means. `steady`: at rest. `moving`: look again soon and send nothing. `failed`: at rest until
 * somebody acts. `deleting`: on its way out. `unknown`: a state this version does not know, so nothing is sent.
 */
export type Phase = 'steady' | 'moving' | 'failed' | 'deleting' | 'unknown';

/** A judgement on a STACKIT object. */
export interface Health {
  readonly phase: Phase;
  readonly ready: Ready;
}

/** How a difference is mended. */
export interface Fix {
  /** Name of one of the kind's `updates`. */
  readonly call: string;
  /** Part of the call's payload; the parts of all differences that one call mends are put together. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** How often it is sent before it counts as ineffective. @default 3 */
  readonly tries?: number;
  /** What it means when STACKIT accepts the change and does not show it. @default UpdateIneffective */
  readonly ineffective?: NotSyncedReason;
  /** Values to remember once it was accepted, where STACKIT shows none: see {@link Kind.hiddenValues}. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A difference between spec and STACKIT. */
export interface Difference {
  readonly reason: NotSyncedReason;
  readonly field: string;
  readonly wanted: unknown;
  readonly actual: unknown;
  readonly message: string;
  /** Absent where nothing that STACKIT offers can mend it, or not in its present state. */
  readonly fix?: Fix;
  /** It could be mended, in another state of the object. */
  readonly isPostponed?: boolean;
}

/** One call that brings STACKIT closer to the spec. */
export interface Change extends Fix {
  readonly fields: readonly string[];
}

/** What a create call brings back. */
export interface Created<Cloud> {
  readonly id: string;
  /** Absent where STACKIT answers a create call with less than the object. */
  readonly object?: Cloud;
  /** Status fields that only this answer gives, such as an upload URL. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** What a person should know of what was chosen for them. */
  readonly warnings?: readonly string[];
}

/** What stands in the way of a creation that the spec alone does not show. */
export interface Hindrance {
  readonly reason: NotReadyReason;
  readonly message: string;
  /**
   * When it is looked at again: once STACKIT shows a change under the wanted name, `soon` where it passes by itself, and
   * slower each time where somebody has to act.
   */
  readonly again: 'change' | 'soon' | 'slow';
}

/** Options of a LIST. */
export interface ListOptions {
  /** Value of the owner label; absent lists all of the project. */
  readonly owner?: string;
  /** Also what is not the project's own, such as public images. */
  readonly wide?: boolean;
  readonly signal?: AbortSignal;
}

/** The calls to STACKIT that the engine makes for any kind. They reject with a `StackitError`. */
export interface CloudCalls<Cloud extends CloudObject, Payload> {
  readonly list: (clients: Clients, scope: Scope, options: ListOptions) => Promise<readonly Cloud[]>;
  readonly get: (clients: Clients, scope: Scope, id: string) => Promise<Cloud>;
  readonly create: (clients: Clients, scope: Scope, payload: Payload) => Promise<Created<Cloud>>;
  readonly delete: (clients: Clients, scope: Scope, id: string) => Promise<unknown>;
  /**
   * What stands in the way of a creation, asked for before its intent is written. It may send what has to come first, and
   * that can be sent again.
   */
  readonly prepare?: (clients: Clients, scope: Scope, payload: Payload) => Promise<Hindrance | undefined>;
  /** Calls that change an object, by the names that {@link Fix.call} uses. `patch` takes `labels` in every kind. */
  readonly updates: { readonly patch: Update } & Readonly<Record<string, Update>>;
}

/** A call that changes an object. What it resolves to is not looked at: the change is read back. */
export type Update = (
  clients: Clients,
  scope: Scope,
  id: string,
  payload: Readonly<Record<string, unknown>>,
  desired: Desired<CommonSpec>,
  /** Asked for before each call but the first that changes something. @throws Error when the lease was lost meanwhile */
  insist: () => void,
) => Promise<{
  readonly requestId?: string;
  readonly warnings?: readonly string[];
  /** What was found to be there, in place of {@link Fix.values}. */
  readonly values?: Readonly<Record<string, string>>;
}>;

/** What is kept beside the STACKIT object for as long as it can be used, such as a Secret with its credentials. */
export type Companion<Spec, Cloud> = (work: {
  readonly kube: KubeClient;
  readonly clients: Clients;
  readonly scope: Scope;
  readonly metadata: ObjectMeta;
  readonly desired: Desired<Spec>;
  readonly object: Cloud;
  readonly now: number;
}) => Promise<{
  /** Status fields to set; `undefined` removes one. */
  readonly status?: Readonly<Record<string, unknown>>;
  readonly happenings?: readonly Happening[];
  /** Milliseconds until the next look. */
  readonly again?: number;
  /** Why it can't be kept, where somebody has to act. */
  readonly problem?: string;
}>;

/** All that the engine knows about a kind. */
export interface Kind<Spec extends CommonSpec, Cloud extends CloudObject, Payload> {
  readonly kind: string;
  readonly plural: string;
  readonly finalizer: string;
  /** Status field that holds the ID. */
  readonly idField: string;
  readonly references: readonly Reference<Spec>[];
  readonly cloud: CloudCalls<Cloud, Payload>;
  /** ID of the existing STACKIT object that the spec adopts; absent for an owned one. */
  readonly adopts: (spec: Spec) => string | undefined;
  /**
   * Only for kinds whose ID is a name of people's choice, and whose creation is a PUT: is the object under that name another
   * one than ours? An ID never comes twice, a name may.
   */
  readonly isNamesake?: (object: Cloud, desired: Pick<Desired<Spec>, 'labels' | 'status' | 'recorded'>) => boolean;
  /** What is kept beside the STACKIT object. */
  readonly companion?: Companion<Spec, Cloud>;
  /** Kinds whose STACKIT objects change when one of this kind is created or deleted. */
  readonly touches: readonly string[];
  readonly health: (object: Cloud, spec: Spec, now: number) => Health;
  /** May an object that was found by its owner label be taken up? `false`: it is of no use, and is deleted. */
  readonly usable: (object: Cloud) => boolean;
  readonly decide: (
    desired: Desired<Spec>,
    observed: Observed<Cloud>,
    references: Resolutions,
    now: number,
  ) => Action<Payload>;
  /** Status fields that mirror STACKIT; `undefined` removes a field. */
  readonly status: (object: Cloud, desired: Desired<Spec>) => Readonly<Record<string, unknown>>;
  /** Fields in which STACKIT does not hold what the spec says, in the order in which they are mended. */
  readonly differences: (desired: Desired<Spec>, object: Cloud, references: Resolutions) => readonly Difference[];
  /** Are `differences` looked for in this state? @default in every steady one */
  readonly compares?: (object: Cloud) => boolean;
  /** Members of lists and maps that we put there, by field, so that only these are ever taken out. */
  readonly members: (spec: Spec, references: Resolutions) => Readonly<Record<string, readonly string[]>>;
  /** Values that STACKIT takes at creation and never shows, as text by field. */
  readonly hiddenValues: (spec: Spec) => Readonly<Record<string, string>>;
  /** Entries of Secrets that a creation needs, and how they get into its payload. */
  readonly secrets?: {
    readonly uses: (spec: Spec) => readonly SecretUse[];
    /** @param values by field @throws Error in words when a value can't be used; it must not hold the value */
    readonly fill: (payload: Payload, values: Readonly<Record<string, string>>) => Payload;
  };
  /** Fields of the spec whose removal clears them in STACKIT, if we set them. */
  readonly clearable: readonly string[];
  /** What else is lost when an object is, in words for the event of its recreation. */
  readonly losses: (status: Readonly<Record<string, unknown>>) => readonly string[];
  /** What stays in STACKIT when the object goes, in words for the event of its deletion. */
  readonly leftovers?: (spec: Spec, status: Readonly<Record<string, unknown>>) => readonly string[];
  /** What a person should know of spec and object that is no fault, such as fields without effect. */
  readonly remarks: (spec: Spec, object: Cloud) => readonly string[];
}

/** A kind with its own types forgotten, for the engine, which only hands values of one kind from one of its functions to another. */
export type AnyKind = Kind<CommonSpec, CloudObject, unknown>;

/** Forgets a kind's own types. */
export function defineKind<Spec extends CommonSpec, Cloud extends CloudObject, Payload>(
  kind: Kind<Spec, Cloud, Payload>,
): AnyKind {
  return kind as unknown as AnyKind;
}
