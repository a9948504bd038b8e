/** Pieces of generated code for one function. */
import { type Node, child, isFunction, staticKey, text, unwrap } from '../ast.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';

/** The text before and after a function. */
export interface Affixes {
  before: string;
  after: string;
}

/** In front of a call: lets a bundler drop it, with all that only it needs, when nothing uses the result. */
export const PURE = '/* @__PURE__ */ ';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** `.name`, or `["any text"]`. */
function accessText(key: string): string {
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** A function as an argument: a name that it gets from where it stands must not get lost. */
export function asValue({ form, node, valueName }: DirectiveFunction): Affixes {
  if (form === 'object-getter') {
    return { before: 'Object.getOwnPropertyDescriptor({ ', after: ` }, ${JSON.stringify(valueName)}).get` };
  }
  if (form === 'object-method') return { before: '{ ', after: ` }${accessText(valueName)}` };
  if (valueName === '' || valueName === '__proto__' || child(node, 'identifier')) return { before: '', after: '' };
  const key = IDENTIFIER.test(valueName) ? valueName : JSON.stringify(valueName);
  return { before: `{ ${key}: `, after: ` }${accessText(valueName)}` };
}

/** An agent option as a function that gives its value. */
export function asGiver({ node, valueName }: DirectiveFunction): Affixes {
  if (node.type !== 'MethodProperty') return { before: '() => (', after: ')' };
  return { before: '() => ({ ', after: ` }).${valueName}` };
}

/** The text of an id in code. */
export function quote(id: string): string {
  return JSON.stringify(id);
}

/** The function of a method or getter, as it is reached in a static block of its class. */
export function memberFunction({ form, node }: DirectiveFunction): string {
  const holder = node['isStatic'] === true ? 'this' : 'this.prototype';
  const key = staticKey(child(node, 'key'))!;
  if (form === 'class-getter') return `Object.getOwnPropertyDescriptor(${holder}, ${JSON.stringify(key)}).get`;
  return node.type === 'PrivateMethod' ? `${holder}.${key}` : holder + accessText(key);
}

const FUNCTION_HEAD = /async(?:\s|\/\*[^]*?\*\/|\/\/.*\n)+function/y;

/** The index after the keyword `function` of an async function. */
export function afterFunctionKeyword(node: Node, code: string): number {
  FUNCTION_HEAD.lastIndex = node.span.start;
  FUNCTION_HEAD.test(code);
  return FUNCTION_HEAD.lastIndex;
}

/** The index after the name of a declaration or method: from there on the rest can be replaced. */
export function headEnd(node: Node, code: string): number {
  const name = child(node, 'identifier') ?? child(node, 'key');
  return name ? name.span.end : afterFunctionKeyword(node, code);
}

/** A call; arguments that are left out at the end are not written. */
export function callText(callee: string, args: readonly (string | undefined)[]): string {
  const given = args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1);
  return `${callee}(${given.map((argument) => argument ?? 'undefined').join(', ')})`;
}

/** The captured values of a step as an object: `{ this: this, a, b }`; `undefined` when there are none. */
export function capturedRecord({ captures }: DirectiveFunction, self = 'this'): string | undefined {
  const parts = captures.values.map(({ name }) => name);
  if (captures.self) parts.unshift(`this: ${self}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : undefined;
}

/** A function that reads the captured values, as code; `undefined` where nothing is captured. */
export function captureText(fn: DirectiveFunction): string | undefined {
  const record = capturedRecord(fn);
  if (!record) return undefined;
  return isFunctionValue(fn) ? `() => (${record})` : `((captured) => () => captured)(${record})`;
}

/** A function sees what variables hold when it is called, any other value what they held when it was made. */
function isFunctionValue({ form, node }: DirectiveFunction): boolean {
  const value = unwrap(node);
  // Of all names that hold something local, only those of functions move.
  return form !== 'agent-option' || isFunction(value) || value.type === 'Identifier';
}

/** The name of a function or class node; empty when it has none. */
export function identifierOf(node: Node): string {
  const identifier = child(node, 'identifier');
  return identifier ? text(identifier) : '';
}
