/** Finds the name of a module that stands behind one of its exports. */
import { type Node, child, children, importedName, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import type { Binding } from '../analyze/scope.ts';

/** @param specifier Of the import, in another module. @returns `null` for what the module itself does not declare. */
export function findExported({ items, bindings: { root } }: ParsedModule, specifier: Node): Binding | null {
  const isDefault = specifier.type === 'ImportDefaultSpecifier';
  const wanted = isDefault ? 'default' : importedName(specifier);
  for (const item of items) {
    if (item.type === 'ExportNamedDeclaration' && !child(item, 'source')) {
      const found = children(item, 'specifiers').find(
        (one) => text(child(one, 'exported') ?? child(one, 'orig')!) === wanted,
      );
      if (found) return root.bindings.get(text(child(found, 'orig')!)) ?? null;
    }
    const declared = isDefault ? child(item, 'decl') : child(item, 'declaration');
    const id = isDefault && declared ? child(declared, 'identifier') : null;
    if (id) return root.bindings.get(text(id)) ?? null;
  }
  return isDefault ? null : (root.bindings.get(wanted) ?? null);
}
