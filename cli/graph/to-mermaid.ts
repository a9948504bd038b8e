/** The graph of a workflow in the language of Mermaid, which many Markdown viewers draw. */
import type { GraphEdge, GraphNode, GraphNodeKind, WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';

/** The brackets around the label of a node give it its shape. */
const SHAPES: Readonly<Record<GraphNodeKind, [open: string, close: string]>> = {
  start: ['([', '])'],
  end: ['([', '])'],
  step: ['[', ']'],
  workflow: ['[[', ']]'],
  sleep: ['(', ')'],
  hook: ['[/', '/]'],
  condition: ['{', '}'],
  loop: ['{{', '}}'],
  parallel: ['>', ']'],
};

/** A flowchart from top to bottom. */
export function toMermaid({ nodes, edges }: WorkflowGraph): string {
  return ['flowchart TD', ...nodes.map(nodeText), ...edges.map(edgeText)].join('\n  ');
}

/** `end` is a keyword of Mermaid. */
const idOf = (id: string): string => (id === 'end' ? 'finish' : id);

function nodeText({ id, kind, label }: GraphNode): string {
  const [open, close] = SHAPES[kind];
  return `${idOf(id)}${open}${quoted(label)}${close}`;
}

function edgeText({ from, to, label }: GraphEdge): string {
  return `${idOf(from)} -->${label === undefined ? '' : `|${quoted(label)}|`} ${idOf(to)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/[&"<>]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
}
