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
} satisfies Partial<Explanations<typeof compileError>>;
