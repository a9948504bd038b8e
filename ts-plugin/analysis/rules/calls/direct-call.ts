/** Workflows that are called: outside of workflows that fails, in one it runs as a part of it. */
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, calledText } from '../../code/call-sites.ts';
import { startFixes } from '../../edits/start-run.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** A workflow that is called: an error outside of workflows, a hint in them. */
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
