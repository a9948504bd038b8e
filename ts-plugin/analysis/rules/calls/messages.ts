/** What is said of calls. Where a run would fail with an error of its own, the rules use that one. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Called {
  /** As it is written: `charge()`. */
  called: string;
}

/** Errors of the rules for calls. */
export const callError = defineErrors({
  call_workflow_inline: {
    message: ({ called }: Called) =>
      `${called} runs the workflow inline, as a part of this run: with its journal, and cancelled together with it.`,
    fix: () => 'nothing, if that is what you want; call start() for a run of its own',
  },
  call_floating: {
    message: ({ called, effect }: Called & { effect: string }) => `${called} is not awaited: ${effect}.`,
    fix: () => 'add "await", or "void" if nobody is to wait for it',
  },
  call_array_awaited: {
    message: ({ called }: Called) =>
      `"await" does not wait for the promises in the array that ${called} gives, so nothing here is awaited.`,
    fix: () => 'write await Promise.all(…)',
  },
  call_step_plain: {
    message: ({ called, where }: Called & { where: string }) =>
      `${called} is an ordinary call in ${where}: the step is neither recorded nor tried again.`,
    fix: () => 'nothing, if that is what you want; else call it in a workflow',
  },
  call_step_indexed: {
    message: ({ called, step }: Called & { step: string }) =>
      `${called} gives the step "${step}" the index and the whole array as well, and both are stored with each call.`,
    fix: ({ step }: Called & { step: string }) => `write (item) => ${step}(item)`,
  },
  call_child_member: {
    message: ({ member }: { member: string }) =>
      `A child run has no "${member}" inside a workflow, only runId, returnValue and cancel().`,
    fix: ({ member }: { member: string }) => `ask in a step: getRun(runId).${member}`,
  },
});
