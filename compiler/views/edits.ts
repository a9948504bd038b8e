/** Edits of one source text, collected in any order and applied together. */
import { MagicString, type SourceMap } from 'magic-string';
import { type Span, contains } from '../ast.ts';
import { type CodeCopy, createMap } from './copied-code.ts';

/** Text, or code of the source that is written once more. */
export type Piece = string | Span;

interface Replacement {
  span: Span;
  text: string;
}

interface Move {
  span: Span;
  before: readonly Piece[];
  after: string;
}

interface Insertion {
  index: number;
  text: string;
  /** Goes before what others inserted at the same index. */
  first: boolean;
}

/**
 * Replacing code also drops the edits inside it, so the callers need not know of each other. Code that is moved out
 * of it survives together with its edits.
 */
export class Edits {
  readonly #replacements: Replacement[] = [];
  readonly #moves: Move[] = [];
  readonly #insertions: Insertion[] = [];
  readonly #appended: (readonly Piece[])[] = [];

  /** Puts a text in the place of code. */
  replace(span: Span, text: string): void {
    this.#replacements.push({ span, text });
  }

  remove(span: Span): void {
    this.replace(span, '');
  }

  insert(index: number, text: string): void {
    this.#insertions.push({ index, text, first: false });
  }

  /** Like `insert`, before what others inserted there. */
  insertFirst(index: number, text: string): void {
    this.#insertions.push({ index, text, first: true });
  }

  /** Puts texts around code; a later call with the same code goes inside. */
  wrap(span: Span, before: string, after: string): void {
    this.insert(span.start, before);
    this.insertFirst(span.end, after);
  }

  /** Moves code to the end of the file, with texts around it. @param before No other move has the same. */
  moveToEnd(span: Span, before: readonly Piece[], after: string): void {
    this.#moves.push({ span, before, after });
  }

  /** Adds texts and copies of code to the end of the file. @param pieces No others are the same. */
  append(pieces: readonly Piece[]): void {
    this.#appended.push(pieces);
  }

  /** True when code is not part of the result. */
  isGone(span: Span): boolean {
    return this.#replacements.some((replacement) => this.#covers(replacement, span));
  }

  apply(code: string, path: string): { code: string; map: SourceMap } {
    const text = new MagicString(code);
    for (const replacement of this.#replacements) {
      if (!this.#isInOther(replacement)) this.#applyReplacement(text, replacement);
    }
    for (const { span } of this.#moves) text.move(span.start, span.end, code.length);
    for (const { span, before, after } of this.#moves)
      text.prependRight(span.start, textOf(before, code)).appendLeft(span.end, after);
    for (const { index, text: inserted, first } of this.#insertions) {
      if (this.isGone({ start: index, end: index })) continue;
      if (first) text.prependLeft(index, inserted);
      else text.appendLeft(index, inserted);
    }
    for (const pieces of this.#appended) text.append(textOf(pieces, code));
    const edited = text.toString();
    const copies = [...this.#moves.map(({ before }) => before), ...this.#appended].flatMap((pieces) =>
      copiesIn(pieces, { code, edited }),
    );
    return { code: edited, map: createMap(text, { code, path, copies }) };
  }

  #isInOther(replacement: Replacement): boolean {
    return this.#replacements.some((other) => other !== replacement && this.#covers(other, replacement.span));
  }

  /** A position on the edge of replaced code is not covered. */
  #covers({ span: outer }: Replacement, span: Span): boolean {
    const isPoint = span.start === span.end;
    const isInside = isPoint ? outer.start < span.start && span.end < outer.end : contains(outer, span);
    return isInside && !this.#moves.some((move) => contains(outer, move.span) && isWithin(span, move.span));
  }

  /** The pieces between what is moved out are replaced one by one. */
  #applyReplacement(text: MagicString, { span, text: replacement }: Replacement): void {
    const moved = this.#moves
      .map((move) => move.span)
      .filter((inner) => contains(span, inner))
      .sort((a, b) => a.start - b.start);
    let start = span.start;
    let rest = replacement;
    for (const inner of [...moved, { start: span.end, end: span.end }]) {
      if (start < inner.start) {
        if (rest === '') text.remove(start, inner.start);
        else text.update(start, inner.start, rest);
        rest = '';
      }
      start = Math.max(start, inner.end);
    }
  }
}

function isWithin(span: Span, outer: Span): boolean {
  return span.start === span.end ? outer.start < span.start && span.end < outer.end : contains(outer, span);
}

const textOf = (pieces: readonly Piece[], code: string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : code.slice(piece.start, piece.end))).join('');

/** The copies among pieces that stand in an edited text one after the other. */
function copiesIn(pieces: readonly Piece[], { code, edited }: { code: string; edited: string }): CodeCopy[] {
  if (pieces.every((piece) => typeof piece === 'string')) return [];
  let index = edited.indexOf(textOf(pieces, code));
  return pieces.flatMap((piece) => {
    const copy = typeof piece === 'string' ? [] : [{ index, span: piece }];
    index += textOf([piece], code).length;
    return copy;
  });
}
