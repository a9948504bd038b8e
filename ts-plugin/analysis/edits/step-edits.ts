/** Turns functions into steps. */
import { formOf, isClassForm, isInFunction, isInNamespace } from '../../../compiler/analyze/function-place.ts';
import { type Node, contains, child, staticKey, text } from '../../../compiler/ast.ts';
import type { DirectiveKind } from '../../../compiler/directives.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import { makeAsync } from './async-functions.ts';
import { addDirective } from './place-directive.ts';

/** The edits that turn a function into a step; `null` when the compiler would refuse the step. */
export function stepEdits(file: ProjectFile, fn: Node): TextEdit[] | null {
  if (!kindsFor(file, fn).includes('step') || writesAround(file, fn) || holdsDirective(file, fn)) return null;
  const ready = fn['generator'] === true ? null : makeAsync(file, fn);
  const added = ready && addDirective(file, fn, 'use step');
  return added && [...ready, ...added];
}

/** Whether a function assigns variables around it. A step would change only its copy. */
function writesAround({ bindings }: ProjectFile, { span }: Node): boolean {
  return bindings.references.some(({ node, binding, writes }) => {
    const isInside = contains(span, node.span) && binding !== null && writes;
    return isInside && binding.scope !== bindings.root && !contains(span, binding.scope.node.span);
  });
}

function holdsDirective({ directives }: ProjectFile, { span }: Node): boolean {
  return [...directives.keys()].some((node) => contains(span, node.span));
}

/** The kinds that a plain function can become. */
export function kindsFor({ bindings }: ProjectFile, fn: Node): DirectiveKind[] {
  const scope = bindings.scopes.get(fn);
  if (!scope || isInNamespace(scope)) return [];
  const form = formOf(fn);
  const isPlain = form === 'declaration' || form === 'expression';
  const key = child(fn, 'key');
  const canBeStep =
    (!key || staticKey(key) !== null) &&
    !(isClassForm(form) && isInFunction(scope)) &&
    text(fn, 'type') !== 'PrivateMethod';
  return [
    ...(canBeStep ? (['step'] as const) : []),
    ...(isPlain && scope.kind === 'module' ? (['workflow'] as const) : []),
  ];
}
