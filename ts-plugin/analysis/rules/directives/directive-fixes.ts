/** Fixes for the diagnostics of the compiler. */
import { FUNCTION_TYPES, type Node, child, statements } from '../../../../compiler/ast.ts';
import { findFileExports } from '../../../../compiler/analyze/file-exports.ts';
import type { Diagnostic } from '../../../../compiler/diagnostics.ts';
import {
  type StringStatement,
  directiveKind,
  functionPrologue,
  nearDirective,
  readPrologue,
} from '../../../../compiler/directives.ts';
import { insertText, removeStatement, textOf } from '../../edits/text-edits.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { functionAround } from '../../code/surroundings.ts';
import { givesPromise, makeAsync } from '../../edits/async-functions.ts';
import { addDirective, placeDirective, readsAsPrologue } from '../../edits/place-directive.ts';

type FixMaker = (file: ProjectFile, diagnostic: Diagnostic) => QuickFix[];

const MAKERS: Readonly<Record<string, FixMaker>> = {
  compile_directive_misspelled: correctDirective,
  compile_directive_misplaced: correctDirective,
  compile_directive_joined: endDirective,
  compile_directive_both: keepOne,
  compile_function_sync: addAsync,
  compile_export_sync: addAsync,
  compile_export_illegal: moveIntoFunctions,
};

/** The fixes for a problem of a file; the best first. */
export function directiveFixes(file: ProjectFile, diagnostic: Diagnostic): QuickFix[] {
  return MAKERS[diagnostic.code]?.(file, diagnostic) ?? [];
}

function correctDirective(file: ProjectFile, { index, end }: Diagnostic): QuickFix[] {
  const statement = expressionStatements(file).find((node) => isAt(node, { index, end }));
  if (!statement) return [];
  const written = textOf(file, statement.span).replace(/^[\s('"`]+|[\s)'"`;]+$/g, '');
  const directive = directiveKind(written) ? written : nearDirective(written);
  const edits = directive && placeDirective(file, { statement, directive });
  if (!edits) return [];
  const fn = functionAround(statement);
  const items = fn ? statements(child(fn, 'body')) : file.items;
  const isSafe = items.includes(statement) && (!fn || givesPromise(file, fn));
  return [{ title: `Write '${directive}' where it takes effect`, edits, isForAll: true, isSafe }];
}

/** Ends a directive that the next line continues, because that line begins with a bracket or template. */
function endDirective(file: ProjectFile, { index }: Diagnostic): QuickFix[] {
  const statement = expressionStatements(file).find(({ span }) => span.start === index);
  const written = /^(['"])use (?:workflow|step)\1/.exec(file.source.code.slice(index))?.[0];
  const fn = statement && functionAround(statement);
  const ready = fn && readsAsPrologue(statements(child(fn, 'body')), statement) ? makeAsync(file, fn) : null;
  if (written === undefined || !ready) return [];
  const edits = [insertText(file, index + written.length, ';'), ...ready];
  return [{ title: 'Add ";"', edits, isForAll: true, isSafe: fn != null && givesPromise(file, fn) }];
}

function addAsync(file: ProjectFile, { index }: Diagnostic): QuickFix[] {
  const fn = functionAt(file, index);
  const edits = fn && makeAsync(file, fn);
  if (!edits || edits.length === 0) return [];
  return [{ title: 'Add "async"', edits, isForAll: true, isSafe: fn != null && givesPromise(file, fn) }];
}

/** One fix for each directive to keep. When the file has the other directive, only that of the function can go. */
function keepOne(file: ProjectFile, { index }: Diagnostic): QuickFix[] {
  const fn = functionAt(file, index);
  const own = directivesOf(fn ? functionPrologue(fn) : readPrologue(file.items));
  const kinds = [...new Set(own.map(({ written }) => written))];
  if (kinds.length === 1) {
    const edits = own.map(({ node }) => removeStatement(file, node.span));
    return [{ title: `Remove '${kinds[0]}'`, edits, isForAll: false }];
  }
  return kinds.map((kept) => {
    const edits = own.filter(({ written }) => written !== kept).map(({ node }) => removeStatement(file, node.span));
    return { title: `Keep '${kept}'`, edits, isForAll: false };
  });
}

function directivesOf(prologue: readonly StringStatement[]): StringStatement[] {
  return prologue.filter(({ written }) => directiveKind(written) !== null);
}

/** Removes the directive of the file, and gives one to each function that it applied to. */
function moveIntoFunctions(file: ProjectFile): QuickFix[] {
  const [directive, ...others] = directivesOf(readPrologue(file.items));
  if (!directive || others.length > 0) return [];
  const kind = directiveKind(directive.written)!;
  const { functions } = findFileExports(file.source, file.items, { root: file.bindings.root, kind });
  const marked = functions.filter((fn) => fn['async'] === true && directivesOf(functionPrologue(fn)).length === 0);
  const added = marked.flatMap((fn) => addDirective(file, fn, directive.written) ?? []);
  const edits = [removeStatement(file, directive.node.span), ...added];
  return [{ title: 'Move the directive into the functions', edits, isForAll: true }];
}

function isAt({ span }: Node, { index, end }: { index: number; end: number }): boolean {
  return span.start === index && span.end === end;
}

function expressionStatements({ bindings }: ProjectFile): readonly Node[] {
  return bindings.nodes.of('ExpressionStatement');
}

function functionAt({ bindings }: ProjectFile, index: number): Node | undefined {
  return bindings.nodes.ofAny(FUNCTION_TYPES).find(({ span }) => span.start === index);
}
