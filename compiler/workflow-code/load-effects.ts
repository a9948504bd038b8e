/** Tells whether code does something when its module loads, besides making a value. When in doubt, it does. */
import { type Node, child, children, isFunction, parentOf, text, unwrap } from '../ast.ts';
import type { FunctionsOfModule } from '../analyze/module-analysis.ts';
import { referenceOf } from '../analyze/scope.ts';
import { rootOf } from '../globals/member-chain.ts';
import { codeInside } from '../walk-code.ts';
import type { Unit } from './module-units.ts';

/** True for a unit that may do something that other code can see. Imports and re-exports are not asked about. */
export function mayHaveEffects(analysis: FunctionsOfModule, { kind, node }: Unit): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TsImportEqualsDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return false;
    case 'ExpressionStatement':
      return !isPrint(unwrap(child(node, 'expression')!));
    case 'VariableDeclarator':
      return isRead(node) || hasEffects(analysis, child(node, 'id')) || hasEffects(analysis, child(node, 'init'));
    case 'ExportDefaultExpression':
      return hasEffects(analysis, child(node, 'expression'));
    default:
      return kind === 'effect' || hasEffects(analysis, node);
  }
}

/** `console.log('loaded')`: nothing in a run depends on it, and each run would print it. */
function isPrint(expression: Node): boolean {
  if (expression.type !== 'CallExpression') return false;
  const root = rootOf(expression);
  return text(root) === 'console' && !referenceOf(root)?.binding;
}

function hasEffects(analysis: FunctionsOfModule, node: Node | null): boolean {
  return node !== null && codeAtLoad(node).some((inner) => isEffect(analysis, inner));
}

/** The code of a node that runs when its module loads, with the decorators and computed names of class members. */
export function codeAtLoad(node: Node): Node[] {
  const later: Node[] = [];
  const atOnce = codeInside(node, (inner) => runsLater(inner) && later.push(inner) > 0);
  return [...atOnce, ...later.flatMap(aroundMember).flatMap(codeAtLoad)];
}

function aroundMember(member: Node): Node[] {
  const key = child(member, 'key');
  const decorated = [member, ...children(member, 'params')];
  return [...(key?.type === 'Computed' ? [key] : []), ...decorated.flatMap((one) => children(one, 'decorators'))];
}

const FIELDS = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor']);

/** Functions, and the fields of instances. */
export function runsLater(node: Node): boolean {
  return isFunction(node) || (FIELDS.has(node.type) && node['isStatic'] !== true);
}

const EFFECTS = new Set([
  'AssignmentExpression',
  'AwaitExpression',
  'Decorator',
  'TaggedTemplateExpression',
  'UpdateExpression',
]);

function isEffect(analysis: FunctionsOfModule, node: Node): boolean {
  if (EFFECTS.has(node.type)) return true;
  if (node.type === 'UnaryExpression') return node['operator'] === 'delete';
  if (node.type === 'MemberExpression') return isOfModule(unwrap(child(node, 'object')!));
  return (node.type === 'CallExpression' || node.type === 'NewExpression') && !isHarmless(analysis, node);
}

/** `const { enabled } = settings`: reading a member may run a getter. */
function isRead(declarator: Node): boolean {
  const init = child(declarator, 'init');
  return child(declarator, 'id')?.type === 'ObjectPattern' && init !== null && isOfModule(unwrap(init));
}

/** True for a name that the module imports or holds a value in; functions and classes of its own have no getters. */
function isOfModule(node: Node): boolean {
  const kind = node.type === 'Identifier' ? referenceOf(node)?.binding?.kind : undefined;
  return kind === 'import' || kind === 'variable';
}

/** Globals that only make values of what they are given. */
const MAKERS = new Set(
  `Array ArrayBuffer BigInt Boolean DataView Date Error Headers Intl JSON Map Math Number
  RegExp Set String Symbol TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array
  WeakMap WeakSet RangeError structuredClone`.split(/\s+/),
);
/** Functions of `Object` that change nothing but what they give. */
const OBJECT_MAKERS = new Set(['entries', 'freeze', 'fromEntries', 'keys', 'values', 'create']);
const LITERALS = new Set(['ArrayExpression', 'StringLiteral', 'TemplateLiteral', 'RegExpLiteral', 'ObjectExpression']);

/** A call of what the language itself has, on values that are written there, without code of others in it. */
function isHarmless(analysis: FunctionsOfModule, call: Node): boolean {
  const callee = unwrap(child(call, 'callee')!);
  const root = rootOf(callee);
  const isKnown = LITERALS.has(root.type) || isMaker(callee, root) || isOfThisPackage(root);
  return isKnown && children(call, 'arguments').every((argument) => isQuiet(analysis, argument));
}

function isMaker(callee: Node, root: Node): boolean {
  if (root.type !== 'Identifier' || referenceOf(root)?.binding) return false;
  if (text(root) !== 'Object') return MAKERS.has(text(root));
  return callee.type === 'MemberExpression' && OBJECT_MAKERS.has(text(child(callee, 'property')!));
}

/** Hooks and agents that are made by functions of this package change nothing. */
export function isOfThisPackage(root: Node): boolean {
  const declaration = referenceOf(root)?.binding?.declarations[0];
  const source = declaration?.type.startsWith('Import') ? ownSource(declaration) : '';
  return source === 'workflow' || source.startsWith('workflow/');
}

function ownSource(specifier: Node): string {
  const item = parentOf(specifier);
  const source = item && child(item, 'source');
  return source ? text(source) : '';
}

/** An argument that calls nothing, now or when it is called itself. */
function isQuiet(analysis: FunctionsOfModule, argument: Node): boolean {
  const steps = analysis.functions.map(({ node }) => node);
  return codeInside(argument, (node) => steps.includes(node)).every(
    (node) => !isEffect(analysis, node) && !isCallback(node),
  );
}

/** A function that is handed on by its name. */
function isCallback(node: Node): boolean {
  const binding = node.type === 'Identifier' ? referenceOf(node)?.binding : null;
  return binding?.kind === 'function';
}
