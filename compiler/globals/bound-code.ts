/** A file with its names resolved, as far as the search for globals needs it. */
import { type Node, child, children, isFunction } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type ModuleBindings, referenceOf } from '../analyze/scope.ts';
import { isOfProject } from '../build/source-files.ts';

/** The names of a file, and whether it is an ES module. */
export interface BoundCode {
  bindings: ModuleBindings;
  /** False for CommonJS, where `require`, `module` and `exports` are no globals. */
  isModule: boolean;
  /** Code of the project is to do in workflows what it does elsewhere; packages choose by the platform. */
  isOwn: boolean;
}

/** The output of a bundler may hold packages. */
const OUTPUT = /[\\/](?:build|dist|generated|out|vendor)[\\/].*\.[cm]?js$/;

/** A parsed module as the search for globals needs it. @param path Absolute path of its file. */
export function toBoundCode({ bindings, items }: Pick<ParsedModule, 'bindings' | 'items'>, path: string): BoundCode {
  return { bindings, isModule: items.some(isModuleSyntax), isOwn: isOfProject(path) && !OUTPUT.test(path) };
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
