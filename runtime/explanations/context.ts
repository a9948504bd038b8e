/** Functions that belong into workflows or into steps. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

/** Errors of functions that are called in the wrong place. */
export const contextExplanations = {
  context_not_in_workflow: {
    sample: { name: 'sleep' },
    why: `The function makes the run wait durably, and only workflow code can do that. In a step the wait would occupy the
process and be lost with it. To wait before another attempt, throw \`RetryableError\` with \`retryAfter\`.`,
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
    why: `The function belongs to the current attempt of a step: its step id, its signal, its heartbeat. Outside a step there is
no attempt. A workflow has \`getWorkflowMetadata()\`. Functions that a step calls can use it too, even after an \`await\`.`,
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
    why: `The function needs a run: its metadata, or its stream. A route or a script belongs to no run, even if it has just
started one. It can read the stream of a run with \`getRun(runId).readable\`.`,
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
    why: `Workflow code may import modules that it shares with the application, so the name exists. But the function needs
something outside the workflow: the store, another run, or a module that is not in the bundle. Its result would not be in the
journal and could differ on replay. The result of a step is recorded.`,
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
