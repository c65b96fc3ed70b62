import type { GraphEdge, GraphNode } from './graph';

/** A rectangle, in pixels from the top left. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where everything of a graph stands. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Boxes of objects by the paths of their constructs. */
  readonly places: ReadonlyMap<string, Place>;
  readonly frames: readonly (Place & { readonly stack: string })[];
}

const BOX = { least: 160, most: 320, height: 48 };
/** Space between boxes. */
export const GAP = { x: 110, y: 30 } as const;
/** Width of a character of a name, on average, in pixels; rather too much than too little. */
const CHARACTER = 7.6;
/** How many characters of a name fit into the widest box. */
export const LONGEST_NAME = Math.floor((BOX.most - 2 * 12) / CHARACTER);
const MARGIN = 16;
const TITLE = 44;

/** Stacks one below the other; in each, what refers stands to the left of what it refers to. */
export function layout(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layout {
  const depths = depthsOf(nodes, edges);
  const deepest = Math.max(0, ...depths.values());
  const longest = Math.max(0, ...nodes.map(({ name }) => name.length));
  const box = {
    width: Math.round(Math.min(BOX.most, Math.max(BOX.least, longest * CHARACTER + 2 * 12))),
    height: BOX.height,
  };
  const inner = (deepest + 1) * (box.width + GAP.x) - GAP.x;
  const places = new Map<string, Place>();
  const frames: (Place & { stack: string })[] = [];
  let y = MARGIN;
  for (const stack of new Set(nodes.map((node) => node.stack))) {
    const top = y + (stack === undefined ? 0 : TITLE);
    const rows = new Map<number, number>();
    for (const { path } of nodes.filter((node) => node.stack === stack)) {
      const column = deepest - (depths.get(path) ?? 0);
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      places.set(path, { ...box, x: 2 * MARGIN + column * (box.width + GAP.x), y: top + row * (box.height + GAP.y) });
    }
    const height = Math.max(...rows.values()) * (box.height + GAP.y) - GAP.y;
    if (stack !== undefined) {
      frames.push({ stack, x: MARGIN, y, width: inner + 2 * MARGIN, height: top - y + height + MARGIN });
    }
    y = top + height + (stack === undefined ? MARGIN : 2 * MARGIN);
  }
  return { width: inner + 4 * MARGIN, height: y, places, frames };
}

/** How many references lead on from an object, one after the other. */
function depthsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const depths = new Map<string, number>();
  const depth = (path: string): number => {
    const known = depths.get(path);
    if (known !== undefined) return known;
    // Kinds refer to each other in one direction only, so this ends.
    const found = Math.max(0, ...(targets.get(path) ?? []).map((target) => depth(target) + 1));
    depths.set(path, found);
    return found;
  };
  for (const { path } of nodes) depth(path);
  return depths;
}
