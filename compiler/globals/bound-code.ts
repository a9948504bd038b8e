/** A file with its names resolved, as far as the search for globals needs it. */
import { type Node, child, children, isFunction } from '../ast.ts';
import { type ModuleBindings, referenceOf } from '../analyze/scope.ts';

export interface BoundCode {
  bindings: ModuleBindings;
  /** False for CommonJS, where `require`, `module` and `exports` are no globals. */
  isModule: boolean;
}

/** True for a statement that makes a file an ES module. */
export function isModuleSyntax({ type }: Node): boolean {
  return type.startsWith('Import') || type.startsWith('Export');
}

/** What a name is declared to be: the value of a constant, or what a function returns that is asked in its place. */
export function declaredValues(name: Node): Node[] {
  const declarations = referenceOf(name)?.binding?.declarations ?? [];
  return declarations.flatMap((declaration) => {
    if (declaration.type === 'VariableDeclarator') return child(declaration, 'init') ?? [];
    const body = isFunction(declaration) ? child(declaration, 'body') : null;
    return body ? children(body, 'stmts').filter(({ type }) => type === 'ReturnStatement') : [];
  });
}
