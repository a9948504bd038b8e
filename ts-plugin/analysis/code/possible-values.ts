/** The values that an expression may have, as far as the sources show them: through constants, members and branches. */
import { type Binding, referenceOf } from '../../../compiler/analyze/scope.ts';
import {
  type Node,
  child,
  children,
  effectiveParent,
  isFunction,
  staticKey,
  text,
  unwrap,
} from '../../../compiler/ast.ts';
import { patternPath } from '../../../compiler/globals/member-chain.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { initialValue } from './held-values.ts';
import { memberOfObject, originOf } from './origins.ts';

/** One value that an expression may have. */
export interface PossibleValue {
  file: ProjectFile;
  /** Its literal; another expression when the value is known only at run time. */
  node: Node;
  /** The expression that leads to it, in the file that was asked about: a branch, or the name of a constant. */
  use: Node;
}

/** An expression, and its file. */
export interface Written {
  file: ProjectFile;
  node: Node;
}

/** More names than this on the way to a value are a cycle. */
const NAMES_MAX = 16;

/** All values that the source shows. Of `a ? b : c` these are two, of `a ?? b` too. */
export function possibleValues(project: Project, expression: Written): PossibleValue[] {
  return list({ project, names: 0 }, { ...expression, use: expression.node });
}

interface Trail {
  project: Project;
  names: number;
}

function list(trail: Trail, { file, node: expression, use }: PossibleValue): PossibleValue[] {
  const node = unwrap(expression);
  // A branch is a place of its own, unless it is behind a name.
  const branch = (inner: Node): PossibleValue[] =>
    list(trail, { file, node: inner, use: trail.names === 0 ? inner : use });
  if (node.type === 'ConditionalExpression')
    return [...branch(child(node, 'consequent')!), ...branch(child(node, 'alternate')!)];
  if (node.type === 'BinaryExpression' && /^(?:\?\?|\|\|)$/.test(text(node, 'operator')))
    return [...branch(child(node, 'left')!), ...branch(child(node, 'right')!)];
  const held = trail.names < NAMES_MAX ? heldValue(trail.project, file, node) : null;
  return held ? list({ ...trail, names: trail.names + 1 }, { ...held, use }) : [{ file, node, use }];
}

/** The value that a name, or a member of one, holds for ever. */
function heldValue(project: Project, file: ProjectFile, node: Node): Written | null {
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return null;
  const origin = originOf(project, file, node);
  if (!origin) return defaultOf(file, node);
  if (origin.kind === 'global') {
    // `const NEVER = Infinity`.
    const held = initialValue(node);
    return held === node ? null : { file, node: held };
  }
  if (origin.kind !== 'variable') return null;
  const { binding, path } = origin;
  return binding.kind === 'enum'
    ? memberOfEnum(origin.file, binding, path)
    : memberOfConstant(origin.file, binding, path);
}

/** The default of a parameter. */
function defaultOf(file: ProjectFile, name: Node): Written | null {
  const binding = referenceOf(name)?.binding;
  const parameter = binding?.kind === 'parameter' ? binding.declarations[0]! : null;
  const pattern = parameter && (child(parameter, 'pat') ?? parameter);
  const isPlain = pattern?.type === 'AssignmentPattern' && child(pattern, 'left')!.type === 'Identifier';
  return isPlain ? { file, node: child(pattern, 'right')! } : null;
}

function memberOfEnum(file: ProjectFile, { declarations }: Binding, path: readonly string[]): Written | null {
  const members = declarations.flatMap((declaration) => children(declaration, 'members'));
  const member = members.find((candidate) => text(child(candidate, 'id')!) === path[0]);
  const node = member && path.length === 1 ? child(member, 'init') : null;
  return node && { file, node };
}

function memberOfConstant(file: ProjectFile, binding: Binding, path: readonly string[]): Written | null {
  const [declarator, ...others] = binding.declarations;
  const init = declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  if (!init || others.length > 0 || binding.references.some(({ writes, node }) => writes || isChanged(node)))
    return null;
  const outer = patternPath(child(declarator!, 'id')!, binding.name);
  let node: Node | null = outer && unwrap(init);
  for (const name of [...(outer ?? []), ...path]) node = node && memberOfObject(node, name);
  return node && { file, node };
}

/** Whether code gives a member of a value another value. */
function isChanged(name: Node): boolean {
  let { parent, inner } = effectiveParent(name);
  if (parent?.type !== 'MemberExpression') return false;
  while (parent?.type === 'MemberExpression' && child(parent, 'object') === inner)
    ({ parent, inner } = effectiveParent(parent));
  return parent?.type === 'AssignmentExpression' && child(parent, 'left') === inner;
}

/** A property of an object literal. */
export interface WrittenProperty {
  name: string;
  file: ProjectFile;
  /** The node of its name. */
  key: Node;
  value: Node;
  /** Whether another object brings it. */
  isSpread: boolean;
}

/** The properties of an object literal with plain names, also of the objects that are spread in it. */
export function propertiesIn(project: Project, { file, node }: Written): WrittenProperty[] {
  return children(node, 'properties').flatMap((property): WrittenProperty[] => {
    if (property.type === 'SpreadElement') return spreadProperties(project, file, property);
    const key = child(property, 'key') ?? property;
    const name = staticKey(key);
    const value = property.type === 'Identifier' || isFunction(property) ? property : child(property, 'value');
    return name === null || !value ? [] : [{ name, file, key, value, isSpread: false }];
  });
}

function spreadProperties(project: Project, file: ProjectFile, spread: Node): WrittenProperty[] {
  return possibleValues(project, { file, node: child(spread, 'arguments')! })
    .filter(({ node }) => node.type === 'ObjectExpression')
    .flatMap((value) => propertiesIn(project, value))
    .map((property) => ({ ...property, isSpread: true }));
}
