/** Explanations of the rules about calls. */
import { callError } from '../analysis/rules/calls/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The rules about calls. */
export const callsArea: Area = {
  title: 'Calls',
  about: 'Findings of the editor and of `workflow check` about calls of workflows and steps.',
  errors: explainCatalogue(callError, {
    call_workflow_inline: {
      sample: { called: 'resize()' },
      why: `A hint. Inside a workflow, calling another workflow is an ordinary call: its steps belong to this run and its
journal, and a cancel ends both. That is often right. \`start()\` creates a separate run instead. It has its own id, can
be cancelled alone, and keeps this journal short.`,
      wrong: code`
        export async function resize(image: string) {
          'use workflow';
          return image;
        }

        export async function upload(image: string) {
          'use workflow';
          return await resize(image);
        }
      `,
      right: code`
        import { start } from 'workflow/api';

        export async function resize(image: string) {
          'use workflow';
          return image;
        }

        export async function upload(image: string) {
          'use workflow';
          const child = await start(resize, [image]);
          return await child.returnValue;
        }
      `,
      see: ['children', 'workflow_called_directly'],
    },
    call_floating: {
      sample: {
        called: 'charge()',
        effect: 'the workflow continues without its result, may end before it, and does not notice a failure',
      },
      why: `Nothing waits for this promise. If the workflow ends first, the step is abandoned: it may or may not have run,
and its result is lost. If the step fails, the workflow does not notice. If you want that, write \`void\`.`,
      wrong: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function order(orderId: string) {
          'use workflow';
          charge(orderId);
        }
      `,
      right: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function order(orderId: string) {
          'use workflow';
          await charge(orderId);
        }
      `,
      see: ['steps', 'call_array_awaited'],
    },
    call_array_awaited: {
      sample: { called: 'orderIds.map()' },
      why: `\`await\` waits for one promise. An array is not a promise, so \`await\` does not wait for the promises in it.
\`Promise.all()\` turns them into one promise. The steps still run at the same time.`,
      wrong: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          await orderIds.map((orderId) => charge(orderId));
        }
      `,
      right: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          await Promise.all(orderIds.map((orderId) => charge(orderId)));
        }
      `,
      see: ['call_floating', 'call_step_indexed'],
    },
    call_predicate_async: {
      sample: { called: 'orderIds.filter()' },
      why: `\`filter()\`, \`some()\`, \`find()\` and their like do not wait. The answer of an async callback is a promise,
and a promise counts as true: \`filter()\` keeps everything, and \`sort()\` takes all for equal. Ask for all answers first; the steps still run at the same
time.`,
      wrong: code`
        async function isPaid(orderId: string) {
          'use step';
          return orderId.startsWith('paid');
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          return orderIds.filter(async (orderId) => await isPaid(orderId));
        }
      `,
      right: code`
        async function isPaid(orderId: string) {
          'use step';
          return orderId.startsWith('paid');
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          const answers = await Promise.all(orderIds.map((orderId) => isPaid(orderId)));
          return orderIds.filter((_, index) => answers[index]);
        }
      `,
      see: ['call_array_awaited'],
    },
    call_promise_as_value: {
      sample: { called: 'charge()' },
      why: `A step gives a promise. In a text it reads \`[object Promise]\`, in a condition it is always true, in a sum it is
no number, and it has no members of the result. TypeScript allows most of this.`,
      wrong: code`
        async function charge(orderId: string) {
          'use step';
          return orderId.length;
        }

        export async function order(orderId: string) {
          'use workflow';
          return \`Paid: \${charge(orderId)}\`;
        }
      `,
      right: code`
        async function charge(orderId: string) {
          'use step';
          return orderId.length;
        }

        export async function order(orderId: string) {
          'use workflow';
          return \`Paid: \${await charge(orderId)}\`;
        }
      `,
      see: ['call_floating'],
    },
    call_step_plain: {
      sample: { called: 'charge()', where: 'the application' },
      why: `Off unless your settings turn it on. Outside workflows a step is an ordinary function: called from a route or
from another step, it runs once and nothing is recorded. That is useful in tests and scripts, but a surprise for those
who rely on retries.`,
      wrong: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function POST() {
          return Response.json(await charge('o-1'));
        }
      `,
      right: code`
        import { start } from 'workflow/api';

        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function order(orderId: string) {
          'use workflow';
          return await charge(orderId);
        }

        export async function POST() {
          const run = await start(order, ['o-1']);
          return Response.json({ runId: run.runId });
        }
      `,
      see: ['steps', 'starting'],
    },
    call_step_indexed: {
      sample: { called: 'orderIds.map()', step: 'charge' },
      why: `A hint. \`map()\` passes the element, its index and the whole array to its callback. Each call of a step stores
its arguments, so the whole array is stored once per element.`,
      wrong: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          await Promise.all(orderIds.map(charge));
        }
      `,
      right: code`
        async function charge(orderId: string) {
          'use step';
          return orderId;
        }

        export async function orders(orderIds: string[]) {
          'use workflow';
          await Promise.all(orderIds.map((orderId) => charge(orderId)));
        }
      `,
      see: ['call_array_awaited'],
    },
    call_child_member: {
      sample: { member: 'status' },
      why: `Inside a workflow, \`start()\` returns the handle of a child with \`runId\`, \`returnValue\` and \`cancel()\`.
These go through the journal. The other members of a run ask the store, which may answer differently on replay. Use them
in a step.`,
      wrong: code`
        import { start } from 'workflow/api';
        import { resize } from './resize.ts';

        export async function upload(image: string) {
          'use workflow';
          const child = await start(resize, [image]);
          return await child.status;
        }
      `,
      right: code`
        import { getRun, start } from 'workflow/api';
        import { resize } from './resize.ts';

        async function statusOf(runId: string) {
          'use step';
          return await getRun(runId).status;
        }

        export async function upload(image: string) {
          'use workflow';
          const child = await start(resize, [image]);
          return await statusOf(child.runId);
        }
      `,
      see: ['children', 'sandbox_import_outside'],
    },
  }),
};
