/** Short runs: one after another, many at a time, and very many. */
import { marks } from '../marks.ts';
import { reachableBytes } from '../reachable-memory.ts';
import { runToEnd, takeSamples } from '../samples.ts';
import { median, quantile } from '../statistics.ts';
import type { System } from '../system.ts';
import type { Figures, Measured, ParamsOf } from '../workload.ts';

const STEPS_PER_RUN = 3;
/** Part of the limit in which runs are started; the rest is for what follows. */
const STARTING_SHARE = 0.5;
/** Memory is read after these parts of all runs: the first comes when everything has been used for a while. */
const MEMORY_READINGS = { early: 0.2, middle: 0.6, late: 1 };
const MEGABYTE = 1_000_000;

export async function measureLatency(
  system: System,
  params: ParamsOf<'latency'>,
  deadlineMs: number,
): Promise<Measured> {
  const known: number[] = [];
  const recorded: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const end = await runToEnd(system, 'sequence', 1);
    known.push(end.knownMs);
    if (end.recordedMs !== null) recorded.push(end.recordedMs);
  });
  const figures: Figures = { p50Ms: median(known), p99Ms: quantile(known, 0.99), samples: known.length };
  if (recorded.length > 0) {
    figures.recordedP50Ms = median(recorded);
    figures.recordedP99Ms = quantile(recorded, 0.99);
  }
  return { result: true, figures, done: { run: known.length } };
}

export async function measureThroughput(
  system: System,
  { runs, inFlight }: ParamsOf<'throughput'>,
  deadlineMs: number,
): Promise<Measured> {
  const begun = performance.now();
  const until = begun + (deadlineMs - begun) * STARTING_SHARE;
  const started = await runMany(system, { runs, inFlight, until });
  const steps = started * STEPS_PER_RUN;
  const figures = { stepsPerSecond: steps / ((performance.now() - begun) / 1000), samples: started };
  return { result: true, figures, done: { run: started, step: steps } };
}

/**
 * Whether the memory of a process depends on how many runs it has seen. All are needed to tell, however long that
 * takes.
 */
export async function measureEndurance(system: System, { runs, inFlight }: ParamsOf<'endurance'>): Promise<Measured> {
  const figures: Figures = {};
  let started = 0;
  for (const [reading, share] of Object.entries(MEMORY_READINGS)) {
    started += await runMany(system, { runs: Math.round(runs * share) - started, inFlight, until: Infinity });
    // The bench's own record of steps is not what is looked for.
    marks.clear();
    figures[`${reading}ReachableMb`] = (await reachableBytes()) / MEGABYTE;
    figures[`${reading}RssMb`] = process.memoryUsage.rss() / MEGABYTE;
  }
  figures.samples = started;
  return { result: true, figures, done: { run: started, step: started * STEPS_PER_RUN } };
}

interface Load {
  runs: number;
  inFlight: number;
  /** No run is started after this time. */
  until: number;
}

/** Runs to their end as many as there are to start, or as there is time to; returns how many. */
async function runMany(system: System, { runs, inFlight, until }: Load): Promise<number> {
  let started = 0;
  const lane = async () => {
    while (started < runs && performance.now() < until) {
      started += 1;
      await runToEnd(system, 'sequence', STEPS_PER_RUN);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return started;
}
