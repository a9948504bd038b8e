/** The options of steps, and how their attempts end. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';
const CHARGE = 'step//./workflows/order//charge';

/** Errors of step options and attempts. */
export const stepExplanations = {
  step_option_invalid: {
    sample: {
      stepName: CHARGE,
      option: 'maxRetries',
      found: '-1',
      accepted: 'a whole number, 0 or more, or Infinity',
    },
    why: `The options of a step are properties of its function. They are read when the step is called, and a value
that cannot be meant fails the call: a step without its time limit or with other retries might do harm unnoticed.`,
    wrong: code`
      async function charge(orderId: string) {
        'use step';
        return orderId;
      }
      charge.maxRetries = -1;
    `,
    right: code`
      async function charge(orderId: string) {
        'use step';
        return orderId;
      }
      charge.maxRetries = 0;
    `,
    see: ['steps', 'step_option_unknown'],
  },
  step_option_unknown: {
    sample: { stepName: CHARGE, option: 'maxRetrys', accepted: '"maxRetries"' },
    why: `A property of a step function is almost the name of an option, or \`retry\` holds a name that is none.
Properties of your own that look like no option are left alone.`,
    wrong: code`
      async function charge(orderId: string) {
        'use step';
        return orderId;
      }
      charge.maxRetrys = 8;
    `,
    right: code`
      async function charge(orderId: string) {
        'use step';
        return orderId;
      }
      charge.maxRetries = 8;
    `,
    see: ['steps', 'step_option_invalid'],
  },
  step_should_retry_missing: {
    sample: { stepName: 'step//./workflows/order//order/charge' },
    why: `\`shouldRetry\` is a function, and functions do not travel: it is looked up on the step function in the
process that runs the step. A step inside a workflow is made anew there for each attempt, without what the workflow
set on it. Its other options are plain data and do travel.`,
    wrong: code`
      export async function order(orderId: string) {
        'use workflow';
        const charge = async () => {
          'use step';
          return orderId;
        };
        charge.retry = { shouldRetry: (error: unknown) => !(error instanceof TypeError) };
        await charge();
      }
    `,
    right: code`
      async function charge(orderId: string) {
        'use step';
        return orderId;
      }
      charge.retry = { shouldRetry: (error: unknown) => !(error instanceof TypeError) };

      export async function order(orderId: string) {
        'use workflow';
        await charge(orderId);
      }
    `,
    see: ['steps'],
  },
  step_timed_out: {
    sample: { stepName: 'step//./workflows/load//load', limitMs: 30_000 },
    why: `The attempt took longer than the \`timeout\` of its step. It counts as failed and is tried again while
retries are left; when they are used up, the call rejects with this error. Nothing can stop a function from outside:
its \`signal\` fires, and it should hand that on to what it waits for. What it returns later is not used, and its
writes to streams reject.`,
    wrong: code`
      async function load(url: string) {
        'use step';
        return await (await fetch(url)).text();
      }
      load.timeout = '30s';
    `,
    right: code`
      import { getStepMetadata } from 'workflow';

      async function load(url: string) {
        'use step';
        const { signal } = getStepMetadata();
        return await (await fetch(url, { signal })).text();
      }
      load.timeout = '2 minutes';
    `,
    see: ['steps', 'step_heartbeat_missed'],
  },
  step_heartbeat_missed: {
    sample: { stepName: 'step//./workflows/import//importRows', limitMs: 10_000 },
    why: `The step has a \`heartbeatTimeout\`, and the attempt was silent for longer than that, so it counts as
failed. A heartbeat says that a long step is at work, and carries how far it has come: the next attempt finds that in
\`getStepMetadata().heartbeat\`.`,
    wrong: code`
      async function importRows(rows: string[]) {
        'use step';
        for (const row of rows) await store(row);
      }
      importRows.heartbeatTimeout = '10s';
    `,
    right: code`
      import { getStepMetadata, heartbeat } from 'workflow';

      async function importRows(rows: string[]) {
        'use step';
        const done = Number(getStepMetadata().heartbeat ?? 0);
        for (const [index, row] of rows.entries()) {
          if (index < done) continue;
          await store(row);
          heartbeat(index + 1);
        }
      }
      importRows.heartbeatTimeout = '10s';
    `,
    see: ['steps', 'step_timed_out'],
  },
  step_interrupted_too_often: {
    sample: { stepName: 'step//./workflows/images//resize', attempts: 25 },
    why: `An attempt that its process cut off, by a crash or a restart, does not use up retries, because the step is
not at fault. After 25 times it probably is: it uses up the memory, calls \`process.exit()\`, or holds the event loop
until the host ends the process. The call then fails with a \`FatalError\` that has this message.`,
    wrong: code`
      async function resize(paths: string[]) {
        'use step';
        return await Promise.all(paths.map(readImage)); // all of them in memory
      }
    `,
    right: code`
      async function resize(paths: string[]) {
        'use step';
        for (const path of paths) await resizeImage(path);
      }
    `,
    see: ['steps', 'promises'],
  },
  step_abandoned: {
    sample: { runId: RUN },
    why: `This is the reason of the step's \`signal\`. The process gave the run back or lost it: it shuts down, or was
silent for longer than its lease. Another process goes on with the run and begins the attempt anew, so what this one
returns is not used. A step that is given up should end quickly; what it does to the outside needs an idempotency key.`,
    wrong: code`
      async function charge(amount: number) {
        'use step';
        await payments.charge({ amount });
      }
    `,
    right: code`
      import { getStepMetadata } from 'workflow';

      async function charge(amount: number) {
        'use step';
        const { stepId, signal } = getStepMetadata();
        await payments.charge({ amount, idempotencyKey: stepId, signal });
      }
    `,
    see: ['steps', 'step_superseded'],
  },
  step_superseded: {
    sample: { stepName: CHARGE, attempt: 1 },
    why: `The attempt wrote to a stream after it was over: it timed out, or another process took the run. The write
was refused, so that readers see only what the attempt that counts has written. The attempt can do nothing about it
and should end; \`cause\` says why it is over where this process knows.`,
    see: ['streams', 'step_abandoned', 'step_timed_out'],
  },
  writable_not_of_run: {
    sample: { name: 'readWritten', found: 'an instance of WritableStream' },
    why: `What a step call has written is known for streams of runs only. A stream that the step made itself, also one
that passes on what is written to it, such as the \`writable\` of a \`TransformStream\`, has no such memory.`,
    see: ['streams', 'context_not_in_step'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
