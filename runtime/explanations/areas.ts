/** The explanations of the runtime's errors, by the task in which they occur. */
import { browserError } from '../contract/browser-error.ts';
import { nodeError } from '../contract/node-version.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { globalError } from '../sandbox/forbidden-globals.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';
import { contextExplanations } from './context.ts';
import { hookExplanations } from './hooks.ts';
import { processExplanations } from './process.ts';
import { runExplanations } from './runs.ts';
import { startingExplanations } from './starting.ts';
import { stepExplanations } from './steps.ts';

const ERRORS = explainCatalogue(runtimeError, {
  ...startingExplanations,
  ...runExplanations,
  ...contextExplanations,
  ...stepExplanations,
  ...hookExplanations,
  ...processExplanations,
});

const ofSection = (section: object) => ERRORS.filter((error) => Object.hasOwn(section, error.code));

const globalErrors = explainCatalogue(globalError, {
  sandbox_global_unavailable: {
    sample: {
      name: 'setTimeout',
      reason: 'A timer ends with its process, but a run continues in another one.',
      instead: 'use sleep() from "workflow", which is durable, or move the code into a step.',
    },
    why: `A replay of workflow code must do the same again, on any machine, so the sandbox leaves out whatever could differ.
Names that libraries only look for are absent. Names that code calls exist and throw this error, which names the
alternative. The build already refuses direct uses, as \`compile_global_reached\`. This error is for the others: names that
are put together at run time, or uses behind a test that the build trusts.`,
    wrong: code`
      export async function reminder() {
        'use workflow';
        const timer = \`set\${'Timeout'}\`;
        await new Promise((resolve) => globalThis[timer](resolve, 60_000));
      }
    `,
    right: code`
      import { sleep } from 'workflow';

      export async function reminder() {
        'use workflow';
        await sleep('1 minute');
      }
    `,
    see: ['globals', 'compile_global_reached'],
  },
});

const nodeErrors = explainCatalogue(nodeError, {
  node_version_unsupported: {
    sample: { found: '20.20.2' },
    why: `The package uses parts of Node that older versions lack, such as \`node:sqlite\` and \`Promise.withResolvers()\`.
Each of its entries says so when it is loaded, before anything else.`,
    wrong: { sh: 'node --version   # v20.20.2' },
    right: { sh: 'node --version   # v24.21.0' },
  },
});

const browserErrors = explainCatalogue(browserError, {
  context_in_browser: {
    sample: { name: 'resume' },
    why: `A page may import a file with workflows, for its constants or its classes of errors. Runs, steps and the store are on
the server. So browsers get a form of \`workflow\` in which workflows, and functions that need a run, throw.`,
    wrong: code`
      import { approval } from './workflows/order';

      export const onApprove = () => approval.resume('order-7', { approved: true });
    `,
    right: code`
      export const onApprove = () => fetch('/orders/7/approve', { method: 'POST' });
    `,
    see: ['workflow_called_directly'],
  },
});

/** The areas of the runtime's own catalogue, and of the globals of the sandbox. */
export const runtimeAreas: readonly Area[] = [
  {
    title: 'Starting runs',
    about: '`start()`, `continueAs()`, `fork()` and `retry()`. What is refused has created nothing.',
    errors: ofSection(startingExplanations),
  },
  {
    title: 'Runs',
    about: 'How runs end, what `workflow/api` says about them, and the reasons for which runs are parked.',
    errors: ofSection(runExplanations),
  },
  {
    title: 'Inside steps and workflows',
    about: 'Thrown into the code of steps and workflows while they run.',
    errors: [...ofSection({ ...contextExplanations, ...stepExplanations }), ...globalErrors, ...browserErrors],
  },
  {
    title: 'Hooks and webhooks',
    about: 'Where a run waits for something from outside.',
    errors: ofSection(hookExplanations),
  },
  {
    title: 'Processes and requests',
    about: 'Settings, the runtime of a process, and what its HTTP routes answer: `{ "error": { "code", "message" } }`.',
    errors: [...nodeErrors, ...ofSection(processExplanations)],
  },
];
