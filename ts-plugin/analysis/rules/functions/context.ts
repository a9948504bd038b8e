/** Functions of `workflow` that are called in a place where they do not work. */
import {
  type ContextError,
  FUNCTION_CONTEXTS,
  CONTEXTS_ALLOWED,
} from '../../../../compiler/analyze/function-contexts.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, nameOfPackage } from '../../code/call-sites.ts';
import { definedHookMethod } from '../../code/defined-hooks.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { hasWorkflows } from '../../project/imported-files.ts';

/** A call that certainly throws because of its place. */
export function checkContext(site: CallSite): Finding | null {
  const { project, file, contexts, node, callee } = site;
  const called = calledFunction(site);
  if (!called) return null;
  const found = contexts.of(node);
  if (found.size === 0 || CONTEXTS_ALLOWED[called.error].some((context) => found.has(context))) return null;
  // Functions that a library exports for other people's workflows look like code of the application.
  if (!found.has('workflow') && !found.has('step') && !hasWorkflows(project)) return null;
  return createFinding(file, callee.span, runtimeError(called.error, { name: called.name }));
}

function calledFunction({ project, file, callee, origin }: CallSite): { name: string; error: ContextError } | null {
  const name = nameOfPackage(origin, 'workflow');
  const error = name === null || !Object.hasOwn(FUNCTION_CONTEXTS, name) ? null : FUNCTION_CONTEXTS[name];
  if (name !== null && error) return { name, error };
  const isCreate = definedHookMethod(project, file, callee) === 'create';
  return isCreate ? { name: 'create', error: 'context_not_in_workflow' } : null;
}
