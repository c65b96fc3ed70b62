import type { ServerSpec } from '../../src/api';
import { uuid } from '../../src/api/rules';
import { difference } from '../engine/change';
import type { Desired, Difference, Resolutions } from '../engine/kind';
import type { NotSyncedReason } from '../engine/vocabulary';
import { fixedField } from './compare';
import { type CloudServer, digestOf, encoded } from './server-object';

/** Values that STACKIT takes at creation and never shows, or shows in other words. */
export function hiddenValues(spec: ServerSpec): Record<string, string> {
  const { imageId, nicIds, bootVolume } = spec;
  const values = {
    imageId,
    nicIds: nicIds?.length ? JSON.stringify(nicIds) : undefined,
    'bootVolume.size': bootVolume?.size === undefined ? undefined : String(bootVolume.size),
    userData: userDataOf(spec),
    securityGroupNames: JSON.stringify(securityGroupNames(spec)),
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Security groups that the spec names by name, in order. */
export function securityGroupNames({ securityGroups = [] }: ServerSpec): string[] {
  return [...new Set(securityGroups.filter((group) => uuid(group) !== undefined))].sort();
}

/** Where the user data comes from, never what they are. */
function userDataOf({ userData, userDataSecretRef: from }: ServerSpec): string {
  return from ? `Secret ${from.name}, key ${from.key}` : userData ? 'spec.userData' : 'none';
}

/** What a server was made with for good: a spec that says otherwise later is reported, and changes nothing. */
export function compareOrigins(
  desired: Desired<ServerSpec>,
  object: CloudServer,
  references: Resolutions,
): Difference[] {
  const { spec, applied } = desired;
  const former = applied?.values ?? {};
  const { nicIds } = hiddenValues(spec);
  return [
    // A deallocated server has none.
    ...(object.availabilityZone
      ? fixedField('availabilityZone', spec.availabilityZone || undefined, object.availabilityZone)
      : []),
    ...fixedField('keypairName', spec.keypairName || undefined, object.keypairName),
    ...(former.nicIds === undefined ? [] : fixedField('nicIds', nicIds, former.nicIds)),
    ...compareUserData(spec, former.userData, object.userDataDigest),
    ...compareBoot(desired, object, references),
    ...compareNetwork(desired, object, references),
  ];
}

function compareUserData(spec: ServerSpec, former: string | undefined, actual: string | undefined): Difference[] {
  const wanted = userDataOf(spec);
  const digest = spec.userData ? digestOf(encoded(spec.userData)) : undefined;
  const isOther = digest !== undefined && actual !== undefined && digest !== actual;
  const isFromElsewhere = former !== undefined && former !== wanted;
  if (!isOther && !isFromElsewhere) return [];
  const message = isFromElsewhere
    ? `userData: it comes from ${wanted}, the server was made with that from ${former}; it takes effect at the creation of a server only`
    : 'userData: it was changed, and takes effect at the creation of a server only';
  return [{ ...difference('userData', wanted, former), reason: 'ImmutableFieldChanged', message }];
}

/** Fields that name a volume or an image to boot from, in the order in which one wins over the other. */
function compareBoot(
  { spec, applied }: Desired<ServerSpec>,
  object: CloudServer,
  references: Resolutions,
): Difference[] {
  const used = applied?.references ?? {};
  const volume = idOf(references, 'bootVolumeRef');
  if (spec.bootVolumeRef) {
    // A reference that leads elsewhere than at creation is the engine's to report.
    return used.bootVolumeRef === undefined ? moved('bootVolumeRef', volume, object.bootVolume?.id) : [];
  }
  if (used.bootVolumeRef !== undefined) return removed('bootVolumeRef', used.bootVolumeRef);
  const former = applied?.values?.imageId ?? used.imageRef;
  if (former === undefined) return [];
  if (spec.imageRef) return used.imageRef === undefined ? moved('imageRef', idOf(references, 'imageRef'), former) : [];
  if (!spec.imageId) return removed(used.imageRef === undefined ? 'imageId' : 'imageRef', former);
  return moved('imageId', spec.imageId, former, used.imageRef === undefined ? 'ImmutableFieldChanged' : undefined);
}

/** The networks are those of the interfaces, of which others may have added some. */
function compareNetwork(
  { spec, applied }: Desired<ServerSpec>,
  object: CloudServer,
  references: Resolutions,
): Difference[] {
  const used = applied?.references?.networkRef;
  const networks = (object.nics ?? []).flatMap(({ networkId }) => (networkId ? [networkId] : []));
  if (spec.nicIds?.length || networks.length === 0) return [];
  if (spec.networkRef && used !== undefined) return [];
  if (!spec.networkRef && !spec.networkId)
    return removed(used ? 'networkRef' : 'networkId', used ?? networks.join(', '));
  const wanted = spec.networkId ?? idOf(references, 'networkRef');
  if (wanted !== undefined && networks.includes(wanted)) return [];
  return moved(spec.networkId ? 'networkId' : 'networkRef', wanted, networks.join(', '));
}

function moved(
  field: string,
  wanted: string | undefined,
  actual: string | undefined,
  reason: NotSyncedReason = 'ReferenceChanged',
): Difference[] {
  if (wanted === undefined || actual === undefined || wanted === actual) return [];
  const found = difference(field, wanted, actual);
  return [{ ...found, reason, message: `${found.message}: it was made with the latter for good` }];
}

function removed(field: string, actual: string): Difference[] {
  const found = difference(field, undefined, actual);
  const message = `${field}: the spec names none any more; the server was made with ${actual} for good`;
  return [{ ...found, reason: 'ReferenceChanged', message }];
}

function idOf(references: Resolutions, field: string): string | undefined {
  const resolution = references[field];
  return resolution?.is === 'ready' ? resolution.id : undefined;
}
