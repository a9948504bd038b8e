/** What the rules of the sandbox say beyond what the build says, too. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Named {
  name: string;
}

export const sandboxError = defineErrors({
  sandbox_helper_unsafe: {
    message: ({ name, subject, place }: Named & { subject: string; place: string }) =>
      `"${name}" leads to ${subject} (${place}), which workflow code must not use.`,
    fix: ({ name }) => `make "${name}" a step, or call it in one`,
  },
  sandbox_import_dynamic: {
    message: () => 'What this loads is known only at run time, and workflow code holds nothing but its own bundle.',
    fix: () => 'write the path as a text, or move the code into a step',
  },
  sandbox_text_evaluated: {
    message: () =>
      'Workflow code must not make functions from text: code that is not in the bundle cannot be replayed.',
    fix: () => 'write the code as a function, or move it into a step',
  },
  sandbox_state_changed: {
    message: ({ name }: Named) =>
      `This changes "${name}" for this run alone: every run has modules of its own, and steps and the application have theirs.`,
    fix: ({ name }) => `keep "${name}" in the workflow function, or pass it to the step that needs it`,
  },
  sandbox_state_stale: {
    message: ({ name }: Named) =>
      `Workflow code never sees what is assigned to "${name}" elsewhere: every run has modules of its own.`,
    fix: ({ name }) => `pass "${name}" to the workflow as an argument, or read it in a step`,
  },
  sandbox_effect_toplevel: {
    message: ({ name }: Named) =>
      `"${name}" is called when the module is evaluated: in every run that imports it, before the workflow begins, and again on each replay.`,
    fix: () => 'move the call into the workflow, or into a step',
  },
  sandbox_promise_unsettled: {
    message: () => 'Nothing settles this promise, so the run waits here for ever.',
    fix: () => 'wait for a step, for sleep(), or for a hook that somebody resumes',
  },
  sandbox_loop_busy: {
    message: () =>
      'This loop never ends: nothing in it waits for a step, a sleep or a hook, and time stands still while workflow code runs.',
    fix: () => `wait in it, with "await sleep('1s')"`,
  },
  sandbox_cancellation_swallowed: {
    message: () =>
      'This catch swallows the cancellation of the run: the loop goes on until the time to clean up is over.',
    fix: () => 'end the loop in the catch, or throw the error again when it is none of yours',
  },
});
