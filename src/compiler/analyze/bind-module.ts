/** One walk over the tree that finds all scopes, names and uses of names; types are left out. */
import { type Node, child, children, eachChild, statements, text } from '../ast.ts';
import {
  type BindingKind,
  type ModuleBindings,
  type Scope,
  type ScopeKind,
  type Reference,
  type ContextUse,
  contextOwner,
  resolveName,
  variableScope,
} from './scope.ts';

/** Analyses the names of a module. */
export function bindModule(items: readonly Node[], moduleNode: Node): ModuleBindings {
  return new Binder(moduleNode).run(items);
}

type Visitor = (binder: Binder, node: Node, scope: Scope) => void;

class Binder {
  readonly root: Scope;
  readonly references: Reference[] = [];
  readonly contextUses: ContextUse[] = [];
  readonly parents = new Map<Node, Node>();
  readonly functions: Node[] = [];
  readonly scopes = new Map<Node, Scope>();

  constructor(moduleNode: Node) {
    this.root = { kind: 'module', node: moduleNode, parent: null, bindings: new Map() };
  }

  run(items: readonly Node[]): ModuleBindings {
    for (const item of items) {
      this.parents.set(item, this.root.node);
      this.visit(item, this.root);
    }
    // Declarations may stand after their uses, so names are resolved when all are known.
    for (const reference of this.references) {
      reference.binding = resolveName(reference.name, reference.scope);
      reference.binding?.references.push(reference);
    }
    const { root, references, contextUses, parents, functions, scopes } = this;
    return { root, references, contextUses, parents, functions, scopes };
  }

  visit(node: Node | null, scope: Scope): void {
    if (!node) return;
    eachChild(node, (inner) => this.parents.set(inner, node));
    const visitor = VISITORS[node.type];
    if (visitor) visitor(this, node, scope);
    else if (!node.type.startsWith('Ts')) this.visitChildren(node, scope);
  }

  visitChildren(node: Node, scope: Scope): void {
    eachChild(node, (inner) => this.visit(inner, scope));
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
    const owner = contextOwner(scope);
    if (name === 'arguments' && owner.kind !== 'module') this.contextUses.push({ name, node, owner });
    else this.references.push({ name, node, scope, writes, binding: null });
  }

  /** Declares all names of a pattern and visits the code in it (defaults, computed keys). */
  declarePattern(pattern: Node | null, options: { kind: BindingKind; scope: Scope; declaration: Node; codeScope: Scope }): void {
    if (!pattern) return;
    eachChild(pattern, (inner) => this.parents.set(inner, pattern));
    const again = (inner: Node | null): void => this.declarePattern(inner, options);
    switch (pattern.type) {
      case 'Identifier':
        return this.declare(text(pattern), options);
      case 'AssignmentPattern':
        again(child(pattern, 'left'));
        return this.visit(child(pattern, 'right'), options.codeScope);
      case 'AssignmentPatternProperty':
        this.declare(text(child(pattern, 'key')!), options);
        return this.visit(child(pattern, 'value'), options.codeScope);
      case 'KeyValuePatternProperty':
        this.visitKey(child(pattern, 'key'), options.codeScope);
        return again(child(pattern, 'value'));
      case 'RestElement':
        return again(child(pattern, 'argument'));
      case 'ArrayPattern':
        return children(pattern, 'elements').forEach(again);
      case 'ObjectPattern':
        return children(pattern, 'properties').forEach(again);
    }
  }

  /** Visits what an assignment writes to. */
  assign(target: Node | null, scope: Scope): void {
    if (!target) return;
    eachChild(target, (inner) => this.parents.set(inner, target));
    const again = (inner: Node | null): void => this.assign(inner, scope);
    switch (target.type) {
      case 'Identifier':
        return this.refer(target, scope, true);
      case 'AssignmentPattern':
        again(child(target, 'left'));
        return this.visit(child(target, 'right'), scope);
      case 'AssignmentPatternProperty':
        this.refer(child(target, 'key')!, scope, true);
        return this.visit(child(target, 'value'), scope);
      case 'KeyValuePatternProperty':
        this.visitKey(child(target, 'key'), scope);
        return again(child(target, 'value'));
      case 'RestElement':
        return again(child(target, 'argument'));
      case 'ArrayPattern':
        return children(target, 'elements').forEach(again);
      case 'ObjectPattern':
        return children(target, 'properties').forEach(again);
      case 'ParenthesisExpression':
      case 'TsNonNullExpression':
      case 'TsAsExpression':
      case 'TsSatisfiesExpression':
        return again(child(target, 'expression'));
      default:
        return this.visit(target, scope);
    }
  }

  visitKey(key: Node | null, scope: Scope): void {
    if (key?.type === 'Computed') this.visit(key, scope);
  }

  visitFunction(node: Node, scope: Scope): void {
    this.functions.push(node);
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
    const params = node.type === 'SetterProperty' && child(node, 'param') ? [child(node, 'param')!] : children(node, 'params');
    for (const param of params) this.visitParameter(param, inner);
    const body = child(node, 'body');
    if (!body) return;
    this.parents.set(body, node);
    if (body.type === 'FunctionBody' || body.type === 'BlockStatement') {
      eachChild(body, (statement) => this.parents.set(statement, body));
      this.visitList(statements(body), inner);
    } else this.visit(body, inner);
  }

  visitParameter(param: Node, scope: Scope): void {
    eachChild(param, (inner) => this.parents.set(inner, param));
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
    for (const member of children(node, 'body')) {
      this.visit(member, inner);
    }
  }
}

const VISITORS: Readonly<Record<string, Visitor>> = {
  Identifier: (binder, node, scope) => binder.refer(node, scope),
  ThisExpression: (binder, node, scope) => useContext(binder, { name: 'this', node, scope }),
  Super: (binder, node, scope) => useContext(binder, { name: 'super', node, scope }),
  MetaProperty(binder, node, scope) {
    if (node['kind'] === 'new.target') useContext(binder, { name: 'new.target', node, scope });
  },
  MemberExpression(binder, node, scope) {
    binder.visit(child(node, 'object'), scope);
    binder.visitKey(child(node, 'property'), scope);
  },
  SuperPropExpression(binder, node, scope) {
    binder.visit(child(node, 'obj'), scope);
    binder.visitKey(child(node, 'property'), scope);
  },
  KeyValueProperty(binder, node, scope) {
    binder.visitKey(child(node, 'key'), scope);
    binder.visit(child(node, 'value'), scope);
  },
  AssignmentProperty: (binder, node, scope) => binder.visit(child(node, 'value'), scope),
  AssignmentExpression(binder, node, scope) {
    binder.assign(child(node, 'left'), scope);
    binder.visit(child(node, 'right'), scope);
  },
  UpdateExpression: (binder, node, scope) => binder.assign(child(node, 'argument'), scope),
  FunctionDeclaration(binder, node, scope) {
    const name = child(node, 'identifier');
    if (node['declare'] === true) return;
    if (name) binder.declare(text(name), { kind: 'function', scope, declaration: node });
    if (child(node, 'body')) binder.visitFunction(node, scope);
  },
  FunctionExpression: (binder, node, scope) => binder.visitFunction(node, scope),
  ArrowFunctionExpression: (binder, node, scope) => binder.visitFunction(node, scope),
  MethodProperty: (binder, node, scope) => binder.visitFunction(node, scope),
  GetterProperty: (binder, node, scope) => binder.visitFunction(node, scope),
  SetterProperty: (binder, node, scope) => binder.visitFunction(node, scope),
  ClassMethod: (binder, node, scope) => binder.visitFunction(node, scope),
  PrivateMethod: (binder, node, scope) => binder.visitFunction(node, scope),
  Constructor: (binder, node, scope) => binder.visitFunction(node, scope),
  ClassDeclaration(binder, node, scope) {
    if (node['declare'] === true) return;
    binder.declare(text(child(node, 'identifier')!), { kind: 'class', scope, declaration: node });
    binder.visitClass(node, scope);
  },
  ClassExpression: (binder, node, scope) => binder.visitClass(node, scope),
  ClassProperty: visitField,
  PrivateProperty: visitField,
  StaticBlock(binder, node, scope) {
    const inner = binder.open('static-block', node, scope);
    const body = child(node, 'body');
    if (body) eachChild(body, (statement) => binder.parents.set(statement, body));
    binder.visitList(statements(body), inner);
  },
  VariableDeclaration(binder, node, scope) {
    if (node['declare'] === true) return;
    const declareIn = node['kind'] === 'var' ? variableScope(scope) : scope;
    for (const declarator of children(node, 'declarations')) {
      eachChild(declarator, (inner) => binder.parents.set(inner, declarator));
      const options = { kind: 'variable', scope: declareIn, declaration: declarator, codeScope: scope } as const;
      binder.declarePattern(child(declarator, 'id'), options);
      binder.visit(child(declarator, 'init'), scope);
    }
  },
  BlockStatement: visitInBlock,
  ForStatement: visitInBlock,
  ForInStatement: visitForEach,
  ForOfStatement: visitForEach,
  SwitchStatement(binder, node, scope) {
    binder.visit(child(node, 'discriminant'), scope);
    const inner = binder.open('block', node, scope);
    binder.visitList(children(node, 'cases'), inner);
  },
  CatchClause(binder, node, scope) {
    const inner = binder.open('block', node, scope);
    binder.declarePattern(child(node, 'param'), { kind: 'variable', scope: inner, declaration: node, codeScope: inner });
    binder.visit(child(node, 'body'), inner);
  },
  LabeledStatement: (binder, node, scope) => binder.visit(child(node, 'body'), scope),
  BreakStatement: () => {},
  ContinueStatement: () => {},
  ImportDeclaration(binder, node, scope) {
    if (node['typeOnly'] === true) return;
    for (const specifier of children(node, 'specifiers')) {
      if (specifier['isTypeOnly'] === true) continue;
      eachChild(specifier, (inner) => binder.parents.set(inner, specifier));
      binder.declare(text(child(specifier, 'local')!), { kind: 'import', scope, declaration: specifier });
    }
  },
  ExportNamedDeclaration(binder, node, scope) {
    if (child(node, 'source') || node['typeOnly'] === true) return;
    for (const specifier of children(node, 'specifiers')) {
      eachChild(specifier, (inner) => binder.parents.set(inner, specifier));
      const local = child(specifier, 'orig');
      if (local?.type === 'Identifier' && specifier['isTypeOnly'] !== true) binder.refer(local, scope);
    }
  },
  ExportDefaultDeclaration(binder, node, scope) {
    const declared = child(node, 'decl');
    if (!declared || declared.type.startsWith('Ts')) return;
    const name = child(declared, 'identifier');
    const kind = declared.type === 'ClassExpression' ? 'class' : 'function';
    // A named default export declares its name in the module, other than a named expression.
    if (name) binder.declare(text(name), { kind, scope, declaration: declared });
    binder.visit(declared, scope);
  },
  ExportAllDeclaration: () => {},
  TsEnumDeclaration(binder, node, scope) {
    if (node['declare'] === true) return;
    binder.declare(text(child(node, 'id')!), { kind: 'enum', scope, declaration: node });
    const inner = binder.open('block', node, scope);
    for (const member of children(node, 'members')) {
      binder.declare(text(child(member, 'id')!), { kind: 'variable', scope: inner, declaration: member });
      binder.visit(child(member, 'init'), inner);
    }
  },
  TsModuleDeclaration: visitNamespace,
  TsNamespaceDeclaration: visitNamespace,
  TsImportEqualsDeclaration(binder, node, scope) {
    if (node['isTypeOnly'] === true) return;
    binder.declare(text(child(node, 'id')!), { kind: 'import', scope, declaration: node });
    let entity = child(node, 'moduleRef');
    while (entity?.type === 'TsQualifiedName') entity = child(entity, 'left');
    if (entity?.type === 'Identifier') binder.refer(entity, scope);
  },
  TsExportAssignment: (binder, node, scope) => binder.visitChildren(node, scope),
  TsAsExpression: visitExpression,
  TsSatisfiesExpression: visitExpression,
  TsNonNullExpression: visitExpression,
  TsTypeAssertion: visitExpression,
  TsConstAssertion: visitExpression,
  TsInstantiation: visitExpression,
  JSXOpeningElement(binder, node, scope) {
    const name = child(node, 'name');
    // A lower-case name is an element of the page, not a variable.
    if (name?.type === 'Identifier' ? /^[^a-z]/.test(text(name)) : name) binder.visit(name, scope);
    binder.visitList(children(node, 'attributes'), scope);
  },
  JSXClosingElement: () => {},
  JSXMemberExpression: (binder, node, scope) => binder.visit(child(node, 'object'), scope),
  JSXNamespacedName: () => {},
  JSXAttribute: (binder, node, scope) => binder.visit(child(node, 'value'), scope),
};

function useContext(binder: Binder, use: { name: ContextUse['name']; node: Node; scope: Scope }): void {
  binder.contextUses.push({ name: use.name, node: use.node, owner: contextOwner(use.scope) });
}

function visitField(binder: Binder, node: Node, scope: Scope): void {
  binder.visitList(children(node, 'decorators'), scope);
  binder.visitKey(child(node, 'key'), scope);
  if (node['declare'] !== true) binder.visit(child(node, 'value'), binder.open('field', node, scope));
}

function visitInBlock(binder: Binder, node: Node, scope: Scope): void {
  binder.visitChildren(node, binder.open('block', node, scope));
}

function visitForEach(binder: Binder, node: Node, scope: Scope): void {
  const inner = binder.open('block', node, scope);
  const left = child(node, 'left');
  if (left?.type === 'VariableDeclaration') binder.visit(left, inner);
  else binder.assign(left, inner);
  binder.visit(child(node, 'right'), inner);
  binder.visit(child(node, 'body'), inner);
}

function visitNamespace(binder: Binder, node: Node, scope: Scope): void {
  if (node['declare'] === true || node['global'] === true) return;
  const name = child(node, 'id');
  if (name?.type === 'Identifier') binder.declare(text(name), { kind: 'namespace', scope, declaration: node });
  const body = child(node, 'body');
  if (!body) return;
  if (body.type === 'TsNamespaceDeclaration') return binder.visit(body, scope);
  const inner = binder.open('namespace', node, scope);
  eachChild(body, (item) => binder.parents.set(item, body));
  binder.visitList(children(body, 'body'), inner);
}

function visitExpression(binder: Binder, node: Node, scope: Scope): void {
  binder.visit(child(node, 'expression'), scope);
}
