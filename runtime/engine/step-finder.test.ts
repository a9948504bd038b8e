import { expect, onTestFinished, test } from 'vitest';
import type { BuildId } from '../contract/ids.ts';
import { registerClass } from '../entries/compiled.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../entries/workflow.ts';
import { encodeValue } from '../host-values/host-codec.ts';
import { createWorld } from '../world/open.ts';
import { StepFinder } from './step-finder.ts';

class Money {
  readonly cents: number;
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

test('a process without a build reads instances of the classes that its application has', async () => {
  const classId = 'class//./lib/step-finder-test//Money';
  const [buildId, world] = ['b' as BuildId, await createWorld({ kind: 'memory' })];
  await world.open();
  onTestFinished(() => world.close());
  const contracts = { [classId]: { place: 'lib/money.ts:1', code: '1' } };
  await world.saveBundle({ buildId, code: '', map: null }, { contracts, code: null });
  const finder = new StepFinder(world, { log: undefined as never, keepsSteps: false });
  registerClass(classId, Money);
  const payload = await encodeValue(new Money(5), 'result');
  await finder.learn(buildId);
  expect(finder.toOwnClasses(payload, buildId)).toBe(payload);
});
