/** Explanations of the rules for one workflow or step. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

/** By code; {@link file://./area.ts} joins them with the others. */
export const functionExplanations = {
  compile_function_sync: {
    sample: { subject: 'Step "charge"' },
    why: `A call of a step waits until its result is in the journal, perhaps in another process and days later. The
caller therefore always gets a promise, and the function must say so by being \`async\`. The same holds for workflows.
A getter is the exception: it cannot be \`async\`, and its return value is awaited.`,
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
    why: `The result of a step or workflow is stored as one value when the function returns. A generator yields its
values one by one to a caller, and that caller may be gone by then. Collect the values in an array, or write them to a
stream of the run: any number of readers can follow it, and it survives a crash.`,
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
    why: `A setter or constructor cannot be awaited and returns no result, so there is nothing to store before the
workflow continues. A getter may be a step.`,
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
    why: `The journal refers to a step by its id, which consists of names in the source. A computed name is known only
at run time and may differ the next time. A run that waits for this step could then not find it again.`,
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
into three views but does not split namespaces, so the runtime would not find a step inside one.`,
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
    why: `A step runs outside the workflow: the runtime looks it up on its class by name. Code outside the class cannot
name a member with \`#\` or reach it on an instance. A private static method can be a step.`,
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
    why: `Each call of a function creates the classes inside it anew. The process that runs a step finds it by its id,
and that process may never have called the function, so the class does not exist there.`,
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
    why: `A run outlives the process that started it. The process that continues it loads the module and looks up the
workflow by name. A function that exists only while another function runs is not there, and neither are the variables
around it. Steps may be inside other functions, because the values that they use are stored with each call.`,
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
    sample: { subject: 'Workflow "Orders#place"' },
    why: `\`start()\` takes a function and its arguments, so a run has no object to call a method on. The rule also
covers methods of plain objects, to keep it simple. A static method may be a workflow: the \`this\` of its runs is the class that
declares it. Steps may be any methods.`,
    wrong: code`
      export class Orders {
        async place(orderId: string) {
          'use workflow';
          return orderId;
        }
      }
    `,
    right: code`
      export class Orders {
        static async place(orderId: string) {
          'use workflow';
          return orderId;
        }
      }
    `,
    see: ['starting'],
  },
  compile_workflow_wrapped: {
    sample: { subject: 'Workflow "order"' },
    why: `A run calls the function that begins with \`'use workflow'\`. A function or decorator that is given the workflow makes
another one of it, which no run would ever call. \`Object.assign()\` gives the workflow itself, so it may hold one.`,
    wrong: code`
      const logged = <Args extends unknown[], Result>(fn: (...args: Args) => Promise<Result>) =>
        async (...args: Args) => {
          console.log('started');
          return await fn(...args);
        };

      export const order = logged(async (orderId: string) => {
        'use workflow';
        return orderId;
      });
    `,
    right: code`
      export async function order(orderId: string) {
        'use workflow';
        console.log('started');
        return orderId;
      }
    `,
    see: ['starting'],
  },
  compile_function_anonymous: {
    sample: { kind: 'step' },
    why: `This is a warning. The journal refers to a function by its id. Functions without a name are numbered in the
order of the source. Adding another one before this function changes its number, and a waiting run then finds the wrong
function or none.`,
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
  compile_error_private: {
    sample: { name: 'Denied', field: '#by' },
    why: `This is a warning. An error that a step or a workflow throws is stored, and made again where it is caught. It gets its
class, its message and its fields, but its constructor does not run again, and only that can make private fields. Reading
one throws a TypeError then. The two static methods say how the error is stored and made.`,
    wrong: code`
      export class Denied extends Error {
        #by: string;

        constructor(by: string) {
          super('denied by ' + by);
          this.#by = by;
        }
      }

      export async function ask() {
        'use step';
        throw new Denied('bank');
      }
    `,
    right: code`
      export class Denied extends Error {
        readonly by: string;

        constructor(by: string) {
          super('denied by ' + by);
          this.by = by;
        }
      }

      export async function ask() {
        'use step';
        throw new Denied('bank');
      }
    `,
    see: ['values'],
  },
  compile_function_namesake: {
    sample: { subject: 'Step "order/act"' },
    why: `This is a warning. The journal refers to a function by its id, which is made of the names around it. Functions of
one name are numbered in the order of the source. Adding another one before this function changes its number. A waiting
run then finds its function only while the text of that is the same; otherwise it is parked.`,
    wrong: code`
      export async function order(isPaid: boolean) {
        'use workflow';
        if (isPaid) {
          const act = async () => {
            'use step';
            return 'refunded';
          };
          return await act();
        }
        const act = async () => {
          'use step';
          return 'charged';
        };
        return await act();
      }
    `,
    right: code`
      export async function order(isPaid: boolean) {
        'use workflow';
        if (isPaid) {
          const refund = async () => {
            'use step';
            return 'refunded';
          };
          return await refund();
        }
        const charge = async () => {
          'use step';
          return 'charged';
        };
        return await charge();
      }
    `,
    see: ['compile_function_anonymous', 'changes'],
  },
} satisfies Partial<Explanations<typeof compileError>>;
