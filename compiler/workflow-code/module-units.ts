/** Cuts a module into the smallest parts that the workflow view keeps or drops. */
import { type Node, child, children, isWithin, nearestOf } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import type { Binding, Reference } from '../analyze/scope.ts';
import { readStringStatement } from '../directives.ts';

/**
 * - `import`: one imported name, or an import without names
 * - `declaration`: a function, class, enum or namespace, or one variable of a statement
 * - `export`: code that exists for other modules
 * - `effect`: any other statement
 */
export type UnitKind = 'import' | 'declaration' | 'export' | 'effect';

/** A part of a module that is kept or dropped as a whole. */
export interface Unit {
  kind: UnitKind;
  /** The statement of the module that holds the unit. It goes when all its units go. */
  item: Node;
  node: Node;
  /** Other modules may use it. */
  exported: boolean;
}

/** A module cut into units, with the names that each unit uses. */
export interface ModuleUses {
  /** In the order of the text. Types and directives are in no unit: every view leaves them as they are. */
  units: readonly Unit[];
  /** The uses of names in each unit, in the order of the text, without those in removed code. */
  references: ReadonlyMap<Unit, readonly Reference[]>;
  /** The units that declare each name of the module. */
  declaring: ReadonlyMap<Binding, readonly Unit[]>;
  /** The nodes that the workflow view removes or replaces. */
  removed: ReadonlySet<Node>;
}

/** Cuts a module into units. @param removed The nodes that the workflow view removes or replaces. */
export function findUses(
  { items, bindings }: Pick<ParsedModule, 'items' | 'bindings'>,
  removed: ReadonlySet<Node>,
): ModuleUses {
  const units = items.flatMap((item) => unitsOf(item, item, false));
  const unitOf = new Map(units.map((unit) => [unit.node, unit]));
  const references = new Map(units.map((unit): [Unit, Reference[]] => [unit, []]));
  for (const reference of bindings.references) {
    const unit = nearestOf(unitOf, reference.node);
    if (unit && !(removed.size > 0 && isWithin(removed, reference.node))) references.get(unit)!.push(reference);
  }
  const declaring = new Map<Binding, Unit[]>();
  for (const binding of bindings.root.bindings.values()) {
    declaring.set(
      binding,
      binding.declarations.flatMap((node) => nearestOf(unitOf, node) ?? []),
    );
  }
  return { units, references, declaring, removed };
}

function unitsOf(item: Node, node: Node, exported: boolean): Unit[] {
  if (node['declare'] === true || node['typeOnly'] === true || readStringStatement(node)) return [];
  const unit = (kind: UnitKind, part = node): Unit => ({ kind, item, node: part, exported });
  switch (node.type) {
    case 'EmptyStatement':
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return [];
    case 'ImportDeclaration': {
      const specifiers = children(node, 'specifiers');
      return specifiers.length === 0 ? [unit('import')] : specifiers.map((specifier) => unit('import', specifier));
    }
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
