/** The code that is selected in an editor, and the names that tie it to the code around it. */
import { type Binding, type Reference, functionOf } from '../../../compiler/analyze/scope.ts';
import { type Node, type Span, children, contains, eachChild, isFunction } from '../../../compiler/ast.ts';
import { nodesAt } from '../code/nodes-at.ts';
import type { ProjectFile } from '../project/project.ts';

/** An expression, or statements that follow each other. */
export interface Selection {
  kind: 'expression' | 'statements';
  nodes: readonly Node[];
  /** The span without white space around it. */
  span: Span;
}

/** The fields that hold statements. */
const LISTS = ['stmts', 'consequent'];

/** The code in a span; `null` for a part of an expression or statement, and for nothing. */
export function readSelection(file: ProjectFile, selected: Span): Selection | null {
  const span = trim(file.source.code, selected);
  if (span.start >= span.end) return null;
  for (const node of nodesAt(file, span.start)) {
    if (isSame(node.span, span) && isExpression(node)) return { kind: 'expression', nodes: [node], span };
    const nodes = LISTS.flatMap((list) => children(node, list)).filter((inner) => contains(span, inner.span));
    const covered = { start: nodes[0]?.span.start ?? -1, end: nodes.at(-1)?.span.end ?? -1 };
    if (nodes.length > 0 && isSame(covered, span)) return { kind: 'statements', nodes, span };
  }
  return null;
}

function trim(code: string, { start, end }: Span): Span {
  const text = code.slice(start, end);
  return { start: start + text.length - text.trimStart().length, end: start + text.trimEnd().length };
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function isExpression({ type }: Node): boolean {
  return /(?:Expression|Literal)$/.test(type) && !/^(?:Arrow|Function|Class|JSX)/.test(type);
}

/** Whether code can run in another function: it neither leaves this one nor uses its `this`. */
export function isMovable({ bindings }: ProjectFile, { nodes, span }: Selection): boolean {
  const usesContext = bindings.contextUses.some(
    ({ node, owner }) => contains(span, node.span) && !contains(span, owner.node.span),
  );
  return !usesContext && !nodes.some((node) => leaves(node, { loop: false, switch: false }));
}

interface Around {
  loop: boolean;
  switch: boolean;
}

function leaves(node: Node, around: Around): boolean {
  if (isFunction(node)) return false;
  if (node.type === 'ReturnStatement' || node.type === 'YieldExpression') return true;
  if (node.type === 'BreakStatement') return node['label'] ? true : !around.loop && !around.switch;
  if (node.type === 'ContinueStatement') return node['label'] ? true : !around.loop;
  const inside = {
    loop: around.loop || /^(?:For|While|DoWhile)/.test(node.type),
    switch: around.switch || node.type === 'SwitchStatement',
  };
  let found = false;
  eachChild(node, (inner) => (found ||= leaves(inner, inside)));
  return found;
}

/** The names that tie selected code to the code around it. */
export interface SelectionNames {
  /** Local names that the selection reads, each with its first use; in the order of use. */
  taken: { binding: Binding; use: Reference }[];
  /** Names that the selection declares or changes, and that are used behind it. */
  given: Binding[];
  /** The way in which the code behind gets these names. */
  giving: 'nothing' | 'declared' | 'declared and changed later' | 'changed';
}

/**
 * The names of a selection; `null` when no call can replace it: it uses a local function, or both declares and changes
 * names.
 */
export function readNames({ bindings }: ProjectFile, { span }: Selection): SelectionNames | null {
  const isIn = ({ node }: Reference): boolean => contains(span, node.span);
  const local = bindings.references.filter((use) => isIn(use) && use.binding && use.binding.scope.kind !== 'module');
  const isDeclaredIn = ({ declarations }: Binding): boolean => declarations.some((node) => contains(span, node.span));
  const taken = uniqueUses(local.filter((use) => !isDeclaredIn(use.binding!)));
  if (taken.some(({ binding }) => isCode(binding))) return null;
  const changed = taken.filter(({ binding }) => binding.references.some((use) => isIn(use) && use.writes));
  const declared = declaredBindings(bindings.references, isDeclaredIn).filter(({ references }) =>
    references.some((use) => !isIn(use)),
  );
  if (declared.some(isCode) || (declared.length > 0 && changed.length > 0)) return null;
  if (changed.length > 0) return { taken, given: changed.map(({ binding }) => binding), giving: 'changed' };
  const isChangedLater = declared.some(({ references }) => references.some((use) => use.writes && !isIn(use)));
  const giving = isChangedLater ? 'declared and changed later' : 'declared';
  return { taken, given: declared, giving: declared.length === 0 ? 'nothing' : giving };
}

function uniqueUses(uses: readonly Reference[]): SelectionNames['taken'] {
  const byBinding = new Map<Binding, Reference>();
  for (const use of uses) if (!byBinding.has(use.binding!)) byBinding.set(use.binding!, use);
  return [...byBinding].map(([binding, use]) => ({ binding, use }));
}

function declaredBindings(references: readonly Reference[], isDeclaredIn: (binding: Binding) => boolean): Binding[] {
  const all = new Set(references.flatMap(({ binding }) => binding ?? []));
  return [...all].filter((binding) => binding.scope.kind !== 'module' && isDeclaredIn(binding));
}

/** Whether a name is a function or a class, which cannot be passed to a step. */
function isCode(binding: Binding): boolean {
  return binding.kind === 'function' || binding.kind === 'class' || functionOf(binding) !== null;
}
