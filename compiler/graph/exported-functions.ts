/** The workflows and steps of a file by the names under which other files import them. */
import { type Node, child, children, text, unwrap } from '../ast.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { functionOf } from '../analyze/scope.ts';

/** An export that is one of another module. */
export interface PassedOn {
  source: string;
  name: string;
}

/** Workflows and steps by exported name; a re-export names the module that has it. */
export type ExportedFunctions = ReadonlyMap<string, DirectiveFunction | PassedOn>;

/** Without those that are members of an exported object or class. */
export function exportedFunctions(analysis: ModuleAnalysis): ExportedFunctions {
  const known = exportsOfModules.get(analysis) ?? findExports(analysis);
  exportsOfModules.set(analysis, known);
  return known;
}

const exportsOfModules = new WeakMap<ModuleAnalysis, ExportedFunctions>();

function findExports({ items, bindings, functions }: ModuleAnalysis): ExportedFunctions {
  const found = new Map<string, DirectiveFunction | PassedOn>();
  const addLocal = (local: string, exported: string): void => {
    const binding = bindings.root.bindings.get(local);
    const node = binding && (functionOf(binding) ?? binding.declarations[0]);
    const of = functions.find((one) => one.node === node);
    if (of) found.set(exported, of);
  };
  for (const item of items) {
    for (const name of declaredNames(item)) addLocal(name, name);
    for (const { local, exported, source } of listedNames(item)) {
      if (source === null) addLocal(local, exported);
      else found.set(exported, { source, name: local });
    }
    const value = defaultValue(item);
    const of = value && functions.find((one) => one.node === value);
    if (of) found.set('default', of);
    if (value?.type === 'Identifier') addLocal(text(value), 'default');
  }
  return found;
}

/** `export async function charge() {}`, `export const charge = …`. */
function declaredNames(item: Node): string[] {
  const declared = item.type === 'ExportDeclaration' ? child(item, 'declaration') : null;
  if (!declared) return [];
  const names = [child(declared, 'identifier'), ...children(declared, 'declarations').map((one) => child(one, 'id'))];
  return names.flatMap((name) => (name?.type === 'Identifier' ? [text(name)] : []));
}

/** `export { charge as pay }`, `export { charge } from './payment.ts'`. */
function listedNames(item: Node): { local: string; exported: string; source: string | null }[] {
  if (item.type !== 'ExportNamedDeclaration') return [];
  const from = child(item, 'source');
  return children(item, 'specifiers').flatMap((specifier) => {
    const local = child(specifier, 'orig');
    if (!local) return [];
    const exported = child(specifier, 'exported') ?? local;
    return [{ local: text(local), exported: text(exported), source: from && text(from) }];
  });
}

function defaultValue(item: Node): Node | null {
  if (item.type === 'ExportDefaultDeclaration') return child(item, 'decl');
  const value = item.type === 'ExportDefaultExpression' ? child(item, 'expression') : null;
  return value && unwrap(value);
}
