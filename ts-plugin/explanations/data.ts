/** Explanations of the rules about values that cross a boundary. */
import { dataError } from '../analysis/rules/data/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The rules about values. */
export const dataArea: Area = {
  title: 'Values, by their types',
  about:
    'Findings of the editor and of `workflow check` about values that are passed between the application, workflows and steps. They are based on types, because the values are known only at run time.',
  errors: explainCatalogue(dataError, {
    data_argument_unserializable: {
      sample: { path: 'job.onDone', found: 'a function', target: 'step "charge"' },
      why: `Arguments are stored in the journal and read from it. The type of this part cannot be stored, so a run would
refuse the call with \`value_not_serializable\`.`,
      wrong: code`
        async function charge(job: { id: string; onDone: () => void }) {
          'use step';
          job.onDone();
        }

        export async function order(id: string) {
          'use workflow';
          await charge({ id, onDone: () => console.log('done') });
        }
      `,
      right: code`
        async function charge(job: { id: string }) {
          'use step';
          return job.id;
        }

        export async function order(id: string) {
          'use workflow';
          await charge({ id });
          console.log('done');
        }
      `,
      see: ['value_not_serializable', 'values'],
    },
    data_result_unserializable: {
      sample: { path: 'The result', found: 'a function', target: 'step "connect"' },
      why: `The result of a step or workflow is stored, but the type of a part of this one cannot be. A connection, for
example, belongs to the process that opened it: open it in the step that uses it.`,
      wrong: code`
        async function connect(url: string) {
          'use step';
          return () => console.log('closed', url);
        }

        export async function report(url: string) {
          'use workflow';
          await connect(url);
        }
      `,
      right: code`
        async function load(url: string) {
          'use step';
          return await (await fetch(url)).text();
        }

        export async function report(url: string) {
          'use workflow';
          await load(url);
        }
      `,
      see: ['value_not_serializable', 'values'],
    },
    data_payload_unserializable: {
      sample: { path: 'The payload', found: 'a function', target: 'a hook' },
      why: `Payloads and metadata of hooks, chunks of streams and all other values that functions of \`workflow\` store must
be data, like arguments and results.`,
      wrong: code`
        import { resumeHook } from 'workflow/api';

        export async function approve(token: string) {
          await resumeHook(token, () => console.log('approved'));
        }
      `,
      right: code`
        import { resumeHook } from 'workflow/api';

        export async function approve(token: string) {
          await resumeHook(token, { approved: true });
        }
      `,
      see: ['value_not_serializable', 'hooks'],
    },
    data_class_unserializable: {
      sample: { path: 'price', found: 'an instance of Money', target: 'step "charge"' },
      why: `An instance of a class is more than its fields, so a class must define how its instances are stored and created
again. This class does not.`,
      wrong: code`
        export class Money {
          constructor(readonly cents: number) {}
          format() {
            return (this.cents / 100).toFixed(2);
          }
        }

        async function charge(price: Money) {
          'use step';
          return price.format();
        }

        export async function order() {
          'use workflow';
          await charge(new Money(500));
        }
      `,
      right: code`
        import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

        export class Money {
          static [WORKFLOW_SERIALIZE](money: Money) {
            return money.cents;
          }
          static [WORKFLOW_DESERIALIZE](cents: number) {
            return new Money(cents);
          }
          constructor(readonly cents: number) {}
          format() {
            return (this.cents / 100).toFixed(2);
          }
        }

        async function charge(price: Money) {
          'use step';
          return price.format();
        }

        export async function order() {
          'use workflow';
          await charge(new Money(500));
        }
      `,
      see: ['value_class_unregistered', 'values'],
    },
    data_value_lossy: {
      sample: {
        path: 'The result',
        found: 'an instance of Page',
        target: 'step "load"',
        arrives: 'a plain Response',
      },
      why: `The value can be stored, but it loses its class: only its data arrives on the other side.`,
      wrong: code`
        class Page extends Response {}

        async function load(path: string) {
          'use step';
          return new Page(await readPage(path));
        }

        export async function report(path: string) {
          'use workflow';
          return (await load(path)).status;
        }
      `,
      right: code`
        async function load(path: string) {
          'use step';
          return new Response(await readPage(path));
        }

        export async function report(path: string) {
          'use workflow';
          return (await load(path)).status;
        }
      `,
      see: ['values'],
    },
    data_capture_unserializable: {
      sample: { path: 'notify.send', found: 'a symbol', target: 'step "order/charge"' },
      why: `A step inside a workflow captures the variables that it uses. They are stored like arguments, and this one cannot
be stored.`,
      wrong: code`
        export async function order(id: string) {
          'use workflow';
          const notify = { send: Symbol(id) };
          const charge = async () => {
            'use step';
            return String(notify.send);
          };
          await charge();
        }
      `,
      right: code`
        export async function order(id: string) {
          'use workflow';
          const charge = async () => {
            'use step';
            return id;
          };
          await charge();
        }
      `,
      see: ['compile_step_context', 'value_not_serializable'],
    },
    data_type_unknown: {
      sample: { path: 'order', found: '"any"', target: 'step "charge"' },
      why: `With \`any\` or \`unknown\` only a run can tell whether the value can be stored. Give the value a type, and the
editor can check it.`,
      wrong: code`
        async function charge(order: any) {
          'use step';
          return String(order);
        }

        export async function checkout(order: any) {
          'use workflow';
          await charge(order);
        }
      `,
      right: code`
        async function charge(order: { id: string }) {
          'use step';
          return order.id;
        }

        export async function checkout(order: { id: string }) {
          'use workflow';
          await charge(order);
        }
      `,
      see: ['values'],
    },
    data_literal_large: {
      sample: { size: 12_000, target: 'step "score"' },
      why: `Each call stores its arguments. A long literal that is the same in all calls makes every journal longer. In a
module that the step imports, it costs nothing.`,
      see: ['values'],
    },
  }),
};
