/** Finds every directive of a module: of the file, of functions, and those that stand or are spelled wrong. */
import { type Node, eachChild, isFunction, unwrap } from '../ast.ts';
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

/** A directive at its place. */
export interface FoundDirective {
  kind: DirectiveKind;
  /** The whole statement. */
  node: Node;
}

export interface FoundDirectives {
  /** Of the file itself. */
  file: FoundDirective[];
  functions: Map<Node, FoundDirective[]>;
  diagnostics: Diagnostic[];
}

/** Looks at every statement of a module. */
export function findDirectives(file: SourceFile, items: readonly Node[]): FoundDirectives {
  const found: FoundDirectives = { file: toDirectives(readPrologue(items)), functions: new Map(), diagnostics: [] };
  const placed = new Set(found.file.map(({ node }) => node));
  function look(node: Node): void {
    if (isFunction(node)) {
      const directives = toDirectives(functionPrologue(node));
      if (directives.length > 0) found.functions.set(node, directives);
      for (const directive of directives) placed.add(directive.node);
    }
    if (node.type === 'ExpressionStatement' && !placed.has(node)) {
      const diagnostic = checkStatement(file, node);
      if (diagnostic) found.diagnostics.push(diagnostic);
    }
    eachChild(node, look);
  }
  items.forEach(look);
  return found;
}

function toDirectives(prologue: readonly StringStatement[]): FoundDirective[] {
  return prologue.flatMap(({ node, written }) => {
    const kind = directiveKind(written);
    return kind ? [{ kind, node }] : [];
  });
}

/** A statement that is only a text has no effect, so one that looks like a directive was meant to be one. */
function checkStatement(file: SourceFile, statement: Node): Diagnostic | null {
  const quoted = readStringStatement(statement);
  const written = quoted ? quoted.written : readUnusualText(statement);
  if (written === null) return null;
  if (directiveKind(written)) {
    return createDiagnostic(file, statement.span, compileError('compile_directive_misplaced', { directive: written }));
  }
  const directive = nearDirective(written);
  if (!directive) return null;
  return createDiagnostic(file, statement.span, compileError('compile_directive_misspelled', { written, directive }));
}

/** The text of a statement that is a template or a text in parentheses, or `null`. */
function readUnusualText(statement: Node): string | null {
  const expression = unwrap(statement['expression'] as Node);
  if (expression.type === 'StringLiteral') return String(expression['value']);
  if (expression.type !== 'TemplateLiteral') return null;
  const quasis = expression['quasis'] as Node[];
  return quasis.length === 1 ? String(quasis[0]!['raw']) : null;
}
