/** Messages of the rules for workflow code, beyond those of the build. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

interface Named {
  name: string;
}

/** Makes the errors of these rules. */
export const sandboxError = defineErrors({
  sandbox_helper_unsafe: {
    message: ({ name, subject, place }: Named & { subject: string; place: string }) =>
      `"${name}" leads to ${subject} (${place}), which workflow code must not use.`,
    fix: ({ name }) => `make "${name}" a step, or call it in one`,
  },
  sandbox_import_dynamic: {
    message: () =>
      'This import loads a module that is known only at run time, but a workflow has only the modules of its bundle.',
    fix: () => 'write the path as a plain string, or move the code into a step',
  },
  sandbox_state_changed: {
    message: ({ name }: Named) =>
      `This changes "${name}" for this run only: each run has its own modules, apart from those of steps and the application.`,
    fix: ({ name }) => `keep "${name}" in the workflow function, or pass it to the step that needs it`,
  },
  sandbox_state_stale: {
    message: ({ name }: Named) =>
      `Workflow code never sees what other code puts into "${name}": each run has its own modules.`,
    fix: ({ name }) => `pass "${name}" to the workflow as an argument, or return it from a step`,
  },
  sandbox_setup_elsewhere: {
    message: ({ name }: Named) =>
      `Workflow code does not see what "${name}" changes here: no run loads this file, and each run has its own modules.`,
    fix: () => 'do it in a file that workflows import, or pass the value to the workflow as an argument',
  },
  sandbox_time_local: {
    message: () => 'This time names no zone: workflow code takes it as UTC, and plain code as the time of its machine.',
    fix: () => `write the zone: "T09:00:00Z", or an offset such as "T09:00:00+01:00"`,
  },
  sandbox_effect_toplevel: {
    message: ({ name }: Named) =>
      `"${name}" is called when the module loads: in every run, before the workflow begins, and again on each replay.`,
    fix: () => 'move the call into the workflow, or into a step',
  },
  sandbox_global_patched: {
    message: ({ name }: Named) =>
      `Workflow code cannot change "${name}": the built-ins are frozen, because all runs of a build share them.`,
    fix: () => 'write a function of your own and call that, or change it in a step',
  },
  sandbox_promise_unsettled: {
    message: () => 'Nothing settles this promise, so the run waits here forever.',
    fix: () => 'wait for a step, for sleep(), or for a hook that other code resumes',
  },
  sandbox_loop_busy: {
    message: () =>
      'This loop never ends: it does not wait for a step, a sleep or a hook, and time stands still while workflow code runs.',
    fix: () => `wait in the loop, with "await sleep('1s')"`,
  },
  sandbox_cancellation_swallowed: {
    message: () => 'This catch swallows a cancel of the run: the loop continues until the time to clean up is over.',
    fix: () => 'leave the loop in the catch, or throw errors again that are not your own',
  },
});
