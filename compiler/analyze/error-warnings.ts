/** Warnings about classes of errors. */
import { type Node, child, children, contains, parentOf, staticKey, unwrap } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { DirectiveFunction, PassableClass } from './module-analysis.ts';
import { namePath } from './name-path.ts';
import { classOf, type ModuleBindings, referenceOf } from './scope.ts';

interface ErrorInput {
  file: SourceFile;
  bindings: ModuleBindings;
  functions: readonly DirectiveFunction[];
  classes: readonly PassableClass[];
}

/**
 * Errors are copied without running their constructors, which alone could make private fields. Only classes whose
 * errors a workflow or a step makes are meant, and none that says itself how its instances are passed.
 */
export function warnOfPrivateErrors({ file, bindings, functions, classes }: ErrorInput): Diagnostic[] {
  const owners = [...bindings.scopes.keys()].filter(
    (node) => node.type.startsWith('Class') && !classes.some((one) => one.node === node) && isOfErrors(node),
  );
  return owners.flatMap((owner) => {
    const field = children(owner, 'body').find(({ type, isStatic }) => type === 'PrivateProperty' && isStatic !== true);
    const key = field && child(field, 'key');
    if (!key || !isMadeIn(owner, bindings, functions)) return [];
    const names = { name: namePath(owner).path, field: staticKey(key)! };
    return [createDiagnostic(file, key.span, compileError('compile_error_private', names), 'warning')];
  });
}

const ERROR_NAME = /(?:error|exception)$/i;

/** Whether a class surely extends one of errors, by the name of what it extends. */
function isOfErrors(cls: Node): boolean {
  const base = child(cls, 'superClass');
  const reference = base && referenceOf(unwrap(base));
  if (!reference) return false;
  const declared = reference.binding && classOf(reference.binding);
  return declared ? declared !== cls && isOfErrors(declared) : ERROR_NAME.test(reference.name);
}

function isMadeIn(owner: Node, { references }: ModuleBindings, functions: readonly DirectiveFunction[]): boolean {
  return references.some(
    ({ node, binding }) =>
      binding !== null &&
      classOf(binding) === owner &&
      parentOf(node)?.type === 'NewExpression' &&
      functions.some((fn) => contains(fn.node.span, node.span)),
  );
}
