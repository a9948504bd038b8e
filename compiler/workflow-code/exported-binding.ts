/** Finds the name that stands behind an export, in the module itself or in one whose names it passes on. */
import { type Node, child, children, importedName, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import type { Binding } from '../analyze/scope.ts';

/** @param wanted The name of the export. @returns `null` for what the module itself does not declare. */
export function findExported({ items, bindings: { root } }: ParsedModule, wanted: string): Binding | null {
  const isDefault = wanted === 'default';
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

/** The name of the export that an import takes. */
export const wantedExport = (specifier: Node): string =>
  specifier.type === 'ImportDefaultSpecifier' ? 'default' : importedName(specifier);

/** The files of a project, and where their imports lead. */
export interface LinkedModules {
  module(path: string): ParsedModule | null;
  /** The file behind a text in an import; `null` for packages and what is not known. */
  target(path: string, source: string): string | null;
}

/** Follows what files pass on of others. @returns `null`: no file declares it. */
export function findDeclared(
  modules: LinkedModules,
  path: string | null,
  name: string,
  seen = new Set<string>(),
): { path: string; binding: Binding } | null {
  const module = path === null || seen.has(path) ? null : modules.module(path);
  if (path === null || !module) return null;
  seen.add(path);
  const binding = findExported(module, name);
  if (binding) return { path, binding };
  for (const item of module.items) {
    const passed = passedOnAs(item, name);
    const target = passed === null ? null : modules.target(path, text(child(item, 'source')!));
    const found = target === null ? null : findDeclared(modules, target, passed!, seen);
    if (found) return found;
  }
  return null;
}

/** The name in the other file of what a statement exports by this name; `null`: it passes no such name on. */
function passedOnAs(item: Node, name: string): string | null {
  if (item.type === 'ExportAllDeclaration') return name;
  if (item.type !== 'ExportNamedDeclaration' || !child(item, 'source')) return null;
  const found = children(item, 'specifiers').find(
    (one) => one.type === 'ExportSpecifier' && text(child(one, 'exported') ?? child(one, 'orig')!) === name,
  );
  return found ? text(child(found, 'orig')!) : null;
}
