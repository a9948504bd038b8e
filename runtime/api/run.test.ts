import { expect, expectTypeOf, test } from 'vitest';
import { getRun } from './run.ts';

test('a run has the result of the workflow whose type it was opened with', () => {
  expect(() => getRun('an order')).toThrow(expect.objectContaining({ code: 'run_id_invalid' }));
  const order = async (id: string, count: number) => ({ id, count });
  type Opened = ReturnType<typeof getRun<typeof order>>;
  expectTypeOf<Awaited<Opened['returnValue']>>().toEqualTypeOf<{ id: string; count: number }>();
  expectTypeOf<Awaited<ReturnType<typeof getRun<string>>['returnValue']>>().toEqualTypeOf<string>();
  expectTypeOf<Awaited<ReturnType<typeof getRun>['returnValue']>>().toEqualTypeOf<unknown>();
});
