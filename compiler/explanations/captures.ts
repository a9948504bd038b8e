/** Explanations of the rules for steps inside other functions. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

/** By code; {@link file://./area.ts} joins them with the others. */
export const captureExplanations = {
  compile_step_context: {
    sample: { subject: 'Step "Job#run/load"', name: '#secret' },
    why: `A step inside another function is moved out of it, because it runs elsewhere. The variables that it uses,
and \`this\`, travel with each call as stored values. \`super\`, \`arguments\`, \`new.target\` and private members
belong to the call of the enclosing function and do not exist where the step runs.`,
    wrong: code`
      export class Job {
        #secret = 'abc';

        async run() {
          const load = async () => {
            'use step';
            return this.#secret;
          };
          return await load();
        }
      }
    `,
    right: code`
      export class Job {
        #secret = 'abc';

        async run() {
          const load = async (secret: string) => {
            'use step';
            return secret;
          };
          return await load(this.#secret);
        }
      }
    `,
    see: ['compile_capture_assigned', 'compile_step_instance'],
  },
  compile_step_instance: {
    sample: { subject: 'Step "Account#load"', name: 'Account' },
    why: `This is a warning. When a workflow calls an instance method that is a step, \`this\` travels with the call:
it is stored, and created again where the step runs. An instance of a class is not plain data, so the class must say
how to do that. Without these two methods every such call from a workflow fails with \`value_not_serializable\`. Calls
from ordinary code work.`,
    wrong: code`
      export class Account {
        constructor(readonly id: string) {}

        async load() {
          'use step';
          return this.id;
        }
      }
    `,
    right: code`
      import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

      export class Account {
        static [WORKFLOW_SERIALIZE](account: Account) {
          return account.id;
        }
        static [WORKFLOW_DESERIALIZE](id: string) {
          return new Account(id);
        }

        constructor(readonly id: string) {}

        async load() {
          'use step';
          return this.id;
        }
      }
    `,
    see: ['value_not_serializable', 'values'],
  },
  compile_capture_assigned: {
    sample: { subject: 'Step "order/countItems"', name: 'total' },
    why: `A step inside a workflow gets copies of the variables that it uses, made when it is called. It runs outside
the sandbox, perhaps in another process. On replay it does not run at all, because its result comes from the journal.
An assignment in the step would therefore never reach the workflow. Return the value as the step's result instead.`,
    wrong: code`
      export async function order() {
        'use workflow';
        let total = 0;
        async function countItems() {
          'use step';
          total = 3;
        }
        await countItems();
        return total;
      }
    `,
    right: code`
      export async function order() {
        'use workflow';
        async function countItems() {
          'use step';
          return 3;
        }
        const total = await countItems();
        return total;
      }
    `,
    see: ['steps'],
  },
  compile_capture_ambiguous: {
    sample: { subject: 'Step "order/charge"', name: 'price' },
    why: `A step inside a workflow is moved out of it, together with the variables and helper functions that it uses.
They all end up in one scope, where a name can mean only one thing. Here two variables of the same name come from two
different blocks.`,
    wrong: code`
      export async function order() {
        'use workflow';
        const price = 10;
        const withTax = () => price * 1.2;
        if (price > 5) {
          const price = 8;
          const charge = async () => {
            'use step';
            return withTax() + price;
          };
          await charge();
        }
      }
    `,
    right: code`
      export async function order() {
        'use workflow';
        const price = 10;
        const withTax = () => price * 1.2;
        if (price > 5) {
          const reduced = 8;
          const charge = async () => {
            'use step';
            return withTax() + reduced;
          };
          await charge();
        }
      }
    `,
  },
  compile_capture_function: {
    sample: { subject: 'Step "order/charge"', name: 'addTax' },
    why: `A helper function beside a step in a workflow is copied and moved out together with the step. That is not
possible for a helper that contains a step itself, because that step would then exist twice, or for a helper that uses
the \`this\` of an enclosing function.`,
    wrong: code`
      export async function order(price: number) {
        'use workflow';
        const addTax = async () => {
          const loadRate = async () => {
            'use step';
            return 1.2;
          };
          return price * (await loadRate());
        };
        const charge = async () => {
          'use step';
          return await addTax();
        };
        return await charge();
      }
    `,
    right: code`
      async function loadRate() {
        'use step';
        return 1.2;
      }

      export async function order(price: number) {
        'use workflow';
        const addTax = async () => price * (await loadRate());
        const charge = async () => {
          'use step';
          return await addTax();
        };
        return await charge();
      }
    `,
    see: ['compile_capture_assigned', 'compile_step_context'],
  },
  data_argument_mutated: {
    sample: { name: 'order', target: 'step "charge"' },
    why: `A step gets a copy of its arguments from the journal. No other code sees changes of that copy. Return the
changed value instead. The build warns of changes that nothing in the step reads either. The editor and \`workflow check\`
also warn where a step changes an argument and the workflow goes on with what it passed.`,
    wrong: code`
      async function charge(order: { isPaid: boolean }) {
        'use step';
        order.isPaid = true;
      }

      export async function checkout() {
        'use workflow';
        const order = { isPaid: false };
        await charge(order);
        return order.isPaid; // false
      }
    `,
    right: code`
      async function charge(order: { isPaid: boolean }) {
        'use step';
        return { ...order, isPaid: true };
      }

      export async function checkout() {
        'use workflow';
        const order = await charge({ isPaid: false });
        return order.isPaid;
      }
    `,
    see: ['compile_capture_mutated', 'compile_self_mutated', 'compile_capture_assigned'],
  },
  compile_capture_mutated: {
    sample: { name: 'done', target: 'step "order/charge"' },
    why: `This is a warning. The variables that a step takes from the function around it travel with each call as copies.
What the step changes in them, nobody else sees. Return what is new, and change the value outside.`,
    wrong: code`
      export async function order(ids: string[]) {
        'use workflow';
        const done: string[] = [];
        const charge = async (id: string) => {
          'use step';
          done.push(id);
        };
        for (const id of ids) await charge(id);
        return done; // []
      }
    `,
    right: code`
      export async function order(ids: string[]) {
        'use workflow';
        const done: string[] = [];
        const charge = async (id: string) => {
          'use step';
          return id;
        };
        for (const id of ids) done.push(await charge(id));
        return done;
      }
    `,
    see: ['data_argument_mutated', 'compile_capture_assigned'],
  },
  compile_self_mutated: {
    sample: { name: 'this.isPaid', target: 'step "Order#charge"' },
    why: `This is a warning. The \`this\` of a step is a copy of the object that it was called on, made where the step runs.
What the step changes in it, nobody else sees. Return what is new, and change the object in a method that is no step.`,
    wrong: code`
      import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

      export class Order {
        isPaid = false;

        static [WORKFLOW_SERIALIZE] = ({ isPaid }: Order) => isPaid;
        static [WORKFLOW_DESERIALIZE] = (isPaid: boolean) => Object.assign(new Order(), { isPaid });

        async charge() {
          'use step';
          this.isPaid = true;
        }
      }
    `,
    right: code`
      import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

      export class Order {
        isPaid = false;

        static [WORKFLOW_SERIALIZE] = ({ isPaid }: Order) => isPaid;
        static [WORKFLOW_DESERIALIZE] = (isPaid: boolean) => Object.assign(new Order(), { isPaid });

        async charge() {
          'use step';
          return Object.assign(new Order(), { isPaid: true });
        }
      }
    `,
    see: ['data_argument_mutated', 'compile_step_instance'],
  },
} satisfies Partial<Explanations<typeof compileError>>;
