/** The exports of a file that starts with a directive: each one is a workflow or step, or a type. */
import { type Node, child, children, isFunction, isNode, text, unwrap } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { compileError } from '../messages.ts';
import { type Scope, functionOf } from './scope.ts';

/** The exported functions of a file, each once, and its exports that are not allowed. */
export interface FileExports {
  functions: Node[];
  diagnostics: Diagnostic[];
}

/** An export that is no function, for the message. */
interface Illegal {
  node: Node;
  what: string;
}

type Export = { node: Node; fn: Node } | Illegal;

/** Finds all exported functions, and complains about exports that are neither function nor type. */
export function findFileExports(
  file: SourceFile,
  items: readonly Node[],
  { root, kind }: { root: Scope; kind: DirectiveKind },
): FileExports {
  const found = items.flatMap((item) => exportsOf(item, root));
  const functions = new Set(found.flatMap((exported) => ('fn' in exported ? [exported.fn] : [])));
  const diagnostics = found.flatMap((exported) => {
    if ('fn' in exported) return [];
    const error = compileError('compile_export_illegal', { what: exported.what, directive: `use ${kind}` });
    return [createDiagnostic(file, exported.node.span, error)];
  });
  return { functions: [...functions], diagnostics };
}

function exportsOf(item: Node, root: Scope): Export[] {
  switch (item.type) {
    case 'ExportDeclaration':
      return exportedDeclaration(child(item, 'declaration')!);
    case 'ExportDefaultDeclaration':
      return exportedDeclaration(child(item, 'decl')!);
    case 'ExportDefaultExpression':
      return [exportedValue(item, child(item, 'expression')!, root)];
    case 'ExportNamedDeclaration':
      return exportedNames(item, root);
    case 'ExportAllDeclaration':
      return item['typeOnly'] === true ? [] : [{ node: item, what: 'everything of another module' }];
    case 'TsExportAssignment':
      return [{ node: item, what: 'a value with "export ="' }];
    default:
      return [];
  }
}

const DECLARED: Readonly<Record<string, string>> = {
  ClassDeclaration: 'a class',
  ClassExpression: 'a class',
  TsEnumDeclaration: 'an enum',
  TsModuleDeclaration: 'a namespace',
};

function exportedDeclaration(node: Node): Export[] {
  if (node['declare'] === true || isTypeNamespace(node)) return [];
  if (isFunction(node)) return child(node, 'body') ? [{ node, fn: node }] : [];
  if (node.type === 'VariableDeclaration') return children(node, 'declarations').map(exportedVariable);
  const what = DECLARED[node.type];
  return what ? [{ node, what }] : [];
}

const TYPES = new Set(['TsTypeAliasDeclaration', 'TsInterfaceDeclaration']);

/** True for a namespace that does not exist at run time, because it holds only types. */
function isTypeNamespace({ body, type }: Node): boolean {
  if (type !== 'TsModuleDeclaration' && type !== 'TsNamespaceDeclaration') return false;
  return (
    isNode(body) && (isTypeNamespace(body) || (body.type === 'TsModuleBlock' && children(body, 'body').every(isType)))
  );
}

function isType(item: Node): boolean {
  const declared = item.type === 'ExportDeclaration' ? child(item, 'declaration')! : item;
  return declared['declare'] === true || TYPES.has(declared.type) || isTypeNamespace(declared);
}

function exportedVariable(declarator: Node): Export {
  const init = child(declarator, 'init');
  const value = init && unwrap(init);
  if (value && isFunction(value)) return { node: declarator, fn: value };
  const name = text(child(declarator, 'id')!);
  return { node: declarator, what: name ? `the value "${name}"` : 'a pattern of values' };
}

function exportedValue(item: Node, expression: Node, root: Scope): Export {
  const value = unwrap(expression);
  if (isFunction(value)) return { node: item, fn: value };
  return (value.type === 'Identifier' && exportedName(value, root)) || { node: item, what: 'a value' };
}

function exportedNames(item: Node, root: Scope): Export[] {
  if (item['typeOnly'] === true) return [];
  if (child(item, 'source')) return [{ node: item, what: 'something of another module' }];
  return children(item, 'specifiers').flatMap((specifier) => {
    const local = child(specifier, 'orig');
    if (!local || specifier['isTypeOnly'] === true) return [];
    return exportedName(local, root) ?? [];
  });
}

/** The function or value that a name exports; `null` for a type. */
function exportedName(node: Node, root: Scope): Export | null {
  const name = text(node);
  const binding = root.bindings.get(name);
  if (!binding) return null;
  const fn = functionOf(binding);
  if (fn) return { node, fn };
  return { node, what: binding.kind === 'import' ? `the import "${name}"` : `the value "${name}"` };
}
