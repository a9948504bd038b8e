/**
 * Finds the classes of errors by which code tells errors apart. Those that a module declares or makes with a factory
 * are known on all sides under the same ids. Those of packages are known by name, where code asks for them.
 */
import { type Node, child, children, parentOf, staticKey, text, unwrap } from '../ast.ts';
import { patternPath } from '../globals/member-chain.ts';
import { runsOnce } from './function-place.ts';
import type { ParsedModule } from './module-analysis.ts';
import { namePath } from './name-path.ts';
import { returnedValues } from './returned-values.ts';
import {
  type Binding,
  classOf,
  functionOf,
  type ModuleBindings,
  type Reference,
  referenceOf,
  type Scope,
} from './scope.ts';

/**
 * A class that may be one of errors; only running the code can tell.
 *
 * - `declared`: `node` is the class
 * - `made`: `node` is the call of a factory whose result, or a member of it, is a variable of the module
 * - `assembled`: `node` is the statement that gives a function the prototype of errors
 */
export interface ErrorClassCode {
  kind: 'declared' | 'made' | 'assembled';
  /** `class//<module>//<name path>` */
  id: string;
  node: Node;
  /** Code that gives the class: the members of what a call gives (`["NotFound"]`), or the name of a function. */
  access: string;
  /** The expression that the class extends; `null` for a made one of which only names say that it is of errors. */
  base: Node | null;
}

/**
 * Every file with such a class has one of them: a class that extends something, `instanceof`, a variable like
 * `const NotFound = createError('NotFound')`, or a function that is given a prototype. Bundlers compile them anew for
 * each build: two hundred times a class with all letters of Unicode (`\w`) took 65 ms.
 */
export const ERROR_CLASS_TEXTS: readonly RegExp[] = [
  /\bclass\b[^{}()=;]{0,200}\bextends\b/,
  /\binstanceof\b/,
  /(?:\b[A-Z][\w$]*\s*(?::[^=\n]+)?|[}\]]\s*)=\s*[\w$.]*(?:[eE]rror|[eE]xception)[\w$]*\(/,
  /\b[A-Z][\w$]*(?:Error|Exception)\s*(?::[^=\n]+|[^;(){}=\]]{0,200}[}\]]\s*)?=\s*[\w$.]+\(/,
  /\.prototype\b[^;\n]{0,200}[=,][^;\n]{0,200}(?:Error|Exception)|\binherits\(/,
];

/** True when a file may hold such a class. It may be true without need. */
export const mayHoldErrorClass = (code: string): boolean => ERROR_CLASS_TEXTS.some((text) => text.test(code));

/** The classes of errors that a module has, and where it asks for those of packages. */
export interface ErrorCode {
  classes: readonly ErrorClassCode[];
  /** Uses of `instanceof` with a class of a package. */
  questions: readonly Node[];
}

/** Finds all of it in a module. */
export const findErrorCode = (module: ParsedModule, moduleId: string): ErrorCode => ({
  classes: [declaredClasses, madeClasses, assembledClasses].flatMap((find) =>
    find(module).map(({ path, ...found }) => ({ ...found, id: `class//${moduleId}//${path}` })),
  ),
  questions: module.bindings.references.flatMap(toQuestion),
});

/** With the name path in the place of the id. */
type FoundClass = Omit<ErrorClassCode, 'id'> & { path: string };

function declaredClasses({ bindings }: ParsedModule): FoundClass[] {
  const classes = [...bindings.scopes].filter(
    ([node, scope]) => node.type.startsWith('Class') && mayBeOfErrors(node) && runsOnceInModule(scope),
  );
  return classes.map(([node]) => {
    return { kind: 'declared', path: namePath(node).path, node, access: '', base: child(node, 'superClass') };
  });
}

/** Also in a namespace, which runs as its module does. */
function runsOnceInModule(scope: Scope): boolean {
  return scope.kind === 'namespace' ? runsOnceInModule(scope.parent!) : runsOnce(scope);
}

/** False for a class that extends nothing, or what is known to be no class of errors. */
function mayBeOfErrors(cls: Node): boolean {
  const base = child(cls, 'superClass');
  return base !== null && mayBeErrorClass(base, cls);
}

/** @param inside The class that extends it. */
function mayBeErrorClass(base: Node, inside?: Node): boolean {
  const reference = referenceOf(unwrap(base));
  if (!reference) return true;
  const declared = reference.binding && classOf(reference.binding);
  if (declared) return declared !== inside && mayBeOfErrors(declared);
  return reference.binding !== null || hasErrorName(reference.name);
}

/** Whether a name says that it is one of errors. */
export const hasErrorName = (name: string): boolean => /error|exception/i.test(name);

/** Variables of the module that are given what a factory makes: `const NotFound = createError('NotFound')`. */
function madeClasses({ bindings }: ParsedModule): FoundClass[] {
  return [...bindings.root.bindings.values()].flatMap(({ name, kind, declarations: [declarator] }): FoundClass[] => {
    if (kind !== 'variable' || !/^[A-Z]/.test(name) || declarator?.type !== 'VariableDeclarator') return [];
    const node = unwrap(child(declarator, 'init') ?? declarator);
    const access = accessTo(child(declarator, 'id')!, name);
    if (access === null || node.type !== 'CallExpression') return [];
    const isNamed = [name, calleeName(node)].some(hasErrorName);
    const base = isNamed ? null : baseOfReturned(bindings, node);
    return isNamed || base ? [{ kind: 'made', path: name, node, access, base }] : [];
  });
}

/**
 * The expression that a class extends which a function of the module returns; `null`: it returns none of errors. Mixins
 * extend what they are given, which is mostly something else.
 */
function baseOfReturned(bindings: ModuleBindings, call: Node): Node | null {
  const called = referenceOf(unwrap(child(call, 'callee')!))?.binding;
  const fn = called && functionOf(called);
  const bases = (fn ? returnedValues({ bindings }, fn) : []).map((value) => {
    const named = referenceOf(unwrap(value))?.binding;
    const cls = named ? classOf(named) : unwrap(value);
    return cls?.type.startsWith('Class') && mayBeOfErrors(cls) ? child(cls, 'superClass') : null;
  });
  return bases.find((base) => base && referenceOf(unwrap(base))?.binding?.kind !== 'parameter') ?? null;
}

function calleeName(call: Node): string {
  const callee = unwrap(child(call, 'callee') ?? call);
  return callee.type === 'MemberExpression' ? text(child(callee, 'property')!) : text(callee);
}

/** `["errors"]["Denied"]` for the name `Denied` of `{ errors: { Denied } }`; `null` for other patterns. */
function accessTo(pattern: Node, name: string): string | null {
  if (pattern.type === 'ArrayPattern') {
    const index = (pattern['elements'] as (Node | null)[]).findIndex(
      (one) => one && patternPath(one, name)?.length === 0,
    );
    return index < 0 ? null : `[${index}]`;
  }
  return (
    patternPath(pattern, name)
      ?.map((member) => `[${JSON.stringify(member)}]`)
      .join('') ?? null
  );
}

/** Functions whose prototype becomes one of errors: `Denied.prototype = Object.create(Error.prototype)`. */
function assembledClasses({ items, bindings }: ParsedModule): FoundClass[] {
  return items.flatMap((node): FoundClass[] => {
    const [derived, base] = node.type === 'ExpressionStatement' ? inheritance(unwrap(child(node, 'expression')!)) : [];
    const name = derived?.type === 'Identifier' ? text(derived) : '';
    const binding = bindings.root.bindings.get(name);
    if (!binding || !functionOf(binding) || !base || !mayBeErrorClass(base)) return [];
    return [{ kind: 'assembled', path: name, node, access: name, base }];
  });
}

/** The function and its base in one of the statements by which code before classes inherits; empty for others. */
function inheritance(expression: Node): (Node | null)[] {
  if (expression.type === 'AssignmentExpression') {
    const [left, right] = [child(expression, 'left')!, unwrap(child(expression, 'right')!)];
    const isNew = right.type === 'NewExpression';
    const parent = isNew ? child(right, 'callee') : prototypeOwner(children(right, 'arguments')[0] ?? right);
    return [prototypeOwner(member(left, '__proto__') ?? left), parent];
  }
  const [first, second] = children(expression, 'arguments');
  if (expression.type !== 'CallExpression' || !first || !second) return [];
  if (calleeName(expression) === 'inherits') return [unwrap(first), unwrap(second)];
  return calleeName(expression) === 'setPrototypeOf' ? [prototypeOwner(first), prototypeOwner(second)] : [];
}

const prototypeOwner = (node: Node): Node | null => member(node, 'prototype');

/** The object of `object.name`; `null` for any other expression. */
function member(expression: Node, name: string): Node | null {
  const node = unwrap(expression);
  const isMember = node.type === 'MemberExpression' && staticKey(child(node, 'property')) === name;
  return isMember ? unwrap(child(node, 'object')!) : null;
}

/** `error instanceof z.ZodError` for the use of `z`: a class of a package, which no view changes. */
function toQuestion({ node, binding }: Reference): Node[] {
  if (!binding || !isOfPackage(binding)) return [];
  let at = node;
  let parent = parentOf(at);
  while (parent && (parent.type === 'ParenthesisExpression' || isObject(parent, at))) {
    at = parent;
    parent = parentOf(at);
  }
  const asks = parent?.type === 'BinaryExpression' && parent['operator'] === 'instanceof';
  return asks && child(parent!, 'right') === at ? [parent!] : [];
}

const isObject = (member: Node, object: Node): boolean =>
  member.type === 'MemberExpression' && child(member, 'object') === object;

/** Hosts give their own modules other names, such as `$lib/errors` and `@/errors`. */
const PACKAGE = /^(?!node:|workflow$)(?:@[\w.-]+\/)?\w[\w.-]*(?:\/|$)/;

function isOfPackage({ declarations: [specifier] }: Binding): boolean {
  const item = specifier && parentOf(specifier);
  return item?.type === 'ImportDeclaration' && PACKAGE.test(text(child(item, 'source')!));
}
