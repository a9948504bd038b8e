/** Finds the classes whose instances can be passed to steps: they have the static method [WORKFLOW_SERIALIZE]. */
import { type Node, child, children, isFunction, text, importedName, unwrap } from '../ast.ts';
import { runsOnce } from './function-place.ts';
import type { PassableClass } from './module-analysis.ts';
import { namePath } from './name-path.ts';
import { type Binding, type ModuleBindings, type Scope, resolveName } from './scope.ts';

/** A symbol as code writes it. */
interface SymbolTexts {
  name: string;
  key: string;
}

const SERIALIZE: SymbolTexts = { name: 'WORKFLOW_SERIALIZE', key: 'workflow-serialize' };
const DESERIALIZE: SymbolTexts = { name: 'WORKFLOW_DESERIALIZE', key: 'workflow-deserialize' };

/** Every file with such a class contains one of these texts: the cheap test before parsing. */
export const SERIALIZE_TEXTS: readonly string[] = Object.values(SERIALIZE);

/** True when a file may hold such a class. It may be true without need, but is never false by mistake. */
export function mayHoldSerializableClass(code: string): boolean {
  return SERIALIZE_TEXTS.some((text) => code.includes(text));
}

/** All such classes that exist once, in source order, but those of code that was compiled before. */
export function findSerializableClasses({ scopes }: ModuleBindings, moduleId: string): PassableClass[] {
  const found: PassableClass[] = [];
  for (const [node, scope] of scopes) {
    if (!node.type.startsWith('Class') || !runsOnce(scope)) continue;
    const members = children(node, 'body');
    if (!members.some((member) => isMember(member, SERIALIZE, scope)) || members.some(isRegistration)) continue;
    const { path } = namePath(node);
    found.push({ name: path, classId: `class//${moduleId}//${path}`, node });
  }
  return found;
}

/** The functions that turn instances of a class into data and back; `null`: it inherits one, or names it elsewhere. */
export function findStoreFunctions(
  node: Node,
  { scopes }: ModuleBindings,
): Record<'serialize' | 'deserialize', Node | null> {
  const scope = scopes.get(node)!;
  const find = (symbol: SymbolTexts): Node | null => {
    const member = children(node, 'body').find((one) => isMember(one, symbol, scope));
    const value = member && child(member, 'value');
    const fn = value ? unwrap(value) : member;
    return fn && isFunction(fn) ? fn : null;
  };
  return { serialize: find(SERIALIZE), deserialize: find(DESERIALIZE) };
}

function isMember(member: Node, symbol: SymbolTexts, scope: Scope): boolean {
  const key = child(member, 'key');
  const expression = key?.type === 'Computed' ? child(key, 'expression') : null;
  return member['isStatic'] === true && expression !== null && isSymbol(expression, symbol, scope);
}

/**
 * The compiler's own `static { registerClass('class//…', this); }`, under whatever name a bundler gave the function.
 */
function isRegistration(member: Node): boolean {
  const [statement] = member.type === 'StaticBlock' ? children(child(member, 'body')!, 'stmts') : [];
  const call = statement && child(statement, 'expression');
  const [id] = call?.type === 'CallExpression' ? children(call, 'arguments') : [];
  // Minifiers write texts as templates.
  const written = id?.type === 'TemplateLiteral' ? children(id, 'quasis')[0]?.['raw'] : id && text(id);
  return typeof written === 'string' && written.startsWith('class//');
}

/** `WORKFLOW_SERIALIZE` as an import or constant, or `Symbol.for('workflow-serialize')`. */
function isSymbol(expression: Node, symbol: SymbolTexts, scope: Scope): boolean {
  if (expression.type === 'CallExpression') {
    return children(expression, 'arguments').some((key) => key.type === 'StringLiteral' && text(key) === symbol.key);
  }
  if (expression.type === 'MemberExpression') return text(child(expression, 'property')!) === symbol.name;
  if (expression.type !== 'Identifier') return false;
  const binding = resolveName(text(expression), scope);
  return binding !== null && isSymbolBinding(binding, symbol, scope);
}

function isSymbolBinding({ declarations }: Binding, symbol: SymbolTexts, scope: Scope): boolean {
  return declarations.some((declaration) => {
    if (declaration.type === 'ImportSpecifier') {
      return importedName(declaration) === symbol.name;
    }
    const init = child(declaration, 'init');
    return init !== null && isSymbol(init, symbol, scope);
  });
}
