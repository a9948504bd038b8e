/** Names and where they are declared and used: the result of {@link file://./bind-module.ts}. */
import { type Node, child, isFunction, unwrap } from '../ast.ts';
import type { NodeIndex } from '../node-index.ts';

/** A function has two scopes: its parameters, whose defaults do not see what the body declares, and its `body`. */
export type ScopeKind = 'module' | 'function' | 'arrow' | 'body' | 'block' | 'field' | 'static-block' | 'namespace';

/** How a name is declared. An `import` belongs to another module; a `function` may be used before it stands. */
export type BindingKind = 'import' | 'variable' | 'function' | 'class' | 'parameter' | 'enum' | 'namespace';

/** A part of the source in which names are declared; inner scopes see those of outer ones. */
export interface Scope {
  kind: ScopeKind;
  node: Node;
  parent: Scope | null;
  bindings: Map<string, Binding>;
}

/** A declared name. A name with several declarations (overloads, `var` twice) is one binding. */
export interface Binding {
  name: string;
  kind: BindingKind;
  scope: Scope;
  /** The declaring statement part: declarator, function, class, import specifier, parameter. */
  declarations: Node[];
  references: Reference[];
}

/** A use of a name. */
export interface Reference {
  name: string;
  node: Node;
  scope: Scope;
  /** True when the use gives the name a new value. */
  writes: boolean;
  /** The declared name that it refers to; `null` for globals. */
  binding: Binding | null;
}

/** A symbol, so that walks over the fields of a node do not lead to scopes. */
const REFERENCE: unique symbol = Symbol('reference');

interface Referring {
  [REFERENCE]?: Reference;
}

/** The use of a name that a node is; `undefined` for other nodes, and for those of modules that were not bound. */
export function referenceOf(node: Node): Reference | undefined {
  return (node as Referring)[REFERENCE];
}

/** Makes a node the use of a name, which is resolved when all names are known. */
export function createReference(use: Omit<Reference, 'binding'>): Reference {
  const reference = { ...use, binding: null };
  (use.node as Referring)[REFERENCE] = reference;
  return reference;
}

/** A use of something that belongs to the nearest function that is no arrow. */
export interface ContextUse {
  name: 'this' | 'arguments' | 'super' | 'new.target';
  node: Node;
  /** The scope that owns it. */
  owner: Scope;
}

/** All names of a module. */
export interface ModuleBindings {
  root: Scope;
  nodes: NodeIndex;
  references: Reference[];
  contextUses: ContextUse[];
  /** The scope in which a function or class stands. */
  scopes: ReadonlyMap<Node, Scope>;
}

/** Finds the binding of a name as seen from a scope, or `null` for a global. */
export function resolveName(name: string, from: Scope): Binding | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const binding = scope.bindings.get(name);
    if (binding) return binding;
  }
  return null;
}

const PASSES_CONTEXT: ReadonlySet<ScopeKind> = new Set(['arrow', 'block', 'body']);

/** The scope that owns `this` and `arguments` as seen from a scope. */
export function contextOwner(from: Scope): Scope {
  let scope = from;
  while (scope.parent && PASSES_CONTEXT.has(scope.kind)) scope = scope.parent;
  return scope;
}

/** The scope that `var` declares in. */
export function variableScope(from: Scope): Scope {
  let scope = from;
  while (scope.parent && scope.kind === 'block') scope = scope.parent;
  return scope;
}

/** The function that a name always stands for, or `null`. */
export function functionOf(binding: Binding): Node | null {
  if (isWritten(binding)) return null;
  if (binding.kind === 'function') return binding.declarations.find((node) => child(node, 'body')) ?? null;
  const value = initialValue(binding);
  return value && isFunction(value) ? value : null;
}

/** The class that a name always stands for, or `null`. */
export function classOf(binding: Binding): Node | null {
  if (isWritten(binding)) return null;
  if (binding.kind === 'class') return binding.declarations.find(({ type }) => type === 'ClassDeclaration') ?? null;
  const value = initialValue(binding);
  return value?.type === 'ClassExpression' ? value : null;
}

function isWritten({ references }: Binding): boolean {
  return references.some(({ writes }) => writes);
}

/** The value of a variable that nothing else is assigned to, or `null`. */
export const constantValue = (binding: Binding): Node | null => (isWritten(binding) ? null : initialValue(binding));

/** The value that a variable is declared with, or `null`. */
export function initialValue({ declarations: [declarator, other] }: Binding): Node | null {
  if (other || declarator?.type !== 'VariableDeclarator' || child(declarator, 'id')?.type !== 'Identifier') return null;
  const init = child(declarator, 'init');
  return init && unwrap(init);
}
