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
    why: `The options of a step are properties of its function. They are read when the step is called, and an invalid value
fails the call: a step without its time limit or with other retries might do harm unnoticed.`,
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
  step_package_broken: {
    sample: {
      stepName: CHARGE,
      packageName: 'sharp',
      reason: 'Could not load the "sharp" module using the linux-x64 runtime',
    },
    why: `A package that a file of steps imports could not be loaded when the process started, mostly because its binary for this
machine is missing. The process went on without it, with a line in the log, and only steps that use the package fail, without
retries.`,
    wrong: { sh: 'npm ci --omit=optional   # leaves out the binaries' },
    right: { sh: 'npm ci' },
    see: ['steps', 'step_module_broken', 'step_code_missing'],
  },
  step_class_unknown: {
    sample: { stepName: CHARGE, className: 'CardPayment' },
    why: `The \`this\` of a static step is the class that it was called on. Steps run elsewhere, so that class must be there,
too. They know the classes that inherit a step in the file that declares it. A class of another file is known when that file has
a directive and uses something static of the class.`,
    wrong: {
      'payment.ts': code`
        export class Payment {
          static fee = 1;
          static async charge(total: number) {
            'use step';
            return total + this.fee;
          }
        }
      `,
      'card-payment.ts': code`
        import { Payment } from './payment.ts';

        export class CardPayment extends Payment {
          static override fee = 2;
        }
      `,
    },
    right: {
      'payment.ts': code`
        export class Payment {
          static fee = 1;
          static async charge(total: number) {
            'use step';
            return total + this.fee;
          }
        }

        export class CardPayment extends Payment {
          static override fee = 2;
        }
      `,
    },
    see: ['steps'],
  },
  step_module_broken: {
    sample: {
      stepName: CHARGE,
      file: 'workflows/order.ts',
      reason: "ENOENT: no such file or directory, open 'rates.json'",
    },
    why: `A file with steps, or a file of yours that it imports, threw an error when the process started. The process went on
without it, with the error and its place in the log. The steps of the file fail without retries; the steps of other files work.
In a development server, an edit that breaks a file is refused, and the former build stays.`,
    wrong: code`
      import { readFileSync } from 'node:fs';

      const rates = readFileSync('rates.json', 'utf8');

      export async function rateOf(currency: string) {
        'use step';
        return JSON.parse(rates)[currency];
      }
    `,
    right: code`
      import { readFileSync } from 'node:fs';

      export async function rateOf(currency: string) {
        'use step';
        return JSON.parse(readFileSync('rates.json', 'utf8'))[currency];
      }
    `,
    see: ['steps', 'step_package_broken'],
  },
  step_option_unknown: {
    sample: { stepName: CHARGE, option: 'maxRetrys', accepted: '"maxRetries"' },
    why: `A property of a step function nearly has the name of an option, or \`retry\` holds an unknown name. Other properties of
your own are ignored.`,
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
    why: `\`shouldRetry\` is a function, and functions cannot be passed: it is read from the step function in the process that
executes the step. A step inside a workflow is created there for each attempt, without the properties that the workflow set.
Its other options are plain data and are passed with the call.`,
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
    why: `The attempt took longer than the \`timeout\` of its step. It counts as failed and is retried while retries are left;
after that the call rejects with this error. Nothing can stop a function from outside: its \`signal\` aborts, and the function
should pass the signal to everything that it awaits. A later result is not used, and later writes to streams reject.`,
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
    why: `The step has a \`heartbeatTimeout\`, and the attempt was silent for longer, so it counts as failed. A heartbeat shows that
a long step is still working, and how far it has come: the next attempt finds that in \`getStepMetadata().heartbeat\`.`,
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
    why: `An attempt whose worker is lost does not use up a retry, because the step is not known to be at fault. A worker is
lost when its process ends, when it is stopped for longer than \`WORKFLOW_LEASE_MS\`, or when code holds its event loop for
longer than \`WORKFLOW_STUCK_LIMIT_MS\`. Its next owner cannot know which of its open attempts had begun, so it counts all
that were due. After 25 times this step probably is the cause: it exhausts the memory, calls \`process.exit()\`, or never
lets go of the event loop. It may also be a step or workflow that was under way in the same process each time. The call
fails with a \`FatalError\` that has this message.`,
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
    why: `This is the reason of the step's \`signal\`. The process released the run or lost it: it is shutting down, or was silent
for longer than its lease. Another process continues the run and repeats the attempt, so the result of this one is not used.
The step should end quickly. Use an idempotency key for its effects outside.`,
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
    why: `The attempt wrote to a stream after it was over: it timed out, or another process took the run. The write was refused,
so that readers see only the chunks of the valid attempt. The attempt should end; \`cause\` says why it is over, if this process
knows.`,
    see: ['streams', 'step_abandoned', 'step_timed_out'],
  },
  writable_not_of_run: {
    sample: { name: 'readWritten', found: 'an instance of WritableStream' },
    why: `The chunks of a step call are recorded only for streams of runs. A stream that the step made itself has no such record,
not even one that forwards its chunks, such as the \`writable\` of a \`TransformStream\`.`,
    see: ['streams', 'context_not_in_step'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
