/** Functions of every form: declarations, expressions, and members of classes and objects. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { withDefault } from './patterns.ts';
import { type Converters, type TreeConverter, modifiersOf } from './tree-converter.ts';
import { convertType } from './type-places.ts';

export const FUNCTIONS: Converters = {
  FunctionDeclaration: (tree, node: ts.FunctionDeclaration) =>
    tree.create('FunctionDeclaration', tree.declarationSpan(node), {
      identifier: tree.one(node.name),
      declare: tree.has(node, tree.ts.SyntaxKind.DeclareKeyword),
      ...functionFields(tree, node),
    }),
  FunctionExpression: (tree, node: ts.FunctionExpression) =>
    tree.create('FunctionExpression', node, { identifier: tree.one(node.name), ...functionFields(tree, node) }),
  ArrowFunction: (tree, node: ts.ArrowFunction) =>
    tree.create('ArrowFunctionExpression', node, {
      ...functionFields(tree, node),
      params: ownParameters(tree, node).map((parameter) => parameterPattern(tree, parameter)),
      body: tree.ts.isBlock(node.body) ? functionBody(tree, node.body) : tree.one(node.body),
    }),
  MethodDeclaration: (tree, node: ts.MethodDeclaration) => member(tree, node, ['method', 'MethodProperty']),
  GetAccessor: (tree, node: ts.GetAccessorDeclaration) => member(tree, node, ['getter', 'GetterProperty']),
  SetAccessor: (tree, node: ts.SetAccessorDeclaration) => member(tree, node, ['setter', 'SetterProperty']),
  Constructor: (tree, node: ts.ConstructorDeclaration) => {
    const start = tree.codeAt(modifiersOf(node).at(-1)?.end ?? tree.start(node));
    const key = tree.create('Identifier', { start, end: start + 'constructor'.length }, { value: 'constructor' });
    return tree.create('Constructor', node, { key, ...functionFields(tree, node) });
  },
};

type FunctionNode = ts.SignatureDeclaration & { body?: ts.Node | undefined };

/** @param form What it is in a class, and in an object. */
function member(
  tree: TreeConverter,
  node: ts.MethodDeclaration | ts.AccessorDeclaration,
  [kind, inObject]: readonly [kind: string, inObject: string],
): Node {
  const key = tree.one(node.name);
  const fields = { key, ...functionFields(tree, node) };
  if (tree.ts.isObjectLiteralExpression(node.parent)) return tree.create(inObject, node, fields);
  const type = key?.type === 'PrivateName' ? 'PrivateMethod' : 'ClassMethod';
  return tree.create(type, node, { ...fields, kind, isStatic: tree.has(node, tree.ts.SyntaxKind.StaticKeyword) });
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
  return tree.create('TsTypeAnnotation', node, { typeAnnotation: convertType(tree, node) });
}

function functionBody(tree: TreeConverter, body: ts.Block): Node {
  return tree.create('FunctionBody', body, { stmts: tree.list(body.statements) });
}

/** Without the type of `this`. */
function ownParameters({ ts }: TreeConverter, { parameters }: FunctionNode): ts.ParameterDeclaration[] {
  return parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
}

function parameterOf(tree: TreeConverter, parameter: ts.ParameterDeclaration): Node {
  const decorators = tree.decorators(parameter);
  const pattern = parameterPattern(tree, parameter);
  if (tree.ts.isParameterPropertyDeclaration(parameter, parameter.parent))
    return tree.create('TsParameterProperty', parameter, { decorators, param: pattern });
  return tree.create('Parameter', parameter, { decorators, pat: pattern });
}

function parameterPattern(tree: TreeConverter, parameter: ts.ParameterDeclaration): Node {
  const pattern = withDefault(tree, parameter);
  if (!parameter.dotDotDotToken) return pattern;
  const rest = tree.span(parameter.dotDotDotToken);
  return tree.create('RestElement', { start: rest.start, end: parameter.end }, { rest, argument: pattern });
}
