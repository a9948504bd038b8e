/** The statements at the top level of a module: what they declare, import and export. */
import { patternNames } from '../../../compiler/analyze/pattern-names.ts';
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, child, children, parentOf, text, isFunction } from '../../../compiler/ast.ts';
import type { ProjectFile } from '../project/project.ts';

/** The statement at the top level of the module that holds a node. */
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

/** Whether a statement exports a name that it declares. */
export function isExported(file: ProjectFile, item: Node): boolean {
  if (/^(?:Ts)?Export/.test(item.type)) return true;
  return declaredBindings(file, item).some(({ references }) =>
    references.some(({ node }) => itemAround(file, node).type.startsWith('ExportNamed')),
  );
}

/** The statements that import values from a module; `import type` does not count. */
export function importsOf({ items }: ProjectFile, module: string): Node[] {
  return items.filter(
    (item) => item.type === 'ImportDeclaration' && item['typeOnly'] !== true && text(child(item, 'source')!) === module,
  );
}

/** The declaration behind an exported name. */
export type ModuleExport =
  | { kind: 'binding'; binding: Binding }
  /** A default export without a name. */
  | { kind: 'expression'; node: Node }
  /** `name` is the name in the other module; `*` is that whole module. */
  | { kind: 're-export'; specifier: string; name: string };

/** The export of a name; `undefined` when it is not exported, or only by `export * from`. */
export function findExport(file: ProjectFile, name: string): ModuleExport | undefined {
  for (const item of file.items) {
    const found = readItem(file, item, name);
    if (found) return found;
  }
  return undefined;
}

function readItem(file: ProjectFile, item: Node, name: string): ModuleExport | undefined {
  switch (item.type) {
    case 'ExportDeclaration':
      return declaredNames(child(item, 'declaration')!).includes(name) ? toBinding(file, name) : undefined;
    case 'ExportDefaultDeclaration':
      return name === 'default' ? defaultDeclaration(file, child(item, 'decl')!) : undefined;
    case 'ExportDefaultExpression':
      return name === 'default' ? { kind: 'expression', node: child(item, 'expression')! } : undefined;
    case 'ExportNamedDeclaration':
      return item['typeOnly'] === true ? undefined : readSpecifiers(file, item, name);
    default:
      return undefined;
  }
}

function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration')
    return children(declaration, 'declarations').flatMap((declarator) =>
      patternNames(child(declarator, 'id')!).map(({ name }) => name),
    );
  const name = child(declaration, 'identifier') ?? child(declaration, 'id');
  return name ? [text(name)] : [];
}

function toBinding({ bindings }: ProjectFile, name: string): ModuleExport | undefined {
  const binding = bindings.root.bindings.get(name);
  return binding && { kind: 'binding', binding };
}

function defaultDeclaration(file: ProjectFile, declared: Node): ModuleExport | undefined {
  const name = child(declared, 'identifier');
  if (name) return toBinding(file, text(name));
  return isFunction(declared) || declared.type === 'ClassExpression'
    ? { kind: 'expression', node: declared }
    : undefined;
}

function readSpecifiers(file: ProjectFile, item: Node, name: string): ModuleExport | undefined {
  const source = child(item, 'source');
  for (const specifier of children(item, 'specifiers')) {
    if (specifier['isTypeOnly'] === true) continue;
    if (specifier.type === 'ExportNamespaceSpecifier') {
      if (text(child(specifier, 'name')!) === name) return { kind: 're-export', specifier: text(source!), name: '*' };
      continue;
    }
    const local = child(specifier, 'orig')!;
    if (text(child(specifier, 'exported') ?? local) !== name) continue;
    return source ? { kind: 're-export', specifier: text(source), name: text(local) } : toBinding(file, text(local));
  }
  return undefined;
}
