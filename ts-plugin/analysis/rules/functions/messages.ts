/** Messages of the rules for the functions of `workflow`: mistakes that a run does not report. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Hook {
  /** `createHook()`. */
  called: string;
}

/** Errors of the rules for the functions of `workflow`. */
export const functionError = defineErrors({
  function_hook_unused: {
    message: ({ called }: Hook) => `No code awaits ${called}, so its payloads reach no code.`,
    fix: () => 'await it, or iterate over it with "for await"',
  },
  function_webhook_unanswered: {
    message: () =>
      "No request of this webhook is answered (respondWith: 'manual'), so each caller waits until its time is over.",
    fix: () => 'call request.respondWith(response), or leave "respondWith" out',
  },
  function_hook_token_twice: {
    message: ({ token }: { token: string }) =>
      `This run already holds the token "${token}", so awaiting this hook rejects with HookConflictError.`,
    fix: () => 'use another token, or dispose of the first hook first',
  },
  function_hook_race_waits_on: {
    message: () =>
      'This awaits the hook in a promise of its own. When it has lost the race, it waits on, and takes a payload that ' +
      'comes before the next round.',
    fix: () => "race the hook itself, as in Promise.race([hook, sleep('1m')]), and do the rest with the result",
  },
  function_error_swallowed: {
    message: ({ name }: { name: string }) =>
      `This ${name} is caught here and not thrown again, so it has no effect on further attempts.`,
    fix: () => 'throw it outside the "try", or throw it again in the "catch"',
  },
  function_error_unthrown: {
    message: ({ name }: { name: string }) => `This ${name} is created but not thrown, so it has no effect.`,
    fix: () => 'write "throw" in front of it',
  },
  function_retryable_in_workflow: {
    message: () => 'A RetryableError in a workflow fails the run like any other error: only steps are retried.',
    fix: () => 'throw it in a step, or call sleep() and try again here',
  },
  function_options_misplaced: {
    message: ({ subject, option }: { subject: string; option: string }) =>
      `"${option}" is an option of steps, so it has no effect on ${subject}.`,
    fix: () => 'set it on the step, or make the function a step',
  },
});
