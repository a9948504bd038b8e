/** Turns that are asked for where there is no run to take them. */
import { agentError } from '../../../../agent/contract/messages.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { hasWorkflows } from '../../project/imported-files.ts';
import type { Turn } from './agent-sites.ts';

/** `stream()` outside of workflows, for certain. */
export function checkTurnPlace({ site: { project, file, node, callee, contexts } }: Turn): Finding[] {
  const found = contexts.of(node);
  if (found.size === 0 || found.has('workflow')) return [];
  // What a library exports for the workflows of others looks like a part of the application.
  if (!found.has('step') && !hasWorkflows(project)) return [];
  return [createFinding(file, callee.span, agentError('agent_outside_workflow', {}))];
}
