/** Resolves the names in a workflow: to steps, workflows, functions of the file, or functions of this package. */
import { type Node, child, children, importedName, isFunction, parentOf, staticKey, text, unwrap } from '../ast.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { unwrapChain } from '../globals/member-chain.ts';
import { type Binding, functionOf } from '../analyze/scope.ts';

/** The meaning of a name or expression in a graph. */
export type Target =
  | { kind: 'function'; of: DirectiveFunction }
  /** A function of the same file without a directive. */
  | { kind: 'local'; node: Node }
  /** An export of `workflow` or `workflow/api`. */
  | { kind: 'primitive'; name: string };

/** A name that a file imports from another. */
export interface Imported {
  /** Absolute path. */
  importer: string;
  source: string;
  name: string;
}

/**
 * The function with a directive that a name leads to, where a file imports it from another; `null`: none that is known.
 */
export type ResolveImport = (imported: Imported) => DirectiveFunction | null;

const OWN_PACKAGE = /^workflow(?:\/api)?$/;

/** Follows the names of one file to what they stand for. */
export class CallTargets {
  readonly #analysis: ModuleAnalysis;
  readonly #resolveImport: ResolveImport;
  readonly #bindings: ReadonlyMap<Node, Binding | null>;

  constructor(analysis: ModuleAnalysis, resolveImport: ResolveImport) {
    this.#analysis = analysis;
    this.#resolveImport = resolveImport;
    this.#bindings = new Map(analysis.bindings.references.map(({ node, binding }) => [node, binding]));
  }

  /** The target of an expression; `null` for any other expression. */
  find(expression: Node): Target | null {
    const node = unwrap(expression);
    if (isFunction(node)) return this.#fromNode(node);
    if (node.type === 'Identifier') return this.#fromBinding(this.#bindings.get(node) ?? null);
    if (node.type === 'MemberExpression') return this.#fromMember(node);
    return null;
  }

  /** True for a name of the language that the file does not give another meaning. */
  isGlobal(expression: Node, name: string): boolean {
    return expression.type === 'Identifier' && text(expression) === name && !this.#bindings.get(expression);
  }

  #fromNode(node: Node): Target {
    const of = this.#analysis.functions.find((one) => one.node === node);
    return of ? { kind: 'function', of } : { kind: 'local', node };
  }

  #fromBinding(binding: Binding | null): Target | null {
    if (!binding) return null;
    if (binding.kind === 'import') return this.#fromImport(binding.declarations[0]!, null);
    const fn = functionOf(binding);
    return fn && this.#fromNode(fn);
  }

  /** @param member The name that is read of it, when it is an import of a whole module. */
  #fromImport(specifier: Node, member: string | null): Target | null {
    const declaration = parentOf(specifier);
    const source = text((declaration && child(declaration, 'source')) ?? specifier);
    const name = exportedName(specifier, member);
    if (name === null) return null;
    if (OWN_PACKAGE.test(source)) return { kind: 'primitive', name };
    const of = this.#resolveImport({ importer: this.#analysis.file.path, source, name });
    return of && { kind: 'function', of };
  }

  #fromMember(node: Node): Target | null {
    const name = staticKey(child(node, 'property'));
    const object = unwrap(child(node, 'object')!);
    if (name === null) return null;
    const binding = object.type === 'Identifier' ? (this.#bindings.get(object) ?? null) : null;
    const declaration = binding?.declarations[0];
    if (declaration?.type === 'ImportNamespaceSpecifier') return this.#fromImport(declaration, name);
    if (name === 'create' && this.#isDefinedHook(declaration)) return { kind: 'primitive', name: 'createHook' };
    return this.#fromPath(binding, name);
  }

  /** `const approval = defineHook(…)`. */
  #isDefinedHook(declaration: Node | undefined): boolean {
    const init = declaration?.type === 'VariableDeclarator' ? child(declaration, 'init') : null;
    const callee = init && unwrap(init).type === 'CallExpression' ? child(unwrap(init), 'callee') : null;
    const target = callee && this.find(callee);
    return target?.kind === 'primitive' && target.name === 'defineHook';
  }

  /** A step in an object or class of the file; of an instance, the only step of this name in any class of the file. */
  #fromPath(binding: Binding | null, name: string): Target | null {
    const { functions } = this.#analysis;
    const paths = binding ? [`${binding.name}/${name}`, `${binding.name}.${name}`] : [];
    const found = functions.find(({ path }) => paths.includes(path));
    const methods = functions.filter(({ path }) => path.endsWith(`#${name}`));
    const of = found ?? (methods.length === 1 ? methods[0]! : null);
    return of && { kind: 'function', of };
  }
}

/** The name by which the other module exports it. */
function exportedName(specifier: Node, member: string | null): string | null {
  if (specifier.type === 'ImportNamespaceSpecifier') return member;
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? importedName(specifier) : null;
}

/** The parts of a call, whether it stands in an optional chain or not; `null` for what is no call. */
export function readCall(node: Node): { callee: Node; args: Node[] } | null {
  const callee = node.type === 'CallExpression' || node.type === 'NewExpression' ? child(node, 'callee') : null;
  return callee && { callee: unwrapChain(callee), args: children(node, 'arguments') };
}
