/** Creates text edits. They keep the newlines of the file, and never insert above its directives. */
import type { Node, Span } from '../../../compiler/ast.ts';
import { functionPrologue } from '../../../compiler/directives.ts';
import { child, children, isBlock, statements } from '../../../compiler/ast.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';

/** Inserts text at an index. */
export function insertText({ source }: ProjectFile, index: number, text: string): TextEdit {
  return { file: source.path, span: { start: index, end: index }, text };
}

/** Replaces text. */
export function replaceText({ source }: ProjectFile, span: Span, text: string): TextEdit {
  return { file: source.path, span: { start: span.start, end: span.end }, text };
}

/** The text of a span. */
export function textOf({ source }: ProjectFile, { start, end }: Span): string {
  return source.code.slice(start, end);
}

/** The newline of a file, taken from its first line. */
export function newlineOf({ source }: ProjectFile): string {
  return /\r?\n/.exec(source.code)?.[0] ?? '\n';
}

/** Inserts text before and behind a span. */
export function wrapText(
  file: ProjectFile,
  { start, end }: Span,
  [before, after]: readonly [string, string],
): TextEdit[] {
  return [insertText(file, start, before), insertText(file, end, after)];
}

/** Removes a statement, with its line if nothing else is on it, and with a blank line that would be left over. */
export function removeStatement(file: ProjectFile, { start, end }: Span): TextEdit {
  const { code } = file.source;
  const before = code.slice(0, start).trimEnd();
  const gap = code.slice(before.length, start);
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(code.slice(end));
  if (!rest || !(gap.includes('\n') || before === ''))
    return replaceText(file, { start: start - blanksAtEnd(gap), end }, '');
  const isBelowBlank = before === '' || gap.split('\n').length > 2;
  const blank = isBelowBlank ? /^[ \t]*\r?\n/.exec(code.slice(end + rest[0].length)) : null;
  const span = { start: start - blanksAtEnd(gap), end: end + rest[0].length + (blank?.[0].length ?? 0) };
  return replaceText(file, span, '');
}

function blanksAtEnd(gap: string): number {
  return /[ \t]*$/.exec(gap)![0].length;
}

/** The indentation of the line with an index. */
export function indentAt({ source }: ProjectFile, index: number): string {
  const lineStart = source.code.lastIndexOf('\n', index - 1) + 1;
  return /^[^\S\r\n]*/.exec(source.code.slice(lineStart, index))![0];
}

/** One level of indentation, taken from the first indented line of the file. */
export function indentUnit({ source }: ProjectFile): string {
  return /^(\t|(?: {2}){1,4})(?=\S)/m.exec(source.code)?.[1] ?? '  ';
}

/** Adds a property at the end of an object, on its own line if the others have theirs. */
export function addProperty(file: ProjectFile, object: Node, property: string): TextEdit {
  const last = children(object, 'properties').at(-1);
  if (!last) return insertText(file, object.span.start + 1, ` ${property} `);
  const { end } = last.span;
  const isLastOnLine = file.source.code.slice(end, object.span.end).includes('\n');
  const gap = isLastOnLine ? newlineOf(file) + indentAt(file, last.span.start) : ' ';
  return insertText(file, end, `,${gap}${property}`);
}

/** Removes a property of an object, with its comma. */
export function removeProperty(file: ProjectFile, object: Node, property: Node): TextEdit {
  const properties = children(object, 'properties');
  const index = properties.indexOf(property);
  const [before, next] = [properties[index - 1], properties[index + 1]];
  if (next) return replaceText(file, { start: property.span.start, end: next.span.start }, '');
  const start = before?.span.end ?? property.span.start;
  return replaceText(file, { start, end: property.span.end }, '');
}

/** Inserts the first statement of a function, behind its directives; `null` for a body without braces. */
export function insertFirstStatement(file: ProjectFile, fn: Node, statement: string): TextEdit | null {
  const body = child(fn, 'body');
  if (!body || !isBlock(body)) return null;
  const prologue = functionPrologue(fn);
  const [first] = statements(body);
  const newline = newlineOf(file);
  const before = prologue.at(-1)?.node ?? null;
  if (before) return insertText(file, before.span.end, `${newline}${indentAt(file, before.span.start)}${statement}`);
  const open = file.source.code.indexOf('{', body.span.start) + 1;
  const isOneLine = first && !file.source.code.slice(open, first.span.start).includes('\n');
  if (isOneLine) return insertText(file, first.span.start, `${statement} `);
  const outer = indentAt(file, fn.span.start);
  const inserted = `${newline}${outer}${indentUnit(file)}${statement}`;
  const isEmpty = file.source.code.slice(open, body.span.end - 1) === '';
  return insertText(file, open, isEmpty ? inserted + newline + outer : inserted);
}
