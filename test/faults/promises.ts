import { ownerOf } from '../../provider/engine/owner';
import type { KubeObject } from '../../provider/kubernetes';
import type { Seen } from './cluster';
import type { Call } from './wire';
import type { World } from './world';

const CLOUD_KINDS = ['network', 'image', 'volume', 'server', 'cluster'] as const;
type CloudKind = (typeof CLOUD_KINDS)[number];
interface CloudObject {
  readonly id: string;
  readonly name?: string | undefined;
  readonly status: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

const OWNER = 'sostackit-owner';
const UID = 'sostackit-uid';
/** Most writes to one object of Kubernetes in a run without faults, and what each fault may add. */
const WRITES = { plain: 28, fault: 12 } as const;

/** Watches a run for broken promises (DESIGN §3), and judges its end from the state of both stores and the journal. */
export class Promises {
  readonly violations: string[] = [];
  /** When a process last changed anything of ours in Kubernetes or STACKIT, or tried to. */
  wroteAt = 0;
  /** Texts that must appear nowhere. */
  readonly canaries: string[] = [];
  /** Objects in STACKIT may be left behind without our labels. */
  mayLeave = false;
  /** STACKIT objects that belong to others, by ID. */
  readonly foreign = new Map<string, string>();
  readonly #world: World;
  readonly #before = new Map<Call, Seen>();
  /** Tokens under which creations were sent, and things were made. */
  readonly #tokens = new Map<Call, string | undefined>();
  readonly #madeUnder = new Map<string, string | undefined>();
  readonly #writes = new Map<string, number>();
  readonly #specs = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  broken(what: string): void {
    if (this.violations.length < 20 && !this.violations.includes(what)) this.violations.push(what);
  }

  /** What a person wants: no process may change it. */
  wants(object: KubeObject): void {
    this.#specs.set(`${object.kind}/${object.metadata.name}`, JSON.stringify((object as Seen).spec));
  }

  /** Marks all that STACKIT holds now, with no owner label, as belonging to others. */
  plantForeign(): void {
    for (const [kind, object] of this.#cloud()) {
      if (object.labels?.[OWNER] === undefined) this.foreign.set(object.id, JSON.stringify(visible(kind, object)));
    }
  }

  /** A call leaves its process. */
  sent(call: Call): void {
    if (call.side === 'kubernetes') {
      this.#sentToKubernetes(call);
      return;
    }
    const { method, path, process, body } = call;
    const selector = /label_selector=([^&]*)/.exec(path)?.[1];
    if (selector !== undefined) this.#lookedFor(decodeURIComponent(selector));
    if (method === 'GET') return;
    this.wroteAt = this.#world.clock.now();
    const id = path.split('?')[0]?.split('/').at(-1) ?? '';
    if (!process.leads() && !(method === 'DELETE' && process.made.has(id))) {
      this.broken(`${method} ${kindOf(path)} sent without the lease`);
    }
    if (this.#isCreation(call)) this.#creates(call, body);
  }

  /** A call reaches its server. */
  arrives(call: Call): void {
    if (call.side === 'stackit') {
      if (call.method === 'DELETE') this.#deletes(call);
      return;
    }
    const object = this.#objectOf(call);
    if (object && call.method !== 'GET') this.#before.set(call, object);
  }

  /** A call was carried out, whether or not its process hears of it. */
  answered(call: Call, status: number, text: string): void {
    if (call.side === 'stackit') {
      if (this.#tokens.has(call) && status < 300) {
        const { id, name = '' } = JSON.parse(text) as { readonly id?: string; readonly name?: string };
        this.#made(call, id ?? name);
      }
      return;
    }
    const before = this.#before.get(call);
    this.#before.delete(call);
    if (!before || call.method !== 'PATCH' || status > 299) return;
    const after = JSON.parse(text) as Seen;
    if (after.metadata.resourceVersion === before.metadata.resourceVersion) {
      this.broken(`a write to ${before.kind} ${before.metadata.name} that changed nothing: ${call.body}`);
    }
    this.#finalizer(before, after);
    this.#keepsId(before, after);
    this.#records(call, before, after);
    this.#claims(after);
  }

  #made(call: Call, id: string): void {
    call.process.made.add(id);
    this.#madeUnder.set(id, this.#tokens.get(call));
  }

  /** A POST of a new object; or a PUT of a cluster under a name that is free. */
  #isCreation({ method, path }: Call): boolean {
    const name = /\/clusters\/([^/?]+)$/.exec(path)?.[1];
    if (method === 'PUT' && name !== undefined) {
      return !this.#world.stackit.objects('cluster').some((cluster) => cluster.name === name);
    }
    return method === 'POST' && isCreation(path);
  }

  /** Judges the end of a run. */
  async judge(): Promise<void> {
    this.#exactlyOne();
    this.#untouched();
    for (const [name, writes] of this.#writes) {
      const most = WRITES.plain + WRITES.fault * this.#world.struck.length;
      if (writes > most) this.broken(`${writes} writes to ${name}, more than ${most}`);
    }
    for (const object of this.#world.cluster.objects.values()) {
      const wanted = this.#specs.get(`${object.kind}/${object.metadata.name}`);
      if (wanted !== undefined && wanted !== JSON.stringify(object.spec)) {
        this.broken(`the spec of ${object.kind} ${object.metadata.name} was written`);
      }
    }
    await this.#secrets();
    for (const line of this.#world.lines) {
      if (/unexpected error|handler failed/.test(line)) this.broken(line.slice(0, 300));
    }
  }

  #sentToKubernetes({ method, path, body }: Call): void {
    if (method === 'GET' || !path.includes('/compute.sostackit.dev/')) return;
    this.wroteAt = this.#world.clock.now();
    const [bare = ''] = path.split('?');
    if (method !== 'PATCH') {
      this.broken(`${method} to an object of ours: ${bare}`);
      return;
    }
    const name = bare.split('/').slice(6, 8).join(' ');
    this.#writes.set(name, (this.#writes.get(name) ?? 0) + 1);
    const allowed = bare.endsWith('/status') ? /^\/status(?:\/|$)/ : /^\/metadata\/finalizers(?:\/|$)/;
    const operations = JSON.parse(body) as readonly { readonly op: string; readonly path: string }[];
    if (!Array.isArray(operations)) {
      this.broken(`a patch of ${name} that is no JSON patch`);
      return;
    }
    for (const { op, path: field } of operations) {
      if (op !== 'test' && !allowed.test(field)) this.broken(`a patch of ${name} writes ${field}`);
    }
  }

  #lookedFor(selector: string): void {
    const owner = selector.split('=')[1];
    const object = [...this.#world.cluster.objects.values()].find((candidate) => this.owner(candidate) === owner);
    if (object && !object.metadata.deletionTimestamp && !hasFinalizer(object)) {
      this.broken(`STACKIT was asked for ${object.kind} ${object.metadata.name} before its finalizer was set`);
    }
  }

  #creates(call: Call, body: string): void {
    const { path } = call;
    this.#world.creates(call.process);
    const { labels } = JSON.parse(body) as CloudObject;
    const uid = labels?.[UID];
    const object = [...this.#world.cluster.objects.values()].find(({ metadata }) => metadata.uid === uid);
    if (uid === undefined) this.broken(`${call.method} ${kindOf(path)} without an owner label`);
    this.#tokens.set(call, object?.status?.attempt?.token);
    if (!object || object.metadata.deletionTimestamp) return;
    const name = `${object.kind} ${object.metadata.name}`;
    if (!hasFinalizer(object)) this.broken(`POST for ${name} before its finalizer was set`);
    if (!object.status?.attempt) this.broken(`POST for ${name} before its intent was written`);
  }

  #deletes({ path }: Call): void {
    const id = path.split('?')[0]?.split('/').at(-1) ?? '';
    for (const object of this.#world.cluster.objects.values()) {
      if (!object.metadata.deletionTimestamp && idOf(object) === id) {
        this.broken(`DELETE of what is recorded for ${object.kind} ${object.metadata.name}, which is to stay`);
      }
    }
  }

  #finalizer(before: Seen, after: Seen): void {
    if (!hasFinalizer(before) || hasFinalizer(after)) return;
    const left = this.#owned(before);
    for (const { id, status } of left) {
      this.broken(`the finalizer of ${before.kind} ${before.metadata.name} was dropped while ${id} exists (${status})`);
    }
  }

  /** A recorded ID gives way to another only when its object is gone, or on its way out. */
  #keepsId(before: Seen, after: Seen): void {
    const [former, now] = [idOf(before), idOf(after)];
    if (former === undefined || former === now) return;
    const found = this.#owned(before).find(({ id, status }) => id === former && !status.startsWith('DELET'));
    if (found) this.broken(`${before.kind} ${before.metadata.name} records ${now} instead of ${former}, which exists`);
  }

  /** What an attempt made is recorded under its own intent only; what a LIST found, under the version looked at. */
  #records({ body, process }: Call, before: Seen, after: Seen): void {
    const id = idOf(after);
    if (
      id === undefined ||
      id === idOf(before) ||
      !process.made.has(id) ||
      body.includes('/metadata/resourceVersion')
    ) {
      return;
    }
    // A name is the same whichever attempt came first.
    if (after.kind === 'Cluster' || before.status?.attempt?.token === this.#madeUnder.get(id)) return;
    this.broken(`${after.kind} ${after.metadata.name} records ${id}, made by an attempt that another has followed`);
  }

  #claims(object: Seen): void {
    const ready = object.status?.conditions?.find(({ type }) => type === 'Ready');
    const id = idOf(object);
    if (ready?.reason !== 'NotFound' || id === undefined) return;
    if (this.#objects(cloudKind(object)).some((candidate) => candidate.id === id)) {
      this.broken(`${object.kind} ${object.metadata.name} is reported as NotFound, but ${id} exists`);
    }
  }

  #exactlyOne(): void {
    const { cluster } = this.#world;
    const owners = new Set<string>();
    for (const object of cluster.objects.values()) {
      if (object.spec.existingId || object.spec.existingClusterName) continue;
      owners.add(this.owner(object));
      const owned = this.#owned(object);
      const [only] = owned;
      const name = `${object.kind} ${object.metadata.name}`;
      if (owned.length !== 1) this.broken(`${name} has ${owned.length} objects in STACKIT`);
      else if (only?.labels?.[UID] !== object.metadata.uid) this.broken(`${name} owns ${only?.id} under another UID`);
      else if (only?.id !== idOf(object)) this.broken(`${name} records ${idOf(object)}, but owns ${only?.id}`);
    }
    for (const [kind, { id, labels }] of this.#cloud()) {
      const owner = labels?.[OWNER];
      if (owner !== undefined && !owners.has(owner)) this.broken(`a ${kind} was left behind in STACKIT: ${id}`);
    }
    for (const process of this.#world.processes) {
      for (const id of process.made) {
        const found = this.#cloud().find(([, object]) => object.id === id);
        if (found && found[1].labels?.[OWNER] === undefined && !this.mayLeave)
          this.broken(`the ${found[0]} ${id} lost its owner label`);
      }
    }
  }

  #untouched(): void {
    for (const entry of this.#world.stackit.journal) {
      const { method, path, operationId } = entry;
      if (method === 'GET' || operationId === 'UploadImage') continue;
      for (const id of this.foreign.keys()) {
        if (path.includes(id)) this.broken(`${operationId} on ${id}, which belongs to somebody else`);
      }
    }
    const now = new Map(this.#cloud().map(([kind, object]) => [object.id, JSON.stringify(visible(kind, object))]));
    for (const [id, before] of this.foreign) {
      if (now.has(id) && now.get(id) !== before) this.broken(`${id}, which belongs to somebody else, was changed`);
    }
  }

  async #secrets(): Promise<void> {
    const { cluster, stackit, lines, token } = this.#world;
    const uploads = stackit.dump().objects.flatMap(({ hidden }) => {
      const { upload } = hidden as { readonly upload?: { readonly token: string } };
      return upload ? [upload.token] : [];
    });
    const events = JSON.stringify(await cluster.events());
    const status = [...cluster.objects.values()].map(({ status: seen }) => {
      const { uploadUrl: _, ...rest } = seen ?? {};
      return rest;
    });
    const places = { event: events, status: JSON.stringify(status), log: lines.join('\n') };
    const secrets = [token, ...uploads, ...this.canaries, ...this.canaries.map((text) => btoa(text).slice(0, -4))];
    for (const [place, text] of Object.entries(places)) {
      if (secrets.some((secret) => text.includes(secret))) this.broken(`a secret stands in the ${place}`);
    }
  }

  /** Does each object in STACKIT that is recorded carry our labels? */
  allStamped(): boolean {
    return [...this.#world.cluster.objects.values()].every((object) =>
      this.#owned(object).some(({ id, labels }) => id === idOf(object) && labels?.[UID] === object.metadata.uid),
    );
  }

  /** Owner label of an object of ours. */
  owner({ kind, metadata }: Seen): string {
    const { namespace = '', name = '' } = metadata;
    return ownerOf({ clusterId: this.#world.clusterId, kind, namespace, name });
  }

  #owned(object: Seen): CloudObject[] {
    const owner = this.owner(object);
    return this.#objects(cloudKind(object)).filter(({ labels }) => labels?.[OWNER] === owner);
  }

  /** Objects of a kind; a cluster's name is its ID. */
  #objects(kind: CloudKind): readonly CloudObject[] {
    if (kind !== 'cluster') return this.#world.stackit.objects(kind) as readonly CloudObject[];
    return this.#world.stackit.objects(kind).map(({ name, labels, status }) => ({
      id: name,
      name,
      labels,
      status: status.aggregated.replace('STATE_', ''),
    }));
  }

  #cloud(): [CloudKind, CloudObject][] {
    return CLOUD_KINDS.flatMap((kind) => this.#objects(kind).map((object): [CloudKind, CloudObject] => [kind, object]));
  }

  #objectOf({ path }: Call): Seen | undefined {
    const [, plural, name] = /\/compute\.sostackit\.dev\/v1alpha1\/namespaces\/[^/]+\/(\w+)\/([^/?]+)/.exec(path) ?? [];
    if (plural === undefined || name === undefined) return undefined;
    return [...this.#world.cluster.objects.values()].find(
      ({ kind, metadata }) => `${kind.toLowerCase()}s` === plural && metadata.name === name,
    );
  }
}

/** The recorded ID. */
export function idOf(object: Seen): string | undefined {
  const id = object.status?.[object.kind === 'Cluster' ? 'clusterName' : `${object.kind.toLowerCase()}Id`];
  return typeof id === 'string' ? id : undefined;
}

/** Kind of an object's counterpart in STACKIT. */
export function cloudKind({ kind }: Seen): CloudKind {
  return kind.toLowerCase() as CloudKind;
}

function hasFinalizer({ metadata, kind }: Seen): boolean {
  return metadata.finalizers?.includes(`compute.sostackit.dev/${kind.toLowerCase()}-finalizer`) ?? false;
}

function isCreation(path: string): boolean {
  return /\/regions\/[^/]+\/(?:networks|images|volumes|servers)$/.test(path);
}

function kindOf(path: string): string {
  return (
    path
      .split('?')[0]
      ?.split('/')
      .slice(6)
      .join('/')
      .replace(/[0-9a-f-]{36}/, '{id}') ?? ''
  );
}

/** What only its owner changes. */
function visible(kind: CloudKind, { id, name, labels }: CloudObject): object {
  return { kind, id, name, labels };
}
