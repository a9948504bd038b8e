/** Where "await" can be written. */
import { type Node, child, contains, isFunction, parentOf } from '../../compiler/ast.ts';
import type { ProjectFile } from './project.ts';

const NOT_IN = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor', 'StaticBlock']);

/** In the body of an async function, or at the top level of a module. */
export function canAwaitAt({ items, source }: ProjectFile, node: Node): boolean {
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (NOT_IN.has(at.type)) return false;
    if (!isFunction(at)) continue;
    const body = child(at, 'body');
    return at['async'] === true && body !== null && contains(body.span, node.span);
  }
  return !/\.c[jt]sx?$/.test(source.path) && items.some(({ type }) => /^(?:Import|Export)/.test(type));
}
