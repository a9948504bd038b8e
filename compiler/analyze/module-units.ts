/** Cuts a module into the smallest parts that the workflow view keeps or drops. */
import { type Node, child, children } from '../ast.ts';
import { readStringStatement } from '../directives.ts';

/**
 * - `import`: one imported name
 * - `declaration`: a function, class, enum or namespace, or one variable of a statement
 * - `export`: code that is there for other modules
 * - `effect`: any other statement
 */
export type UnitKind = 'import' | 'declaration' | 'export' | 'effect';

export interface Unit {
  kind: UnitKind;
  /** What is dropped when nothing else of the item is kept. */
  item: Node;
  node: Node;
  /** Other modules may use it. */
  exported: boolean;
}

const known = new WeakMap<readonly Node[], readonly Unit[]>();

/** All parts of a module but types and directives, which stay as they are. Cut once for each module. */
export function moduleUnits(items: readonly Node[]): readonly Unit[] {
  let units = known.get(items);
  if (!units) known.set(items, (units = items.flatMap((item) => unitsOf(item, item, false))));
  return units;
}

function unitsOf(item: Node, node: Node, exported: boolean): Unit[] {
  if (node['declare'] === true || node['typeOnly'] === true || readStringStatement(node)) return [];
  const unit = (kind: UnitKind, part = node): Unit => ({ kind, item, node: part, exported });
  switch (node.type) {
    case 'EmptyStatement':
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return [];
    case 'ImportDeclaration':
      return children(node, 'specifiers').map((specifier) => unit('import', specifier));
    case 'TsImportEqualsDeclaration':
      return [unit('import')];
    case 'ExportDeclaration':
      return unitsOf(item, child(node, 'declaration')!, true);
    case 'ExportDefaultDeclaration':
      return [{ ...unit('declaration', child(node, 'decl')!), exported: true }];
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportDefaultExpression':
    case 'TsExportAssignment':
      return [unit('export')];
    case 'VariableDeclaration':
      return children(node, 'declarations').map((declarator) => unit('declaration', declarator));
    case 'UsingDeclaration':
      return children(node, 'decls').map((declarator) => unit('declaration', declarator));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TsEnumDeclaration':
    case 'TsModuleDeclaration':
      return [unit('declaration')];
    default:
      return [unit('effect')];
  }
}
