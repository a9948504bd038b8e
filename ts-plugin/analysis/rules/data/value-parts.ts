/**
 * Checks literals by their parts. The types of a few names exist already, but TypeScript would have to create the type
 * of the literal.
 */
import { type Node, child, isNode, text } from '../../../../compiler/ast.ts';
import type { FileCode } from '../../code/call-sites.ts';
import type { TypeHost, TypeQuestion, TypeView } from '../../project/host.ts';
import type { BoundaryValue } from './boundary-values.ts';
import { declarationsIn } from './declarations.ts';
import { findObstacle } from './serializable.ts';

/** A value whose whole type must be checked. */
export interface TypedValue {
  value: BoundaryValue;
  view: TypeView;
  /** Ids of types without obstacles, among the views of the same answer. */
  sound: Set<number>;
}

/** A part of a literal whose type must be checked. */
interface Part {
  node: Node;
  /** Whether it is spread into an array, so that its elements count. */
  isSpread: boolean;
}

/** The values with their types, without literals of which every part is fine. */
export function typedValues(code: FileCode, types: TypeHost, values: readonly BoundaryValue[]): TypedValue[] {
  const ask = (questions: TypeQuestion[]): (TypeView | null)[] => types.types(code.file.source.path, questions);
  const split = values.map((value) => ({ value, parts: partsOf(value.node) }));
  const wholes = split.flatMap(({ value, parts }) => (parts ? [] : value));
  const allParts = split.flatMap(({ parts }) => parts ?? []);
  const views = ask([...wholes.map(toQuestion), ...allParts.map(({ node }) => toQuestion({ node, of: 'expression' }))]);
  const sound = new Set<number>();
  const declarations = declarationsIn(code);
  const isSound = ({ isSpread }: Part, index: number): boolean => {
    const view = views[wholes.length + index];
    if (!view || (isSpread && view.kind !== 'array' && view.kind !== 'tuple')) return false;
    return findObstacle(view, declarations, sound) === null;
  };
  const soundParts = new Set(allParts.filter(isSound));
  const doubtful = split.flatMap(({ value, parts }) => (parts?.some((part) => !soundParts.has(part)) ? value : []));
  const ofDoubtful = doubtful.length > 0 ? ask(doubtful.map(toQuestion)) : [];
  return [...combine(wholes, views, sound), ...combine(doubtful, ofDoubtful, new Set())];
}

function toQuestion({ node, of }: Pick<BoundaryValue, 'node' | 'of'>): TypeQuestion {
  return { span: node.span, of, isDeclaredEnough: true };
}

function combine(
  values: readonly BoundaryValue[],
  views: readonly (TypeView | null)[],
  sound: Set<number>,
): TypedValue[] {
  return values.flatMap((value, index) => {
    const view = views[index];
    return view ? { value, view, sound } : [];
  });
}

/** Expressions whose value is primitive, whatever they contain. */
const PRIMITIVES = new Set([
  'StringLiteral',
  'TemplateLiteral',
  'NumericLiteral',
  'BigIntLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'UnaryExpression',
  'UpdateExpression',
]);
/** Operators whose result is one of two values, and `+`, which gives `any` for two values of type `any`. */
const OPEN_OPERATORS = new Set(['&&', '||', '??', '+']);

/** The parts of a literal that must be checked; `null` for other expressions, and for literals with other members. */
function partsOf(node: Node): Part[] | null {
  if (PRIMITIVES.has(node.type)) return [];
  switch (node.type) {
    case 'BinaryExpression':
      return OPEN_OPERATORS.has(text(node, 'operator')) ? null : [];
    case 'ParenthesisExpression':
      return partsOf(child(node, 'expression')!);
    case 'ArrayExpression':
      return partsOfAll(node['elements'], partsOfElement);
    case 'ObjectExpression':
      return partsOfAll(node['properties'], partsOfProperty);
    default:
      return null;
  }
}

function partsOfAll(items: unknown, partsOfItem: (item: unknown) => Part[] | null): Part[] | null {
  const all: Part[] = [];
  for (const item of items as readonly unknown[]) {
    const parts = partsOfItem(item);
    if (!parts) return null;
    all.push(...parts);
  }
  return all;
}

/** The parts of one element. @param item `null` for a hole. */
function partsOfElement(item: unknown): Part[] {
  if (item === null) return [];
  const { spread, expression } = item as { spread: unknown; expression: Node };
  return spread ? [{ node: expression, isSpread: true }] : partsInside(expression);
}

function partsOfProperty(property: unknown): Part[] | null {
  if (!isNode(property)) return null;
  if (property.type === 'Identifier') return [{ node: property, isSpread: false }];
  const isPlain = property.type === 'KeyValueProperty' && child(property, 'key')?.type !== 'Computed';
  return isPlain ? partsInside(child(property, 'value')!) : null;
}

function partsInside(node: Node): Part[] {
  return partsOf(node) ?? [{ node, isSpread: false }];
}
