/** A file with its names resolved, as far as the search for globals needs it. */
import { type Node, child, children, isFunction } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type ModuleBindings, referenceOf } from '../analyze/scope.ts';

/** The names of a file, and whether it is an ES module. */
export interface BoundCode {
  bindings: ModuleBindings;
  /** False for CommonJS, where `require`, `module` and `exports` are no globals. */
  isModule: boolean;
}

/** A parsed module as the search for globals needs it. */
export function toBoundCode({ bindings, items }: Pick<ParsedModule, 'bindings' | 'items'>): BoundCode {
  return { bindings, isModule: items.some(isModuleSyntax) };
}

/** True for a statement that makes a file an ES module. */
export function isModuleSyntax({ type }: Node): boolean {
  return type.startsWith('Import') || type.startsWith('Export');
}

/** The values that a name stands for: the value of a constant, or the return statements of a function. */
export function declaredValues(name: Node): Node[] {
  const declarations = referenceOf(name)?.binding?.declarations ?? [];
  return declarations.flatMap((declaration) => {
    if (declaration.type === 'VariableDeclarator') return child(declaration, 'init') ?? [];
    const body = isFunction(declaration) ? child(declaration, 'body') : null;
    return body ? children(body, 'stmts').filter(({ type }) => type === 'ReturnStatement') : [];
  });
}
