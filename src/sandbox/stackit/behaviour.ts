import { isIP } from 'node:net';
import { type Choice, count, itemsOf, list, oneOf, yesOrNo } from './choice';
import { QUOTAS, type QuotaName } from './quota-names';

/** Statuses by quota, as `volumes:409,nics:409`. */
const quotaStatus: Choice<Readonly<Partial<Record<QuotaName, number>>>> = {
  about: 'Status of a refusal by a quota, where it is not 413 for storage and 403 for the rest',
  usual: {},
  takes: `<quota>:<status from 400 to 499>, split by commas; quotas are ${QUOTAS.join(' ')}`,
  read: (text) => {
    const pairs = itemsOf(text, (pair) => QUOTAS.some((quota) => new RegExp(`^${quota}:4\\d\\d$`).test(pair)));
    return (
      pairs && Object.fromEntries(pairs.map((pair) => pair.split(':')).map(([name, status]) => [name, Number(status)]))
    );
  },
  write: (value) =>
    Object.entries(value)
      .map(([name, status]) => `${name}:${status}`)
      .join(','),
};

const observabilityInstances: Choice<'any' | readonly string[]> = {
  about: 'Observability instances that exist',
  usual: 'any',
  takes: 'any, or IDs split by commas',
  read: (text) => (text === 'any' ? text : itemsOf(text, (id) => id !== '')),
  write: (value) => (value === 'any' ? value : value.join(',')),
};

/**
 * Choices where STACKIT documents nothing (iaas.md §12 and what ske.md marks with a question mark); none of the defaults is a
 * truth about the real cloud.
 */
export const CHOICES = {
  checksum: oneOf('Digest that an image reports', 'sha512', 'md5'),
  uploadLifetime: count('How long an upload URL is good', 3_600_000, 'milliseconds'),
  uploadLimit: count('Most bytes of an upload; more is a 400 EntityTooLarge', Number.POSITIVE_INFINITY, 'bytes', {
    none: true,
  }),
  repeatedUpload: oneOf('Status of an upload to a URL that has been used', 409, 403, 404),
  rateLimit: count(
    'Most calls of one caller within a second; more are 429 without Retry-After',
    Number.POSITIVE_INFINITY,
    'calls',
    { min: 1, none: true },
  ),
  labelOperators: oneOf('What label_selector takes: = == != and bare keys, or = only', 'all', 'equals'),
  refuseOverlap: yesOrNo('Whether an IPv4 prefix that overlaps another network of the project is a 409', true),
  listBootVolume: yesOrNo('Whether "volumes" of a server names its boot volume', true),
  deviceLimit: count('Most volumes of one server; more is a 403', 26, 'volumes', { min: 1 }),
  prefixLength: count('Prefix length of a network that asks for none', 25, 'bits', { min: 8, max: 29 }),
  nameservers: list('Name servers of a network that names none, the area’s defaults', ['1.1.1.1', '9.9.9.9'], {
    items: 'IP addresses',
    most: 3,
    test: (item) => isIP(item) !== 0,
  }),
  metroFitsAll: yesOrNo('Whether the metro zone fits every other one when a volume meets a server', false),
  routed: yesOrNo('Whether a network is reachable from others when its payload does not say', true),
  hostBits: oneOf('What becomes of a prefix whose host bits are set: 400, or they are cleared', 'refuse', 'clear'),
  userDataLimit: count('Most bytes of user data in base64; more is a 400', 65_535, 'bytes'),
  labelLimit: count('Most labels of one object; more is a 400', Number.POSITIVE_INFINITY, 'labels', { none: true }),
  attachedNic: oneOf('DELETE of a NIC at a server: 409, or it goes', 'refuse', 'delete'),
  publicIpInUse: oneOf('DELETE of a public address in use: it goes, or 409', 'delete', 'refuse'),
  protectedImage: oneOf('Status of a DELETE of a protected image', 409, 403),
  bootedImage: oneOf(
    'Whose image is not deleted: of servers being created or rebuilt, of any server that runs from it, or of none',
    'building',
    'any',
    'none',
  ),
  resizeDeallocated: oneOf('Resize of a DEALLOCATED server: 409, or it takes place', 'refuse', 'allow'),
  bootVolumeDetach: oneOf('Status of taking a boot volume from its server', 409, 400, 403),
  repeatedAttachment: oneOf('Status of a PUT of an attachment that exists', 409, 400),
  repeatedDelete: oneOf('Status of a DELETE of a server that is DELETING', 409, 404, 204),
  requestsKept: count('Requests that can be asked for by their ID', 20_000, 'requests', { min: 1 }),
  snapshotsKeepVolume: yesOrNo('Whether a volume with snapshots is only deleted with "cascade"', true),
  quotaStatus,
  requireService: yesOrNo('Whether a cluster needs the SKE service enabled; else PUT is a 403', true),
  putWhileDeleting: oneOf('Status of a PUT under the name of a cluster that is DELETING', 409, 400),
  actionWhileBusy: oneOf(
    'hibernate, wakeup, maintenance and reconcile in a state that is not theirs: 400, or nothing happens',
    'refuse',
    'ignore',
  ),
  observabilityInstances,
  autoUpdateAfter: count('From HEALTHY to SKE’s own update of the versions', Number.POSITIVE_INFINITY, 'milliseconds', {
    none: true,
  }),
  servicesPerPage: count('Services in one page of their list', 50, 'services', { min: 1 }),
};

type Value<C> = C extends Choice<infer T> ? T : never;

/** What has been chosen, by the names of {@link CHOICES}. */
export type Behaviour = { readonly [Name in keyof typeof CHOICES]: Value<(typeof CHOICES)[Name]> };

/** Name of one of {@link CHOICES}. */
export type BehaviourName = keyof Behaviour;

const names = Object.keys(CHOICES) as readonly BehaviourName[];

/** The defaults. */
export const BEHAVIOUR = Object.fromEntries(names.map((name) => [name, CHOICES[name].usual])) as unknown as Behaviour;

/**
 * Reads one choice.
 *
 * @throws RangeError that names all choices, or all that this one takes
 */
export function readBehaviour(name: string, text: string): Partial<Behaviour> {
  if (!Object.hasOwn(CHOICES, name)) throw new RangeError(`there is no behaviour "${name}", only ${names.join(', ')}`);
  const choice = CHOICES[name as BehaviourName];
  const value = choice.read(text);
  if (value === undefined) throw new RangeError(`${name} takes ${choice.takes}`);
  return { [name]: value };
}

/** One choice as people read and write it. */
export interface ShownChoice {
  readonly name: string;
  readonly value: string;
  readonly usual: string;
  readonly takes: string;
  readonly about: string;
}

/** All choices with what was chosen. */
export function shownBehaviour(behaviour: Behaviour = BEHAVIOUR): readonly ShownChoice[] {
  return names.map((name) => {
    const { about, takes, usual, write } = CHOICES[name] as Choice<unknown>;
    return { name, value: write(behaviour[name]), usual: write(usual), takes, about };
  });
}
