import type { GraphEdge } from './graph';
import { GAP, type Place } from './layout';

/** Where an arrow begins and ends, in pixels. */
export interface Ends {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** How an arrow passes the boxes that stand between its ends: at a height, with its text at a share of the way. */
export interface Lane {
  readonly y: number;
  readonly share: number;
}

/** An arrow; it has a lane where boxes stand between its ends. */
export interface Arrow {
  readonly edge: GraphEdge;
  readonly ends: Ends;
  readonly lane: Lane | undefined;
}

/** Space between the lanes of one box. */
const LANES = 9;

/** Spreads the arrows of a box over its side, in the order of where they come from or lead to, so that few of them cross. */
export function endsOf(edges: readonly GraphEdge[], places: ReadonlyMap<string, Place>): Arrow[] {
  const drawn = edges.flatMap((edge) => {
    const [start, end] = [places.get(edge.from), places.get(edge.to)];
    if (!start || !end) return [];
    const far = end.x - start.x - start.width > GAP.x;
    return [{ edge, start, end, height: far ? start.y - GAP.y / 2 : undefined }];
  });
  const out = grouped(
    drawn,
    ({ edge }) => edge.from,
    ({ end, height }) => height ?? end.y,
  );
  const into = grouped(
    drawn,
    ({ edge }) => edge.to,
    ({ start, height }) => height ?? start.y,
  );
  return drawn.map((arrow) => {
    const { edge, start, end, height } = arrow;
    const beside = (out.get(edge.from) ?? []).filter((other) => other.height !== undefined);
    const index = beside.indexOf(arrow);
    const lane = height !== undefined && {
      y: height + LANES * (index - (beside.length - 1) / 2),
      share: (index + 1) / (beside.length + 1),
    };
    const ends = {
      x1: start.x + start.width,
      y1: port(start, out.get(edge.from) ?? [], arrow),
      x2: end.x,
      y2: port(end, into.get(edge.to) ?? [], arrow),
    };
    return { edge, ends, lane: lane || undefined };
  });
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => string, height: (item: Item) => number) {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  for (const group of groups.values()) group.sort((one, other) => height(one) - height(other));
  return groups;
}

function port<Item>({ y, height }: Place, group: readonly Item[], item: Item): number {
  return Math.round(y + (height * (group.indexOf(item) + 1)) / (group.length + 1));
}
