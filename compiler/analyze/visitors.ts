/** How each kind of node declares and uses names: one visitor for each node type. */
import { type Node, child, children, statements, text } from '../ast.ts';
import type { Binder } from './bind-module.ts';
import { type ContextUse, type Scope, contextOwner, createReference, variableScope } from './scope.ts';

type Visitor = (binder: Binder, node: Node, scope: Scope) => void;

/**
 * The visitor of each node type. The binder visits the children of every other type, except for types of TypeScript.
 */
export const VISITORS: Readonly<Record<string, Visitor>> = {
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
  AutoAccessor: visitField,
  StaticBlock(binder, node, scope) {
    const inner = binder.open('static-block', node, scope);
    const body = child(node, 'body');
    binder.visitList(statements(body), inner);
  },
  VariableDeclaration(binder, node, scope) {
    if (node['declare'] === true) return;
    const declareIn = node['kind'] === 'var' ? variableScope(scope) : scope;
    visitDeclarators(binder, children(node, 'declarations'), { scope, declareIn });
  },
  UsingDeclaration: (binder, node, scope) =>
    visitDeclarators(binder, children(node, 'decls'), { scope, declareIn: scope }),
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
    binder.declarePattern(child(node, 'param'), {
      kind: 'variable',
      scope: inner,
      declaration: node,
      codeScope: inner,
    });
    binder.visit(child(node, 'body'), inner);
  },
  LabeledStatement: (binder, node, scope) => binder.visit(child(node, 'body'), scope),
  BreakStatement: () => {},
  ContinueStatement: () => {},
  ImportDeclaration(binder, node, scope) {
    if (node['typeOnly'] === true) return;
    for (const specifier of children(node, 'specifiers')) {
      if (specifier['isTypeOnly'] === true) continue;
      binder.declare(text(child(specifier, 'local')!), { kind: 'import', scope, declaration: specifier });
    }
  },
  ExportNamedDeclaration(binder, node, scope) {
    if (child(node, 'source') || node['typeOnly'] === true) return;
    for (const specifier of children(node, 'specifiers')) {
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
  JSXOpeningFragment: useJsxFactory,
  JSXOpeningElement(binder, node, scope) {
    useJsxFactory(binder, node, scope);
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

function visitDeclarators(
  binder: Binder,
  declarators: readonly Node[],
  { scope, declareIn }: { scope: Scope; declareIn: Scope },
): void {
  for (const declarator of declarators) {
    const options = { kind: 'variable', scope: declareIn, declaration: declarator, codeScope: scope } as const;
    binder.declarePattern(child(declarator, 'id'), options);
    binder.visit(child(declarator, 'init'), scope);
  }
}

/** The classic JSX transform makes `React.createElement` of an element, without the name standing in the source. */
function useJsxFactory(binder: Binder, node: Node, scope: Scope): void {
  for (const name of binder.jsxFactories) binder.references.push(createReference({ name, node, scope, writes: false }));
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
  binder.visitList(children(body, 'body'), inner);
}

function visitExpression(binder: Binder, node: Node, scope: Scope): void {
  binder.visit(child(node, 'expression'), scope);
}
