/**
 * A long storm of kills: `node scripts/kill-storm.ts --minutes 10 --workers 4`. One worker lives through it; how it and
 * the file fare is drawn as curves. Exits with 1 if a promise broke, or if a curve grows that has to be flat.
 */
import { parseArgs } from 'node:util';
import { runStorm } from '../test/crash/run-storm.ts';
import { drawCurves } from '../test/crash/curves.ts';
import { LANES } from '../test/crash/storm-code.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '4' },
    callers: { type: 'string', default: '40' },
    'lease-ms': { type: 'string', default: '1000' },
  },
});

/** Enough to see the shape of a curve, not so many that looking costs much. */
const SAMPLES = 120;
const minutes = Number(values.minutes);
const endsAt = performance.now() + minutes * 60_000;
const { runs, kills, halts, problems, samples } = await runStorm({
  isOver: () => performance.now() >= endsAt,
  workers: Number(values.workers),
  callers: Number(values.callers),
  leaseMs: Number(values['lease-ms']),
  sampleEveryMs: Math.max(1_000, (minutes * 60_000) / SAMPLES),
});
console.log(`${runs.length} runs, ${kills} workers killed, ${halts} halted beyond their lease`);
for (const lane of LANES) console.log(`  ${lane.padEnd(10)}${runs.filter((run) => run.lane === lane).length}`);
console.log(`  of which ${runs.filter(({ isGivenUp }) => isGivenUp).length} were cut off until they were given up`);
console.log(drawCurves(samples));
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`);
process.exit(problems.length === 0 ? 0 : 1);
