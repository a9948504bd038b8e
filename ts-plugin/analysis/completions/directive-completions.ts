/** Completes directives at the beginning of a function or a file. */
import { type Node, type Span, child, isBlock, isFunction, statements } from '../../../compiler/ast.ts';
import {
  type DirectiveKind,
  directiveKind,
  functionPrologue,
  readPrologue,
  readStringStatement,
} from '../../../compiler/directives.ts';
import { nodesAt } from '../code/nodes-at.ts';
import { canBeWorkflow } from '../code/surroundings.ts';
import type { ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

const DESCRIPTIONS: Readonly<Record<DirectiveKind, string>> = {
  workflow: 'This function is a workflow: it continues after a crash, and can wait for months.',
  step: 'This function is a step: it is retried when it fails, and its result is recorded.',
};

/** A place for a directive. */
interface Beginning {
  /** The function; `null` for a directive of the file. */
  fn: Node | null;
  /** The statement that is typed so far; `null`: none. */
  written: Node | null;
}

/** The directives that can begin here; none when there is one already. */
export function directiveCompletions(file: ProjectFile, index: number): Completion[] {
  const place = beginningAt(file, index);
  if (!place || hasDirective(file, place.fn)) return [];
  const kinds: DirectiveKind[] = !place.fn || canBeWorkflow(file, place.fn) ? ['workflow', 'step'] : ['step'];
  return kinds.map((kind) => toCompletion(place.written, kind, index));
}

function beginningAt(file: ProjectFile, index: number): Beginning | null {
  const nodes = nodesAt(file, index);
  const fn = nodes.find(isFunction) ?? null;
  const body = fn && child(fn, 'body');
  if (fn && (!body || !isBlock(body) || !isInside(body, index))) return null;
  const items = fn ? statements(body) : file.items;
  const prologue = readPrologue(items).map(({ node }) => node);
  const current = items.find(({ span }) => span.start <= index && index <= span.end);
  if (current && prologue.includes(current)) return isInside(current, index) ? { fn, written: current } : null;
  const isFirst = items.slice(prologue.length).every(({ span }) => index <= span.end);
  if (!isFirst || (current && !isName(current))) return null;
  // Between the functions of a file directives are not expected.
  return fn || current ? { fn, written: current ?? null } : null;
}

function isInside({ span }: Node, index: number): boolean {
  return span.start < index && index < span.end;
}

/** Whether a statement is only a name so far. */
function isName(statement: Node): boolean {
  return statement.type === 'ExpressionStatement' && child(statement, 'expression')?.type === 'Identifier';
}

function hasDirective({ items }: ProjectFile, fn: Node | null): boolean {
  const prologue = fn ? functionPrologue(fn) : readPrologue(items);
  return prologue.some(({ written }) => directiveKind(written) !== null);
}

/** In a string only the text between the quotes is replaced. */
function toCompletion(written: Node | null, kind: DirectiveKind, index: number): Completion {
  const directive = `use ${kind}`;
  const description = DESCRIPTIONS[kind];
  const literal = written && readStringStatement(written) ? child(written, 'expression') : null;
  if (literal) {
    const span: Span = { start: literal.span.start + 1, end: literal.span.end - 1 };
    return { text: directive, span, filter: directive, description };
  }
  const expression = written && child(written, 'expression');
  const span: Span = expression ? expression.span : { start: index, end: index };
  return { text: `'${directive}'`, span, filter: directive, description };
}
