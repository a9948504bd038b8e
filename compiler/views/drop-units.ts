/** Removes code from the workflow view that only steps use. */
import { type Node, child, children, contains, text } from '../ast.ts';
import { deferredValue } from '../workflow-code/evaluated-units.ts';
import type { Unit } from '../workflow-code/module-units.ts';
import { type WorkflowCode, stepImports } from '../workflow-code/workflow-code.ts';
import { PURE } from './function-text.ts';
import type { ViewBuilder } from './view-builder.ts';

/** Removes the units that workflow code does not keep. @returns Those units. */
export function dropUnits(builder: ViewBuilder, code: WorkflowCode): Unit[] {
  const { units, kept } = code;
  const dropped = units.filter((unit) => !kept.has(unit));
  const loading = new Set(dropped.length > 0 ? stepImports(code) : []);
  for (const [item, ofItem] of groupByItem(dropped)) {
    const others = units.filter((unit) => unit.item === item && kept.has(unit));
    if (others.length === 0 && loading.has(item)) keepSource(builder, item, ofItem);
    else if (others.length === 0) builder.edits.remove(item.span);
    else if (item.type === 'ImportDeclaration') keepSpecifiers(builder, item, others);
    else dropDeclarators(builder, item, ofItem);
  }
  return dropped;
}

function groupByItem(units: readonly Unit[]): Map<Node, Unit[]> {
  const groups = new Map<Node, Unit[]>();
  for (const unit of units) groups.set(unit.item, [...(groups.get(unit.item) ?? []), unit]);
  return groups;
}

/** Turns the import into one for the effects of the module. Names that nothing uses may be types: bundlers know. */
function keepSource({ analysis, edits }: ViewBuilder, item: Node, names: readonly Unit[]): void {
  const { bindings } = analysis.bindings.root;
  const isUsed = ({ node }: Unit): boolean => (bindings.get(text(child(node, 'local')!))?.references.length ?? 0) > 0;
  if (!names.some(isUsed)) return;
  edits.replace({ start: item.span.start, end: child(item, 'source')!.span.start }, 'import ');
}

/** Rewrites the import with the names that are left, without type names. */
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

/** Lets a bundler drop values that other modules could use but do not: marks them as pure. */
export function deferInitializers(builder: ViewBuilder, code: WorkflowCode): void {
  const withPatterns = new Set<Node>();
  for (const unit of code.units) {
    const value = deferredValue(code, unit);
    if (!value) continue;
    if (value === unit.node) deferClass(builder, value);
    else if (child(unit.node, 'id')?.type.endsWith('Pattern')) {
      deferPattern(builder, unit);
      withPatterns.add(unit.item);
    } else builder.edits.wrap(value.span, `${PURE}(() => (`, '))()');
  }
  for (const item of withPatterns) if (item.type === 'ExportDeclaration') exportByNames(builder, item);
}

function deferClass({ edits }: ViewBuilder, node: Node): void {
  const name = text(child(node, 'identifier')!);
  edits.wrap(node.span, `let ${name} = ${PURE}(() => { `, ` return ${name}; })();`);
}

/** One variable takes the value apart, and each name of the pattern is a variable that reads it from there. */
function deferPattern(builder: ViewBuilder, { node }: Unit): void {
  const values = builder.names.pick('values');
  const names = namesIn(builder, node);
  const variables = names.map((name) => `, ${name} = ${PURE}(() => ${values}.${name})()`).join('');
  const give = `; return { ${names.join(', ')} }; })()`;
  builder.edits.wrap(node.span, `${values} = ${PURE}(() => { const `, give + variables);
}

/** The statement declares a variable that others must not see. */
function exportByNames(builder: ViewBuilder, item: Node): void {
  builder.edits.remove({ start: item.span.start, end: child(item, 'declaration')!.span.start });
  const end = builder.source(item).endsWith(';') ? '' : ';';
  builder.edits.insert(item.span.end, `${end} export { ${namesIn(builder, item).join(', ')} };`);
}

function namesIn({ analysis }: ViewBuilder, { span }: Node): string[] {
  const inside = [...analysis.bindings.root.bindings.values()].filter(({ declarations: [one] }) =>
    contains(span, one!.span),
  );
  return inside.map(({ name }) => name);
}
