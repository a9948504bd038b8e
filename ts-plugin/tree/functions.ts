/** Converts functions: declarations, expressions, and members of classes and objects. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { withDefault } from './patterns.ts';
import { type Converters, type TreeConverter, modifiersOf } from './tree-converter.ts';
import { convertType } from './type-places.ts';

/** Converters of all functions, including methods and accessors. */
export const FUNCTIONS: Converters = {
  FunctionDeclaration: (tree, node: ts.FunctionDeclaration) => ({
    type: 'FunctionDeclaration',
    span: tree.declarationSpan(node),
    identifier: tree.one(node.name),
    declare: tree.has(node, tree.ts.SyntaxKind.DeclareKeyword),
    ...functionFields(tree, node),
  }),
  FunctionExpression: (tree, node: ts.FunctionExpression) => ({
    type: 'FunctionExpression',
    span: tree.span(node),
    identifier: tree.one(node.name),
    ...functionFields(tree, node),
  }),
  ArrowFunction: (tree, node: ts.ArrowFunction) => ({
    type: 'ArrowFunctionExpression',
    span: tree.span(node),
    ...functionFields(tree, node),
    params: ownParameters(tree, node).map((parameter) => parameterPattern(tree, parameter)),
    body: tree.ts.isBlock(node.body) ? functionBody(tree, node.body) : tree.one(node.body),
  }),
  MethodDeclaration: (tree, node: ts.MethodDeclaration) => member(tree, node, ['method', 'MethodProperty']),
  GetAccessor: (tree, node: ts.GetAccessorDeclaration) => member(tree, node, ['getter', 'GetterProperty']),
  SetAccessor: (tree, node: ts.SetAccessorDeclaration) => member(tree, node, ['setter', 'SetterProperty']),
  Constructor: (tree, node: ts.ConstructorDeclaration) => {
    const start = tree.codeAt(modifiersOf(node).at(-1)?.end ?? tree.start(node));
    const key = { type: 'Identifier', span: { start, end: start + 'constructor'.length }, value: 'constructor' };
    return { type: 'Constructor', span: tree.span(node), key, ...functionFields(tree, node) };
  },
};

type FunctionNode = ts.SignatureDeclaration & { body?: ts.Node | undefined };

/** @param form The types of the node in a class and in an object. */
function member(
  tree: TreeConverter,
  node: ts.MethodDeclaration | ts.AccessorDeclaration,
  [kind, inObject]: readonly [kind: string, inObject: string],
): Node {
  const key = tree.one(node.name);
  const fields = { key, ...functionFields(tree, node) };
  if (tree.ts.isObjectLiteralExpression(node.parent)) return { type: inObject, span: tree.span(node), ...fields };
  const type = key?.type === 'PrivateName' ? 'PrivateMethod' : 'ClassMethod';
  return { type, span: tree.span(node), ...fields, kind, isStatic: tree.has(node, tree.ts.SyntaxKind.StaticKeyword) };
}

function functionFields(tree: TreeConverter, node: FunctionNode): Record<string, unknown> {
  return {
    params: ownParameters(tree, node).map((parameter) => parameterOf(tree, parameter)),
    decorators: tree.decorators(node),
    body: node.body && tree.ts.isBlock(node.body) ? functionBody(tree, node.body) : null,
    generator: (node as { asteriskToken?: ts.Node }).asteriskToken !== undefined,
    async: tree.has(node, tree.ts.SyntaxKind.AsyncKeyword),
    returnType: node.type ? returnType(tree, node.type) : null,
  };
}

function returnType(tree: TreeConverter, node: ts.TypeNode): Node {
  return { type: 'TsTypeAnnotation', span: tree.span(node), typeAnnotation: convertType(tree, node) };
}

function functionBody(tree: TreeConverter, body: ts.Block): Node {
  return { type: 'FunctionBody', span: tree.span(body), stmts: tree.list(body.statements) };
}

/** Without the type of `this`. */
function ownParameters({ ts }: TreeConverter, { parameters }: FunctionNode): ts.ParameterDeclaration[] {
  return parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
}

function parameterOf(tree: TreeConverter, parameter: ts.ParameterDeclaration): Node {
  const decorators = tree.decorators(parameter);
  const pattern = parameterPattern(tree, parameter);
  if (tree.ts.isParameterPropertyDeclaration(parameter, parameter.parent))
    return { type: 'TsParameterProperty', span: tree.span(parameter), decorators, param: pattern };
  return { type: 'Parameter', span: tree.span(parameter), decorators, pat: pattern };
}

function parameterPattern(tree: TreeConverter, parameter: ts.ParameterDeclaration): Node {
  const pattern = withDefault(tree, parameter);
  if (!parameter.dotDotDotToken) return pattern;
  const rest = tree.span(parameter.dotDotDotToken);
  return { type: 'RestElement', span: { start: rest.start, end: parameter.end }, rest, argument: pattern };
}
