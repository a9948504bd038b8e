/** The types of `sleep()`: TypeScript refuses a text that no run would accept, where it is written down. */
import { expect, expectTypeOf, test } from 'vitest';
import type { CheckedDuration, Duration } from '../values/duration.ts';
import { sleep } from './outside-workflow.ts';

/** Never called: TypeScript checks it. */
export async function useTypes({ text, n, given }: { text: string; n: number; given: Duration }): Promise<void> {
  await sleep(5);
  await sleep('250');
  await sleep('30s');
  await sleep('5 minutes');
  await sleep('1.5 Hours');
  await sleep('2DAYS');
  await sleep(`${n} minutes`);
  await sleep(text);
  await sleep(given);
  await sleep(new Date());
  await sleep(n > 1 ? '1 day' : 5);
  // @ts-expect-error The unit is misspelled.
  await sleep('5 minuts');
  // @ts-expect-error There is no number.
  await sleep('soon');
  // @ts-expect-error One of two is wrong.
  await sleep(n > 1 ? '1 day' : '1 dya');
  // @ts-expect-error Not a length of time.
  await sleep(true);
}

test('the type of a wrong text is a sentence that names the fix', () => {
  expectTypeOf<
    CheckedDuration<'5 minuts'>
  >().toEqualTypeOf<'"5 minuts" is no length of time. Fix: write a number and a unit, such as "5 minutes"'>();
  expectTypeOf<CheckedDuration<'5 minutes'>>().toEqualTypeOf<'5 minutes'>();
  expect(useTypes).toBeTypeOf('function');
});
