/** Functions that belong into workflows or into steps. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

/** Errors of functions that are called in the wrong place. */
export const contextExplanations = {
  context_not_in_workflow: {
    sample: { name: 'sleep' },
    why: `The function asks the run for something durable, and only workflow code belongs to a run that can wait. In a
step the wait would hold a process, and be lost with it. To wait before another attempt, throw \`RetryableError\` with
\`retryAfter\`.`,
    wrong: code`
      import { sleep } from 'workflow';

      async function remind(userId: string) {
        'use step';
        await sleep('1d');
        return userId;
      }
    `,
    right: code`
      import { sleep } from 'workflow';

      async function remind(userId: string) {
        'use step';
        return userId;
      }

      export async function reminder(userId: string) {
        'use workflow';
        await sleep('1d');
        await remind(userId);
      }
    `,
    see: ['waiting', 'steps'],
  },
  context_not_in_step: {
    sample: { name: 'getStepMetadata' },
    why: `The function speaks of the attempt that is under way: its step id, its signal, its heartbeat. Outside of a
step there is none. A workflow has \`getWorkflowMetadata()\`. Code that a step calls may use it, also after an
\`await\`.`,
    wrong: code`
      import { getStepMetadata } from 'workflow';

      export async function order() {
        'use workflow';
        const { stepId } = getStepMetadata();
        await charge(stepId);
      }

      async function charge(key: string) {
        'use step';
        return key;
      }
    `,
    right: code`
      import { getStepMetadata } from 'workflow';

      export async function order() {
        'use workflow';
        await charge();
      }

      async function charge() {
        'use step';
        return getStepMetadata().stepId;
      }
    `,
    see: ['steps'],
  },
  context_not_durable: {
    sample: { name: 'getWritable' },
    why: `The function needs a run: its metadata, or the stream that it publishes. A route or a script belongs to
none, even if it has just started one. From there, streams can be read: \`getRun(runId).readable\`.`,
    wrong: code`
      import { getWritable } from 'workflow';

      export async function POST() {
        getWritable().getWriter().write('hello');
      }
    `,
    right: code`
      import { getWritable } from 'workflow';

      async function greet() {
        'use step';
        await getWritable<string>().getWriter().write('hello');
      }
    `,
    see: ['streams'],
  },
  sandbox_import_outside: {
    sample: { name: 'resumeHook()' },
    why: `Workflow code may import modules that it shares with the application, so the name is there. What it does
needs the outside: the store, another run, or a module that is not in the bundle. Its answer would not be in the
journal and could differ on replay; a step's answer is recorded.`,
    wrong: code`
      import { resumeHook } from 'workflow/api';

      export async function approve(token: string) {
        'use workflow';
        await resumeHook(token, { approved: true });
      }
    `,
    right: code`
      import { resumeHook } from 'workflow/api';

      async function sendApproval(token: string) {
        'use step';
        await resumeHook(token, { approved: true });
      }

      export async function approve(token: string) {
        'use workflow';
        await sendApproval(token);
      }
    `,
    see: ['compile_builtin_reached', 'children'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
