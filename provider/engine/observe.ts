import { StackitError } from '../../src/stackit';
import { parseDuration } from '../duration';
import type { CloudObject, Observed } from './kind';
import { UID_LABEL } from './owner';
import { isGoing, isNamesake, type Pass, recordedId, statusOf } from './pass';

/** What STACKIT holds of the object, and what of it nobody wants. */
export interface Observation {
  readonly observed: Observed<CloudObject>;
  /** Objects with our UID that are not the one that is kept. */
  readonly surplus: readonly CloudObject[];
  /** Objects with our UID that can't be taken up, such as an image whose upload URL is lost. */
  readonly useless?: readonly CloudObject[];
  /** Why nothing is known, if LISTs fail. */
  readonly error?: unknown;
}

/** Looks for the object: by its ID where there is one, else by its owner label. */
export async function observe(pass: Pass): Promise<Observation> {
  const id = recordedId(pass) ?? (pass.owned ? undefined : pass.kind.adopts(pass.object.spec));
  return id === undefined ? observeByOwner(pass) : observeById(pass, id);
}

async function observeById(pass: Pass, id: string): Promise<Observation> {
  const { observer, memo, owned } = pass;
  const sight = observer.look(id);
  if (sight.is === 'stale') {
    observer.watch(pass.key, interestOf(pass, id));
    observer.refresh(pass.key);
    return { observed: { is: 'unsought' }, surplus: [], ...(sight.error !== undefined && { error: sight.error }) };
  }
  if (sight.is === 'present' && !isNamesake(pass, sight.object) && pass.now - sight.at < greatestAge(pass.object)) {
    memo.seen = id;
    delete memo.missing;
    return {
      observed: { is: 'present', object: sight.object },
      surplus: owned ? surplusOf(pass, observer.owned(pass.owner), id) : [],
    };
  }
  // An adopted object that was proven absent comes back by a LIST; asking for it by ID each time would cost a call an object.
  if (!owned && memo.missing === id) return { observed: { is: 'gone', id }, surplus: [] };
  const object = await get(pass, id);
  if (object && !isNamesake(pass, object)) {
    memo.seen = id;
    if (!owned) observer.widen();
    return { observed: { is: 'present', object }, surplus: [] };
  }
  if (!owned) {
    memo.missing = id;
    observer.widen();
    return { observed: { is: 'gone', id }, surplus: [] };
  }
  const visibleBy = object ? 0 : visibleFrom(pass, id);
  if (visibleBy > pass.now) return { observed: { is: 'hidden', until: visibleBy }, surplus: [] };
  // The recorded object is gone, yet another of ours may be there: it takes its place before anything is concluded.
  const { uid } = pass.object.metadata;
  const ours = (await listOwned(pass)).filter((candidate) => candidate.labels[UID_LABEL] === uid);
  const heir = ours.filter((candidate) => !isDeleting(pass, candidate) && pass.kind.usable(candidate)).sort(byAge)[0];
  if (heir) return { observed: { is: 'present', object: heir }, surplus: surplusOf(pass, ours, heir.id) };
  return { observed: { is: 'gone', id }, surplus: [] };
}

async function observeByOwner(pass: Pass): Promise<Observation> {
  const { kind, now, engine, object } = pass;
  const { attempt } = statusOf(object);
  // Read before the LIST: one that began within the grace may have missed what was under way.
  const until = attempt === undefined ? 0 : Date.parse(attempt.startedAt) + engine.createGrace;
  const all = await listOwned(pass);
  const ours = all.filter((candidate) => candidate.labels[UID_LABEL] === object.metadata.uid);
  const useful = (candidates: readonly CloudObject[]) =>
    candidates
      .filter((candidate) => !isDeleting(pass, candidate) && (isGoing(pass.object) || kind.usable(candidate)))
      .sort(byAge);
  const kept = useful(ours)[0];
  if (kept) return { observed: { is: 'present', object: kept }, surplus: surplusOf(pass, ours, kept.id) };
  const others = useful(all.filter((candidate) => !ours.includes(candidate)));
  const [only] = others;
  if (others.length > 1) return { observed: { is: 'several', ids: others.map(({ id }) => id) }, surplus: [] };
  if (only) return { observed: { is: 'present', object: only }, surplus: [] };
  if (until > now) return { observed: { is: 'hidden', until }, surplus: [] };
  const leaving = ours.find((candidate) => isDeleting(pass, candidate));
  // While one of ours is on its way out, the finalizer must stay; a creation may go on.
  if (leaving && isGoing(pass.object)) return { observed: { is: 'present', object: leaving }, surplus: [] };
  return { observed: { is: 'absent' }, surplus: [], useless: ours.filter((candidate) => !isDeleting(pass, candidate)) };
}

/** Annotation that gives the greatest age of what is known of one object, such as `5m`; then it is asked for by its ID. */
export const POLL_INTERVAL = 'compute.sostackit.dev/poll-interval';

/** That age in milliseconds; without the annotation a LIST is always good enough. Below a second it would only cost calls. */
export function greatestAge({ metadata }: Pass['object']): number {
  const given = parseDuration(metadata.annotations?.[POLL_INTERVAL] ?? '');
  return given === undefined || given <= 0 ? Number.POSITIVE_INFINITY : Math.max(given, 1_000);
}

/** All objects in STACKIT with our owner label, asked for now, perhaps together with what others ask for. */
export function listOwned({ kind, engine, scope, owner, observer }: Pass): Promise<readonly CloudObject[]> {
  return observer.sought(owner, () => kind.cloud.list(engine.clients, scope, { owner }));
}

/** The object by its ID; `undefined` when STACKIT answers that it does not exist. Any other error is thrown. */
async function get({ kind, engine, scope, observer }: Pass, id: string): Promise<CloudObject | undefined> {
  const tick = observer.begin();
  try {
    const object = await kind.cloud.get(engine.clients, scope, id);
    observer.put(object, tick);
    return object;
  } catch (error) {
    if (error instanceof StackitError && error.class === 'gone') return undefined;
    throw error;
  }
}

/** From when on a 404 counts: at once for what was seen before, else after a grace from the moment it was recorded. */
function visibleFrom({ memo, engine, object }: Pass, id: string): number {
  if (memo.seen === id) return 0;
  const createdAt = statusOf(object).applied?.createdAt;
  return createdAt === undefined ? 0 : Date.parse(createdAt) + engine.notFoundGrace;
}

function surplusOf(pass: Pass, candidates: readonly CloudObject[], kept: string): CloudObject[] {
  const { uid } = pass.object.metadata;
  return candidates.filter(
    (candidate) => candidate.id !== kept && candidate.labels[UID_LABEL] === uid && !isDeleting(pass, candidate),
  );
}

function isDeleting({ kind, object, now }: Pass, candidate: CloudObject): boolean {
  return kind.health(candidate, object.spec, now).phase === 'deleting';
}

/** What the observer has to know of the key. */
export function interestOf({ owner, owned }: Pass, id: string | undefined) {
  return { pace: 'slow' as const, ...(id !== undefined && { id }), ...(owned && { owner }) };
}

function byAge(a: CloudObject, b: CloudObject): number {
  return (a.createdAt ?? '').localeCompare(b.createdAt ?? '') || a.id.localeCompare(b.id);
}
