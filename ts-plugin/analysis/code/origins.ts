/**
 * Finds the declaration that an expression names, through aliases, patterns, imports and re-exports. It follows names
 * alone, so the answer is the same with and without TypeScript.
 */
import type { DirectiveFunction } from '../../../compiler/analyze/module-analysis.ts';
import { type Binding, referenceOf } from '../../../compiler/analyze/scope.ts';
import { type Node, child, children, isFunction, parentOf, staticKey, text, unwrap } from '../../../compiler/ast.ts';
import { patternPath } from '../../../compiler/globals/member-chain.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { findExport } from './module-items.ts';

/**
 * The declaration that an expression names. `path` holds the members on the way: `fs.promises.readFile` has
 * `['promises', 'readFile']`.
 */
export type CodeOrigin =
  | { kind: 'builtin'; module: string; path: readonly string[] }
  | { kind: 'package'; module: string; path: readonly string[] }
  /** A global; `globalThis.fetch` is `fetch`. */
  | { kind: 'global'; path: readonly string[] }
  /** A module of the project as a whole. */
  | { kind: 'module'; file: ProjectFile }
  /** A function in a source of the project. */
  | { kind: 'function'; file: ProjectFile; node: Node; directive: DirectiveFunction | null }
  /** `ofInstances`: its `prototype`. */
  | { kind: 'class'; file: ProjectFile; node: Node; ofInstances?: true }
  /** A variable with another value; `path` holds the members that are read. */
  | { kind: 'variable'; file: ProjectFile; binding: Binding; path: readonly string[] };

/** Names of the global object itself. */
const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'window', 'self']);

/** More steps than this are a cycle. */
const STEPS_MAX = 64;

/** One search: it counts its steps, so that cycles end. */
interface Trail {
  project: Project;
  steps: number;
}

/** The declaration that an expression names; `null` for parameters, and for expressions that name nothing. */
export function originOf(project: Project, file: ProjectFile, expression: Node): CodeOrigin | null {
  return follow({ project, steps: 0 }, file, expression);
}

function follow(trail: Trail, file: ProjectFile, expression: Node): CodeOrigin | null {
  if (++trail.steps > STEPS_MAX) return null;
  const node = unwrap(expression);
  switch (node.type) {
    case 'Identifier':
      return followName(trail, file, node);
    case 'MemberExpression': {
      const name = staticKey(child(node, 'property'));
      const object = name === null ? null : follow(trail, file, child(node, 'object')!);
      return object && followMember(trail, object, name!);
    }
    case 'OptionalChainingExpression':
      return follow(trail, file, child(node, 'base')!);
    case 'AwaitExpression':
      return followLoaded(trail, file, unwrap(child(node, 'argument')!), 'Import');
    case 'CallExpression':
      return followLoaded(trail, file, node, 'require');
    case 'ClassExpression':
      return { kind: 'class', file, node };
    case 'ThisExpression':
      return followStaticThis(file, node);
    default:
      return isFunction(node) ? toFunction(file, node) : null;
  }
}

/** `await import('x')` and `require('x')`. */
function followLoaded(trail: Trail, file: ProjectFile, call: Node, by: 'Import' | 'require'): CodeOrigin | null {
  if (call.type !== 'CallExpression') return null;
  const callee = child(call, 'callee')!;
  const isLoad = by === 'Import' ? callee.type === 'Import' : isGlobalName(callee, 'require');
  const specifier = isLoad ? children(call, 'arguments')[0] : undefined;
  return specifier?.type === 'StringLiteral' ? followImport(trail, file, text(specifier)) : null;
}

/** `this` in a static block, or where a static field gets its value. */
function followStaticThis(file: ProjectFile, node: Node): CodeOrigin | null {
  let at = parentOf(node);
  while (
    at &&
    (!isFunction(at) || at.type === 'ArrowFunctionExpression') &&
    !/^(?:StaticBlock|Class\w+)$/.test(at.type)
  )
    at = parentOf(at);
  const isStatic = at?.type === 'StaticBlock' || (at?.type === 'ClassProperty' && at['isStatic'] === true);
  const owner = isStatic ? parentOf(at!) : undefined;
  return owner ? { kind: 'class', file, node: owner } : null;
}

function isGlobalName(node: Node, name: string): boolean {
  return node.type === 'Identifier' && text(node) === name && !referenceOf(node)?.binding;
}

function toFunction(file: ProjectFile, node: Node): CodeOrigin {
  return { kind: 'function', file, node, directive: file.directives.get(node) ?? null };
}

function followName(trail: Trail, file: ProjectFile, node: Node): CodeOrigin | null {
  const reference = referenceOf(node);
  if (!reference) return null;
  const { binding, name } = reference;
  return binding
    ? followBinding(trail, file, binding)
    : { kind: 'global', path: GLOBAL_OBJECTS.has(name) ? [] : [name] };
}

function followBinding(trail: Trail, file: ProjectFile, binding: Binding): CodeOrigin | null {
  const [declaration] = binding.declarations;
  if (!declaration) return null;
  switch (binding.kind) {
    case 'import':
      return followSpecifier(trail, file, declaration);
    case 'function': {
      const node = binding.declarations.find((candidate) => child(candidate, 'body'));
      return node ? toFunction(file, node) : null;
    }
    case 'class':
      return { kind: 'class', file, node: declaration };
    case 'variable':
      return followVariable(trail, file, binding) ?? { kind: 'variable', file, binding, path: [] };
    case 'enum':
      return { kind: 'variable', file, binding, path: [] };
    default:
      return null;
  }
}

/** The origin of a variable that is never assigned again. */
function followVariable(trail: Trail, file: ProjectFile, binding: Binding): CodeOrigin | null {
  const declarator = binding.declarations.length === 1 ? binding.declarations[0]! : null;
  if (declarator?.type !== 'VariableDeclarator' || binding.references.some(({ writes }) => writes)) return null;
  const init = child(declarator, 'init');
  const path = init && patternPath(child(declarator, 'id')!, binding.name);
  if (!path) return null;
  let origin = follow(trail, file, init);
  for (const name of path) origin = origin && followMember(trail, origin, name);
  return origin;
}

function followSpecifier(trail: Trail, file: ProjectFile, specifier: Node): CodeOrigin | null {
  const declaration = parentOf(specifier);
  const source = declaration && child(declaration, 'source');
  if (!source) return null;
  const target = followImport(trail, file, text(source));
  if (!target || specifier.type === 'ImportNamespaceSpecifier') return target;
  const isDefault = specifier.type === 'ImportDefaultSpecifier';
  return followMember(trail, target, isDefault ? 'default' : importedName(specifier));
}

function importedName(specifier: Node): string {
  return text(child(specifier, 'imported') ?? child(specifier, 'local')!);
}

function followImport({ project }: Trail, file: ProjectFile, specifier: string): CodeOrigin | null {
  const target = project.resolve(specifier, file.source.path);
  if (target?.kind === 'builtin') return { kind: 'builtin', module: target.name, path: [] };
  if (target?.kind === 'package') return { kind: 'package', module: target.name, path: [] };
  const imported = target && project.file(target.path);
  return imported ? { kind: 'module', file: imported } : null;
}

function followMember(trail: Trail, origin: CodeOrigin, name: string): CodeOrigin | null {
  switch (origin.kind) {
    case 'module':
      return followExport(trail, origin.file, name);
    case 'global':
      // Such as `globalThis.window`, which is the global object again.
      if (origin.path.length === 0 && GLOBAL_OBJECTS.has(name)) return origin;
      return { ...origin, path: [...origin.path, name] };
    case 'builtin':
      // The default export of a CommonJS module is the module itself.
      if (origin.path.length === 0 && name === 'default') return origin;
      return { ...origin, path: [...origin.path, name] };
    case 'package':
      return { ...origin, path: [...origin.path, name] };
    case 'class':
      return followClassMember(origin, name);
    case 'variable':
      return followObjectMember(trail, origin, name);
    case 'function':
      return null;
  }
}

function followExport(trail: Trail, file: ProjectFile, name: string): CodeOrigin | null {
  if (++trail.steps > STEPS_MAX) return null;
  const found = findExport(file, name);
  switch (found?.kind) {
    case 'binding':
      return followBinding(trail, file, found.binding);
    case 'expression':
      return follow(trail, file, found.node);
    case 're-export': {
      const module = followImport(trail, file, found.specifier);
      return module && (found.name === '*' ? module : followMember(trail, module, found.name));
    }
    case undefined:
      return followStars(trail, file, name);
  }
}

/** `export * from` exports every name except the default. */
function followStars(trail: Trail, file: ProjectFile, name: string): CodeOrigin | null {
  if (name === 'default') return null;
  for (const item of file.items) {
    if (item.type !== 'ExportAllDeclaration' || item['typeOnly'] === true) continue;
    const module = followImport(trail, file, text(child(item, 'source')!));
    const origin = module?.kind === 'module' ? followExport(trail, module.file, name) : null;
    if (origin) return origin;
  }
  return null;
}

/** A static method, or one of the prototype. */
function followClassMember(origin: CodeOrigin & { kind: 'class' }, name: string): CodeOrigin | null {
  const { file, node, ofInstances = false } = origin;
  if (name === 'prototype' && !ofInstances) return { ...origin, ofInstances: true };
  const member = children(node, 'body').find(
    (candidate) => Boolean(candidate['isStatic']) !== ofInstances && staticKey(child(candidate, 'key')) === name,
  );
  if (!member) return null;
  if (isFunction(member)) return toFunction(file, member);
  const value = child(member, 'value');
  return value && isFunction(unwrap(value)) ? toFunction(file, unwrap(value)) : null;
}

/** A member of the object that a constant holds. */
function followObjectMember(trail: Trail, origin: CodeOrigin & { kind: 'variable' }, name: string): CodeOrigin | null {
  const further = { ...origin, path: [...origin.path, name] };
  const declarator = origin.binding.declarations[0]!;
  const init = declarator.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  let object = init && unwrap(init);
  for (const key of origin.path) object = object && memberOfObject(object, key);
  const member = object && memberOfObject(object, name);
  if (!member) return further;
  return isFunction(member) ? toFunction(origin.file, member) : (follow(trail, origin.file, member) ?? further);
}

/** The value of a property, or the method itself; `null` when the object is no literal, or has no such property. */
export function memberOfObject(object: Node, name: string): Node | null {
  if (object.type !== 'ObjectExpression') return null;
  const property = children(object, 'properties').findLast((candidate) =>
    candidate.type === 'Identifier' ? text(candidate) === name : staticKey(child(candidate, 'key')) === name,
  );
  if (!property || property.type === 'Identifier' || isFunction(property)) return property ?? null;
  const value = child(property, 'value');
  return value && unwrap(value);
}
