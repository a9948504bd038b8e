/** Finds every directive of a module: of the file, of functions, and those that stand or are spelled wrong. */
import { FUNCTION_TYPES, type Node, child, children, isBlock, text, unwrap } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import {
  type DirectiveKind,
  type StringStatement,
  directiveKind,
  functionPrologue,
  nearDirective,
  readPrologue,
  readStringStatement,
} from '../directives.ts';
import { compileError } from '../messages.ts';
import type { ParsedModule } from './module-analysis.ts';

/** A directive at its place. */
export interface FoundDirective {
  kind: DirectiveKind;
  /** The whole statement. */
  node: Node;
}

/** The directives of a module by place, and a diagnostic for each that is misplaced or misspelled. */
export interface FoundDirectives {
  /** Of the file itself. */
  file: FoundDirective[];
  functions: Map<Node, FoundDirective[]>;
  diagnostics: Diagnostic[];
}

/** Looks at every statement of a module. */
export function findDirectives({ file, items, bindings }: ParsedModule): FoundDirectives {
  const found: FoundDirectives = { file: toDirectives(readPrologue(items)), functions: new Map(), diagnostics: [] };
  const placed = new Set(found.file.map(({ node }) => node));
  const { nodes } = bindings;
  for (const fn of nodes.ofAny(FUNCTION_TYPES)) {
    const directives = toDirectives(functionPrologue(fn));
    if (directives.length > 0) found.functions.set(fn, directives);
    for (const directive of directives) placed.add(directive.node);
  }
  const statements = nodes.of('ExpressionStatement').filter((statement) => !placed.has(statement));
  found.diagnostics.push(
    ...statements.flatMap((statement) => checkStatement(file, statement) ?? checkJoined(file, statement) ?? []),
    ...nodes.of('ArrowFunctionExpression').flatMap((arrow) => checkArrow(file, arrow) ?? []),
  );
  return found;
}

function toDirectives(prologue: readonly StringStatement[]): FoundDirective[] {
  return prologue.flatMap(({ node, written }) => {
    const kind = directiveKind(written);
    return kind ? [{ kind, node }] : [];
  });
}

/** A string statement has no effect, so one that looks like a directive was meant to be one. */
function checkStatement(file: SourceFile, statement: Node): Diagnostic | null {
  const quoted = readStringStatement(statement);
  const written = quoted ? quoted.written : readUnusualText(child(statement, 'expression')!);
  if (written === null) return null;
  if (directiveKind(written)) return misplaced(file, statement, written);
  const directive = nearDirective(written);
  if (!directive) return null;
  return createDiagnostic(file, statement.span, compileError('compile_directive_misspelled', { written, directive }));
}

/** `async () => 'use step'`: nobody wants a promise of that string. */
function checkArrow(file: SourceFile, arrow: Node): Diagnostic | null {
  const body = child(arrow, 'body')!;
  const written = arrow['async'] === true && !isBlock(body) ? readUnusualText(body) : null;
  return written !== null && directiveKind(written) ? misplaced(file, body, written) : null;
}

/** Without a semicolon after it, a directive is called, indexed or tagged by a bracket or template on the next line. */
function checkJoined(file: SourceFile, statement: Node): Diagnostic | null {
  const directive = readUnusualText(firstOperand(child(statement, 'expression')!));
  if (directive === null || !directiveKind(directive)) return null;
  return createDiagnostic(file, statement.span, compileError('compile_directive_joined', { directive }));
}

/** Where the first operand of each kind of expression is. */
const FIRST_OPERANDS = ['callee', 'object', 'base', 'tag', 'left', 'test', 'argument', 'expression'];

function firstOperand(expression: Node): Node {
  for (let at = expression; ;) {
    const next = operandOf(at) ?? (at.type === 'SequenceExpression' ? children(at, 'expressions')[0] : undefined);
    if (!next) return at;
    at = next;
  }
}

// Asked of every statement: a list of all operands would be most of its time.
function operandOf(expression: Node): Node | null {
  for (const field of FIRST_OPERANDS) {
    const operand = child(expression, field);
    if (operand) return operand;
  }
  return null;
}

function misplaced(file: SourceFile, { span }: Node, directive: string): Diagnostic {
  return createDiagnostic(file, span, compileError('compile_directive_misplaced', { directive }));
}

/** The text of an expression that is a text, also as a template or in parentheses, or `null`. */
function readUnusualText(outer: Node): string | null {
  const expression = unwrap(outer);
  if (expression.type === 'StringLiteral') return text(expression);
  if (expression.type !== 'TemplateLiteral') return null;
  const quasis = children(expression, 'quasis');
  return quasis.length === 1 ? text(quasis[0]!, 'raw') : null;
}
