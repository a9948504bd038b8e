/** Inserts directives in a place where they take effect. */
import { findFileExports } from '../../../compiler/analyze/file-exports.ts';
import { type Node, child, contains, isBlock, statements } from '../../../compiler/ast.ts';
import {
  type DirectiveKind,
  directiveKind,
  functionPrologue,
  readPrologue,
  readStringStatement,
} from '../../../compiler/directives.ts';
import { functionAround, canBeWorkflow } from '../code/surroundings.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import { makeAsync } from './async-functions.ts';
import {
  insertFirstStatement,
  insertText,
  newlineOf,
  removeStatement,
  replaceText,
  textOf,
  wrapText,
} from './text-edits.ts';

/** A statement that was meant to be a directive. */
interface Meant {
  statement: Node;
  directive: string;
}

/** The edits that make a statement a valid directive; `null` when no edit can. */
export function placeDirective(file: ProjectFile, { statement, directive }: Meant): TextEdit[] | null {
  const kind = directiveKind(directive)!;
  const fn = functionAround(statement);
  const body = fn ? child(fn, 'body') : null;
  if (fn && (!body || !contains(body.span, statement.span) || !isBlock(body))) return null;
  const known = prologueKinds(fn ? functionPrologue(fn) : readPrologue(file.items));
  if (known.includes(kind)) return [removeStatement(file, statement.span)];
  if (known.length > 0) return null;
  const ready = fn ? readyFunction(file, fn, kind) : isReadyFile(file, kind) ? [] : null;
  return ready && [...writeFirst(file, { statement, directive, fn }), ...ready];
}

function prologueKinds(prologue: readonly { written: string }[]): DirectiveKind[] {
  return prologue.flatMap(({ written }) => directiveKind(written) ?? []);
}

/** The edits that a function needs before it can have the directive; `null` when it cannot have it. */
function readyFunction(file: ProjectFile, fn: Node, kind: DirectiveKind): TextEdit[] | null {
  return kind === 'workflow' && !canBeWorkflow(file, fn) ? null : makeAsync(file, fn);
}

/** A file can have a directive if it exports only async functions. */
function isReadyFile(file: ProjectFile, kind: DirectiveKind): boolean {
  const { functions, diagnostics } = findFileExports(file.source, file.items, { root: file.bindings.root, kind });
  return diagnostics.length === 0 && functions.length > 0 && functions.every((fn) => fn['async'] === true);
}

function writeFirst(file: ProjectFile, { statement, directive, fn }: Meant & { fn: Node | null }): TextEdit[] {
  const quote = quoteOf(file, statement);
  const written = `${quote}${directive}${quote}`;
  const items = fn ? statements(child(fn, 'body')) : file.items;
  if (readsAsPrologue(items, statement)) return [replaceText(file, child(statement, 'expression')!.span, written)];
  const removed = removeStatement(file, statement.span);
  const line = `${written};`;
  if (!fn) return [insertText(file, startOfFile(file), line + newlineOf(file).repeat(2)), removed];
  const inserted = insertFirstStatement(file, fn, line);
  return inserted ? [inserted, removed] : [];
}

/** Whether only texts stand before a statement. */
export function readsAsPrologue(items: readonly Node[], statement: Node): boolean {
  const index = items.indexOf(statement);
  return index >= 0 && items.slice(0, index).every((item) => readStringStatement(item) !== null);
}

function quoteOf(file: ProjectFile, statement: Node): string {
  const quote = textOf(file, statement.span)[0]!;
  if (quote === '"' || quote === "'") return quote;
  return /['"]/.exec(file.source.code)?.[0] ?? "'";
}

/** Behind the mark of the encoding and the interpreter. */
function startOfFile({ source }: ProjectFile): number {
  return /^\uFEFF?(?:#![^\n]*\n)?/.exec(source.code)![0].length;
}

/** Makes a function have a directive, also one that is only an expression. `null` for what has no body. */
export function addDirective(file: ProjectFile, fn: Node, directive: string): TextEdit[] | null {
  const body = child(fn, 'body');
  if (!body) return null;
  const statement = `'${directive}';`;
  if (!isBlock(body)) {
    return wrapText(file, body.span, [`{ ${statement} return `, '; }']);
  }
  const edit = insertFirstStatement(file, fn, statement);
  return edit && [edit];
}
