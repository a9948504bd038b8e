/** The functions around a place: their directive, what they return, and where "await" can stand. */
import type { DirectiveFunction } from '../../../compiler/analyze/module-analysis.ts';
import { type Node, isFunction, nearestOf, parentOf, child, contains } from '../../../compiler/ast.ts';
import type { ProjectFile } from '../project/project.ts';

export { functionAround, returnedValues } from '../../../compiler/analyze/returned-values.ts';

/** The nearest workflow or step around a node, which may be the node itself; `null` for other code. */
export function directiveAround({ directives }: ProjectFile, node: Node): DirectiveFunction | null {
  return nearestOf(directives, node) ?? null;
}

/** Whether a function can be a workflow: it is at the top level of its module, and is no method. */
export function canBeWorkflow({ bindings }: ProjectFile, fn: Node): boolean {
  const isPlain = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(fn.type);
  return isPlain && bindings.scopes.get(fn)?.kind === 'module';
}

const NOT_IN = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor', 'StaticBlock']);

/** Whether `await` can stand at a node: in an async function, or at the top level of a module. */
export function canAwaitAt({ items, source }: ProjectFile, node: Node): boolean {
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (NOT_IN.has(at.type)) return false;
    if (!isFunction(at)) continue;
    const body = child(at, 'body');
    return at['async'] === true && body !== null && contains(body.span, node.span);
  }
  return !/\.c[jt]sx?$/.test(source.path) && items.some(({ type }) => /^(?:Import|Export)/.test(type));
}
