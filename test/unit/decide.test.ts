import fc, { type Arbitrary } from 'fast-check';
import { changeOf } from '../../provider/engine/change';
import type {
  Action,
  AnyKind,
  CloudObject,
  CommonSpec,
  Desired,
  Observed,
  Resolutions,
} from '../../provider/engine/kind';
import { OWNER_LABEL, UID_LABEL } from '../../provider/engine/owner';
import { kinds } from '../../provider/kinds';

const NOW = Date.UTC(2026, 0, 1);
const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' } as const;
const STAMPS = { [OWNER_LABEL]: 'owner-of-it', [UID_LABEL]: 'uid-of-it' };
/** More steps than any change needs: each call is made once at most, and a stop of a deallocated server takes two. */
const BOUND = 16;

type Fields = Readonly<Record<string, unknown>>;
type Seen = CloudObject & Fields;

/** What a test knows of a kind: the specs and the STACKIT objects that there can be, and what calls do to the latter. */
interface Model {
  readonly spec: Arbitrary<Fields>;
  /** An object that STACKIT could hold for the spec, of any content, at rest. */
  readonly object: (spec: Fields) => Arbitrary<Fields>;
  /** What STACKIT makes of a create call. */
  readonly made: (payload: Fields) => Fields;
  /** What calls besides `patch` do. */
  readonly calls: Readonly<Record<string, (object: Seen, payload: Fields) => Fields>>;
  readonly references?: (spec: Fields) => Resolutions;
  /** What is remembered of the object where STACKIT does not show it. */
  readonly values?: (object: Fields) => Readonly<Record<string, string>>;
  /** Fields that STACKIT does not show as the spec has them, and that differ. */
  readonly unmet?: (spec: Fields, object: Seen) => readonly string[];
  /** The fields of the spec that can be changed, read off the object. */
  readonly changeable: (object: Seen) => Fields;
  /** Members of lists, by the field that declares them. */
  readonly listed?: (object: Seen) => Readonly<Record<string, readonly string[]>>;
  /** States of the fact sheet by what they mean. */
  readonly states: {
    readonly steady: readonly string[];
    readonly moving: readonly string[];
    readonly failed: readonly string[];
    readonly deleting: readonly string[];
  };
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ids = [1, 2, 3].map(id);
const name = fc.constantFrom('one', 'two', 'three');
const flag = fc.boolean();
const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', '1', '2'), { noNullPrototype: true });
/** Of a list, some members in any order. */
const some = (members: readonly string[]) => fc.shuffledSubarray([...members]);
const maybe = <T>(value: Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Absent in more than one way, as STACKIT answers it. */
const blank = <T>(value: Arbitrary<T>, ...empty: readonly unknown[]): Arbitrary<unknown> =>
  fc.oneof(value, fc.constantFrom(undefined, ...empty));
const record = (fields: Readonly<Record<string, Arbitrary<unknown>>>) =>
  fc.record(fields, { noNullPrototype: true }).map(withoutUndefined);

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const addresses = { ipv4: ['10.0.0.10', '10.0.0.11', '10.0.0.12'], ipv6: ['fd00::10', 'fd00::11'] } as const;
const side = (family: 'ipv4' | 'ipv6') =>
  record({
    nameservers: maybe(some(addresses[family])),
    prefixLength: maybe(fc.constant(family === 'ipv4' ? 24 : 64)),
    gateway: maybe(fc.constantFrom('none', addresses[family][0] ?? '')),
  });

const network: Model = {
  spec: record({
    name: maybe(name),
    dhcp: maybe(flag),
    routed: maybe(flag),
    routingTableId: maybe(fc.constantFrom(...ids)),
    ipv4: maybe(side('ipv4')),
    ipv6: maybe(side('ipv6')),
    labels: maybe(labels),
  }),
  object: (spec) =>
    record({
      name,
      dhcp: flag,
      routed: flag,
      routingTableId: blank(fc.constantFrom(...ids), ''),
      ipv4: familySeen('ipv4'),
      ipv6: spec.ipv6 === undefined ? maybe(familySeen('ipv6')) : familySeen('ipv6'),
      status: fc.constantFrom('CREATED', 'UPDATED'),
    }),
  made: ({ ipv4, ipv6, ...payload }) => ({
    dhcp: true,
    routed: true,
    ...payload,
    status: 'CREATING',
    ipv4: familyMade('ipv4', ipv4 as Fields | undefined),
    ...(ipv6 !== undefined && { ipv6: familyMade('ipv6', ipv6 as Fields) }),
  }),
  calls: {},
  changeable: ({ name, dhcp, routingTableId, ipv4, ipv6 }) => ({
    name,
    dhcp,
    routingTableId,
    ipv4: familyOf(ipv4 as Fields | undefined),
    ipv6: familyOf(ipv6 as Fields | undefined),
  }),
  states: {
    steady: ['CREATED', 'UPDATED'],
    moving: ['CREATING', 'UPDATING'],
    failed: ['FAILED'],
    deleting: ['DELETING', 'DELETED'],
  },
};

function familySeen(family: 'ipv4' | 'ipv6') {
  return record({
    prefixes: fc.constant([family === 'ipv4' ? '10.0.0.0/24' : 'fd00::/64']),
    nameservers: blank(some(addresses[family])),
    gateway: blank(fc.constantFrom(...addresses[family]), null, ''),
  });
}

/** The gateway and name servers that nobody asked for are STACKIT's own. */
function familyMade(family: 'ipv4' | 'ipv6', wanted: Fields = {}): Fields {
  const prefixes = [family === 'ipv4' ? '10.0.0.0/24' : 'fd00::/64'];
  return { gateway: addresses[family][1], nameservers: ['192.0.2.53'], ...wanted, prefixes };
}

function familyOf(seen: Fields | undefined): Fields | undefined {
  return seen && { nameservers: [...((seen.nameservers ?? []) as string[])].sort(), gateway: seen.gateway || 'none' };
}

const block = (fields: Readonly<Record<string, Arbitrary<unknown>>>, absent = false) =>
  record(
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, absent ? blank(value, null) : maybe(value)])),
  );
const config = {
  uefi: flag,
  secureBoot: flag,
  diskBus: fc.constantFrom('virtio', 'scsi'),
  operatingSystem: fc.constantFrom('linux', 'windows'),
};
const agent = { supported: flag, provisionByDefault: flag };

function switches(block: unknown, unnamed: Fields): Fields {
  return Object.fromEntries(
    Object.entries(unnamed).map(([key, value]) => [key, (block as Fields | null | undefined)?.[key] ?? value]),
  );
}

const image: Model = {
  spec: record({
    name: maybe(name),
    diskFormat: fc.constantFrom('raw', 'qcow2'),
    minDiskSize: maybe(fc.integer({ min: 0, max: 3 })),
    minRam: maybe(fc.integer({ min: 0, max: 3 })),
    protected: maybe(flag),
    config: maybe(block(config)),
    agent: maybe(block(agent)),
    checksum: maybe(fc.constant({ algorithm: 'md5', digest: 'd1' })),
    labels: maybe(labels),
  }),
  object: () =>
    record({
      name,
      diskFormat: fc.constantFrom('raw', 'qcow2'),
      minDiskSize: blank(fc.integer({ min: 0, max: 3 })),
      minRam: blank(fc.integer({ min: 0, max: 3 })),
      protected: blank(flag),
      config: blank(block(config, true), null),
      agent: blank(block(agent, true), null),
      checksum: blank(fc.constantFrom({ algorithm: 'md5', digest: 'd1' }, { algorithm: 'md5', digest: 'd2' })),
      size: fc.constant(4),
      status: fc.constant('AVAILABLE'),
    }),
  made: ({ config, agent, ...payload }) => ({
    minDiskSize: 0,
    minRam: 0,
    protected: false,
    ...payload,
    config: { uefi: true, secureBoot: false, ...(config as object) },
    agent: { supported: false, provisionByDefault: false, ...(agent as object) },
    size: 4,
    status: 'CREATING',
    importProgress: 50,
  }),
  calls: {},
  changeable: ({ name, protected: kept = false, minDiskSize, minRam, config, agent }) => ({
    name,
    protected: kept,
    minDiskSize,
    minRam,
    // A switch that STACKIT does not name is off, but for UEFI.
    config: { ...(config as object | null), ...switches(config, { secureBoot: false, uefi: true }) },
    agent: switches(agent, { supported: false, provisionByDefault: false }),
  }),
  states: {
    steady: ['AVAILABLE', 'DEACTIVATED'],
    moving: ['CREATING'],
    failed: ['ERROR'],
    deleting: ['DELETING', 'DELETED'],
  },
};

const volume: Model = {
  spec: record({
    name: maybe(name),
    availabilityZone: fc.constant('eu01-1'),
    description: maybe(fc.constantFrom('', 'one', 'two')),
    size: fc.integer({ min: 1, max: 5 }),
    performanceClass: maybe(fc.constantFrom('', 'storage_premium_perf1', 'storage_premium_perf6')),
    bootable: maybe(flag),
    labels: maybe(labels),
  }),
  object: () =>
    record({
      name: blank(name, ''),
      availabilityZone: fc.constantFrom('eu01-1', 'eu01-2'),
      description: blank(fc.constantFrom('one', 'two'), ''),
      size: fc.integer({ min: 1, max: 5 }),
      performanceClass: fc.constantFrom('storage_premium_perf1', 'storage_premium_perf6'),
      bootable: blank(flag),
      status: fc.constantFrom('AVAILABLE', 'ATTACHED'),
    }),
  made: (payload) => ({ bootable: false, performanceClass: 'storage_premium_perf1', ...payload, status: 'CREATING' }),
  calls: {
    resize: (object, { size }) => {
      if (Number(size) <= Number(object.size)) throw new Error('a volume can only grow');
      return { size, status: 'RESIZING' };
    },
  },
  changeable: ({ name, description, size, bootable = false }) => ({ name, description, size, bootable }),
  states: {
    steady: ['AVAILABLE', 'ATTACHED'],
    moving: [
      'CREATING',
      'DOWNLOADING',
      'ATTACHING',
      'DETACHING',
      'RESIZING',
      'RETYPING',
      'UPLOADING',
      'BACKING-UP',
      'RESTORING-BACKUP',
      'RESERVED',
      'MAINTENANCE',
      'AWAITING-TRANSFER',
    ],
    failed: [
      'ERROR',
      'ERROR_BACKING-UP',
      'ERROR_DELETING',
      'ERROR_RESIZING',
      'ERROR_RESTORING-BACKUP',
      'ERROR_KMS-ENCRYPTION-PARAMS',
      'ERROR_OF_TOMORROW',
    ],
    deleting: ['DELETING', 'DELETED'],
  },
};

const power = fc.constantFrom('ACTIVE', 'INACTIVE', 'DEALLOCATED');
const mails = ['one@sa.stackit.cloud', 'two@sa.stackit.cloud'];
const put = (field: string) => (object: Seen, payload: Fields) => ({
  [field]: [...new Set([...listOf(object[field]), ...membersIn(payload)])],
});
const take = (field: string) => (object: Seen, payload: Fields) => ({
  [field]: listOf(object[field]).filter((member) => !membersIn(payload).includes(member)),
});
const listOf = (value: unknown) => (value ?? []) as readonly string[];
const membersIn = ({ members }: Fields) => Object.keys(members as object);
/** Security groups are on the server's interface. */
const nicGroups = (object: Seen) => listOf((object.nics as readonly Fields[] | undefined)?.[0]?.securityGroups);
const onNic = (groups: readonly string[]) => ({ nics: [{ nicId: id(90), securityGroups: groups }] });

const server: Model = {
  spec: record({
    name: maybe(name),
    machineType: fc.constantFrom('c1.2', 'g1.1'),
    networkId: fc.constant(id(50)),
    imageId: fc.constant(id(60)),
    availabilityZone: maybe(fc.constant('eu01-1')),
    keypairName: maybe(fc.constantFrom('', 'mine')),
    powerState: maybe(fc.constantFrom('Active', 'Inactive', 'Deallocated')),
    metadata: maybe(labels),
    securityGroups: maybe(some([...ids, 'web', 'db'])),
    serviceAccountMails: maybe(some(mails).map((list) => list.slice(0, 1))),
    dataVolumeIds: maybe(some(ids.slice(0, 2))),
    dataVolumeRefs: maybe(fc.constantFrom([{ name: 'data' }], [{ name: 'data' }, { name: 'busy' }])),
    bootVolume: maybe(record({ size: maybe(fc.integer({ min: 1, max: 3 })), deleteOnTermination: maybe(flag) })),
    labels: maybe(labels),
  }),
  references: ({ dataVolumeRefs = [] }) =>
    Object.fromEntries(
      (dataVolumeRefs as readonly { name: string }[]).map(({ name }) => [
        `dataVolumeRefs[${name}]`,
        name === 'data' ? { is: 'ready', id: id(3) } : { is: 'waiting', message: `${name} is not ready` },
      ]),
    ),
  object: () =>
    record({
      name,
      machineType: fc.constantFrom('c1.2', 'g1.1'),
      availabilityZone: fc.constantFrom('eu01-1', 'eu01-2'),
      keypairName: blank(fc.constantFrom('mine', 'other'), ''),
      metadata: blank(labels, null),
      nics: some(ids).map((groups) => onNic(groups).nics),
      serviceAccountMails: fc.oneof(
        fc.constant([]),
        some(mails).map((list) => list.slice(0, 1)),
      ),
      volumes: blank(some(ids)),
      bootVolume: maybe(
        record({ id: fc.constant(id(70)), size: fc.integer({ min: 1, max: 3 }), deleteOnTermination: maybe(flag) }),
      ),
      groupNames: some(['web', 'db']),
      powerStatus: fc.constant('RUNNING'),
      status: power,
    }),
  values: ({ bootVolume, groupNames }) => ({
    securityGroupNames: JSON.stringify([...listOf(groupNames)].sort()),
    ...(bootVolume !== undefined && { 'bootVolume.size': String((bootVolume as Fields).size) }),
  }),
  unmet: ({ bootVolume, securityGroups }, object) => {
    if (object.status === 'DEALLOCATED') return [];
    const { size, deleteOnTermination } = (bootVolume ?? {}) as Fields;
    const boot = object.bootVolume as Fields | undefined;
    const names = listOf(securityGroups).filter((group) => !ids.includes(group));
    return [
      ...(boot && size !== undefined && Number(boot.size) < Number(size) ? ['bootVolume.size'] : []),
      ...(boot?.deleteOnTermination !== undefined &&
      (deleteOnTermination ?? boot.deleteOnTermination) !== boot.deleteOnTermination
        ? ['bootVolume.deleteOnTermination']
        : []),
      ...(JSON.stringify(names.sort()) === JSON.stringify([...listOf(object.groupNames)].sort()) ? [] : ['groupNames']),
    ];
  },
  made: ({ networking: _, imageId: __, bootVolume, securityGroups, volumes = [], ...payload }) => ({
    availabilityZone: 'eu01-1',
    serviceAccountMails: [],
    ...payload,
    ...onNic(listOf(securityGroups).filter((group) => ids.includes(group))),
    groupNames: listOf(securityGroups).filter((group) => !ids.includes(group)),
    bootVolume: { size: 2, deleteOnTermination: false, ...(bootVolume as object), id: id(70) },
    volumes: [...listOf(volumes), id(70)],
    powerStatus: 'RUNNING',
    status: 'CREATING',
  }),
  calls: {
    start: () => ({ status: 'STARTING' }),
    stop: (object) => {
      if (object.status !== 'ACTIVE') throw new Error('only a running server can be stopped');
      return { status: 'STOPPING' };
    },
    deallocate: () => ({ status: 'DEALLOCATING' }),
    resize: (_, { machineType }) => ({ machineType }),
    attachVolume: put('volumes'),
    detachVolume: take('volumes'),
    addServiceAccount: (object, payload) => {
      if (listOf(object.serviceAccountMails).length > 0) throw new Error('there is room for one service account only');
      return put('serviceAccountMails')(object, payload);
    },
    removeServiceAccount: take('serviceAccountMails'),
    resizeBootVolume: ({ bootVolume }, { size }) => {
      const boot = bootVolume as Fields;
      return { bootVolume: { ...boot, size: Math.max(Number(size), Number(boot.size)) } };
    },
    keepBootVolume: ({ bootVolume }, { deleteOnTermination }) => ({
      bootVolume: { ...(bootVolume as Fields), deleteOnTermination },
    }),
    nameSecurityGroups: ({ groupNames }, { names, former }) => {
      const kept = listOf(groupNames).filter((name) => !listOf(former).includes(name));
      return { groupNames: [...new Set([...kept, ...listOf(names)])] };
    },
    addSecurityGroup: (object, payload) => onNic([...nicGroups(object), ...membersIn(payload)]),
    removeSecurityGroup: (object, payload) =>
      onNic(nicGroups(object).filter((group) => !membersIn(payload).includes(group))),
  },
  listed: (object) => ({
    volumes: listOf(object.volumes),
    securityGroups: nicGroups(object),
    serviceAccountMails: listOf(object.serviceAccountMails),
    metadata: Object.keys((object.metadata ?? {}) as object),
  }),
  changeable: ({ status, name, machineType }) => ({
    powerState: { ACTIVE: 'Active', INACTIVE: 'Inactive', DEALLOCATED: 'Deallocated' }[status ?? ''],
    // A deallocated server takes no other change.
    ...(status !== 'DEALLOCATED' && { name, machineType }),
  }),
  states: {
    steady: ['ACTIVE', 'INACTIVE', 'DEALLOCATED', 'RESCUE', 'PAUSED'],
    moving: [
      'CREATING',
      'STARTING',
      'STOPPING',
      'DEALLOCATING',
      'REBOOT',
      'REBOOTING',
      'REBUILD',
      'REBUILDING',
      'RESIZING',
      'RESCUING',
      'UNRESCUING',
      'MIGRATING',
      'UPDATING',
      'SNAPSHOTTING',
      'BACKING-UP',
      'RESTORING',
    ],
    failed: ['ERROR', 'ERROR_OF_TOMORROW'],
    deleting: ['DELETING', 'DELETED'],
  },
};

/** What a state on the way leads to. */
const ENDS: Readonly<Record<string, string>> = {
  STARTING: 'ACTIVE',
  STOPPING: 'INACTIVE',
  DEALLOCATING: 'DEALLOCATED',
};

const models: Readonly<Record<string, Model>> = { Network: network, Image: image, Volume: volume, Server: server };
const cases = kinds.flatMap((kind) => {
  const model = models[kind.kind];
  return model ? [{ kind, model }] : [];
});

/** A spec, an object for it, and what we have set there before. */
interface Situation {
  readonly spec: Fields;
  readonly object: Seen;
  readonly applied: Desired<CommonSpec>['applied'];
}

function situations({ kind, model }: { readonly kind: AnyKind; readonly model: Model }): Arbitrary<Situation> {
  return model.spec.chain((spec) =>
    fc
      .record({
        object: model.object(spec),
        stamped: flag,
        labels: fc.oneof(labels, fc.constant({})),
        // Labels, members and texts that an earlier spec has put there.
        labelKeys: some(['a', 'b', 'c']),
        former: some(ids),
        formerKeys: some(['a', 'b']),
        fields: some([...kind.clearable]),
        // Absent for what the Go operator made.
        taken: fc.boolean(),
      })
      .map(({ object, stamped, labels, labelKeys, former, formerKeys, fields, taken }) => ({
        spec: { ...PLACE, ...spec },
        object: seen({
          ...object,
          // One that somebody else put there is in the way for as long as they want.
          ...(taken &&
            object.serviceAccountMails !== undefined && { serviceAccountMails: spec.serviceAccountMails ?? [] }),
          labels: stamped ? { ...labels, ...STAMPS } : labels,
        }),
        applied: taken
          ? undefined
          : {
              clusterId: 'c',
              ...PLACE,
              labelKeys: [...labelKeys, ...Object.keys(STAMPS)],
              fields,
              ...(model.values && { values: model.values(object) }),
              members: {
                volumes: former,
                securityGroups: former,
                serviceAccountMails: mails,
                metadata: formerKeys,
              },
            },
      })),
  );
}

function seen(fields: Fields): Seen {
  return { id: id(1000), labels: {}, createdAt: '2026-01-01T00:00:00Z', status: undefined, ...fields };
}

function desiredOf(spec: Fields, more: Partial<Desired<CommonSpec>> = {}): Desired<CommonSpec> {
  return {
    spec: spec as unknown as CommonSpec,
    name: (spec.name as string | undefined) || 'object',
    labels: { ...(spec.labels as Record<string, string>), ...STAMPS },
    owned: true,
    deleting: false,
    id: id(1000),
    recorded: true,
    attempted: false,
    applied: { clusterId: 'c', ...PLACE },
    observeOnly: false,
    status: {},
    annotations: {},
    generation: 1,
    usedBy: [],
    ...more,
  };
}

/** As STACKIT merges a PATCH: maps and blocks key by key, `null` removes, all else is replaced. */
function merged(object: Fields, patch: Fields): Fields {
  const result: Record<string, unknown> = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value)) {
      result[key] = merged((result[key] ?? {}) as Fields, value as Fields);
    } else result[key] = value;
  }
  return result;
}

/** Parts of a PATCH that are there already. */
function needless(object: Fields, patch: Fields, path = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const former = object[key];
    const isBlock = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isBlock) return needless((former ?? {}) as Fields, value as Fields, `${path}${key}.`);
    const same =
      value === null ? former === undefined || former === null : JSON.stringify(former) === JSON.stringify(value);
    return same ? [`${path}${key}`] : [];
  });
}

/** The world of one object, moved on by what is decided. */
class Play {
  readonly actions: string[] = [];
  observed: Observed<CloudObject>;
  desired: Desired<CommonSpec>;
  readonly #kind: AnyKind;
  readonly #model: Model;

  constructor({ kind, model }: (typeof cases)[number], desired: Desired<CommonSpec>, observed: Observed<CloudObject>) {
    this.#kind = kind;
    this.#model = model;
    this.desired = desired;
    this.observed = observed;
  }

  get object(): Seen {
    if (this.observed.is !== 'present') throw new Error(`the object is ${this.observed.is}`);
    return this.observed.object as Seen;
  }

  get references(): Resolutions {
    return this.#model.references?.(this.desired.spec as unknown as Fields) ?? {};
  }

  decide(): Action<unknown> {
    return this.#kind.decide(this.desired, this.observed, this.references, NOW);
  }

  /** Goes on until nothing is left to do. @throws Error when that takes too long */
  run(): Action<unknown> {
    for (let step = 0; step < BOUND; step += 1) {
      const action = this.decide();
      this.actions.push(action.type === 'update' ? `${action.call} ${JSON.stringify(action.payload)}` : action.type);
      if (!this.#carryOut(action)) return action;
    }
    throw new Error(`still at work after ${BOUND} steps: ${this.actions.join(', ')}`);
  }

  /** `false` when nothing moves any more. */
  #carryOut(action: Action<unknown>): boolean {
    switch (action.type) {
      case 'create':
        this.observed = { is: 'present', object: seen(this.#model.made(action.payload as Fields)) };
        this.desired = { ...this.desired, id: id(1000), recorded: true, attempted: false };
        this.#applied(this.#kind.hiddenValues(this.desired.spec));
        return true;
      case 'adopt':
        this.desired = { ...this.desired, id: action.id, recorded: true, attempted: false };
        return true;
      case 'update':
        this.#update(action.call, action.payload);
        // Of a volume that is larger already its size is remembered, not the smaller one that was wanted.
        if (!this.desired.deleting)
          this.#applied({ ...action.values, ...(action.values && this.#model.values?.(this.object)) });
        return true;
      case 'delete':
        this.observed = { is: 'present', object: { ...this.object, status: 'DELETING' } };
        return true;
      case 'wait':
        // What STACKIT withholds, a person frees.
        if (action.on === 'dependents' && action.inStackit)
          this.desired = {
            ...this.desired,
            spec: { ...this.desired.spec, protected: false } as typeof this.desired.spec,
          };
        else if (action.on === 'dependents') this.desired = { ...this.desired, usedBy: this.desired.usedBy.slice(1) };
        else if (action.on === 'deletion') this.observed = { is: 'gone', id: id(1000) };
        else if (action.on === 'observation' || action.on === 'visibility') this.observed = { is: 'absent' };
        return action.on !== 'reference';
      case 'none':
        return this.#settle();
      case 'refuse':
        return false;
    }
  }

  #update(call: string, payload: Fields): void {
    const { object } = this;
    const change = call === 'patch' ? merged(object, payload) : this.#model.calls[call]?.(object, payload);
    if (change === undefined) throw new Error(`STACKIT has no call ${call}`);
    if (call === 'patch') expect(needless(object, payload)).toEqual([]);
    this.observed = { is: 'present', object: { ...object, ...change } as Seen };
  }

  /** As the engine keeps it: after a change, what was there as well. */
  #applied(values: Readonly<Record<string, string>>): void {
    const { applied, labels, spec } = this.desired;
    const members = this.#kind.members(spec, this.references);
    this.desired = {
      ...this.desired,
      applied: {
        clusterId: 'c',
        ...PLACE,
        ...applied,
        labelKeys: [...new Set([...(applied?.labelKeys ?? []), ...Object.keys(labels)])],
        members: Object.fromEntries(
          Object.entries(members).map(([field, list]) => [
            field,
            [...new Set([...(applied?.members?.[field] ?? []), ...list])],
          ]),
        ),
        values: { ...applied?.values, ...values },
      },
    };
  }

  /** What another operator made becomes ours once it carries our labels. */
  #takeOver(): boolean {
    if (this.desired.deleting || this.desired.applied || !(UID_LABEL in this.object.labels)) return false;
    this.#applied(this.#kind.hiddenValues(this.desired.spec));
    return true;
  }

  /** What is on the way arrives. */
  #settle(): boolean {
    if (this.observed.is !== 'present') return false;
    const { phase } = this.#kind.health(this.object, this.desired.spec, NOW);
    const { status = '' } = this.object;
    if (phase !== 'moving') return this.#takeOver();
    const status_ = ENDS[status] ?? this.#model.states.steady[0];
    this.observed = { is: 'present', object: { ...this.object, status: status_ } as Seen };
    return true;
  }
}

/** The part of the spec that the object must hold at the end, as far as the spec says anything. */
function unmet(model: Model, spec: Fields, object: Seen): string[] {
  const actual = model.changeable(object);
  const check = (wanted: unknown, found: unknown, path: string): string[] => {
    if (wanted === undefined || wanted === '') return [];
    if (Array.isArray(wanted)) {
      const same = JSON.stringify([...wanted].sort()) === JSON.stringify([...listOf(found)].sort());
      return same ? [] : [path];
    }
    if (typeof wanted === 'object' && wanted !== null) {
      return Object.entries(wanted).flatMap(([key, value]) =>
        check(value, (found as Fields | undefined)?.[key], `${path}.${key}`),
      );
    }
    return wanted === found ? [] : [path];
  };
  return Object.keys(actual).flatMap((field) => {
    // What nothing in STACKIT can change is no matter of convergence.
    const wanted = field === 'size' ? Math.max(Number(spec.size), Number(object.size)) : spec[field];
    const given = field.startsWith('ipv') && wanted ? { ...(wanted as object), prefixLength: undefined } : wanted;
    return check(given, actual[field], field);
  });
}

function isOpen(references: Resolutions): boolean {
  return Object.values(references).some(({ is }) => is !== 'ready');
}

/** Members that are wanted and not there, or there only because an earlier spec had them. */
function misplaced({ kind, model }: (typeof cases)[number], play: Play, applied: Situation['applied']): string[] {
  const wanted = kind.members(play.desired.spec, play.references);
  const bootVolume = (play.object.bootVolume as Fields | undefined)?.id;
  return Object.entries(model.listed?.(play.object) ?? {}).flatMap(([field, actual]) => {
    const missing = (wanted[field] ?? []).filter((member) => !actual.includes(member));
    const former = (applied?.members?.[field] ?? []).filter((member) => !wanted[field]?.includes(member));
    // While a reference is open nobody knows whether a volume is the one that it means.
    const left =
      field === 'volumes' && isOpen(play.references)
        ? []
        : former.filter((member) => member !== bootVolume && actual.includes(member));
    return [
      ...missing.map((member) => `${field} lacks ${member}`),
      ...left.map((member) => `${field} keeps ${member}`),
    ];
  });
}

describe.each(cases.map((item) => [item.kind.kind, item] as const))('%s', (_, item) => {
  const { kind, model } = item;
  const { states } = model;

  test('from any spec and any state of STACKIT, a bounded number of calls leads to what the spec says, and then to rest', () => {
    fc.assert(
      fc.property(situations(item), ({ spec, object, applied }) => {
        const play = new Play(item, desiredOf(spec, { applied }), { is: 'present', object });
        expect(play.run()).toEqual({ type: 'none' });
        expect(unmet(model, spec, play.object)).toEqual([]);
        // What another operator's object was made with is not known.
        if (applied) expect(model.unmet?.(spec, play.object) ?? []).toEqual([]);
        const { labels } = play.object;
        if (play.object.status !== 'DEALLOCATED') {
          expect(labels).toMatchObject(play.desired.labels);
          // Others' labels stay.
          const ours = new Set([...(applied?.labelKeys ?? []), ...Object.keys(play.desired.labels)]);
          for (const [key, value] of Object.entries(object.labels)) if (!ours.has(key)) expect(labels[key]).toBe(value);
        }
        if (play.object.status !== 'DEALLOCATED') expect(misplaced(item, play, applied)).toEqual([]);
        // What nobody mends any more can't be mended.
        const left = kind.differences(play.desired, play.object, play.references);
        expect(changeOf(left)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('what was just created needs no change: what STACKIT filled in is no drift', () => {
    fc.assert(
      fc.property(model.spec, (given) => {
        const spec = { ...PLACE, ...given };
        const play = new Play(item, desiredOf(spec, { id: undefined, recorded: false, applied: undefined }), {
          is: 'absent',
        });
        if (isOpen(play.references)) {
          expect(play.run()).toMatchObject({ type: 'wait', on: 'reference' });
          expect(play.actions).not.toContain('create');
          return;
        }
        expect(play.run()).toEqual({ type: 'none' });
        // A gateway can't be given with a prefix length, and power is no part of a creation.
        const updates = play.actions.filter(
          (action) => !['create', 'none'].includes(action) && !/^(stop|deallocate) |"gateway"/.test(action),
        );
        expect(updates).toEqual([]);
        expect(unmet(model, spec, play.object)).toEqual([]);
        expect(model.unmet?.(spec, play.object) ?? []).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('lists in another order, and what is empty in another way, are no drift', () => {
    fc.assert(
      fc.property(situations(item), fc.infiniteStream(fc.nat()), ({ spec, object, applied }, numbers) => {
        const play = new Play(item, desiredOf(spec, { applied }), { is: 'present', object });
        play.run();
        play.observed = { is: 'present', object: rewritten(play.object, numbers) as Seen };
        expect(play.decide()).toEqual({ type: 'none' });
      }),
      { numRuns: 200 },
    );
  });

  test('a created object that was lost in any way is created again, found, or told of, and nothing else', () => {
    fc.assert(
      fc.property(model.spec, flag, (given, report) => {
        const spec = { ...PLACE, ...given, ...(report && { recreatePolicy: 'Report' }) };
        const action = new Play(item, desiredOf(spec), { is: 'gone', id: id(1000) }).decide();
        const open = isOpen(model.references?.(spec) ?? {});
        expect(action.type).toBe(report ? 'refuse' : open ? 'wait' : 'create');
      }),
    );
  });

  test('a state that nobody has heard of never leads to a call', () => {
    const known = new Set(Object.values(states).flat());
    const strange = fc
      .oneof(fc.string(), fc.stringMatching(/^[A-Z][A-Z_-]{2,12}$/), fc.constant(undefined))
      .filter((state) => !known.has(state ?? '') && !state?.startsWith('ERROR'));
    fc.assert(
      fc.property(situations(item), strange, ({ spec, object, applied }, status) => {
        const odd = { ...object, status } as Seen;
        expect(kind.health(odd, desiredOf(spec).spec, NOW)).toMatchObject({
          phase: 'unknown',
          ready: { status: 'Unknown' },
        });
        expect(new Play(item, desiredOf(spec, { applied }), { is: 'present', object: odd }).decide()).toEqual({
          type: 'none',
        });
      }),
    );
  });

  test('while STACKIT is at work, or has failed, nothing is sent', () => {
    const busy = fc.constantFrom(...states.moving, ...states.failed, ...states.deleting);
    fc.assert(
      fc.property(situations(item), busy, ({ spec, object, applied }, status) => {
        const play = new Play(item, desiredOf(spec, { applied }), {
          is: 'present',
          object: { ...object, status } as Seen,
        });
        expect(play.decide()).toEqual({ type: 'none' });
      }),
    );
  });

  test.each(Object.entries(states).flatMap(([phase, list]) => list.map((state) => [state, phase] as const)))(
    'the state %s is %s',
    (status, phase) => {
      const object = seen({ status, importProgress: 1 });
      const health = kind.health(object, desiredOf({ ...PLACE }).spec, NOW);
      expect(health.phase).toBe(phase);
      if (phase !== 'steady') expect(health.ready.status).toBe('False');
    },
  );

  test('an adopted object is never created, changed or deleted, and lets go at once', () => {
    fc.assert(
      fc.property(situations(item), observations, flag, flag, ({ spec, object }, view, deleting, recorded) => {
        const desired = desiredOf(spec, { owned: false, applied: undefined, deleting, recorded });
        const action = new Play(item, desired, view(object)).decide();
        expect(['none', 'wait', 'adopt', 'refuse']).toContain(action.type);
        if (deleting) expect(action).toEqual({ type: 'none' });
      }),
    );
  });

  test('an object that is only reported on is never created, changed or deleted', () => {
    fc.assert(
      fc.property(situations(item), observations, flag, flag, ({ spec, object, applied }, view, deleting, recorded) => {
        const desired = desiredOf(spec, {
          observeOnly: true,
          applied,
          deleting,
          recorded,
          ...(!recorded && { id: undefined, attempted: true }),
        });
        const action = new Play(item, desired, view(object)).decide();
        expect(['none', 'wait', 'adopt', 'refuse']).toContain(action.type);
      }),
    );
  });

  test('a deletion ends from any state, after those that use the object, with nothing of ours left', () => {
    const status = fc.constantFrom(...Object.values(states).flat(), 'UNHEARD-OF');
    const usedBy = fc.constantFrom([], ['Server a/web'], ['Server a/web', 'Server a/db']);
    fc.assert(
      fc.property(
        situations(item),
        observations,
        status,
        usedBy,
        flag,
        ({ spec, object, applied }, view, state, users, recorded) => {
          const observed = view({ ...object, status: state } as Seen);
          // Several that nobody can tell apart are a person's to decide on.
          fc.pre(observed.is !== 'several');
          const desired = desiredOf(spec, {
            deleting: true,
            applied,
            usedBy: users,
            recorded,
            ...(!recorded && { id: undefined, attempted: true }),
          });
          const play = new Play(item, desired, observed);
          expect(play.run()).toEqual({ type: 'none' });
          expect(play.observed.is).not.toBe('present');
          const first = play.actions.indexOf('delete');
          if (first >= 0)
            expect(play.actions.slice(0, first).filter((action) => action === 'wait').length).toBeGreaterThanOrEqual(
              users.length,
            );
          expect(play.actions.filter((action) => action === 'create')).toEqual([]);
        },
      ),
    );
  });

  test('an orphan loses our labels and nothing else', () => {
    fc.assert(
      fc.property(situations(item), ({ spec, object, applied }) => {
        const desired = desiredOf({ ...spec, deletionPolicy: 'Orphan' }, { deleting: true, applied });
        const play = new Play(item, desired, { is: 'present', object });
        expect(play.run()).toEqual({ type: 'none' });
        const { [OWNER_LABEL]: _, [UID_LABEL]: __, ...others } = object.labels;
        expect(play.object).toEqual({ ...object, labels: others });
      }),
    );
  });

  test('what was never attempted is let go without a look', () => {
    const desired = desiredOf({ ...PLACE }, { deleting: true, id: undefined, recorded: false });
    expect(new Play(item, desired, { is: 'unsought' }).decide()).toEqual({ type: 'none' });
  });
});

/** Ways in which an object can be seen, or not. */
const observations: Arbitrary<(object: Seen) => Observed<CloudObject>> = fc.constantFrom(
  (object: Seen): Observed<CloudObject> => ({ is: 'present', object }),
  (): Observed<CloudObject> => ({ is: 'unsought' }),
  (): Observed<CloudObject> => ({ is: 'absent' }),
  (): Observed<CloudObject> => ({ is: 'gone', id: id(1000) }),
  (): Observed<CloudObject> => ({ is: 'hidden', until: NOW + 1_000 }),
  (): Observed<CloudObject> => ({ is: 'several', ids: [id(1), id(2)] }),
);

/** The same object as STACKIT may answer it another time. */
function rewritten(value: unknown, numbers: fc.Stream<number>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => rewritten(item, numbers));
    // Of prefixes the first one counts.
    return items.length > 1
      ? items
          .map((item) => [next(numbers), item] as const)
          .sort(([a], [b]) => a - b)
          .map(([, item]) => item)
      : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .flatMap(([key, member]): [string, unknown][] => {
        const isEmpty = member === '' || member === null || member === undefined;
        if (isEmpty && ['description', 'routingTableId', 'gateway', 'keypairName', 'config', 'agent'].includes(key)) {
          return (
            ([[], [[key, undefined]], [[key, null]], [[key, '']]] as [string, unknown][][])[next(numbers) % 4] ?? []
          );
        }
        if (key === 'bootable' && member === false) return next(numbers) % 2 === 0 ? [] : [[key, false]];
        return [[key, rewritten(member, numbers)]];
      }),
  );
}

function next(numbers: fc.Stream<number>): number {
  const { value } = numbers.next();
  return value ?? 0;
}
