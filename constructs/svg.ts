import type { GraphEdge, GraphNode } from './graph';
import { GAP, LONGEST_NAME, layout, type Place } from './layout';
import { type Ends, endsOf, type Lane } from './ports';

/** Colours that hold on a white page and on a dark one. */
const FILL: Readonly<Record<string, string>> = {
  Network: '#d9ecff',
  Image: '#efe3ff',
  Volume: '#fff0cc',
  Server: '#d8f5df',
  Cluster: '#ffe3e0',
};

const STYLE = `text{font:13px system-ui,sans-serif;fill:#1b1f24}
.kind{font-size:11px;fill:#57606a}.stack{fill:#57606a;font-weight:600}
.prop{font-size:11px;fill:#57606a;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:5px;stroke-linejoin:round}
.node{stroke:#57606a}.dashed{stroke-dasharray:5 4}.box{fill:none;stroke:#afb8c1}.edge{fill:none;stroke:#57606a}`;

/** A picture in SVG: a box for each object, an arrow for each reference, a frame around each stack. */
export function svg(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  const { width, height, places, frames } = layout(nodes, edges);
  const parts = [
    ...frames.flatMap(({ x, y, width: w, height: h, stack }) => [
      `<rect class="box" x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/>`,
      text('stack', x + 12, y + 20, stack),
    ]),
    ...arrows(edges, places),
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
    text('name', x + 12, y + 36, name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name),
  ];
}

/** Lines first and what is written on them after, so that no line crosses a text. */
function arrows(edges: readonly GraphEdge[], places: ReadonlyMap<string, Place>): string[] {
  const drawn = endsOf(edges, places).map(({ edge, ends, lane }) => {
    const { line, label } = lane ? around(ends, lane) : straight(ends);
    return [
      `<path class="edge" d="${line}" marker-end="url(#tip)"/>`,
      text('prop', Math.round(label.x), Math.round(label.y) + 4, edge.prop),
    ] as const;
  });
  return [...drawn.map(([line]) => line), ...drawn.map(([, label]) => label)];
}

/** Where lines lead far up or down, many meet half way; the text stands nearer to the begin then. */
function straight({ x1, y1, x2, y2 }: Ends) {
  const x = (x1 + x2) / 2;
  const part = Math.abs(y2 - y1) > 40 ? 0.2 : 0.5;
  const [first, last] = [(1 - part) ** 3, part ** 3];
  const [start, end] = [first + 3 * (1 - part) ** 2 * part, last + 3 * (1 - part) * part ** 2];
  return {
    line: `M${x1} ${y1}C${x} ${y1} ${x} ${y2} ${x2} ${y2}`,
    label: { x: first * x1 + (1 - first - last) * x + last * x2, y: start * y1 + end * y2 },
  };
}

/** Past the boxes between the two, above the row of the first. */
function around({ x1, y1, x2, y2 }: Ends, { y, share }: Lane) {
  const [out, back] = [x1 + GAP.x / 2, x2 - GAP.x / 2];
  const [from, to] = [x1 + GAP.x, x2 - GAP.x];
  return {
    line: `M${x1} ${y1}C${out} ${y1} ${out} ${y} ${from} ${y}H${to}C${back} ${y} ${back} ${y2} ${x2} ${y2}`,
    label: { x: from + (to - from) * share, y },
  };
}

function text(style: string, x: number, y: number, content: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escaped(content)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
