/** Values that a variable holds, and what is done with it. */
import { type Node, child, unwrap } from '../../compiler/ast.ts';
import { type Reference, referenceOf } from '../../compiler/analyze/scope.ts';
import { takerOf } from './call-sites.ts';
import type { ProjectFile } from './project.ts';

/** The uses of the variable that is declared with a value; `null` when the value goes elsewhere. */
export function usesOfValue(file: ProjectFile, value: Node): Reference[] | null {
  const { taker } = takerOf(value);
  if (taker?.type !== 'VariableDeclarator' || child(taker, 'id')?.type !== 'Identifier') return null;
  return usesOfDeclarator(file, taker);
}

/** The uses of the names that a declarator declares. */
export function usesOfDeclarator({ bindings }: ProjectFile, declarator: Node): Reference[] {
  return bindings.references.filter(({ binding }) => binding?.declarations.includes(declarator));
}

/** The member that is read of a value: the node of its name. `null` when the value is used otherwise. */
export function memberRead(node: Node): Node | null {
  const { taker, value } = takerOf(node);
  return taker?.type === 'MemberExpression' && child(taker, 'object') === value ? child(taker, 'property') : null;
}

/** The value that an expression always has: that of the constant which it names, or itself. */
export function initialValue(expression: Node): Node {
  const node = unwrap(expression);
  const binding = node.type === 'Identifier' ? referenceOf(node)?.binding : null;
  const [declarator, ...others] = binding?.declarations ?? [];
  if (!binding || declarator?.type !== 'VariableDeclarator' || others.length > 0) return node;
  if (child(declarator, 'id')?.type !== 'Identifier' || binding.references.some(({ writes }) => writes)) return node;
  const init = child(declarator, 'init');
  return init ? unwrap(init) : node;
}
