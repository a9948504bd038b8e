/** A file that the application and its steps have each loaded is there twice, and each side has its own classes. */
import { expect, it } from 'vitest';
import { registerClass, registerStepClass } from '../../runtime/entries/compiled.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

/** The class as one copy of a file has it. */
function loadMoney() {
  return class Money {
    readonly #cents: number;
    constructor(cents: number) {
      this.#cents = cents;
    }
    static centsOf(money: Money): number {
      return money.#cents;
    }
    static [WORKFLOW_SERIALIZE](money: Money): number {
      return money.#cents;
    }
    static [WORKFLOW_DESERIALIZE](cents: number): Money {
      return new Money(cents);
    }
  };
}

it.each(['the application', 'its steps'])(
  'instances are those of the side that gets them; %s were loaded last',
  async (last) => {
    const [OfApplication, OfSteps] = [loadMoney(), loadMoney()];
    const id = `class//./test//Money of ${last}`;
    if (last === 'its steps') registerClass(id, OfApplication);
    registerStepClass(id, OfSteps);
    if (last === 'the application') registerClass(id, OfApplication);
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, registerClass, WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE }: any, classId: string) => {
          class Money {
            cents: number;
            constructor(cents: number) {
              this.cents = cents;
            }
            static [WORKFLOW_SERIALIZE](money: Money) {
              return money.cents;
            }
            static [WORKFLOW_DESERIALIZE](cents: number) {
              return new Money(cents);
            }
          }
          registerClass(classId, Money);
          return await step('double')(new Money(21));
        },
      },
      steps: { double: (money: InstanceType<typeof OfSteps>) => new OfSteps(OfSteps.centsOf(money) * 2) },
    });
    const { returnValue } = await start('main', id);
    expect(OfApplication.centsOf(await returnValue)).toBe(42);
  },
);
