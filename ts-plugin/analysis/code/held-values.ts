/** The values of variables and expressions, as far as the source shows them. */
import { constantValue, type Reference, referenceOf } from '../../../compiler/analyze/scope.ts';
import { type Node, child, unwrap, children, isFunction, staticKey, takerOf, text } from '../../../compiler/ast.ts';
import type { ProjectFile } from '../project/project.ts';

/** The uses of the variable that a value initializes; `null` when the value goes elsewhere. */
export function usesOfValue(file: ProjectFile, value: Node): Reference[] | null {
  const { taker } = takerOf(value);
  if (taker?.type !== 'VariableDeclarator' || child(taker, 'id')?.type !== 'Identifier') return null;
  return usesOfDeclarator(file, taker);
}

/** The uses of the names that a declarator declares. */
export function usesOfDeclarator({ bindings }: ProjectFile, declarator: Node): Reference[] {
  return bindings.references.filter(({ binding }) => binding?.declarations.includes(declarator));
}

/** The name of the member that is read from a value; `null` when the value is used in another way. */
export function memberRead(node: Node): Node | null {
  const { taker, value } = takerOf(node);
  return taker?.type === 'MemberExpression' && child(taker, 'object') === value ? child(taker, 'property') : null;
}

/** The expression that gives a value: the initializer of the constant that it names, or the expression itself. */
export function initialValue(expression: Node): Node {
  const node = unwrap(expression);
  const binding = node.type === 'Identifier' ? referenceOf(node)?.binding : null;
  return (binding && constantValue(binding)) ?? node;
}

/** A known value. */
export interface Literal {
  value: unknown;
  /** The node with the value: the expression itself, or the initializer of the constant. */
  node: Node;
}

/** The value of an expression, or of the constant that it names; `null` when it is known only at run time. */
export function literalOf(expression: Node): Literal | null {
  return literalIn(initialValue(expression));
}

/** The value of an expression that no name leads to; `null` when it is known only at run time. */
export function literalIn(node: Node): Literal | null {
  const read = READERS[node.type];
  const value = isFunction(node) ? () => true : read?.(node);
  return value === undefined ? null : { value, node };
}

/** `undefined`: not known. */
const READERS: Readonly<Record<string, (node: Node) => unknown>> = {
  StringLiteral: (node) => text(node),
  NumericLiteral: (node) => node['value'],
  BooleanLiteral: (node) => node['value'],
  NullLiteral: () => null,
  Identifier: (node) => (referenceOf(node)?.binding ? undefined : NUMBERS.get(text(node))),
  TemplateLiteral: readTemplate,
  UnaryExpression: readSigned,
  BinaryExpression: readSum,
};

const NUMBERS = new Map([
  ['Infinity', Infinity],
  ['NaN', NaN],
]);

/** Stands for an unknown number before a unit. Its value does not change whether the text is valid. */
const SOME_NUMBER = '1';

function readTemplate(node: Node): string | undefined {
  const [first, second, ...others] = children(node, 'quasis').map((part) => text(part, 'raw'));
  if (first === undefined || first.includes('\\')) return undefined;
  if (second === undefined) return first;
  return others.length === 0 && first === '' ? withNumber(second) : undefined;
}

function readSum(node: Node): string | undefined {
  const right = unwrap(child(node, 'right')!);
  return text(node, 'operator') === '+' && right.type === 'StringLiteral' ? withNumber(text(right)) : undefined;
}

/** A text that begins with an unknown value. If one word follows, the value most likely is a number. */
function withNumber(rest: string): string | undefined {
  return /^\s*[a-z]+\s*$/i.test(rest) ? SOME_NUMBER + rest : undefined;
}

function readSigned(node: Node): number | undefined {
  const known = text(node, 'operator') === '-' ? literalOf(child(node, 'argument')!)?.value : undefined;
  return typeof known === 'number' ? -known : undefined;
}

/** The properties of an object literal by name; spreads and computed names are left out. */
export function propertiesOf(object: Node | undefined): { name: string; node: Node; value: Node }[] {
  const node = object && unwrap(object);
  if (node?.type !== 'ObjectExpression') return [];
  return children(node, 'properties').flatMap((property) => {
    if (property.type === 'Identifier') return [{ name: text(property), node: property, value: property }];
    const name = staticKey(child(property, 'key'));
    const value = isFunction(property) ? property : child(property, 'value');
    return name === null || !value ? [] : [{ name, node: property, value }];
  });
}
