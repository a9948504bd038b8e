/** A graph while it is drawn. */
import type { GraphEdge, GraphNode, WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';

/** An edge that leads on to whatever is drawn next. */
export interface OpenEdge {
  from: string;
  label?: string;
}

/** All edges that lead on; none where the code does not go on. */
export type Ends = readonly OpenEdge[];

/** A node of the graph without its id, which the sketch gives it. */
export type NewNode = Omit<GraphNode, 'id'>;

/** Beyond it nothing is drawn. */
const NODES_MAX = 1000;

/** The kinds of nodes at which something happens; all others only lead to them. */
const HAPPENING: ReadonlySet<string> = new Set<GraphNode['kind']>(['step', 'workflow', 'sleep', 'hook']);

/** Collects nodes and edges, at most 1,000 nodes, and leaves out what decides nothing. */
export class Sketch {
  readonly #nodes: GraphNode[] = [];
  readonly #edges: GraphEdge[] = [];
  /** Ids of nodes that stay in any case. */
  readonly #kept = new Set<string>();

  /** Adds a node behind these ends. @returns Its id; `null` when there are too many. */
  add(node: NewNode, ends: Ends): string | null {
    if (this.#nodes.length >= NODES_MAX) return null;
    const id = `n${this.#nodes.length + 1}`;
    this.#nodes.push({ id, ...node });
    this.connect(ends, id);
    return id;
  }

  connect(ends: Ends, to: string): void {
    for (const { from, label } of ends) this.#edges.push({ from, to, ...(label !== undefined && { label }) });
  }

  get size(): number {
    return this.#nodes.length;
  }

  /** Keeps a node if something happens among the nodes added since there were `since` of them. */
  keepIfHappening(id: string, since: number): void {
    if (this.happeningSince(since).length > 0) this.#kept.add(id);
  }

  /** Ids of the nodes at which something happens among those added since there were `size` of them. */
  happeningSince(size: number): string[] {
    return this.#nodes.filter(({ kind }, index) => index >= size && HAPPENING.has(kind)).map(({ id }) => id);
  }

  /** The graph without nodes that decide nothing visible. */
  finish(start: GraphNode, end: GraphNode): WorkflowGraph {
    const kept = this.#nodes
      .toReversed()
      .filter((node) => !this.#bypass(node))
      .toReversed();
    return inOrder([start, ...kept, end], this.#edges);
  }

  /** Leads past a node when all of its edges lead to the same other one. Its followers come first. */
  #bypass({ id, kind }: GraphNode): boolean {
    if (HAPPENING.has(kind) || this.#kept.has(id)) return false;
    const targets = new Set(this.#edges.filter(({ from }) => from === id).map(({ to }) => to));
    const [target] = targets;
    if (target === undefined || target === id || targets.size > 1) return false;
    const others = this.#edges.filter(({ from }) => from !== id);
    this.#edges.length = 0;
    this.#edges.push(...others.map((edge) => (edge.to === id ? { ...edge, to: target } : edge)));
    return true;
  }
}

/** Numbers the nodes anew, and has each edge once, with those of a node together. */
function inOrder(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): WorkflowGraph {
  const ids = new Map(nodes.map(({ id, kind }, index) => [id, kind === 'start' || kind === 'end' ? id : `n${index}`]));
  const unique = new Map<string, GraphEdge>();
  for (const { id } of nodes) {
    for (const edge of edges.filter(({ from }) => from === id)) {
      const renamed = { ...edge, from: ids.get(edge.from)!, to: ids.get(edge.to)! };
      unique.set(JSON.stringify([renamed.from, renamed.to, renamed.label]), renamed);
    }
  }
  return { nodes: nodes.map((node) => ({ ...node, id: ids.get(node.id)! })), edges: [...unique.values()] };
}
