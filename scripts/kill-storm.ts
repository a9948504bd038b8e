/**
 * A long storm of kills: `node scripts/kill-storm.ts --minutes 10 --workers 4`. One worker lives through it; how it and
 * the file fare is drawn as curves. Exits with 1 if a promise broke, or if a curve grows that has to be flat.
 *
 * `--world postgres --things 5000`: so many runs, payloads and chunks at least, on a database of its own that restarts,
 * dies, is full, and loses connections and answers all the time.
 */
import { parseArgs } from 'node:util';
import { runStorm } from '../test/crash/run-storm.ts';
import { runChaosStorm } from '../test/crash/chaos-storm.ts';
import { drawCurves } from '../test/crash/curves.ts';
import { LANES } from '../test/crash/storm-code.ts';

/** Enough to see the shape of a curve, not so many that looking costs much. */
const SAMPLES = 120;
/** Of each trouble there is one for so many runs. */
const THINGS_PER_ROUND = 250;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '4' },
    callers: { type: 'string', default: '40' },
    'lease-ms': { type: 'string', default: '1000' },
    world: { type: 'string', default: 'sqlite' },
    things: { type: 'string', default: '5000' },
  },
});
const [workers, callers] = [Number(values.workers), Number(values.callers)];

async function stormOnFile(): Promise<void> {
  const minutes = Number(values.minutes);
  const endsAt = performance.now() + minutes * 60_000;
  const { runs, kills, halts, problems, samples } = await runStorm({
    isOver: () => performance.now() >= endsAt,
    workers,
    callers,
    leaseMs: Number(values['lease-ms']),
    sampleEveryMs: Math.max(1_000, (minutes * 60_000) / SAMPLES),
  });
  console.log(`${runs.length} runs, ${kills} workers killed, ${halts} halted beyond their lease`);
  for (const lane of LANES) console.log(`  ${lane.padEnd(10)}${runs.filter((run) => run.lane === lane).length}`);
  console.log(`  of which ${runs.filter(({ isGivenUp }) => isGivenUp).length} were cut off until they were given up`);
  console.log(drawCurves(samples));
  conclude(problems);
}

async function stormOnPostgres(): Promise<void> {
  const things = Number(values.things);
  const began = performance.now();
  const report = await runChaosStorm({ workers, callers, things, rounds: Math.ceil(things / THINGS_PER_ROUND) });
  const { runs, payloads, chunks, kills, halts, troubles, answersLost, problems } = report;
  console.log(`${runs.length} runs, ${payloads} payloads, ${chunks} chunks in ${seconds(began)} s`);
  console.log(`${kills} workers killed, ${halts} halted beyond their lease, ${answersLost} answers lost`);
  for (const [trouble, count] of troubles) console.log(`  ${trouble.padEnd(24)}${count}`);
  conclude(problems);
}

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(0);

function conclude(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`);
  process.exit(problems.length === 0 ? 0 : 1);
}

if (values.world === 'postgres') await stormOnPostgres();
else await stormOnFile();
