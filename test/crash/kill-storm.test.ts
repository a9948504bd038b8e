/** Workers that share one store are killed and halted at random while runs of all kinds are under way. */
import { expect, it } from 'vitest';
import { runStorm } from './run-storm.ts';

const RUNS = Number(process.env['STORM_RUNS'] ?? 100);
const KILLS = 8;
const HALTS = 5;

it('runs end right under a storm of kills and halts, execute nothing that their journals do not allow, and leave a sound store', async () => {
  const { problems } = await runStorm({
    workers: 2,
    callers: 12,
    leaseMs: 1_000,
    isOver: ({ runs, kills, halts }) => runs >= RUNS && kills >= KILLS && halts >= HALTS,
  });
  expect(problems).toEqual([]);
});
