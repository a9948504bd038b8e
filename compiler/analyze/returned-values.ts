/** The function around a place, and what a function returns. */
import { type Node, child, contains, isBlock, isFunction, parentOf } from '../ast.ts';
import type { ParsedModule } from './module-analysis.ts';

/** The nearest function around a node; `null` at the top level of the module. */
export function functionAround(node: Node): Node | null {
  for (let at = parentOf(node); at; at = parentOf(at)) if (isFunction(at)) return at;
  return null;
}

/** The expressions that a function itself returns, without those of functions inside it. */
export function returnedValues({ bindings }: Pick<ParsedModule, 'bindings'>, fn: Node): Node[] {
  const body = child(fn, 'body');
  if (!body) return [];
  if (!isBlock(body)) return [body];
  return bindings.nodes.of('ReturnStatement').flatMap((node) => {
    const isOwn = contains(fn.span, node.span) && functionAround(node) === fn;
    return isOwn ? (child(node, 'argument') ?? []) : [];
  });
}
