import { uuid } from '../../src/api/rules';
import { changeOf } from './change';
import type { Action, CloudObject, CommonSpec, Desired, Difference, Observed, Resolutions } from './kind';
import { OWNER_LABEL, UID_LABEL } from './owner';

/** A spec that can't work, in words. */
export interface Refusal {
  readonly reason: 'InvalidReference' | 'InvalidSpec';
  readonly message: string;
}

/** What a kind adds to the life that all kinds share. */
export interface LifecycleRules<Spec, Cloud, Payload> {
  /** Why this spec can't be created, judged from the spec alone. */
  readonly invalid: (desired: Desired<Spec>) => Refusal | undefined;
  /** Body of the create call. Called with resolved references only. */
  readonly payload: (desired: Desired<Spec>, references: Resolutions) => Payload;
  readonly isDeleting: (object: Cloud) => boolean;
  /** What in STACKIT stands in the way of a deletion, in words; without it the call itself tells. */
  readonly blockedBy?: (object: Cloud) => string | undefined;
  /** What of the object differs from the spec and can be mended now. */
  readonly differences: (desired: Desired<Spec>, object: Cloud, references: Resolutions) => readonly Difference[];
}

/** Arguments of a decision. */
export interface LifecycleInput<Spec, Cloud> {
  readonly desired: Desired<Spec>;
  readonly observed: Observed<Cloud>;
  readonly references: Resolutions;
}

/** The part of `decide` that is the same for every kind: adopt, create once, and delete only what is ours. */
export function decideLifecycle<Spec extends CommonSpec, Cloud extends CloudObject, Payload>(
  input: LifecycleInput<Spec, Cloud>,
  rules: LifecycleRules<Spec, Cloud, Payload>,
): Action<Payload> {
  const { desired, observed } = input;
  if (desired.deleting) return decideDeletion(input, rules);
  const misspelt = desired.owned || desired.recorded ? undefined : misspeltId(desired.spec);
  if (misspelt) return misspelt;
  if (desired.id === undefined && !desired.attempted) {
    const hindrance = hindranceOf(input, rules);
    if (hindrance) return hindrance;
  }
  switch (observed.is) {
    case 'unsought':
      return { type: 'wait', on: 'observation' };
    case 'hidden':
      return { type: 'wait', on: 'visibility', until: observed.until };
    case 'several':
      return {
        type: 'refuse',
        reason: 'AmbiguousMatch',
        message: `several objects in STACKIT carry the owner label of this one, and none its UID: ${observed.ids.join(', ')}; delete all but one of them, or remove their label ${OWNER_LABEL}`,
      };
    case 'gone':
      return decideLoss(input, rules, observed.id);
    case 'present':
      if (!desired.recorded || desired.id !== observed.object.id) return { type: 'adopt', id: observed.object.id };
      return decideChange(input, observed.object, rules);
    case 'absent':
      if (desired.observeOnly) return refuseCreation('nothing in STACKIT belongs to this object');
      // Nobody looks for an adopted object but by its ID; if somebody does, it must not be made.
      if (!desired.owned) return { type: 'wait', on: 'observation' };
      return hindranceOf(input, rules) ?? { type: 'create', payload: rules.payload(desired, input.references) };
  }
}

/** STACKIT answers 400 for whatever is not a UUID in lower case, each time it is asked. */
function misspeltId({ existingId }: CommonSpec): Action<never> | undefined {
  const allowed = existingId ? uuid(existingId) : undefined;
  if (allowed === undefined) return undefined;
  const message = `spec.existingId is ${JSON.stringify(existingId)}; STACKIT takes ${allowed}`;
  return { type: 'refuse', reason: 'InvalidSpec', message };
}

/** An owned object that was lost is made again, unless the spec or an annotation says otherwise. */
function decideLoss<Spec extends CommonSpec, Cloud extends CloudObject, Payload>(
  input: LifecycleInput<Spec, Cloud>,
  rules: LifecycleRules<Spec, Cloud, Payload>,
  id: string,
): Action<Payload> {
  const { desired, references } = input;
  const message = `STACKIT has no object with the ID ${id}`;
  if (!desired.owned || desired.spec.recreatePolicy === 'Report')
    return { type: 'refuse', reason: 'NotFound', message };
  if (desired.observeOnly) return refuseCreation(message);
  return hindranceOf(input, rules) ?? { type: 'create', payload: rules.payload(desired, references) };
}

function refuseCreation(message: string): { type: 'refuse'; reason: 'NotFound'; message: string } {
  return {
    type: 'refuse',
    reason: 'NotFound',
    message: `${message}, and the management annotation forbids to create it`,
  };
}

/** The next call that brings STACKIT closer to the spec. */
function decideChange<Spec extends CommonSpec, Cloud, Payload>(
  { desired, references }: LifecycleInput<Spec, Cloud>,
  object: Cloud,
  rules: LifecycleRules<Spec, Cloud, Payload>,
): Action<Payload> {
  if (!desired.owned || desired.observeOnly) return { type: 'none' };
  const change = changeOf(rules.differences(desired, object, references));
  return change ? { type: 'update', ...change } : { type: 'none' };
}

/** What stands in the way of a creation. */
function hindranceOf<Spec extends CommonSpec, Cloud, Payload>(
  { desired, references }: LifecycleInput<Spec, Cloud>,
  rules: LifecycleRules<Spec, Cloud, Payload>,
): Action<Payload> | undefined {
  const { projectId, region } = desired.spec;
  if (!projectId || !region) {
    return { type: 'refuse', reason: 'InvalidSpec', message: 'spec.projectId and spec.region are required' };
  }
  const refusal = rules.invalid(desired);
  if (refusal) return { type: 'refuse', ...refusal };
  const resolutions = Object.values(references);
  for (const resolution of resolutions) {
    if (resolution.is === 'invalid') return { type: 'refuse', reason: 'InvalidReference', message: resolution.message };
  }
  const waiting = resolutions.flatMap((resolution) => (resolution.is === 'waiting' ? [resolution.message] : []));
  return waiting.length > 0 ? { type: 'wait', on: 'reference', message: waiting.join('; ') } : undefined;
}

/** `none` means that nothing of ours is left, so that the finalizer may go. */
function decideDeletion<Spec extends CommonSpec, Cloud extends CloudObject, Payload>(
  { desired, observed }: LifecycleInput<Spec, Cloud>,
  rules: LifecycleRules<Spec, Cloud, Payload>,
): Action<Payload> {
  if (!desired.owned || desired.observeOnly || (desired.id === undefined && !desired.attempted))
    return { type: 'none' };
  switch (observed.is) {
    case 'unsought':
      return { type: 'wait', on: 'observation' };
    case 'hidden':
      return { type: 'wait', on: 'visibility', until: observed.until };
    case 'present':
      if (rules.isDeleting(observed.object)) return { type: 'wait', on: 'deletion' };
      if (desired.spec.deletionPolicy === 'Orphan') return decideOrphan(observed.object);
      if (desired.usedBy.length > 0) {
        return { type: 'wait', on: 'dependents', message: `in use by ${desired.usedBy.join(', ')}` };
      }
      return blockedDeletion(rules.blockedBy?.(observed.object)) ?? { type: 'delete', id: observed.object.id };
    case 'several':
      return {
        type: 'refuse',
        reason: 'AmbiguousMatch',
        message: `several objects in STACKIT carry the owner label of this one, and none its UID: ${observed.ids.join(', ')}; delete those that belong to it`,
      };
    case 'absent':
    case 'gone':
      return { type: 'none' };
  }
}

/** Left in STACKIT, without our labels: what carries them is ours. */
function decideOrphan<Payload>(object: CloudObject): Action<Payload> {
  const ours = [OWNER_LABEL, UID_LABEL].filter((key) => key in object.labels);
  if (ours.length === 0) return { type: 'none' };
  const labels = Object.fromEntries(ours.map((key) => [key, null]));
  return { type: 'update', call: 'patch', payload: { labels }, fields: ours.map((key) => `labels.${key}`) };
}

function blockedDeletion<Payload>(message: string | undefined): Action<Payload> | undefined {
  return message === undefined ? undefined : { type: 'wait', on: 'dependents', message, inStackit: true };
}
