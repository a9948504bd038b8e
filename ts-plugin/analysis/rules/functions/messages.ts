/** What is said of the functions of `workflow`, where a run would say nothing and do something else. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Hook {
  /** `createHook()`. */
  called: string;
}

/** Errors of the rules for the functions of `workflow`. */
export const functionError = defineErrors({
  function_hook_unused: {
    message: ({ called }: Hook) => `Nobody waits for what ${called} opens, so its payloads reach no code.`,
    fix: () => 'await it, or iterate over it with "for await"',
  },
  function_webhook_unanswered: {
    message: () =>
      "The callers of this webhook wait for an answer (respondWith: 'manual'), but no request is given one: each waits until its time is over.",
    fix: () => 'call request.respondWith(response), or leave "respondWith" out',
  },
  function_hook_token_twice: {
    message: ({ token }: { token: string }) =>
      `This run holds the token "${token}" already, so awaiting this hook rejects HookConflictError.`,
    fix: () => 'use another token, or dispose of the first hook before',
  },
  function_error_swallowed: {
    message: ({ name }: { name: string }) =>
      `This ${name} is caught here and thrown no further, so it says nothing about another attempt.`,
    fix: () => 'throw it outside of the "try", or throw it again in the "catch"',
  },
  function_error_unthrown: {
    message: ({ name }: { name: string }) => `This ${name} is made but not thrown, so it has no effect.`,
    fix: () => 'write "throw" in front of it',
  },
  function_retryable_in_workflow: {
    message: () => 'A RetryableError that a workflow throws is an error like any other: only steps are tried again.',
    fix: () => 'throw it in a step, or call sleep() and try again here',
  },
  function_options_misplaced: {
    message: ({ subject, option }: { subject: string; option: string }) =>
      `"${option}" is an option of steps and has no effect on ${subject}.`,
    fix: () => 'set it on the step, or make the function a step',
  },
});
