/** Where the nodes of a workflow's graph are drawn: in layers from above, in the order of the code. */
import type { GraphEdge, GraphNode, WorkflowGraph } from '../../../runtime/contract/workflow-graph.ts';

/** A node with the place of its middle. */
export interface PlacedNode extends GraphNode {
  x: number;
  y: number;
}

/** An edge as a path of SVG. */
export interface PlacedEdge extends GraphEdge {
  path: string;
  labelX: number;
  labelY: number;
}

/** The size of a node. */
export const NODE = { width: 168, height: 34 };
const GAP = { x: 28, y: 40 };
const MARGIN = 24;

/** The places of all nodes and edges, and the size of the picture. */
export function layOut({ nodes, edges }: WorkflowGraph): {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
} {
  const layers = toLayers(nodes, edges);
  const widest = Math.max(...layers.map((layer) => layer.length));
  const width = widest * (NODE.width + GAP.x) - GAP.x + 4 * MARGIN;
  const placed = new Map<string, PlacedNode>();
  for (const [row, layer] of layers.entries()) {
    const left = (width - layer.length * (NODE.width + GAP.x) + GAP.x) / 2;
    for (const [column, node] of layer.entries()) {
      const x = left + column * (NODE.width + GAP.x) + NODE.width / 2;
      placed.set(node.id, { ...node, x, y: MARGIN + row * (NODE.height + GAP.y) + NODE.height / 2 });
    }
  }
  return {
    nodes: [...placed.values()],
    edges: edges.flatMap((edge) => {
      const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
      return from && to ? [draw(edge, from, to)] : [];
    }),
    width,
    height: layers.length * (NODE.height + GAP.y) - GAP.y + 2 * MARGIN,
  };
}

/** A node is below all that lead to it, but for the ways back of loops. */
function toLayers(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode[][] {
  const order = new Map(nodes.map(({ id }, n) => [id, n]));
  const forward = edges.filter(({ from, to }) => order.get(from)! < order.get(to)!);
  const rows = new Map<string, number>();
  for (const { id } of nodes) {
    const before = forward.filter(({ to }) => to === id).map(({ from }) => rows.get(from) ?? 0);
    rows.set(id, before.length === 0 ? 0 : Math.max(...before) + 1);
  }
  const layers: GraphNode[][] = [];
  for (const node of nodes) (layers[rows.get(node.id)!] ??= []).push(node);
  return layers.filter(Boolean);
}

function draw(edge: GraphEdge, from: PlacedNode, to: PlacedNode): PlacedEdge {
  if (to.y <= from.y) return drawBack(edge, from, to);
  const [x1, y1, x2, y2] = [from.x, from.y + NODE.height / 2, to.x, to.y - NODE.height / 2];
  const middle = (y1 + y2) / 2;
  const path = `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
  return { ...edge, path, labelX: (x1 * 2 + x2) / 3 + 6, labelY: y1 + 15 };
}

/** The way back of a loop goes round the right side. */
function drawBack(edge: GraphEdge, from: PlacedNode, to: PlacedNode): PlacedEdge {
  const right = Math.max(from.x, to.x) + NODE.width / 2 + GAP.x;
  const path = `M${from.x + NODE.width / 2} ${from.y}C${right} ${from.y} ${right} ${to.y} ${to.x + NODE.width / 2} ${to.y}`;
  return { ...edge, path, labelX: right - 14, labelY: (from.y + to.y) / 2 };
}
