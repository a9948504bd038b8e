/** Everything that happens to databases and to workers, at the same time. */
import { expect, it } from 'vitest';
import { runChaosStorm } from './chaos-storm.ts';

it('runs end right while the database restarts, dies, is full, and loses its connections and answers', async () => {
  const { problems, answersLost, payloads, chunks } = await runChaosStorm({
    workers: 4,
    callers: 24,
    things: 100,
    rounds: 1,
  });
  expect(problems).toEqual([]);
  expect(Math.min(answersLost, payloads, chunks)).toBeGreaterThan(0);
}, 600_000);
