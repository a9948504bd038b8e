/** What the code around a place is: of a workflow, of a step, or of the application. */
import { type Node, isFunction, parentOf } from '../compiler/ast.ts';
import type { DirectiveFunction } from '../compiler/analyze/module-analysis.ts';
import type { ProjectFile } from './project.ts';

/** The nearest workflow or step around a node; the node itself counts. `null`: code of the application, or a helper. */
export function directiveAround({ directives }: ProjectFile, node: Node): DirectiveFunction | null {
  for (let at: Node | undefined = node; at; at = parentOf(at)) {
    const found = directives.get(at);
    if (found) return found;
  }
  return null;
}

/** The nearest function around a node; `null` at the top level of the module. */
export function functionAround(node: Node): Node | null {
  for (let at = parentOf(node); at; at = parentOf(at)) if (isFunction(at)) return at;
  return null;
}
