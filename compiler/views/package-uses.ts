/** Imports of packages as edits see them: a use becomes a property of the module, so that it can be loaded later. */
import { type Node, child, children, parentOf, text } from '../ast.ts';
import type { Reference, Scope } from '../analyze/scope.ts';

/** A use of an imported name. */
export interface PackageUse {
  reference: Reference;
  /** The name that the package exports; `null`: the whole module. */
  name: string | null;
}

/** Whether a statement imports values. Imports with attributes (`with { type: 'json' }`) hold data and are left out. */
export const isPlainImport = (node: Node): boolean =>
  node.type === 'ImportDeclaration' && node['typeOnly'] !== true && !child(node, 'with');

/** The module that an import names. */
export const specifierOf = (node: Node): string => text(child(node, 'source')!);

/** All uses of the names that an import declares. @param root The scope of the module. */
export const usesOf = (root: Scope, node: Node): PackageUse[] =>
  children(node, 'specifiers').flatMap((specifier) => {
    const { references = [] } = root.bindings.get(text(child(specifier, 'local')!)) ?? {};
    return references.map((reference) => ({ reference, name: importedName(specifier) }));
  });

function importedName(specifier: Node): string | null {
  if (specifier.type === 'ImportNamespaceSpecifier') return null;
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return text(child(specifier, 'imported') ?? child(specifier, 'local')!);
}

/** The code that takes the place of a use. @param variable Holds the module. */
export function useOf({ reference: { node, name: local }, name }: PackageUse, variable: string): string {
  const value = name === null ? variable : variable + toProperty(name);
  const parent = parentOf(node);
  if (parent?.type === 'ObjectExpression') return `${local}: ${value}`;
  const isCalled = parent?.['callee'] === node || parent?.['tag'] === node;
  // A function that is imported gets no `this`.
  return isCalled && parent.type !== 'NewExpression' ? `(0, ${value})` : value;
}

const toProperty = (name: string): string => (/^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
