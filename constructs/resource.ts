import type { ApiObject, ApiObjectMetadata, ApiObjectMetadataDefinition, JsonPatch } from 'cdk8s';
import { resolve } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import type { KindName, Region } from '../src/api';
import { labelKey, labelValue, type TextRule, uuid } from '../src/api/rules';
import { API_GROUP_VERSION } from '../src/product';
import { entered } from './additions';
import { CHECKED, checkOnSynth } from './app-checks';
import { brand } from './brand';
import { report } from './collector';
import { metadataProblems, resolvedMetadata } from './metadata-problems';
import { defineObject, objectNameProblems } from './object-name';
import { NONE, type OwnProblem, type Problem, together } from './problem';
import { depend, type Reference, referenceProblems } from './references';
import { schemaProblems } from './schema-problems';
import { mapProblems, textProblems } from './text-problems';
import { given } from './tokens';
import { type OwnWarning, warn } from './warnings';
import { yamlProblems } from './yaml-strings';

/** Props of every construct that stands for a STACKIT object. */
export interface ResourceProps {
  /**
   * ID of the STACKIT project that holds the object: a UUID in lower case.
   *
   * @default - that of the nearest `StackitScope` or `Stack`
   */
  readonly projectId?: string;

  /**
   * Region that holds the object, such as `eu01`.
   *
   * @default - that of the nearest `StackitScope` or `Stack`
   */
  readonly region?: Region;

  /**
   * Metadata of the Kubernetes object. Labels and annotations are added to those of enclosing scopes.
   *
   * @default - a name made of the ids of the construct and its scopes; namespace and labels of the scopes and the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Name in STACKIT.
   *
   * @default - the name of the Kubernetes object
   */
  readonly name?: string;

  /**
   * Labels in STACKIT. A key has 1 to 63 letters, digits and `- _ .`, without a slash; a value has up to 63 of them. Labels of
   * the Kubernetes object are `metadata.labels`. They are added to those of enclosing scopes.
   *
   * @default - those of enclosing scopes, unless the object is only observed
   */
  readonly labels?: { readonly [key: string]: string };

  /**
   * What happens in STACKIT when the object is deleted: `Orphan` leaves it there, without the provider's own labels.
   *
   * @default Delete
   */
  readonly deletionPolicy?: 'Delete' | 'Orphan';

  /**
   * What happens when the object is gone from STACKIT without having been deleted here: `Report` only says so.
   *
   * @default Recreate
   */
  readonly recreatePolicy?: 'Recreate' | 'Report';
}

/** A Kubernetes object of ours, defined in this app or elsewhere. */
export interface IResource extends IConstruct {
  /** `metadata.name` of the object, by which others in its namespace refer to it. */
  readonly name: string;
  /** Namespace of the object. Absent: the one to which the manifest is applied. */
  readonly namespace: string | undefined;
  /** STACKIT project; absent for an object that is defined elsewhere. */
  readonly projectId: string | undefined;
  /** Region; absent for an object that is defined elsewhere. */
  readonly region: string | undefined;
  /** The object in this app; absent for one that is defined elsewhere. */
  readonly apiObject: ApiObject | undefined;
  /** Constructs to which this one refers, with the props under which it was given them. */
  readonly references: readonly Reference[];
}

/** Fields that the specs of all kinds have. */
export interface CommonSpec {
  readonly projectId: string;
  readonly region: string;
  readonly name?: string;
  readonly labels?: { readonly [key: string]: string };
}

/** Every field of a spec, so that the compiler misses one that a mapping forgets, optional ones included. */
export type EveryField<Spec> = {
  readonly [Field in keyof Required<Spec>]: Spec[Field] | EveryField<NonNullable<Spec[Field]>> | undefined;
};

/** What a kind tells about one of its constructs. */
export interface ResourceDefinition<Spec extends CommonSpec> {
  readonly kind: KindName;
  readonly metadata: ApiObjectMetadata | undefined;
  readonly spec: EveryField<Spec>;
  /** What is wrong with a resolved spec beyond its schema. `objectName` is `metadata.name`. */
  readonly rules: (spec: Spec, objectName: string) => readonly OwnProblem[];
  /** Other constructs to which this one refers. */
  readonly references?: readonly Reference[];
  /** Rules of the labels in STACKIT. @default - those of the IaaS API */
  readonly labelRules?: { readonly key: TextRule; readonly value: TextRule };
  /** More is to be added before it makes sense, so that it is checked at synth only. */
  readonly incomplete?: boolean;
  /** What is odd about a spec without being wrong. */
  readonly warnings?: (spec: Spec) => readonly OwnWarning[];
}

/** A spec that is being changed. */
export type Writable<Spec> = { -readonly [Field in keyof Spec]: Spec[Field] };

/** What is common to the constructs of all kinds. The Kubernetes object is the child named `Resource`. */
export abstract class Resource<Spec extends CommonSpec> extends Construct implements IResource {
  readonly apiObject: ApiObject;
  /** Only says the type of the spec, for `specOf` of `sostackit/testing`; it is never there. */
  declare readonly specType?: Spec;
  readonly projectId: string;
  readonly region: string;
  readonly #references: Reference[];
  readonly #spec: Spec;
  readonly #definition: ResourceDefinition<Spec>;
  #unchecked: boolean;
  #resolved: { readonly content: string; readonly problems: readonly OwnProblem[] } | undefined;

  protected constructor(scope: Construct, id: string, definition: ResourceDefinition<Spec>) {
    super(scope, id);
    const { kind, metadata, references = [] } = definition;
    this.#definition = definition;
    const tokens: unknown[] = [];
    this.#spec = given(definition.spec, tokens) as Spec;
    this.#unchecked = definition.incomplete || tokens.length > 0;
    this.#references = references.filter(({ target }) => target !== undefined);
    this.projectId = this.#spec.projectId;
    this.region = this.#spec.region;
    this.apiObject = defineObject(this, { apiVersion: API_GROUP_VERSION, kind, metadata, spec: this.#spec });
    brand(this, kind);
    depend(this, this.#references);
    report(
      this,
      this.#located(
        together(
          objectNameProblems(this.apiObject, metadata?.name),
          referenceProblems(this, this.#spec, this.#references),
          this.#unchecked ? NONE : this.#specProblems(this.#spec),
        ),
      ),
    );
    warn(this, definition.warnings?.(this.#spec) ?? []);
    Object.defineProperty(this, CHECKED, { value: () => this.#lateProblems() });
    checkOnSynth(this);
  }

  /** `metadata.name` of the Kubernetes object, by which others in its namespace refer to it. */
  get name(): string {
    return this.apiObject.name;
  }

  /** Namespace of the Kubernetes object. Absent: the one to which the manifest is applied. */
  get namespace(): string | undefined {
    return this.apiObject.metadata.namespace;
  }

  /** Metadata of the Kubernetes object, to which labels and annotations can be added. */
  get metadata(): ApiObjectMetadataDefinition {
    return this.apiObject.metadata;
  }

  /** Name in STACKIT. For an adopted object that has no `name`, it is only that of the Kubernetes object. */
  get stackitName(): string {
    return this.#spec.name ?? this.name;
  }

  /** Adds a label in STACKIT, or gives it another value. It is checked at synth. */
  addLabel(key: string, value: string): void {
    this.change((spec) => {
      spec.labels = entered(this, spec.labels, key, value);
    });
  }

  /** Changes the synthesized object after all checks, by JSON patches (RFC 6902). The result is not checked again. */
  addJsonPatch(...operations: JsonPatch[]): void {
    this.apiObject.addJsonPatch(...operations);
  }

  /** Constructs to which this one refers, with the props under which it was given them. */
  get references(): readonly Reference[] {
    return [...this.#references];
  }

  /**
   * Adds a reference.
   *
   * @throws InvalidPropsError when the construct is not of the kind or can't be used from here
   * @internal
   */
  protected refer(reference: Reference): void {
    report(this, this.#located(referenceProblems(this, this.#spec, [reference])));
    this.#references.push(reference);
    depend(this, [reference]);
  }

  /**
   * Changes the spec. The result is checked at synth.
   *
   * @internal
   */
  protected change(edit: (spec: Writable<Spec>) => void): void {
    edit(this.#spec);
    this.#unchecked = true;
  }

  #located(problems: readonly OwnProblem[]): readonly Problem[] {
    if (problems.length === 0) return NONE;
    const path = this.node.path;
    // User data often holds secrets, and errors end up in logs.
    return problems.map((problem) =>
      problem.field.startsWith('spec.userData') ? { ...problem, path, given: 'user data' } : { ...problem, path },
    );
  }

  #specProblems(spec: Spec): readonly OwnProblem[] {
    const name = this.name;
    const { labelRules = { key: labelKey, value: labelValue } } = this.#definition;
    return together(
      schemaProblems(this.#definition.kind, spec, name),
      this.#definition.rules(spec, name),
      mapProblems('spec.labels', spec.labels, labelRules.key, labelRules.value),
      yamlProblems('spec', spec),
    );
  }

  /** What only synthesis can tell: metadata that was added to, and values that had to be resolved. */
  #lateProblems(): readonly Problem[] {
    const metadata = metadataProblems(resolvedMetadata(this.apiObject.metadata));
    return this.#located(this.#unchecked ? together(metadata, this.#resolvedProblems()) : metadata);
  }

  #resolvedProblems(): readonly OwnProblem[] {
    const spec = resolve([], this.#spec, this.apiObject) as Spec;
    // cdk8s asks once per chart; what has not changed since is not checked again.
    const content = JSON.stringify(spec);
    if (this.#resolved?.content !== content) this.#resolved = { content, problems: this.#specProblems(spec) };
    return this.#resolved.problems;
  }
}

/** Problem of an adopted object's ID. */
export function existingIdProblems(existingId: string | undefined): OwnProblem[] {
  return textProblems('spec.existingId', existingId, uuid);
}
