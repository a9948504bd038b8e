/** Object literals, and the facts about them that are certain. */
import { type Binding, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, children, text, unwrap, takerOf } from '../../../../compiler/ast.ts';
import { initialValue, propertiesOf } from '../../code/held-values.ts';
import type { ProjectFile } from '../../project/project.ts';

/** A property with a plain name. */
export type Property = ReturnType<typeof propertiesOf>[number];

/** An object literal with its properties. */
export interface WrittenObject {
  file: ProjectFile;
  node: Node;
  properties: readonly Property[];
  /** Whether it certainly has no other properties. */
  isComplete: boolean;
}

/** The object literal that an expression is, or that its constant holds; `null` for other expressions. */
export function writtenObject(file: ProjectFile, expression: Node | undefined): WrittenObject | null {
  const node = expression && initialValue(expression);
  if (node?.type !== 'ObjectExpression') return null;
  const properties = propertiesOf(node);
  const isWhole = properties.length === children(node, 'properties').length;
  const binding = referenceOf(unwrap(expression!))?.binding;
  return { file, node, properties, isComplete: isWhole && (!binding || isOnlyHandedOn(binding)) };
}

/** The property of a name. Of several the last counts, as at run time. */
export function propertyOf({ properties }: WrittenObject, name: string): Property | undefined {
  return properties.findLast((property) => property.name === name);
}

/** The object that a property holds. */
export function objectIn(object: WrittenObject, name: string): WrittenObject | null {
  return writtenObject(object.file, propertyOf(object, name)?.value);
}

/** The node of a property's name. */
export function nameOfProperty({ node }: Property): Node {
  return child(node, 'key') ?? node;
}

/** An object that code changes or passes to functions may get more properties than its literal has. */
function isOnlyHandedOn({ references }: Binding): boolean {
  return references.every(({ node }) => /^(?:KeyValueProperty|ObjectExpression|NewExpression)$/.test(takerType(node)));
}

function takerType(node: Node): string {
  return takerOf(node).taker?.type ?? '';
}

/** Whether an expression is `undefined` by that name. */
export function isUndefined(expression: Node): boolean {
  const node = unwrap(expression);
  return node.type === 'Identifier' && text(node) === 'undefined';
}
