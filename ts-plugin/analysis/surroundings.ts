/** What the code around a place is: of a workflow, of a step, or of the application. */
import { type Node, isFunction, nearestOf, parentOf } from '../../compiler/ast.ts';
import type { DirectiveFunction } from '../../compiler/analyze/module-analysis.ts';
import type { ProjectFile } from './project.ts';

/** The nearest workflow or step around a node; the node itself counts. `null`: code of the application, or a helper. */
export function directiveAround({ directives }: ProjectFile, node: Node): DirectiveFunction | null {
  return nearestOf(directives, node) ?? null;
}

/** The nearest function around a node; `null` at the top level of the module. */
export function functionAround(node: Node): Node | null {
  for (let at = parentOf(node); at; at = parentOf(at)) if (isFunction(at)) return at;
  return null;
}
