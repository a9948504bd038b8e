/** What functions return, as it is written. */
import { type Node, child, contains, isBlock } from '../../compiler/ast.ts';
import type { ProjectFile } from './project.ts';
import { functionAround } from './surroundings.ts';

/** The expressions that a function itself returns, not those in it. */
export function returnedValues(file: ProjectFile, fn: Node): Node[] {
  const body = child(fn, 'body');
  if (!body) return [];
  if (!isBlock(body)) return [body];
  return file.bindings.nodes.of('ReturnStatement').flatMap((node) => {
    const isOwn = contains(fn.span, node.span) && functionAround(node) === fn;
    return isOwn ? (child(node, 'argument') ?? []) : [];
  });
}
