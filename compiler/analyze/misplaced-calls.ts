/**
 * Calls of functions of `workflow` in a workflow or step where they certainly throw. The rule of the editor follows
 * code without a directive as well, so it knows more of them.
 */
import { runtimeError } from '../../runtime/contract/runtime-errors.ts';
import { type Node, child, importedName, nearestOf, parentOf, staticKey, takerOf, text } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { CONTEXTS_ALLOWED, FUNCTION_CONTEXTS } from './function-contexts.ts';
import type { DirectiveFunction } from './module-analysis.ts';
import type { ModuleBindings, Reference } from './scope.ts';

interface Input {
  file: SourceFile;
  bindings: ModuleBindings;
  functions: readonly DirectiveFunction[];
}

/** A warning for each. */
export function warnOfMisplacedCalls({ file, bindings, functions }: Input): Diagnostic[] {
  const marked = new Map(functions.flatMap((fn) => (fn.form === 'agent-option' ? [] : [[fn.node, fn] as const])));
  return bindings.references.flatMap((reference) => {
    const called = calledFunction(reference);
    const error = called && FUNCTION_CONTEXTS[called.name];
    const around = error && nearestOf(marked, called.callee);
    if (!around || CONTEXTS_ALLOWED[error].includes(around.kind)) return [];
    return [createDiagnostic(file, called.callee.span, runtimeError(error, { name: called.name }), 'warning')];
  });
}

/** The export of `workflow` that is called through a name: `sleep` of `sleep(1)` and of `durable.sleep(1)`. */
function calledFunction({ node, binding }: Reference): { name: string; callee: Node } | null {
  const [specifier] = binding?.kind === 'import' ? binding.declarations : [];
  const declaration = specifier && parentOf(specifier);
  if (declaration?.type !== 'ImportDeclaration' || text(child(declaration, 'source')!) !== 'workflow') return null;
  const isAll = specifier!.type === 'ImportNamespaceSpecifier';
  const callee = isAll ? takerOf(node).taker : node;
  if (!callee || (isAll && callee.type !== 'MemberExpression')) return null;
  const { taker, value } = takerOf(callee);
  if (taker?.type !== 'CallExpression' || child(taker, 'callee') !== value) return null;
  const name = isAll ? staticKey(child(callee, 'property')) : importedName(specifier!);
  return name !== null && Object.hasOwn(FUNCTION_CONTEXTS, name) ? { name, callee } : null;
}
