/** The common part of all converters: spans, modifiers, and the conversion of inner nodes. */
import type ts from 'typescript-6';
import type { Node, Span } from '../../compiler/ast.ts';

/** The TypeScript that tsserver passes to a plugin: 5 or 6. */
export type TypeScript = typeof ts;

/** The result of a conversion: one node, several nodes, or none. */
export type Converted = Node | Node[] | null;

/** Converts nodes of one kind. Declared as a method, so that each converter may narrow the type of its node. */
export type Convert = { convert(tree: TreeConverter, node: ts.Node): Converted }['convert'];

/** Converters by the name of a kind, because the numbers differ between versions. */
export type Converters = Readonly<Record<string, Convert>>;

/** Converters by the number of a kind; an array with holes. */
export type ConvertersByKind = readonly (Convert | undefined)[];

/** An argument or an element of an array. */
export interface Wrapped {
  spread: Span | null;
  expression: Node;
}

/** White space and comments. */
const TRIVIA = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

const [TAB, NEWLINE, RETURN, SPACE] = [9, 10, 13, 32];
/** By character code: whether code begins here, and not white space, a comment, a shebang or a merge conflict. */
const PLAIN_START = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$'"`()[\]{}.,:;?!&*+^~%@-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The span of a node. Its start is found when it is first read, because few are, and comments must be skipped. */
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

/** The TypeScript node of a span; `undefined` when the span belongs to no node of TypeScript. */
export function nodeOfSpan(span: Span): ts.Node | undefined {
  return span instanceof NodeSpan ? span.node : undefined;
}

/** Converts the nodes of one file. */
export class TreeConverter {
  readonly ts: TypeScript;
  readonly text: string;
  readonly #file: ts.SourceFile;
  readonly #byKind: ConvertersByKind;
  /** The beginnings and the ends of white space and comments. */
  #lastPos = -1;
  #lastStart = -1;

  constructor(options: { ts: TypeScript; file: ts.SourceFile; byKind: ConvertersByKind }) {
    this.ts = options.ts;
    this.text = options.file.text;
    this.#file = options.file;
    this.#byKind = options.byKind;
  }

  /** Converts a node; `null` for a missing node, for types, and for nodes that only broken texts have. */
  one(node: ts.Node | undefined): Node | null {
    const converted = node && this.#convert(node);
    return (Array.isArray(converted) ? converted[0] : converted) ?? null;
  }

  /** Converts a required node. An empty name replaces a missing one. */
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

  /** Nodes that begin at the same index come one after the other: `a`, `a.b` and `a.b()`. */
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

  /** The index behind blanks and newlines; `null` when a comment may follow, which TypeScript must skip. */
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

  /** The first index with code, at or behind an index. */
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

  /** The span of a declaration without `export` and `default`, which do not belong to it in our tree. */
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
