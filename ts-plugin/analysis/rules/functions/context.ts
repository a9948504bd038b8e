/** Functions of `workflow` that are called where they do not work. */
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, nameOfPackage } from '../../call-sites.ts';
import type { CodeContext } from '../../contexts.ts';
import type { Finding } from '../../finding.ts';
import { hasWorkflows } from '../../imported-files.ts';
import { createFinding } from '../../rule.ts';
import { definedHookMethod } from './defined-hooks.ts';
import { type ContextError, FUNCTION_CONTEXTS } from './function-contexts.ts';

/** Where each error does not come. */
export const CONTEXTS_ALLOWED: Readonly<Record<ContextError, readonly CodeContext[]>> = {
  context_not_in_workflow: ['workflow'],
  context_not_in_step: ['step'],
  context_not_durable: ['workflow', 'step'],
};

/** A call where the function throws, for certain. */
export function checkContext(site: CallSite): Finding | null {
  const { project, file, contexts, node, callee } = site;
  const called = calledFunction(site);
  if (!called) return null;
  const found = contexts.of(node);
  if (found.size === 0 || CONTEXTS_ALLOWED[called.error].some((context) => found.has(context))) return null;
  // What a library exports for the workflows of others looks like a part of the application.
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
