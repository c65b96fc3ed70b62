import type { GraphEdge, GraphNode } from './graph';

/** A Mermaid flowchart. Objects of a stack stand in a box of its name; what the provider does not make is dashed. */
export function mermaid(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  const ids = new Map(nodes.map(({ path }, index) => [path, `n${index}`]));
  const line = (node: GraphNode) =>
    `${ids.get(node.path)}["${node.kind}<br/>${escaped(node.name)}"]${node.origin === 'made' ? '' : ':::dashed'}`;
  const stacks = [...new Set(nodes.map(({ stack }) => stack))];
  const boxes = stacks.flatMap((stack, index) => {
    const lines = nodes.filter((node) => node.stack === stack).map(line);
    if (stack === undefined) return lines.map((text) => `  ${text}`);
    return [`  subgraph s${index}["${escaped(stack)}"]`, ...lines.map((text) => `    ${text}`), '  end'];
  });
  const dashed = nodes.some(({ origin }) => origin !== 'made') ? ['  classDef dashed stroke-dasharray: 5 4'] : [];
  const arrows = edges.map(({ from, to, prop }) => `  ${ids.get(from)} -->|${prop}| ${ids.get(to)}`);
  return `${['flowchart LR', ...boxes, ...arrows, ...dashed].join('\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '"': '#quot;', '<': '#lt;', '>': '#gt;', '#': '#35;' };

function escaped(text: string): string {
  return text.replace(/["<>#]/g, (character) => ENTITIES[character] ?? character);
}
