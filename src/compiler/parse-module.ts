/** One parse of a source file: a tree whose spans are indexes of the text. */
import { parseSync } from '@swc/core';
import { type Node, children } from './ast.ts';
import { compileError } from './messages.ts';
import { CompileFailure, type SourceFile, createDiagnostic } from './diagnostics.ts';
import { SENTINEL, createByteToIndex, parserBase, rewriteSpans } from './spans.ts';

/** The syntax of a file, by its extension. */
export function syntaxOf(path: string): { typescript: boolean; jsx: boolean } {
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
  const { typescript, jsx } = syntaxOf(file.path);
  try {
    const parsed: unknown = parseSync(
      code + SENTINEL,
      typescript
        ? { syntax: 'typescript', tsx: jsx, decorators: true, target: 'esnext' }
        : { syntax: 'ecmascript', jsx, decorators: true, target: 'esnext' },
    );
    return children(parsed as Node, 'body');
  } catch (error) {
    throw new CompileFailure([syntaxDiagnostic(file, String((error as Error).message), error)]);
  }
}

/** The parser tells the place of an error only in its text: `[line:column]`, or a caret below line 1. */
function syntaxDiagnostic(file: SourceFile, message: string, cause: unknown) {
  const reason = /^\s*[x×]\s*(.+)$/m.exec(message)?.[1] ?? message.split('\n')[0] ?? 'unknown';
  const place = /\[(\d+):(\d+)\]/.exec(message);
  const caret = /^\s*:(\s*)\^/m.exec(message);
  const line = place ? Number(place[1]) : 1;
  const column = caret ? Math.max(0, caret[1]!.length - 1) : place ? Number(place[2]) - 1 : 0;
  return createDiagnostic(file, file.positions.indexAt({ line, column }), compileError('compile_syntax_invalid', { reason }, cause));
}
