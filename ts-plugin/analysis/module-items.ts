/** The statements at the top level of a module, and what they declare. */
import { type Node, child, children, parentOf, text } from '../../compiler/ast.ts';
import type { Binding } from '../../compiler/analyze/scope.ts';
import type { ProjectFile } from './project.ts';

/** The statement at the top level of the module that a node stands in. */
export function itemAround({ bindings }: ProjectFile, node: Node): Node {
  let at = node;
  for (let next = parentOf(at); next && next !== bindings.root.node; next = parentOf(at)) at = next;
  return at;
}

/** The names that a statement at the top level declares. */
export function declaredBindings({ bindings }: ProjectFile, item: Node): Binding[] {
  const declaration = child(item, 'declaration') ?? child(item, 'decl') ?? item;
  const declarations =
    declaration.type === 'VariableDeclaration' ? children(declaration, 'declarations') : [declaration];
  return [...bindings.root.bindings.values()].filter((binding) =>
    binding.declarations.some((node) => declarations.includes(node)),
  );
}

/** Whether other modules can get at what a statement declares. */
export function isExported(file: ProjectFile, item: Node): boolean {
  if (/^(?:Ts)?Export/.test(item.type)) return true;
  return declaredBindings(file, item).some(({ references }) =>
    references.some(({ node }) => itemAround(file, node).type.startsWith('ExportNamed')),
  );
}

/** The import statements of a module that bring values; `import type` does not. */
export function importsOf({ items }: ProjectFile, module: string): Node[] {
  return items.filter(
    (item) => item.type === 'ImportDeclaration' && item['typeOnly'] !== true && text(child(item, 'source')!) === module,
  );
}
