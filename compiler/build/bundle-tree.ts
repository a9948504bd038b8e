/** The syntax tree that the bundler's parser makes of a bundle (ESTree, offsets in UTF-16 units). */
import type { PluginContext } from 'rolldown';
import { type Node, eachChild } from '../ast.ts';

/** A node with its place; a walk needs nothing else of the bundler's types. */
export type TreeNode = Node & { start: number; end: number };

/** All nodes of these types in a program, each before the nodes inside it. */
export function nodesIn(program: ReturnType<PluginContext['parse']>, types: readonly string[]): TreeNode[] {
  const found: TreeNode[] = [];
  const look = (node: Node): void => {
    if (types.includes(node.type)) found.push(node as TreeNode);
    eachChild(node, look);
  };
  look(program as object as Node);
  return found;
}
