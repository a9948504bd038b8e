/** Makes steps of functions that could be one. */
import { type Node, contains } from '../../../compiler/ast.ts';
import { kindsFor } from '../refactors/mark-function.ts';
import type { TextEdit } from '../finding.ts';
import type { ProjectFile } from '../project.ts';
import { makeAsync } from './directives/async-functions.ts';
import { addDirective } from './directives/place-directive.ts';

/** The edits that make a step of a function; `null` where the compiler would refuse it. */
export function stepEdits(file: ProjectFile, fn: Node): TextEdit[] | null {
  if (!kindsFor(file, fn).includes('step') || writesAround(file, fn) || holdsDirective(file, fn)) return null;
  const ready = fn['generator'] === true ? null : makeAsync(file, fn);
  const added = ready && addDirective(file, fn, 'use step');
  return added && [...ready, ...added];
}

/** A step has copies of what it takes from around it. */
function writesAround({ bindings }: ProjectFile, { span }: Node): boolean {
  return bindings.references.some(({ node, binding, writes }) => {
    const isInside = contains(span, node.span) && binding !== null && writes;
    return isInside && binding.scope !== bindings.root && !contains(span, binding.scope.node.span);
  });
}

function holdsDirective({ directives }: ProjectFile, { span }: Node): boolean {
  return [...directives.keys()].some((node) => contains(span, node.span));
}
