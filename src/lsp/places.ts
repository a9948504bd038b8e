/** Places as the protocol has them: lines and characters count from 0, in UTF-16 units. */
import type { Position, Range } from 'vscode-languageserver';
import type { Span } from '../compiler/ast.ts';
import { Positions } from '../compiler/code-frame.ts';

export function toRange(code: string, { start, end }: Span): Range {
  const positions = new Positions(code);
  return { start: toPosition(positions, start), end: toPosition(positions, end) };
}

function toPosition(positions: Positions, index: number): Position {
  const { line, column } = positions.at(index);
  return { line: line - 1, character: column };
}

export function toIndex(code: string, { line, character }: Position): number {
  return new Positions(code).indexAt({ line: line + 1, column: character });
}

export function toSpan(code: string, { start, end }: Range): Span {
  return { start: toIndex(code, start), end: toIndex(code, end) };
}
