/**
 * Finds the classes of errors by which code tells errors apart. Those that a module declares or makes with a factory
 * are known on all sides under the same ids. Those of packages are known by name, where code asks for them.
 */
import { type Node, child, parentOf, text, unwrap } from '../ast.ts';
import { runsOnce } from './function-place.ts';
import type { ParsedModule } from './module-analysis.ts';
import { namePath } from './name-path.ts';
import { type Binding, classOf, type Reference, referenceOf } from './scope.ts';

/**
 * A class that may be one of errors; only running the code can tell.
 *
 * - `declared`: `node` is the class
 * - `made`: `node` is the call of a factory whose result is a variable of the module
 */
export interface ErrorClassCode {
  kind: 'declared' | 'made';
  /** `class//<module>//<name path>` */
  id: string;
  node: Node;
}

/**
 * Every file with such a class has one of them: a class that extends something, `instanceof`, or a variable like
 * `const NotFound = createError('NotFound')`.
 */
export const ERROR_CLASS_TEXTS: readonly RegExp[] = [
  /\bclass\b[^{}()=;]{0,200}\bextends\b/,
  /\binstanceof\b/,
  /\b[A-Z][\w$]*\s*(?::[^=\n]+)?=\s*[\w$.]*(?:[eE]rror|[eE]xception)[\w$]*\(/,
  /\b[A-Z][\w$]*(?:Error|Exception)\s*(?::[^=\n]+)?=\s*[\w$.]+\(/,
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
  classes: [...declaredClasses(module, moduleId), ...madeClasses(module, moduleId)],
  questions: module.bindings.references.flatMap(toQuestion),
});

function declaredClasses({ bindings }: ParsedModule, moduleId: string): ErrorClassCode[] {
  const classes = [...bindings.scopes].filter(
    ([node, scope]) => node.type.startsWith('Class') && mayBeOfErrors(node) && runsOnce(scope),
  );
  return classes.map(([node]) => ({ id: `class//${moduleId}//${namePath(node).path}`, kind: 'declared', node }));
}

/** False for a class that extends nothing, or what is known to be no class of errors. */
function mayBeOfErrors(cls: Node): boolean {
  const base = child(cls, 'superClass');
  const reference = base && referenceOf(unwrap(base));
  if (!reference) return base !== null;
  const declared = reference.binding && classOf(reference.binding);
  if (declared) return declared !== cls && mayBeOfErrors(declared);
  return reference.binding !== null || ERROR_NAME.test(reference.name);
}

const ERROR_NAME = /error|exception/i;

/** `const NotFound = createError('NotFound')`: variables of the module that are given what a factory makes. */
function madeClasses({ bindings }: ParsedModule, moduleId: string): ErrorClassCode[] {
  return [...bindings.root.bindings.values()].flatMap(
    ({ name, kind, declarations: [declarator] }): ErrorClassCode[] => {
      if (kind !== 'variable' || !/^[A-Z]/.test(name) || declarator?.type !== 'VariableDeclarator') return [];
      const node = unwrap(child(declarator, 'init') ?? declarator);
      if (child(declarator, 'id')?.type !== 'Identifier' || node.type !== 'CallExpression') return [];
      if (![name, calleeName(node)].some((part) => ERROR_NAME.test(part))) return [];
      return [{ id: `class//${moduleId}//${name}`, kind: 'made', node }];
    },
  );
}

function calleeName(call: Node): string {
  const callee = unwrap(child(call, 'callee') ?? call);
  return callee.type === 'MemberExpression' ? text(child(callee, 'property')!) : text(callee);
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
