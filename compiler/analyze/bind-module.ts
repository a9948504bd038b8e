/** One walk over the tree that finds all scopes, names and uses of names; types are left out. */
import { type Node, child, children, eachChild, isBlock, statements, text } from '../ast.ts';
import { NodeIndex } from '../node-index.ts';
import { VISITORS } from './visitors.ts';
import {
  type BindingKind,
  type ModuleBindings,
  type Scope,
  type ScopeKind,
  type Reference,
  type ContextUse,
  contextOwner,
  createReference,
  resolveName,
} from './scope.ts';

/**
 * Analyses the names of a module.
 * @param jsxFactories The names that its JSX elements use without naming them. Default: `React`.
 */
export function bindModule(
  items: readonly Node[],
  moduleNode: Node,
  jsxFactories: readonly string[] = ['React'],
): ModuleBindings {
  return new Binder(moduleNode, jsxFactories).run(items);
}

/** Collects what the visitors of {@link file://./visitors.ts} find. */
export class Binder {
  readonly root: Scope;
  readonly references: Reference[] = [];
  readonly contextUses: ContextUse[] = [];
  readonly scopes = new Map<Node, Scope>();
  readonly jsxFactories: readonly string[];

  constructor(moduleNode: Node, jsxFactories: readonly string[]) {
    this.jsxFactories = jsxFactories;
    this.root = { kind: 'module', node: moduleNode, parent: null, bindings: new Map() };
  }

  run(items: readonly Node[]): ModuleBindings {
    const nodes = new NodeIndex(this.root.node, items);
    this.visitList(items, this.root);
    // Declarations may stand after their uses, so names are resolved when all are known.
    for (const reference of this.references) {
      reference.binding = resolveName(reference.name, reference.scope);
      reference.binding?.references.push(reference);
    }
    const { root, references, contextUses, scopes } = this;
    return { root, nodes, references, contextUses, scopes };
  }

  readonly visit = (node: Node | null, scope: Scope): void => {
    if (!node) return;
    const visitor = VISITORS[node.type];
    if (visitor) visitor(this, node, scope);
    else if (!node.type.startsWith('Ts')) this.visitChildren(node, scope);
  };

  visitChildren(node: Node, scope: Scope): void {
    eachChild(node, this.visit, scope);
  }

  visitList(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) this.visit(node, scope);
  }

  open(kind: ScopeKind, node: Node, parent: Scope): Scope {
    return { kind, node, parent, bindings: new Map() };
  }

  declare(name: string, options: { kind: BindingKind; scope: Scope; declaration: Node }): void {
    const { kind, scope, declaration } = options;
    const known = scope.bindings.get(name);
    if (known) known.declarations.push(declaration);
    else scope.bindings.set(name, { name, kind, scope, declarations: [declaration], references: [] });
  }

  refer(node: Node, scope: Scope, writes = false): void {
    const name = text(node);
    const owner = name === 'arguments' ? contextOwner(scope) : this.root;
    if (name === 'arguments' && owner.kind !== 'module') this.contextUses.push({ name, node, owner });
    else this.references.push(createReference({ name, node, scope, writes }));
  }

  /** Declares all names of a pattern and visits the code in it (defaults, computed keys). */
  declarePattern(
    pattern: Node | null,
    options: { kind: BindingKind; scope: Scope; declaration: Node; codeScope: Scope },
  ): void {
    this.#walkPattern(pattern, options.codeScope, (name) => this.declare(text(name), options));
  }

  /** Visits what an assignment writes to: names, patterns of names, and members, which are ordinary code. */
  assign(target: Node | null, scope: Scope): void {
    this.#walkPattern(target, scope, (name) => this.refer(name, scope, true));
  }

  /** Hands each name of a pattern to `onName`, and visits all other code in it. */
  #walkPattern(pattern: Node | null, scope: Scope, onName: (name: Node) => void): void {
    if (!pattern) return;
    const again = (inner: Node | null): void => this.#walkPattern(inner, scope, onName);
    switch (pattern.type) {
      case 'Identifier':
        return onName(pattern);
      case 'AssignmentPattern':
        again(child(pattern, 'left'));
        return this.visit(child(pattern, 'right'), scope);
      case 'AssignmentPatternProperty':
        onName(child(pattern, 'key')!);
        return this.visit(child(pattern, 'value'), scope);
      case 'KeyValuePatternProperty':
        this.visitKey(child(pattern, 'key'), scope);
        return again(child(pattern, 'value'));
      case 'RestElement':
        return again(child(pattern, 'argument'));
      case 'ArrayPattern':
        return children(pattern, 'elements').forEach(again);
      case 'ObjectPattern':
        return children(pattern, 'properties').forEach(again);
      case 'ParenthesisExpression':
      case 'TsNonNullExpression':
      case 'TsAsExpression':
      case 'TsSatisfiesExpression':
        return again(child(pattern, 'expression'));
      default:
        return this.visit(pattern, scope);
    }
  }

  visitKey(key: Node | null, scope: Scope): void {
    if (key?.type === 'Computed') this.visit(key, scope);
  }

  visitFunction(node: Node, scope: Scope): void {
    this.scopes.set(node, scope);
    this.visitList(children(node, 'decorators'), scope);
    this.visitKey(child(node, 'key'), scope);
    let outer = scope;
    const ownName = node.type === 'FunctionExpression' ? child(node, 'identifier') : null;
    if (ownName) {
      outer = this.open('block', node, scope);
      this.declare(text(ownName), { kind: 'function', scope: outer, declaration: node });
    }
    const inner = this.open(node.type === 'ArrowFunctionExpression' ? 'arrow' : 'function', node, outer);
    for (const param of children(node, 'params')) this.visitParameter(param, inner);
    const body = child(node, 'body');
    if (!body) return;
    if (isBlock(body)) this.visitList(statements(body), this.open('body', node, inner));
    else this.visit(body, inner);
  }

  visitParameter(param: Node, scope: Scope): void {
    this.visitList(children(param, 'decorators'), scope);
    const pattern = child(param, 'pat') ?? child(param, 'param') ?? param;
    this.declarePattern(pattern, { kind: 'parameter', scope, declaration: param, codeScope: scope });
  }

  visitClass(node: Node, scope: Scope): void {
    this.scopes.set(node, scope);
    const name = child(node, 'identifier');
    let inner = scope;
    if (name && node.type === 'ClassExpression') {
      inner = this.open('block', node, scope);
      this.declare(text(name), { kind: 'class', scope: inner, declaration: node });
    }
    this.visitList(children(node, 'decorators'), scope);
    this.visit(child(node, 'superClass'), inner);
    this.visitList(children(node, 'body'), inner);
  }
}
