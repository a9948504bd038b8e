/** Steps that are called outside of workflows, where they are functions like any other. */
import { type CallSite, calledText } from '../../code/call-sites.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** A step that is called where only the application or other steps run. */
export function checkPlainStepCall({ contexts, file, node, callee, origin }: CallSite): Finding | null {
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  const found = contexts.of(node);
  if (found.size !== 1 || found.has('workflow')) return null;
  const where = found.has('step') ? 'a step' : 'the application';
  const called = calledText(file.source.code, callee);
  return createFinding(file, node.span, callError('call_step_plain', { called, where }));
}
