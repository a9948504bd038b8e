/**
 * The syntax tree as this compiler reads it. The parser's own types change between its versions; only the fields that
 * are read here matter, so a node is a type, a span and fields.
 */

/** The place of a node, in UTF-16 units of the source text; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A node of the tree: its type, its place, and the fields of the parser. */
export interface Node {
  type: string;
  span: Span;
  [PARENT]?: Node;
  [field: string]: unknown;
}

/** A symbol, so that a walk over the fields of a node does not lead up again. */
const PARENT: unique symbol = Symbol('parent');

/**
 * The node around a node; `undefined` for a module, and in trees without a {@link file://./node-index.ts node index}.
 */
export function parentOf(node: Node): Node | undefined {
  return node[PARENT];
}

/** Sets the node around a node. Only the node index calls it. */
export function setParent(node: Node, parent: Node): void {
  node[PARENT] = parent;
}

/** The entry for a node, or else for the nearest node around it that has one. */
export function nearestOf<T>(known: ReadonlyMap<Node, T>, node: Node): T | undefined {
  for (let at: Node | undefined = node; at; at = parentOf(at)) {
    const found = known.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True for one of the nodes, and for everything inside them. */
export function isWithin(nodes: ReadonlySet<Node>, node: Node): boolean {
  for (let at: Node | undefined = node; at; at = parentOf(at)) if (nodes.has(at)) return true;
  return false;
}

/** True for anything that looks like a node: an object with a `type` text. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The node in a field, or `null` when the field holds none. */
export function child(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The nodes in a list field; holes are left out and argument wrappers (`{ spread, expression }`) are opened. */
export function children(node: Node, field: string): Node[] {
  const value = node[field];
  const nodes: Node[] = [];
  if (!Array.isArray(value)) return nodes;
  for (const item of value) {
    const node = isNode(item) ? item : (item as { expression?: unknown } | null)?.expression;
    if (isNode(node)) nodes.push(node);
  }
  return nodes;
}

/** The text in a field (`value` of identifiers and strings). */
export function text(node: Node, field = 'value'): string {
  return typeof node[field] === 'string' ? node[field] : '';
}

/** Visits every node directly inside this one, in the order of the tree's fields. */
export function eachChild(node: Node, visit: (inner: Node) => void): void;
/**
 * The same, with a `context` for each visit. A walk that makes a closure for each node instead is inlined into itself
 * by V8, which costs more than the walk.
 */
export function eachChild<C>(node: Node, visit: (inner: Node, context: C) => void, context: C): void;
/** Nodes are plain objects. A list of the values of each node would be most of the time of a walk. */
export function eachChild<C>(node: Node, visit: (inner: Node, context: C) => void, context?: C): void {
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null || field === 'span') continue;
    if (Array.isArray(value)) for (const item of value) visitValue(item, visit, context!);
    else visitValue(value, visit, context!);
  }
}

function visitValue<C>(value: unknown, visit: (inner: Node, context: C) => void, context: C): void {
  if (isNode(value)) visit(value, context);
  else if (typeof value === 'object' && value !== null) {
    // Arguments, array items and (for getters) functions are wrapped in objects without a type.
    const wrapper = value as { expression?: unknown };
    if (isNode(wrapper.expression)) visit(wrapper.expression, context);
  }
}

/** True when `inner` lies within `outer` (equal counts). */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

const TRANSPARENT = new Set([
  'ParenthesisExpression',
  'TsAsExpression',
  'TsSatisfiesExpression',
  'TsNonNullExpression',
  'TsTypeAssertion',
  'TsConstAssertion',
  'TsInstantiation',
]);

/** True for wrappers that do not change a value: parentheses, `as`, `satisfies`, `!`. */
export function isTransparent(node: Node): boolean {
  return TRANSPARENT.has(node.type);
}

/** The nearest node around this one that is more than parentheses or a type operator; `inner` is what stands in it. */
export function effectiveParent(node: Node): { parent: Node | null; inner: Node } {
  let inner = node;
  let parent = parentOf(node) ?? null;
  while (parent && isTransparent(parent)) {
    inner = parent;
    parent = parentOf(parent) ?? null;
  }
  return { parent, inner };
}

/** The node that takes the value of an expression, outside parentheses, `as` and `?.`. */
export function takerOf(node: Node): { taker: Node | null; value: Node } {
  let { parent, inner } = effectiveParent(node);
  while (parent?.type === 'OptionalChainingExpression') ({ parent, inner } = effectiveParent(parent));
  return { taker: parent, value: inner };
}

/** The expression inside parentheses and type operators. */
export function unwrap(node: Node): Node {
  let inner = node;
  while (isTransparent(inner)) {
    const next = child(inner, 'expression');
    if (!next) return inner;
    inner = next;
  }
  return inner;
}

/** Nodes that have a body of their own; for methods the function part is merged into the node itself while parsing. */
export const FUNCTION_TYPES: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
]);

/** True for functions, methods, accessors and constructors: nodes with parameters and a body of their own. */
export function isFunction(node: Node): boolean {
  return FUNCTION_TYPES.has(node.type);
}

/** True for a body in braces; an arrow may have an expression instead. */
export function isBlock(body: Node): boolean {
  return body.type === 'FunctionBody' || body.type === 'BlockStatement';
}

/** The statements of a block or function body. */
export function statements(body: Node | null): Node[] {
  return body ? children(body, 'stmts') : [];
}

/** The name by which the other module exports what an import specifier names. */
export function importedName(specifier: Node): string {
  return text(child(specifier, 'imported') ?? child(specifier, 'local')!);
}

/** The text of a property key that is known without running code, or `null` (computed keys). */
export function staticKey(key: Node | null): string | null {
  if (!key) return null;
  if (key.type === 'Computed') return literalText(unwrap(child(key, 'expression')!));
  if (key.type === 'NumericLiteral') return String(key['value']);
  if (key.type === 'BigIntLiteral') return text(key, 'raw').replace(/n$/, '');
  if (key.type === 'PrivateName') return `#${text(key) || text(child(key, 'id') ?? key)}`;
  return text(key);
}

/** The text that a literal is as a key, or `null` for any other expression. */
function literalText(literal: Node): string | null {
  if (literal.type === 'StringLiteral') return text(literal);
  if (literal.type === 'NumericLiteral') return String(literal['value']);
  if (literal.type !== 'TemplateLiteral') return null;
  const quasis = children(literal, 'quasis');
  return quasis.length === 1 ? text(quasis[0]!, 'cooked') : null;
}
