/** A file that the application and its steps have each loaded is there twice, and each side has its own classes. */
import { expect, it } from 'vitest';
import type { Build } from '../../runtime/contract/build.ts';
import type { Layer } from '../../runtime/contract/layers.ts';
import { registerClass, registryOf } from '../../runtime/entries/compiled.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/entries/workflow.ts';
import { buildFromFunctions, type TestCode } from './build-from-functions.ts';
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
    const layer = { errors: new Map(), isCopy: true };
    registryOf(layer).registerClass(id, OfSteps);
    if (last === 'the application') registerClass(id, OfApplication);
    const code: TestCode = {
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
    };
    const { start, runtime } = await createHarness(code);
    await runtime.useBuild(inLayer(code, layer));
    const { returnValue } = await start('main', id);
    expect(OfApplication.centsOf(await returnValue)).toBe(42);
  },
);

it('errors of a step are stored by the classes of its own layer', async () => {
  class Denied extends Error {}
  const layer = { errors: new Map([['class//./test//Denied', Denied]]) };
  const code: TestCode = {
    workflows: { main: async ({ step }: any) => await step('deny')() },
    steps: {
      deny: () => {
        throw Object.assign(new Denied('no'), { fatal: true });
      },
    },
  };
  const { start, runtime, journal, untilEvent } = await createHarness(code);
  await runtime.useBuild(inLayer(code, layer));
  const run = await start('main');
  await untilEvent(run, 'run_failed');
  expect(JSON.stringify(await journal(run))).toContain('class//./test//Denied');
});

/** A build whose steps are those of a layer, such as a step bundle. */
function inLayer(code: TestCode, layer: Layer): Build {
  const build = buildFromFunctions(code);
  return { ...build, steps: new Map(build.steps.entries().map(([name, step]) => [name, { ...step, layer }])) };
}
