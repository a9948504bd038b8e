/** Objects that are written out, and what is certain about them. */
import { type Binding, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, children, text, unwrap } from '../../../../compiler/ast.ts';
import { takerOf } from '../../code/call-sites.ts';
import { initialValue, propertiesOf } from '../../code/held-values.ts';
import type { ProjectFile } from '../../project/project.ts';

export type Property = ReturnType<typeof propertiesOf>[number];

export interface WrittenObject {
  file: ProjectFile;
  node: Node;
  properties: readonly Property[];
  /** It has no other properties than these. */
  isComplete: boolean;
}

/** The object that an expression is, or that the constant holds which it names; `null` for what is known only at run time. */
export function writtenObject(file: ProjectFile, expression: Node | undefined): WrittenObject | null {
  const node = expression && initialValue(expression);
  if (node?.type !== 'ObjectExpression') return null;
  const properties = propertiesOf(node);
  const isWhole = properties.length === children(node, 'properties').length;
  const binding = referenceOf(unwrap(expression!))?.binding;
  return { file, node, properties, isComplete: isWhole && (!binding || isOnlyHandedOn(binding)) };
}

export function propertyOf({ properties }: WrittenObject, name: string): Property | undefined {
  return properties.findLast((property) => property.name === name);
}

/** The object that a property holds. */
export function objectIn(object: WrittenObject, name: string): WrittenObject | null {
  return writtenObject(object.file, propertyOf(object, name)?.value);
}

/** Where the name of a property stands. */
export function nameOfProperty({ node }: Property): Node {
  return child(node, 'key') ?? node;
}

/** An object that is read, assigned to or passed to functions may have more than it is declared with. */
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
