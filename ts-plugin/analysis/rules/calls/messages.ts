/** Messages of the rules for calls. Where a run would fail, the rules use the error of the run. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Called {
  /** As it is written: `charge()`. */
  called: string;
}

/** Errors of the rules for calls. */
export const callError = defineErrors({
  call_workflow_inline: {
    message: ({ called }: Called) =>
      `${called} runs the workflow as a part of this run: they share one journal, and a cancel ends both.`,
    fix: () => 'nothing, if you want that; otherwise call start() to give it a run of its own',
  },
  call_floating: {
    message: ({ called, effect }: Called & { effect: string }) => `${called} is not awaited: ${effect}.`,
    fix: () => 'add "await", or "void" if nothing should wait for it',
  },
  call_array_awaited: {
    message: ({ called }: Called) =>
      `${called} is an array of promises, and "await" does not wait for the promises in an array.`,
    fix: () => 'write await Promise.all(…)',
  },
  call_predicate_async: {
    message: ({ called, taken = '"true"' }: Called & { taken?: string }) =>
      `${called} does not wait for its callback: it gets a promise as the answer, and takes every promise for ${taken}.`,
    fix: () => 'get the answers first, with await Promise.all(…map(…)), and then choose by them',
  },
  call_promise_as_value: {
    message: ({ called }: Called) => `This uses the promise of ${called} itself, and not the result.`,
    fix: () => 'add "await"',
  },
  call_step_plain: {
    message: ({ called, where }: Called & { where: string }) =>
      `${called} is an ordinary call in ${where}: the step is neither recorded nor retried.`,
    fix: () => 'nothing, if you want that; otherwise call the step in a workflow',
  },
  call_step_indexed: {
    message: ({ called, step }: Called & { step: string }) =>
      `${called} also passes the index and the whole array to the step "${step}", and every call stores both.`,
    fix: ({ step }: Called & { step: string }) => `write (item) => ${step}(item)`,
  },
  call_child_member: {
    message: ({ member }: { member: string }) =>
      `Inside a workflow a child run has no "${member}", only runId, returnValue and cancel().`,
    fix: ({ member }: { member: string }) => `read it in a step: getRun(runId).${member}`,
  },
});
