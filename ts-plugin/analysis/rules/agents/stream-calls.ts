/** Calls of `stream()`: outside a run, or with no limit but the default one. */
import { agentError } from '../../../../agent/contract/messages.ts';
import { DEFAULT_STEPS_MAX } from '../../../../agent/loop/answer-options.ts';
import { child, unwrap } from '../../../../compiler/ast.ts';
import { addProperty } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { hasWorkflows } from '../../project/imported-files.ts';
import type { StreamCall } from './agent-sites.ts';
import { agentRuleError } from './messages.ts';
import { type WrittenObject, propertyOf } from './written-object.ts';

const LIMITS = ['maxSteps', 'stopWhen', 'budget'];
/** The limit that the fix proposes. It is enough for most tasks. */
const STEPS_PROPOSED = 20;

/** Reports a call without a limit. An agent without tools needs none: it calls the model once. */
export function checkStreamLimit({ site, agent, options }: StreamCall): Finding[] {
  if (!agent || !options?.isComplete || !isUnlimited(options, LIMITS)) return [];
  if (!agent.isComplete || !isUnlimited(agent, ['budget']) || !propertyOf(agent, 'tools')) return [];
  const called = unwrap(site.callee);
  const member = child(called, 'base') ?? called;
  const { span } = child(member, 'property') ?? member;
  const edits = [addProperty(options.file, options.node, `maxSteps: ${STEPS_PROPOSED}`)];
  const fixes = [{ title: `Add "maxSteps: ${STEPS_PROPOSED}"`, edits, isForAll: false }];
  const error = agentRuleError('agent_steps_unlimited', { limit: DEFAULT_STEPS_MAX });
  return [createFinding(site.file, span, error, { fixes })];
}

function isUnlimited(options: WrittenObject, limits: readonly string[]): boolean {
  return limits.every((name) => !propertyOf(options, name));
}

/** Reports a call that certainly is outside workflows. */
export function checkStreamPlace({ site: { project, file, node, callee, contexts } }: StreamCall): Finding[] {
  const found = contexts.of(node);
  if (found.size === 0 || found.has('workflow')) return [];
  // Functions that a library exports for other people's workflows look like code of the application.
  if (!found.has('step') && !hasWorkflows(project)) return [];
  return [createFinding(file, callee.span, agentError('agent_outside_workflow', {}))];
}
