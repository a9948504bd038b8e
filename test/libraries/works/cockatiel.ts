import { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const guarded = bulkhead(1);
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(2) });
  const outcomes: string[] = [];
  for (const n of [1, 2, 3])
    await breaker
      .execute(async () => {
        throw new Error(`no ${n}`);
      })
      .catch((error: Error) => outcomes.push(error.message));
  return [await guarded.execute(() => echo(1)), outcomes];
}
