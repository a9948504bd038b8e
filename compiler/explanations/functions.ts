/** The rules for one workflow or step. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

export const functionExplanations = {
  compile_function_sync: {
    sample: { subject: 'Step "charge"' },
    why: `A call of a step waits until the result is in the journal, perhaps in another process and days later, so
what the caller gets is always a promise. A function that is not \`async\` would promise its caller something else
than what comes. Workflows are started and awaited in the same way. A getter is the exception: it cannot be \`async\`,
and what it returns is awaited.`,
    wrong: code`
      export function charge(orderId: string) {
        'use step';
        return orderId.length;
      }
    `,
    right: code`
      export async function charge(orderId: string) {
        'use step';
        return orderId.length;
      }
    `,
    see: ['compile_export_sync', 'steps'],
  },
  compile_function_generator: {
    sample: { subject: 'Step "readRows"' },
    why: `The result of a step or workflow is stored as one value when the function is through. A generator has none:
it gives values one by one while its caller listens, and the caller may be gone by then. Collect the values, or write
them to a stream of the run, which any number of readers can follow and which survives a crash.`,
    wrong: code`
      export async function* readRows() {
        'use step';
        yield 1;
        yield 2;
      }
    `,
    right: code`
      import { getWritable } from 'workflow';

      export async function readRows() {
        'use step';
        return [1, 2];
      }

      export async function publishRows() {
        'use step';
        const writer = getWritable<number>().getWriter();
        for (const row of [1, 2]) await writer.write(row);
      }
    `,
    see: ['streams'],
  },
  compile_step_accessor: {
    sample: { subject: 'Step "Account#balance"' },
    why: `Nobody can await a setter or a constructor, and neither returns a result, so there is nothing to store
before the workflow goes on. A getter may be a step.`,
    wrong: code`
      export class Account {
        set balance(value: number) {
          'use step';
        }
      }
    `,
    right: code`
      export class Account {
        static async setBalance(accountId: string, value: number) {
          'use step';
        }
      }
    `,
    see: ['compile_step_instance'],
  },
  compile_step_computed: {
    sample: { subject: 'Step "tools"' },
    why: `The journal refers to a step by its id, which is made of the names in the source. A name that is computed is
known only when the program runs, and may be another one the next time: a run that waits for this step could not find
it again.`,
    wrong: code`
      const name = 'search';

      export const tools = {
        async [name](query: string) {
          'use step';
          return query;
        },
      };
    `,
    right: code`
      export const tools = {
        async search(query: string) {
          'use step';
          return query;
        },
      };
    `,
    see: ['compile_function_anonymous'],
  },
  compile_step_namespace: {
    sample: { subject: 'Step "Shop/charge"' },
    why: `A TypeScript namespace becomes a function that runs when the module is loaded. The compiler splits modules
into three views and does not split namespaces, so a step in one would not be found.`,
    wrong: code`
      export namespace Shop {
        export async function charge(orderId: string) {
          'use step';
          return orderId;
        }
      }
    `,
    right: code`
      export async function charge(orderId: string) {
        'use step';
        return orderId;
      }
    `,
  },
  compile_step_private: {
    sample: { subject: 'Step "Account#load"' },
    why: `A step runs outside of the workflow: the runtime takes it from its class by name. A member with \`#\` can be
named only inside of the class, and private instance members cannot be reached from outside at all. A private static
method can be a step.`,
    wrong: code`
      export class Account {
        async #load() {
          'use step';
        }
      }
    `,
    right: code`
      export class Account {
        static async #load(accountId: string) {
          'use step';
          return accountId;
        }
      }
    `,
  },
  compile_step_class: {
    sample: { subject: 'Step "createShop/Shop.order"' },
    why: `A class inside a function is another class each time that the function is called. The step is found by its
id in the process that runs it, where nobody may have called that function, so there is no class to take the step
from.`,
    wrong: code`
      export function createShop() {
        return class Shop {
          static async order() {
            'use step';
          }
        };
      }
    `,
    right: code`
      class Shop {
        static async order() {
          'use step';
        }
      }

      export const createShop = () => Shop;
    `,
  },
  compile_workflow_nested: {
    sample: { subject: 'Workflow "createFlow/flow"' },
    why: `A run outlives the process that started it. Whoever continues it loads the module and looks for the workflow
by name; a function that exists only while another one runs is not there, and neither are the variables around it.
Steps may stand inside other functions, because what they use is stored with each call.`,
    wrong: code`
      export function createFlow(region: string) {
        const flow = async () => {
          'use workflow';
          return region;
        };
        return flow;
      }
    `,
    right: code`
      export async function flow(region: string) {
        'use workflow';
        return region;
      }
    `,
  },
  compile_workflow_method: {
    sample: { subject: 'Workflow "Orders.place"' },
    why: `\`start()\` is given a function and its arguments, and a run has no object on which a method could be
called. That holds for static methods and methods of plain objects too, so that nobody has to remember which of them
would work. Steps may be methods.`,
    wrong: code`
      export class Orders {
        static async place(orderId: string) {
          'use workflow';
          return orderId;
        }
      }
    `,
    right: code`
      export async function placeOrder(orderId: string) {
        'use workflow';
        return orderId;
      }
    `,
    see: ['starting'],
  },
  compile_function_anonymous: {
    sample: { kind: 'step', id: 'step//./workflows/order//anonymous' },
    why: `A warning. The journal refers to a function by its id. One without a name is counted instead: it is the
first, second or third one without a name. Adding another one before it shifts the count, and a run that is under way
then finds the wrong function, or none.`,
    wrong: code`
      const actions: (() => Promise<string>)[] = [];

      actions.push(async () => {
        'use step';
        return 'charged';
      });
    `,
    right: code`
      const actions: (() => Promise<string>)[] = [];

      async function charge() {
        'use step';
        return 'charged';
      }

      actions.push(charge);
    `,
    see: ['compile_step_computed', 'changes'],
  },
} satisfies Partial<Explanations<typeof compileError>>;
