import type { ServerBootVolume, ServerSpec } from '../src/api';
import { keypairName, serverName, VOLUME_SIZE_LIMIT } from '../src/api/rules';
import { NONE, type OwnProblem, together } from './problem';
import { nameProblems, textProblems } from './text-problems';
import { userDataProblems } from './user-data-problems';
import type { OwnWarning } from './warnings';
import { zoneWarnings } from './zone-warnings';

/** What is wrong with the resolved spec of a server beyond its schema. */
export function serverProblems(spec: ServerSpec, objectName: string): readonly OwnProblem[] {
  return together(
    nameProblems(spec.name, objectName, serverName),
    connectionProblems(spec),
    bootProblems(spec),
    spec.bootVolume ? bootVolumeProblems(spec.bootVolume) : NONE,
    textProblems('spec.keypairName', spec.keypairName, keypairName),
    typeof spec.userData === 'string' ? userDataProblems(spec.userData) : NONE,
    spec.userData !== undefined && spec.userDataSecretRef
      ? both('userData', 'userDataSecret (userDataSecretRef)')
      : NONE,
    spec.serviceAccountMails ? mailProblems(spec.serviceAccountMails) : NONE,
  );
}

function bootVolumeProblems({ size: given }: ServerBootVolume): OwnProblem[] {
  if (given !== undefined && given <= VOLUME_SIZE_LIMIT) return [];
  return [{ field: 'spec.bootVolume.size', given, allowed: `1 to ${VOLUME_SIZE_LIMIT} (GB)` }];
}

function mailProblems(given: readonly string[]): OwnProblem[] {
  return given.length > 1 ? [{ field: 'spec.serviceAccountMails', given, allowed: 'at most 1' }] : [];
}

function connectionProblems({ networkId, networkRef, nicIds }: ServerSpec): OwnProblem[] {
  // An empty list of interfaces is as good as none, also for the provider.
  const nics = nicIds?.length ? nicIds : undefined;
  const given = Object.entries({ 'network (networkRef)': networkRef, networkId, nicIds: nics }).filter(
    ([, value]) => value !== undefined,
  );
  const [first, second] = given;
  if (first && second) return both(first[0], second[0]);
  if (first) return [];
  return [{ field: 'network (networkRef) and networkId', allowed: 'one of the two: a server needs a network' }];
}

function bootProblems({ imageId, imageRef, bootVolume, bootVolumeRef }: ServerSpec): OwnProblem[] {
  const problems: OwnProblem[] = [];
  if (imageId !== undefined && imageRef) problems.push(...both('image (imageRef)', 'imageId'));
  if (bootVolume && bootVolumeRef) problems.push(...both('bootFrom (bootVolumeRef)', 'bootVolume'));
  if (imageId === undefined && !imageRef && !bootVolumeRef) {
    problems.push({
      field: 'image (imageRef), imageId and bootFrom (bootVolumeRef)',
      allowed: 'one of the three: a server needs something to boot from',
    });
  }
  return problems;
}

function both(one: string, other: string): OwnProblem[] {
  return [{ field: `${one} and ${other}`, given: 'both', allowed: 'one of the two' }];
}

/** What is odd about the spec of a server. */
export function serverWarnings(spec: ServerSpec): OwnWarning[] {
  if (spec.availabilityZone !== undefined || spec.bootVolumeRef) return zoneWarnings(spec);
  return [{ code: 'server-without-zone', message: 'without availabilityZone it is STACKIT that picks the zone' }];
}
