/** Converts imports and exports. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { classOf } from './classes.ts';
import type { Convert, Converted, Converters, TreeConverter } from './tree-converter.ts';

/** Converters of imports and exports. */
export const MODULES: Converters = {
  ImportDeclaration: (tree, node: ts.ImportDeclaration) => {
    const { importClause } = node;
    return {
      type: 'ImportDeclaration',
      span: tree.span(node),
      specifiers: importClause ? importSpecifiers(tree, importClause) : [],
      source: tree.must(node.moduleSpecifier, node),
      typeOnly: importClause?.isTypeOnly ?? false,
    };
  },
  ImportEqualsDeclaration: (tree, node: ts.ImportEqualsDeclaration) => ({
    type: 'TsImportEqualsDeclaration',
    span: tree.span(node),
    isExport: tree.has(node, tree.ts.SyntaxKind.ExportKeyword),
    isTypeOnly: node.isTypeOnly,
    id: tree.one(node.name),
    moduleRef: tree.one(node.moduleReference),
  }),
  ExternalModuleReference: (tree, node: ts.ExternalModuleReference) => ({
    type: 'TsExternalModuleReference',
    span: tree.span(node),
    expression: tree.one(node.expression),
  }),
  QualifiedName: (tree, node: ts.QualifiedName) => ({
    type: 'TsQualifiedName',
    span: tree.span(node),
    left: tree.one(node.left),
    right: tree.one(node.right),
  }),
  ExportDeclaration: (tree, node: ts.ExportDeclaration) => {
    const { exportClause } = node;
    const source = tree.one(node.moduleSpecifier);
    const typeOnly = node.isTypeOnly;
    if (!exportClause)
      return {
        type: 'ExportAllDeclaration',
        span: tree.span(node),
        source: source ?? tree.must(undefined, node),
        typeOnly,
      };
    return {
      type: 'ExportNamedDeclaration',
      span: tree.span(node),
      specifiers: exportSpecifiers(tree, exportClause),
      source,
      typeOnly,
    };
  },
  ExportAssignment: (tree, node: ts.ExportAssignment) => ({
    type: node.isExportEquals ? 'TsExportAssignment' : 'ExportDefaultExpression',
    span: tree.span(node),
    expression: tree.must(node.expression, node),
  }),
  NamespaceExportDeclaration: (tree, node) => ({ type: 'TsNamespaceExportDeclaration', span: tree.span(node) }),
};

function importSpecifiers(tree: TreeConverter, clause: ts.ImportClause): Node[] {
  const { name, namedBindings } = clause;
  const specifiers: Node[] = name
    ? [{ type: 'ImportDefaultSpecifier', span: tree.span(name), local: tree.one(name) }]
    : [];
  if (!namedBindings) return specifiers;
  if (tree.ts.isNamespaceImport(namedBindings)) {
    const local = tree.one(namedBindings.name);
    return [...specifiers, { type: 'ImportNamespaceSpecifier', span: tree.span(namedBindings), local }];
  }
  for (const element of namedBindings.elements) {
    specifiers.push({
      type: 'ImportSpecifier',
      span: tree.span(element),
      local: tree.one(element.name),
      imported: tree.one(element.propertyName),
      isTypeOnly: element.isTypeOnly,
    });
  }
  return specifiers;
}

function exportSpecifiers(tree: TreeConverter, clause: ts.NamedExportBindings): Node[] {
  if (tree.ts.isNamespaceExport(clause))
    return [{ type: 'ExportNamespaceSpecifier', span: tree.span(clause), name: tree.one(clause.name) }];
  return clause.elements.map((element) => ({
    type: 'ExportSpecifier',
    span: tree.span(element),
    orig: tree.one(element.propertyName ?? element.name),
    exported: element.propertyName ? tree.one(element.name) : null,
    isTypeOnly: element.isTypeOnly,
  }));
}

/** Wraps a declaration in the export that its modifiers ask for. */
export function exportable(convert: Convert): Convert {
  return (tree, node) => {
    const { DefaultKeyword, ExportKeyword } = tree.ts.SyntaxKind;
    if (!tree.has(node, ExportKeyword)) return convert(tree, node);
    const isDefault = tree.has(node, DefaultKeyword);
    const declared = isDefault ? defaultExport(tree, node, convert) : convert(tree, node);
    if (!declared) return null;
    return isDefault
      ? { type: 'ExportDefaultDeclaration', span: tree.span(node), decl: declared }
      : { type: 'ExportDeclaration', span: tree.span(node), declaration: declared };
  };
}

/** A default export may have no name, so it is an expression in our tree. */
function defaultExport(tree: TreeConverter, node: ts.Node, convert: Convert): Converted {
  const span = tree.declarationSpan(node);
  if (tree.ts.isClassDeclaration(node)) return { ...classOf(tree, 'ClassExpression', node), span };
  const declared = convert(tree, node);
  if (!declared || Array.isArray(declared) || declared.type !== 'FunctionDeclaration') return declared;
  return { ...declared, type: 'FunctionExpression' };
}
