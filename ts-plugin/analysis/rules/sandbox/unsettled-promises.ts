/** Finds promises that certainly nothing can settle. */
import { type Node, child, children, contains, isFunction, staticKey, text, unwrap } from '../../../../compiler/ast.ts';
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import type { ProjectFile } from '../../project/project.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';

/** Whether an awaited expression is a promise that certainly nothing settles. */
export function isNeverSettled(file: ProjectFile, awaited: Node): boolean {
  const value = valueOf(awaited);
  return value !== null && (isForgotten(file, value) || isUnresolvable(awaited));
}

/** The expression itself, or the value of the constant that it names. */
function valueOf(node: Node): Node | null {
  if (node.type !== 'Identifier') return node;
  const declarator = declaratorOf(node);
  const init = declarator && child(declarator, 'init');
  return init && unwrap(init);
}

function declaratorOf(node: Node): Node | null {
  const binding = referenceOf(node)?.binding;
  if (binding?.kind !== 'variable' || binding.references.some(({ writes }) => writes)) return null;
  const [declarator, ...others] = binding.declarations;
  return others.length === 0 && declarator?.type === 'VariableDeclarator' ? declarator : null;
}

/** `new Promise(() => {})`: an executor that uses neither of its functions, and calls nothing that could throw. */
function isForgotten(file: ProjectFile, value: Node): boolean {
  if (value.type !== 'NewExpression' || !isPromise(child(value, 'callee')!)) return false;
  const [argument] = children(value, 'arguments');
  const executor = argument && unwrap(argument);
  if (!executor || !isFunction(executor) || usesArguments(file, executor)) return false;
  const params = children(executor, 'params');
  if (params.some((param) => (child(param, 'pat') ?? param).type !== 'Identifier')) return false;
  const inside = file.bindings.references.filter(({ node }) => contains(executor.span, node.span));
  const isUsed = inside.some(({ binding }) => binding?.declarations.some((found) => params.includes(found)));
  return !isUsed && !codeInside(child(executor, 'body')!).some(({ type }) => MAY_THROW.has(type));
}

const MAY_THROW = new Set(['ThrowStatement', 'CallExpression', 'NewExpression', 'TaggedTemplateExpression']);

function usesArguments({ bindings }: ProjectFile, executor: Node): boolean {
  return bindings.contextUses.some(({ name, node }) => name === 'arguments' && contains(executor.span, node.span));
}

/** `const { promise } = Promise.withResolvers()`. */
function isUnresolvable(awaited: Node): boolean {
  const declarator = awaited.type === 'Identifier' ? declaratorOf(awaited) : null;
  const pattern = declarator && child(declarator, 'id')!;
  const call = declarator && child(declarator, 'init');
  if (pattern?.type !== 'ObjectPattern' || call?.type !== 'CallExpression') return false;
  const callee = child(call, 'callee')!;
  if (callee.type !== 'MemberExpression' || staticKey(child(callee, 'property')) !== 'withResolvers') return false;
  const properties = children(pattern, 'properties');
  return isPromise(child(callee, 'object')!) && properties.length === 1 && isNamed(properties[0]!, 'promise');
}

function isNamed(property: Node, name: string): boolean {
  return property.type !== 'RestElement' && staticKey(child(property, 'key')) === name;
}

function isPromise(node: Node): boolean {
  return node.type === 'Identifier' && text(node) === 'Promise' && !referenceOf(node)?.binding;
}
