/** Instances of classes as values. */
import type { createValueError } from '../values/messages.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const MONEY = 'class//./src/money//Money';

/** Errors of class instances as values. */
export const classExplanations = {
  value_model_not_storable: {
    sample: { path: 'args[0].model' },
    why: `Models of version 7 of the AI SDK can be serialised, but the result contains the headers of their requests, with the key
of the provider. It would be in the journal, where everyone who can see the run could read it. So a model stays in the step
that creates it. Models of \`workflow/agent/providers\` can be passed: they hold names and options, and the name of the variable
with the key.`,
    wrong: code`
      export async function ask(question: string) {
        'use workflow';
        const model = await chooseModel(question);
        return await answer(model, question);
      }
    `,
    right: code`
      import { openai } from 'workflow/agent/providers/openai';

      export async function ask(question: string) {
        'use workflow';
        return await answer(openai('gpt-5'), question);
      }

      async function answer(model: ReturnType<typeof openai>, prompt: string) {
        'use step';
        const { text } = await generateText({ model: await model.load(), prompt });
        return text;
      }
    `,
    see: ['value_class_unregistered'],
  },
  value_class_unregistered: {
    sample: { path: 'args[0].price', name: 'Money' },
    why: `The class has serialization methods, but the build does not know it: it is declared inside a function, or in a file that
no file with workflows or steps imports. Stored instances are restored by the class with the same file and name.`,
    wrong: code`
      export function createMoney(cents: number) {
        class Money {
          static [WORKFLOW_SERIALIZE](money: Money) {
            return money.cents;
          }
          static [WORKFLOW_DESERIALIZE](cents: number) {
            return new Money(cents);
          }
          constructor(readonly cents: number) {}
        }
        return new Money(cents);
      }
    `,
    right: code`
      export class Money {
        static [WORKFLOW_SERIALIZE](money: Money) {
          return money.cents;
        }
        static [WORKFLOW_DESERIALIZE](cents: number) {
          return new Money(cents);
        }
        constructor(readonly cents: number) {}
      }
    `,
    see: ['values', 'value_class_unknown'],
  },
  value_class_unknown: {
    sample: { classId: MONEY },
    why: `A stored value is an instance of this class, and this process has no such class: it was renamed, changed and moved to
another file, or removed, or this process did not load the build. A class is identified by the path of its file and its
name; one that was only moved is found by its text. A run that gives or gets such a value is parked until a build has the
class.`,
    wrong: {
      'src/prices.ts': code`
        // was src/money.ts
        export class Money {}
      `,
    },
    right: {
      'src/money.ts': code`
        export class Money {}
      `,
    },
    see: ['values', 'changes', 'value_class_failed'],
  },
  value_class_differs: {
    sample: { classId: MONEY, found: 'src/money.ts:3', at: 'data.amount', taken: 'number', given: 'nothing' },
    why: `\`[WORKFLOW_DESERIALIZE]\` of this build reads something else than \`[WORKFLOW_SERIALIZE]\` of another build has
written: a field has another name or type, or a number has another name in an enum. The same holds for the fields of an
error. Code would read \`undefined\`, or the wrong value, without a word. So the run that gives or gets the instance is
parked until a build fits. Types of TypeScript say what the class reads, and which fields an error has.`,
    wrong: code`
      class Money {
        // was { total: number }
        static [WORKFLOW_DESERIALIZE](data: { amount: number }) {
          return new Money(data.amount);
        }
      }
    `,
    right: code`
      class Money {
        static [WORKFLOW_DESERIALIZE](data: { amount: number } | { total: number }) {
          return new Money('amount' in data ? data.amount : data.total);
        }
      }
    `,
    see: ['values', 'changes', 'value_class_failed'],
  },
  value_class_failed: {
    sample: { classId: MONEY, reason: 'cents is undefined' },
    why: `\`[WORKFLOW_DESERIALIZE]\` threw, mostly on data from an earlier version of \`[WORKFLOW_SERIALIZE]\`: values live as long as
their runs, so they outlive deployments.`,
    wrong: code`
      class Money {
        static [WORKFLOW_DESERIALIZE](data: { cents: number }) {
          return new Money(data.cents); // earlier versions stored the number itself
        }
      }
    `,
    right: code`
      class Money {
        static [WORKFLOW_DESERIALIZE](data: number | { cents: number }) {
          return new Money(typeof data === 'number' ? data : data.cents);
        }
      }
    `,
    see: ['values', 'value_class_unknown'],
  },
  value_class_cyclic: {
    sample: { what: 'args', classId: 'class//./src/branch//Branch' },
    why: `The data that \`[WORKFLOW_SERIALIZE]\` returns contains the instance itself. The instance is made from its data, and the
data needs the instance, so neither can be restored first. Cycles of plain objects, arrays, maps and sets are fine.`,
    wrong: code`
      class Branch {
        leaves: { name: string; branch: Branch }[] = [];

        static [WORKFLOW_SERIALIZE]({ leaves }: Branch) {
          return leaves; // each leaf refers to the branch
        }
        static [WORKFLOW_DESERIALIZE](leaves: Branch['leaves']) {
          return Object.assign(new Branch(), { leaves });
        }
      }
    `,
    right: code`
      class Branch {
        leaves: { name: string; branch: Branch }[] = [];

        static [WORKFLOW_SERIALIZE]({ leaves }: Branch) {
          return leaves.map(({ name }) => name);
        }
        static [WORKFLOW_DESERIALIZE](names: string[]) {
          const branch = new Branch();
          branch.leaves = names.map((name) => ({ name, branch }));
          return branch;
        }
      }
    `,
    see: ['values'],
  },
} satisfies Partial<Explanations<typeof createValueError>>;
