import type { GraphEdge, GraphNode } from './graph';
import { GAP, layout, type Place } from './layout';

/** Colours that hold on a white page and on a dark one. */
const FILL: Readonly<Record<string, string>> = {
  Network: '#d9ecff',
  Image: '#efe3ff',
  Volume: '#fff0cc',
  Server: '#d8f5df',
  Cluster: '#ffe3e0',
};

const STYLE = `text{font:13px system-ui,sans-serif;fill:#1b1f24}
.kind{font-size:11px;fill:#57606a}.stack{fill:#57606a;font-weight:600}.prop{font-size:11px;fill:#57606a;text-anchor:middle}
.node{stroke:#57606a}.dashed{stroke-dasharray:5 4}.box{fill:none;stroke:#afb8c1}.edge{fill:none;stroke:#57606a}`;

/** A picture in SVG: a box for each object, an arrow for each reference, a frame around each stack. */
export function svg(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  const { width, height, places, frames } = layout(nodes, edges);
  const parts = [
    ...frames.flatMap(({ x, y, width: w, height: h, stack }) => [
      `<rect class="box" x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/>`,
      text('stack', x + 12, y + 20, stack),
    ]),
    ...edges.flatMap((edge) => arrow(edge, places)),
    ...nodes.flatMap((node) => box(node, places.get(node.path))),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(`${nodes.length} objects, ${edges.length} references`)}</title>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function box({ kind, name, origin }: GraphNode, place: Place | undefined): string[] {
  if (!place) return [];
  const { x, y, width, height } = place;
  const dashed = origin === 'made' ? '' : ' dashed';
  const note = { made: '', observed: ' · observed', elsewhere: ' · defined elsewhere' }[origin];
  return [
    `<rect class="node${dashed}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${FILL[kind] ?? '#eaeef2'}"/>`,
    text('kind', x + 12, y + 18, `${kind}${note}`),
    text('name', x + 12, y + 36, name),
  ];
}

function arrow({ from, to, prop }: GraphEdge, places: ReadonlyMap<string, Place>): string[] {
  const [start, end] = [places.get(from), places.get(to)];
  if (!start || !end) return [];
  const [x1, y1] = [start.x + start.width, start.y + start.height / 2];
  const [x2, y2] = [end.x, end.y + end.height / 2];
  const { line, label } = x2 - x1 > GAP.x ? around({ x1, y1, x2, y2 }, start.y - 7) : straight({ x1, y1, x2, y2 });
  return [`<path class="edge" d="${line}" marker-end="url(#tip)"/>`, text('prop', label.x, label.y, prop)];
}

interface Ends {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function straight({ x1, y1, x2, y2 }: Ends) {
  const x = (x1 + x2) / 2;
  return { line: `M${x1} ${y1}C${x} ${y1} ${x} ${y2} ${x2} ${y2}`, label: { x, y: (y1 + y2) / 2 - 5 } };
}

/** Past the boxes between the two, above the row of the first. */
function around({ x1, y1, x2, y2 }: Ends, lane: number) {
  const [out, back] = [x1 + GAP.x / 2, x2 - GAP.x / 2];
  return {
    line: `M${x1} ${y1}C${out} ${y1} ${out} ${lane} ${x1 + GAP.x} ${lane}H${x2 - GAP.x}C${back} ${lane} ${back} ${y2} ${x2} ${y2}`,
    label: { x: (x1 + x2) / 2, y: lane - 3 },
  };
}

function text(style: string, x: number, y: number, content: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escaped(content)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
