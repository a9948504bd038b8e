/** Takes code out of the workflow view that only steps used. */
import { type Node, type Span, child, children, text } from '../ast.ts';
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
    .map(({ node }) => (node.type === 'ImportNamespaceSpecifier' ? `* as ${text(child(node, 'local')!)}` : builder.source(node)));
  const clause = [...others, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ');
  builder.edits.replace({ start: item.span.start, end: child(item, 'source')!.span.start }, `import ${clause} from `);
}

/** Removes variables from a statement that keeps others, each with one comma. */
function dropDeclarators(builder: ViewBuilder, item: Node, dropped: readonly Unit[]): void {
  const statement = child(item, 'declaration') ?? item;
  const all = children(statement, statement.type === 'UsingDeclaration' ? 'decls' : 'declarations');
  const isDropped = (node: Node | undefined): boolean => dropped.some((unit) => unit.node === node);
  let lastKept: Node | undefined;
  all.forEach((declarator, index) => {
    if (!isDropped(declarator)) {
      lastKept = declarator;
      return;
    }
    const next = all[index + 1];
    const span: Span = lastKept
      ? { start: lastKept.span.end, end: declarator.span.end }
      : { start: declarator.span.start, end: next!.span.start };
    builder.edits.remove(span);
    if (lastKept) lastKept = { ...lastKept, span: { ...lastKept.span, end: declarator.span.end } };
  });
}
