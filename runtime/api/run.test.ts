import { expect, expectTypeOf, test } from 'vitest';
import { getRun } from './run.ts';

test('a text that is no id opens a run that does not exist', async () => {
  const run = getRun('an order');
  expect(await run.exists).toBe(false);
  await expect(run.status).rejects.toMatchObject({ code: 'run_id_invalid' });
  await expect(run.returnValue).rejects.toMatchObject({ code: 'run_id_invalid' });
  await expect(run.cancel()).rejects.toMatchObject({ code: 'run_id_invalid' });
  await expect(run.readable.getReader().read()).rejects.toMatchObject({ code: 'run_id_invalid' });
});

test('a run has the result of the workflow whose type it was opened with', () => {
  expect(getRun('wrun_1').runId).toBe('wrun_1');
  const order = async (id: string, count: number) => ({ id, count });
  type Opened = ReturnType<typeof getRun<typeof order>>;
  expectTypeOf<Awaited<Opened['returnValue']>>().toEqualTypeOf<{ id: string; count: number }>();
  expectTypeOf<Awaited<ReturnType<typeof getRun<string>>['returnValue']>>().toEqualTypeOf<string>();
  expectTypeOf<Awaited<ReturnType<typeof getRun>['returnValue']>>().toEqualTypeOf<unknown>();
});
