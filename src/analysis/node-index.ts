/** The nodes of the types that rules look for: a walk for each rule would be most of their time. */
import type { Node } from '../compiler/ast.ts';
import type { ModuleBindings } from '../compiler/analyze/scope.ts';

const TYPES = [
  'AssignmentExpression',
  'AwaitExpression',
  'CallExpression',
  'DoWhileStatement',
  'ForStatement',
  'NewExpression',
  'ReturnStatement',
  'WhileStatement',
] as const;

/** A type of nodes that can be looked up. */
export type IndexedType = (typeof TYPES)[number];

/** Looks through a file when it is asked for the first time. */
export function indexNodes({ parents }: ModuleBindings): (type: IndexedType) => readonly Node[] {
  let byType: Map<string, Node[]> | undefined;
  return (type) => (byType ??= groupByType(parents)).get(type)!;
}

function groupByType(nodes: ReadonlyMap<Node, unknown>): Map<string, Node[]> {
  const byType = new Map<string, Node[]>(TYPES.map((type) => [type, []]));
  nodes.forEach((_, node) => byType.get(node.type)?.push(node));
  return byType;
}
