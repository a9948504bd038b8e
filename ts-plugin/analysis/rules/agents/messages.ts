/** What is said of agents where a run would say nothing, or only write a line to its log. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

/** Errors of the rules for agents. What a run throws has the errors of `workflow/agent`. */
export const agentRuleError = defineErrors({
  agent_settings_conflicting: {
    message: () => 'This agent has both "temperature" and "topP", and providers advise against setting both.',
    fix: () => 'leave one of them out',
  },
  agent_steps_unlimited: {
    message: ({ limit }: { limit: number }) =>
      `This turn has neither "maxSteps" nor "stopWhen", so it may call the model up to ${limit} times.`,
    fix: () => 'set "maxSteps" to what the task needs',
  },
  agent_approval_unused: {
    message: ({ option, reason }: { option: string; reason: string }) => `"${option}" has no effect: ${reason}.`,
    fix: ({ option }) => (option === 'approval' ? 'set "needsApproval"' : 'give the tool "execute"'),
  },
});
