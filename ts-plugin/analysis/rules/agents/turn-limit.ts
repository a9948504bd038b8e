/** Turns that nothing ends but the limit that every turn has. */
import { DEFAULT_STEPS_MAX } from '../../../../agent/loop/answer-options.ts';
import { child, unwrap } from '../../../../compiler/ast.ts';
import { addProperty } from '../../edits.ts';
import type { Finding } from '../../finding.ts';
import { createFinding } from '../../rule.ts';
import type { Turn } from './agent-sites.ts';
import { agentRuleError } from './messages.ts';
import { type WrittenObject, propertyOf } from './written-object.ts';

const LIMITS = ['maxSteps', 'stopWhen', 'budget'];
/** A limit to begin with: enough for most tasks. */
const STEPS_PROPOSED = 20;

/** Without tools the first answer is the last. */
export function checkTurnLimit({ site, agent, options }: Turn): Finding[] {
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
