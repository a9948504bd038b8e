/** Calls of workflows: outside workflows they fail, and inside one the called workflow runs as a part of it. */
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, calledText } from '../../code/call-sites.ts';
import { startFixes } from '../../edits/start-run.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** The call of a workflow: an error outside workflows, a hint inside. */
export function checkDirectCall(site: CallSite): Finding | null {
  const { contexts, file, node, origin } = site;
  const directive = origin?.kind === 'function' ? origin.directive : null;
  if (node.type !== 'CallExpression' || directive?.kind !== 'workflow') return null;
  if (contexts.isOnly(node, 'workflow')) {
    const called = calledText(file.source.code, site.callee);
    return createFinding(file, node.span, callError('call_workflow_inline', { called }));
  }
  const found = contexts.of(node);
  if (found.size === 0 || found.has('workflow')) return null;
  const error = runtimeError('workflow_called_directly', { workflowId: directive.id });
  return createFinding(file, node.span, error, { fixes: startFixes(site) });
}

/** The call of a step where only the application or other steps run. */
export function checkPlainStepCall({ contexts, file, node, callee, origin }: CallSite): Finding | null {
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  const found = contexts.of(node);
  if (found.size !== 1 || found.has('workflow')) return null;
  const where = found.has('step') ? 'a step' : 'the application';
  const called = calledText(file.source.code, callee);
  return createFinding(file, node.span, callError('call_step_plain', { called, where }));
}
