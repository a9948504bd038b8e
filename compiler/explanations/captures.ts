/** What a step takes along from the code around it. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

export const captureExplanations = {
  compile_step_context: {
    sample: { subject: 'Step "Job#run/load"', name: '#secret' },
    why: `A step that stands inside another function is moved out of it, because it runs elsewhere. It takes along the
variables that it uses, as stored values, and \`this\`. What belongs to the call of the function around it does not
exist where the step runs: \`super\`, \`arguments\`, \`new.target\` and private members of the class.`,
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
    why: `A warning. When an instance method that is a step is called in a workflow, its \`this\` travels with the
call: it is stored, and made again where the step runs. Instances of classes are not plain data, so the class must say
how. Without these methods every such call from a workflow fails with \`value_not_serializable\`; calls from ordinary
code work.`,
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
    why: `A step that stands inside a workflow gets the values of the variables that it uses when it is called, as
copies. It runs outside of the sandbox, perhaps in another process, and on replay it does not run at all, because its
result is taken from the journal. So a variable that it assigned would change nowhere, or only the first time. What a
step has to say is its result.`,
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
    why: `A step inside a workflow is moved out of it together with the variables and helper functions that it uses.
All of them then stand in one place, where a name can mean only one thing. Here two variables of the same name, from
two blocks, would meet.`,
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
    why: `A helper function that stands beside a step in a workflow is moved out together with it, as a copy. That is
not possible for one that holds a step of its own, which would then be there twice, nor for one that uses the \`this\`
of the function around it.`,
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
