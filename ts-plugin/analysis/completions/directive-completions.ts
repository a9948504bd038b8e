/** Directives, where a function or a file begins. */
import { type Node, type Span, child, isBlock, isFunction, statements } from '../../../compiler/ast.ts';
import {
  type DirectiveKind,
  directiveKind,
  functionPrologue,
  readPrologue,
  readStringStatement,
} from '../../../compiler/directives.ts';
import { nodesAt } from '../code/nodes-at.ts';
import type { ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

const DESCRIPTIONS: Readonly<Record<DirectiveKind, string>> = {
  workflow: 'This function is a workflow: it goes on after any crash, and can wait for months.',
  step: 'This function is a step: it runs once, is retried when it fails, and its result is recorded.',
};

/** Where a directive is about to be written. */
interface Beginning {
  /** `null`: the file's own. */
  fn: Node | null;
  /** What is written there so far. */
  written: Node | null;
}

export function directiveCompletions(file: ProjectFile, index: number): Completion[] {
  const place = beginningAt(file, index);
  if (!place || hasDirective(file, place.fn)) return [];
  return kindsFor(file, place.fn).map((kind) => toCompletion(place.written, kind, index));
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
  // Between functions of a file nobody expects a directive.
  return fn || current ? { fn, written: current ?? null } : null;
}

function isInside({ span }: Node, index: number): boolean {
  return span.start < index && index < span.end;
}

/** A statement that is only a name, as far as it is typed. */
function isName(statement: Node): boolean {
  return statement.type === 'ExpressionStatement' && child(statement, 'expression')?.type === 'Identifier';
}

function hasDirective({ items }: ProjectFile, fn: Node | null): boolean {
  const prologue = fn ? functionPrologue(fn) : readPrologue(items);
  return prologue.some(({ written }) => directiveKind(written) !== null);
}

/** A workflow stands at the top level of its module, and is no method. */
function kindsFor({ bindings }: ProjectFile, fn: Node | null): DirectiveKind[] {
  const isPlain = !fn || /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(fn.type);
  const isTop = !fn || bindings.scopes.get(fn)?.kind === 'module';
  return isPlain && isTop ? ['workflow', 'step'] : ['step'];
}

/** In a text only what is between the quotes is written anew. */
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
