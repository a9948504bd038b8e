/** One parse of a source file: a tree whose spans are indexes of the text. */
import { type ParseOptions, parseSync } from '@swc/core';
import { type Node, children } from './ast.ts';
import { compileError } from './messages.ts';
import type { Position } from './code-frame.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createDiagnostic } from './diagnostics.ts';
import { SENTINEL, createByteToIndex, parserBase, rewriteSpans } from './spans.ts';

/** The syntax of a file, by its extension. */
function syntaxOf(path: string): { typescript: boolean; jsx: boolean } {
  const typescript = /\.[cm]?tsx?$/.test(path);
  return { typescript, jsx: typescript ? path.endsWith('.tsx') : !/\.[cm]?ts$/.test(path) };
}

/**
 * Parses a module.
 * @throws CompileFailure `compile_syntax_invalid` when the text is no valid TypeScript or JavaScript.
 */
export function parseModule(file: SourceFile): Node[] {
  const bom = file.code.charCodeAt(0) === 0xfeff ? 1 : 0;
  const code = bom ? file.code.slice(1) : file.code;
  const body = parse(code, file);
  const toIndex = createByteToIndex(code);
  const byteLength = Buffer.byteLength(code);
  const base = parserBase(body, byteLength);
  const items = body.filter((item) => item.span.start - base < byteLength);
  const clamp = (offset: number): number => toIndex(Math.min(offset - base, byteLength)) + bom;
  for (const item of items) rewriteSpans(item, clamp);
  return items;
}

function parse(code: string, file: SourceFile): Node[] {
  try {
    const parsed: unknown = parseSync(code + SENTINEL, parserOptions(file.path));
    return children(parsed as Node, 'body');
  } catch (error) {
    throw new CompileFailure([syntaxDiagnostic(file, (error as Error).message, error)]);
  }
}

function parserOptions(path: string): ParseOptions {
  const { typescript, jsx } = syntaxOf(path);
  if (typescript) return { syntax: 'typescript', tsx: jsx, decorators: true, target: 'esnext' };
  return {
    syntax: 'ecmascript',
    jsx,
    decorators: true,
    decoratorsBeforeExport: true,
    explicitResourceManagement: true,
    target: 'esnext',
  };
}

/** The parser tells the place of an error only in its text. */
function syntaxDiagnostic(file: SourceFile, message: string, cause: unknown): Diagnostic {
  const reason = /^\s*[x×]\s*(.+)$/m.exec(message)?.[1] ?? message.split('\n')[0] ?? 'unknown';
  const index = file.positions.indexAt(errorPosition(file, message));
  return createDiagnostic(file, index, compileError('compile_syntax_invalid', { reason }, cause));
}

/** `[line:column]` has the line only; the column is that of the carets below it. */
function errorPosition({ code }: SourceFile, message: string): Position {
  const line = Number(/\[(\d+):\d+\]/.exec(message)?.[1] ?? 1);
  const carets = /^\s*: ([\s^|]*\^[\s^|]*)$/m.exec(message)?.[1] ?? '';
  // Carets with a line down from them mark what led there, those without the place itself.
  const marks = [...carets.matchAll(/[\^|]+/g)];
  const mark = marks.find(([text]) => !text.includes('|')) ?? marks[0];
  return { line, column: columnAtWidth(code.split('\n')[line - 1] ?? '', mark?.index ?? 0) };
}

const TAB_WIDTH = 4;

/** The parser's frame shows tabs as spaces. */
function columnAtWidth(line: string, width: number): number {
  let column = 0;
  for (let shown = 0; shown < width; column++) shown += line[column] === '\t' ? TAB_WIDTH : 1;
  return column;
}
