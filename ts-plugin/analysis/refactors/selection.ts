/** What is selected in an editor: an expression, or statements that follow each other. */
import { type Node, type Span, children, contains, eachChild, isFunction } from '../../../compiler/ast.ts';
import { nodesAt } from '../nodes-at.ts';
import type { ProjectFile } from '../project.ts';

export interface Selection {
  kind: 'expression' | 'statements';
  nodes: readonly Node[];
  /** Without white space around it. */
  span: Span;
}

/** The places where statements stand. */
const LISTS = ['stmts', 'consequent'];

/** `null` for a part of an expression or statement, and for nothing. */
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
