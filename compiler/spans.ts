/**
 * Turns the parser's spans into indexes of the source text. The parser counts UTF-8 bytes from a base that depends on
 * its version, leaves out a byte order mark, and gives some nodes no span at all.
 */
import { type Node, type Span, child, children, eachChild, isNode } from './ast.ts';

/** Appended to every parsed text: its end tells the base, see {@link parserBase}. */
export const SENTINEL = '\n;;';

/** The offset the parser gives to the first byte of the text. */
export function parserBase(body: readonly Node[], byteLength: number): number {
  const last = body.at(-1);
  return last ? last.span.end - byteLength - SENTINEL.length : 1;
}

/** A function from byte offsets of `code` to indexes of `code`. */
export function createByteToIndex(code: string): (byte: number) => number {
  const marks = nonAsciiMarks(code);
  if (marks.length === 0) return (byte) => byte;
  return (byte) => {
    let low = 0;
    let high = marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (marks[middle]!.byteEnd <= byte) low = middle + 1;
      else high = middle;
    }
    return byte - (low === 0 ? 0 : marks[low - 1]!.surplus);
  };
}

/** For each non-ASCII character: where it ends in bytes, and how many bytes more than units there were up to there. */
function nonAsciiMarks(code: string): { byteEnd: number; surplus: number }[] {
  const marks: { byteEnd: number; surplus: number }[] = [];
  let surplus = 0;
  for (let index = 0; index < code.length;) {
    const point = code.codePointAt(index)!;
    const units = point > 0xffff ? 2 : 1;
    if (point > 0x7f) {
      surplus += (point > 0xffff ? 4 : point > 0x7ff ? 3 : 2) - units;
      marks.push({ byteEnd: index + units + surplus, surplus });
    }
    index += units;
  }
  return marks;
}

/** Rewrites all spans of a tree in place, and gives one to the nodes that the parser leaves without. */
export function rewriteSpans(node: Node, toIndex: (offset: number) => number): void {
  if (isSpan(node['span'])) {
    node.span = { start: toIndex(node.span.start), end: toIndex(node.span.end) };
  }
  if (isSpan(node['spread'])) {
    node['spread'] = { start: toIndex(node['spread'].start), end: toIndex(node['spread'].end) };
  }
  liftFunction(node);
  eachChild(node, (inner) => rewriteSpans(inner, toIndex));
  if (!isSpan(node['span'])) node.span = spanOfChildren(node);
  includeDecorators(node);
}

/** Decorators of a class stand before it, also before its `export`, and outside the parser's spans. */
function includeDecorators(node: Node): void {
  const before = [...children(node, 'decorators'), child(node, 'declaration') ?? child(node, 'decl')];
  for (const inner of before) if (inner) node.span.start = Math.min(node.span.start, inner.span.start);
}

/** Methods and getters keep their function in a node of its own without a type: its fields become the method's. */
function liftFunction(node: Node): void {
  const fn = node['function'];
  if (typeof fn !== 'object' || fn === null || isNode(fn)) return;
  const { span: _, ctxt: _ctxt, ...fields } = fn as Record<string, unknown>;
  Object.assign(node, fields);
  delete node['function'];
}

function spanOfChildren(node: Node): Span {
  let start = Infinity;
  let end = 0;
  if (isSpan(node['spread'])) start = node['spread'].start;
  eachChild(node, (inner) => {
    start = Math.min(start, inner.span.start);
    end = Math.max(end, inner.span.end);
  });
  return { start: start === Infinity ? end : start, end };
}

function isSpan(value: unknown): value is Span {
  return typeof (value as Span | undefined)?.start === 'number' && typeof (value as Span).end === 'number';
}
