/** What the converters of the families of nodes share: spans, modifiers, and the way to the nodes inside. */
import type ts from 'typescript-6';
import type { Node, Span } from '../../compiler/ast.ts';

/** TypeScript as tsserver hands it to a plugin: 5 or 6. */
export type TypeScript = typeof ts;

/** What a node becomes: one node, several in its place, or none. */
export type Converted = Node | Node[] | null;

/** Makes our node of one kind of theirs. A method, so that each may ask for the type that belongs to its kind. */
export type Convert = { convert(tree: TreeConverter, node: ts.Node): Converted }['convert'];

/** By name of the kind: the numbers differ between versions. */
export type Converters = Readonly<Record<string, Convert>>;

/** By the number of the kind; with holes. */
export type ConvertersByKind = readonly (Convert | undefined)[];

/** An argument or an element of an array. */
export interface Wrapped {
  spread: Span | null;
  expression: Node;
}

/** White space and comments. */
const TRIVIA = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

const [TAB, NEWLINE, RETURN, SPACE] = [9, 10, 13, 32];
/** By code: characters that are neither white space nor the first of a comment, a shebang or a mark of a merge conflict. */
const PLAIN_START = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$'"`()[\]{}.,:;?!&*+^~%@-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The place of a node. Few are asked for their start, and finding it is a search for the end of a comment. */
class NodeSpan implements Span {
  readonly end: number;
  readonly node: ts.Node;
  readonly #tree: TreeConverter;
  #start = -1;

  constructor(tree: TreeConverter, node: ts.Node) {
    this.end = node.end;
    this.node = node;
    this.#tree = tree;
  }

  get start(): number {
    if (this.#start < 0) this.#start = this.#tree.start(this.node);
    return this.#start;
  }
}

/** What a span is the place of; `undefined` for those of parts that are no nodes of TypeScript. */
export function nodeOfSpan(span: Span): ts.Node | undefined {
  return span instanceof NodeSpan ? span.node : undefined;
}

/** Converts the nodes of one file. */
export class TreeConverter {
  readonly ts: TypeScript;
  readonly text: string;
  readonly #file: ts.SourceFile;
  readonly #byKind: ConvertersByKind;
  /** Where white space and comments begin, and where they end. */
  #lastPos = -1;
  #lastStart = -1;

  constructor(options: { ts: TypeScript; file: ts.SourceFile; byKind: ConvertersByKind }) {
    this.ts = options.ts;
    this.text = options.file.text;
    this.#file = options.file;
    this.#byKind = options.byKind;
  }

  /** `null` for what is not there, for types, and for what only a broken text has. */
  one(node: ts.Node | undefined): Node | null {
    const converted = node && this.#convert(node);
    return (Array.isArray(converted) ? converted[0] : converted) ?? null;
  }

  /** A node that must be there; for one that is not, a name without text stands in. */
  must(node: ts.Node | undefined, near: ts.Node): Node {
    return this.one(node) ?? { type: 'Identifier', span: { start: near.end, end: near.end }, value: '' };
  }

  list(nodes: readonly ts.Node[] | undefined): Node[] {
    const list: Node[] = [];
    for (const node of nodes ?? []) {
      const converted = this.#convert(node);
      if (Array.isArray(converted)) list.push(...converted);
      else if (converted) list.push(converted);
    }
    return list;
  }

  #convert(node: ts.Node): Converted {
    return this.#byKind[node.kind]?.(this, node) ?? null;
  }

  /** Arguments and elements; holes are `null`. */
  wrapped(nodes: readonly ts.Expression[]): (Wrapped | null)[] {
    const wrapped: (Wrapped | null)[] = [];
    for (const node of nodes) {
      const inner = this.ts.isSpreadElement(node) ? node.expression : node;
      const expression = this.one(inner);
      if (expression) wrapped.push({ spread: inner === node ? null : this.dots(node), expression });
      else if (node.kind === this.ts.SyntaxKind.OmittedExpression) wrapped.push(null);
    }
    return wrapped;
  }

  span(node: ts.Node): Span {
    return new NodeSpan(this, node);
  }

  /** Nodes that begin at the same place are asked for one after the other: `a`, `a.b` and `a.b()`. */
  start(node: ts.Node): number {
    const isThere = node.pos < node.end;
    if (node.pos === this.#lastPos && isThere) return this.#lastStart;
    const start = (isThere ? this.#plainStart(node.pos) : null) ?? node.getStart(this.#file, false);
    if (isThere) {
      this.#lastPos = node.pos;
      this.#lastStart = start;
    }
    return start;
  }

  /** Behind blanks and newlines; `null` where there may be a comment, or anything else that TypeScript knows better. */
  #plainStart(pos: number): number | null {
    let index = pos;
    let code = this.text.charCodeAt(index);
    while (code === SPACE || code === NEWLINE || code === RETURN || code === TAB) code = this.text.charCodeAt(++index);
    return PLAIN_START[code] === 1 ? index : null;
  }

  /** The `...` that a node begins with. */
  dots(node: ts.Node): Span {
    const start = this.start(node);
    return { start, end: start + 3 };
  }

  /** The first place at or behind an index where code stands. */
  codeAt(index: number): number {
    TRIVIA.lastIndex = index;
    return index + (TRIVIA.exec(this.text)?.[0].length ?? 0);
  }

  has(node: ts.Node, modifier: ts.SyntaxKind): boolean {
    return modifiersOf(node).some(({ kind }) => kind === modifier);
  }

  decorators(node: ts.Node): Node[] {
    return this.list(modifiersOf(node).filter((modifier) => this.ts.isDecorator(modifier)));
  }

  /** A declaration without the `export` and `default` before it, which are no part of it in our tree. */
  declarationSpan(node: ts.Node): Span {
    const { ExportKeyword, DefaultKeyword } = this.ts.SyntaxKind;
    const isOuter = ({ kind }: ts.Node): boolean => kind === ExportKeyword || kind === DefaultKeyword;
    const modifiers = modifiersOf(node);
    const lastOuter = modifiers.findLast(isOuter);
    if (!lastOuter) return this.span(node);
    const first = modifiers.find((modifier) => !isOuter(modifier));
    return { start: first ? this.start(first) : this.codeAt(lastOuter.end), end: node.end };
  }
}

/** With decorators. */
export function modifiersOf(node: ts.Node): readonly ts.ModifierLike[] {
  return (node as { modifiers?: readonly ts.ModifierLike[] }).modifiers ?? [];
}
