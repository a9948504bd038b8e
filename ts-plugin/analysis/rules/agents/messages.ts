/** Messages of the rules for agents: mistakes that a run does not report, or only logs. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

/** Makes the errors of the rules for agents. Errors that a run throws too come from `workflow/agent`. */
export const agentRuleError = defineErrors({
  agent_settings_conflicting: {
    message: () => 'This agent has both "temperature" and "topP", and providers advise to set only one.',
    fix: () => 'remove one of them',
  },
  agent_steps_unlimited: {
    message: ({ limit }: { limit: number }) =>
      `This call has neither "maxSteps" nor "stopWhen", so the agent may call the model up to ${limit} times.`,
    fix: () => 'set "maxSteps" to what the task needs',
  },
  agent_approval_unused: {
    message: ({ option, reason }: { option: string; reason: string }) => `"${option}" has no effect: ${reason}.`,
    fix: ({ option }) => (option === 'approval' ? 'set "needsApproval"' : 'give the tool "execute"'),
  },
});
