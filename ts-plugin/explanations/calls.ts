/** The explanations of the rules about calls. */
import { callError } from '../analysis/rules/calls/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

export const callsArea: Area = {
  title: 'Calls',
  about: 'What the editor and `workflow check` say of who calls workflows and steps, and who waits for them.',
  errors: explainCatalogue(callError, {
    call_workflow_inline: {
      sample: { called: 'resize()' },
      why: `A hint. Inside a workflow, a call of another one is an ordinary call: its steps are steps of this run,
they stand in this journal, and a cancel ends both. That is often right. \`start()\` gives a run of its own instead,
which has an id, can be cancelled alone and keeps this journal short.`,
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
        effect: 'the workflow goes on, and may end, without its result, and its failure stays unnoticed',
      },
      why: `Nobody waits for this promise. When the workflow ends first, the step is abandoned: it may have run or
not, and its result is lost. When it fails, nobody hears of it. If that is meant, \`void\` says so.`,
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
      why: `\`await\` waits for one promise. Of an array, which is none, it waits for nothing, and the promises in it
are left alone. \`Promise.all()\` makes one promise of them; the steps still run at the same time.`,
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
    call_step_plain: {
      sample: { called: 'charge()', where: 'the application' },
      why: `Off unless your settings turn it on. A step is an ordinary function for everybody but workflows: called
from a route or from another step it just runs, once, and nothing of it is recorded. That is useful in tests and
scripts, and a surprise where somebody counted on retries.`,
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
      why: `A hint. \`map()\` calls its callback with the element, its index and the whole array. A step stores the
arguments of each call, so the array is stored once for every element of it.`,
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
      why: `Inside a workflow, \`start()\` gives the handle of a child: \`runId\`, \`returnValue\` and \`cancel()\`,
which all go through the journal. Everything else that a run has outside would ask the store, which may answer
otherwise on replay. In a step it is there.`,
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
