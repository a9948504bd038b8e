/** One parse of a source file: a tree whose spans are indexes of the text. */
import { type ParseOptions, parseSync } from '@swc/core';
import { type Node, children } from './ast.ts';
import { compileError } from './messages.ts';
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
    return parseWithOptions(code + SENTINEL, file);
  } catch (error) {
    throw new CompileFailure([syntaxDiagnostic(file, errorWithoutSentinel(code, file) ?? error)]);
  }
}

function parseWithOptions(code: string, { path }: SourceFile): Node[] {
  const parsed: unknown = parseSync(code, parserOptions(path));
  return children(parsed as Node, 'body');
}

/** A file that ends too early is an error at its end, not at the sentinel. */
function errorWithoutSentinel(code: string, file: SourceFile): unknown {
  try {
    parseWithOptions(code, file);
    return null;
  } catch (error) {
    return error;
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
    autoAccessors: true,
    target: 'esnext',
  };
}

/** The parser tells the place of an error only in its text. */
function syntaxDiagnostic(file: SourceFile, cause: unknown): Diagnostic {
  const { message } = cause as Error;
  const shown = /^\s*[x×]\s*(.+)$/m.exec(message)?.[1] ?? message.split('\n')[0] ?? 'unknown';
  const reason = shown.replace(/[`']<eof>[`']/g, 'the end of the file');
  return createDiagnostic(file, errorIndex(file, message), compileError('compile_syntax_invalid', { reason }, cause));
}

/** `[line:column]` has the line only; the column is that of the carets. An error without a mark is at the end of the text. */
function errorIndex({ code, positions }: SourceFile, message: string): number {
  const firstOfMany = /^\s*(\d+) \| ,->/m.exec(message)?.[1];
  if (firstOfMany !== undefined) return positions.indexAt({ line: Number(firstOfMany), column: 0 });
  const line = Number(/\[(\d+):\d+\]/.exec(message)?.[1] ?? 1);
  const carets = /^\s*: ([\s^|]*\^[\s^|]*)$/m.exec(message)?.[1];
  if (carets === undefined) return code.trimEnd().length;
  // Carets with a line down from them mark what led there, those without the place itself.
  const marks = [...carets.matchAll(/[\^|]+/g)];
  const mark = marks.find(([text]) => !text.includes('|')) ?? marks[0]!;
  return positions.indexAt({ line, column: columnAtWidth(code.split('\n')[line - 1] ?? '', mark.index) });
}

const TAB_WIDTH = 4;

/** The parser's frame shows tabs as spaces. */
function columnAtWidth(line: string, width: number): number {
  let column = 0;
  for (let shown = 0; shown < width; column++) shown += line[column] === '\t' ? TAB_WIDTH : 1;
  return column;
}
