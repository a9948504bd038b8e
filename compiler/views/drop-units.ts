/** Takes code out of the workflow view that only steps used. */
import { type Node, child, children, text } from '../ast.ts';
import type { Slice } from '../analyze/slice-module.ts';
import type { Unit } from '../analyze/module-units.ts';
import type { ViewBuilder } from './view-builder.ts';

/** Removes what the slice drops, and every import without names. */
export function dropUnits(builder: ViewBuilder, slice: Slice): void {
  for (const item of builder.analysis.items) {
    if (item.type === 'ImportDeclaration' && children(item, 'specifiers').length === 0) builder.edits.remove(item.span);
  }
  for (const [item, dropped] of groupByItem(slice.dropped)) {
    const kept = slice.kept.filter((unit) => unit.item === item);
    if (kept.length === 0) builder.edits.remove(item.span);
    else if (item.type === 'ImportDeclaration') keepSpecifiers(builder, item, kept);
    else dropDeclarators(builder, item, dropped);
  }
}

function groupByItem(units: readonly Unit[]): Map<Node, Unit[]> {
  const groups = new Map<Node, Unit[]>();
  for (const unit of units) groups.set(unit.item, [...(groups.get(unit.item) ?? []), unit]);
  return groups;
}

/** Writes the import anew with the names that are left; type names go, too. */
function keepSpecifiers(builder: ViewBuilder, item: Node, kept: readonly Unit[]): void {
  const named = kept.filter(({ node }) => node.type === 'ImportSpecifier').map(({ node }) => builder.source(node));
  const others = kept
    .filter(({ node }) => node.type !== 'ImportSpecifier')
    .map(({ node }) =>
      node.type === 'ImportNamespaceSpecifier' ? `* as ${text(child(node, 'local')!)}` : builder.source(node),
    );
  const clause = [...others, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ');
  builder.edits.replace({ start: item.span.start, end: child(item, 'source')!.span.start }, `import ${clause} from `);
}

/** Removes variables from a statement that keeps others, each with one comma. */
function dropDeclarators(builder: ViewBuilder, item: Node, dropped: readonly Unit[]): void {
  const statement = child(item, 'declaration') ?? item;
  const all = children(statement, statement.type === 'UsingDeclaration' ? 'decls' : 'declarations');
  const isDropped = (node: Node): boolean => dropped.some((unit) => unit.node === node);
  const firstKept = all.findIndex((node) => !isDropped(node));
  all.forEach((declarator, index) => {
    if (!isDropped(declarator)) return;
    const isAfterKept = index > firstKept;
    builder.edits.remove({
      start: isAfterKept ? all[index - 1]!.span.end : declarator.span.start,
      end: isAfterKept ? declarator.span.end : all[index + 1]!.span.start,
    });
  });
}
