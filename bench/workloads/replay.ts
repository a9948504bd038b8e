/** Measures how long a run with a long journal needs to continue in a new process. */
import { marks } from '../marks.ts';
import { resumeToMark, untilAtRest } from '../samples.ts';
import { median } from '../statistics.ts';
import type { System } from '../system.ts';
import type { Measured, ParamsOf } from '../workload.ts';

/** Leaves runs that wait at a hook: long journals and short ones. */
export async function recordForReplay(system: System, params: ParamsOf<'recordForReplay'>): Promise<Measured> {
  const begun = performance.now();
  for (const token of replayTokens(params)) {
    marks.clear();
    const steps = token.long ? params.steps : 1;
    await system.start('waitForHook', [steps, token.name]);
    await marks.reached(steps);
    await untilAtRest(system, token.name);
  }
  return { result: true, figures: { recordMs: performance.now() - begun }, done: { run: params.runs } };
}

/** In a new process: what a run with a long journal takes longer to go on than one with a short journal. */
export async function measureReplay(system: System, params: ParamsOf<'replay'>): Promise<Measured> {
  const long: number[] = [];
  const short: number[] = [];
  const tokens = replayTokens(params);
  // Whoever comes first waits for the sandbox to be made.
  await resumeToMark(system, tokens.at(0)!.name);
  for (const token of tokens.slice(1)) (token.long ? long : short).push(await resumeToMark(system, token.name));
  const figures = { replayMs: median(long) - median(short), resumeLongMs: median(long), resumeShortMs: median(short) };
  return { result: true, figures, done: { run: params.runs } };
}

/** One short journal more than `runs`, then the long ones. */
function replayTokens({ runs }: { runs: number }): { name: string; long: boolean }[] {
  const short = Array.from({ length: runs + 1 }, (_, i) => ({ name: `replay-short-${i}`, long: false }));
  const long = Array.from({ length: runs }, (_, i) => ({ name: `replay-long-${i}`, long: true }));
  return [...short, ...long];
}
