/** Judges the output of a compiler for one sample. */
import type { Outcome, SampleRun } from '../../test/sample-program.ts';
import type { Sample } from './read-samples.ts';

/**
 * - `right`: a program behaves as written, with its steps outside the workflow; a mistake is refused
 * - `refused`: a program is refused
 * - `wrong`: a program breaks, at the build or when it runs, and says so
 * - `silent`: a program runs and gives something else, or its steps run inside the workflow; a mistake is accepted
 */
export type Verdict = 'right' | 'refused' | 'wrong' | 'silent';

export interface Judgement {
  verdict: Verdict;
  /** For people: what was wrong. */
  reason: string;
}

/** One of the compilers that are compared. */
export interface System {
  name: string;
  /** Compiles to all views; rejects with what {@link isRefusal} knows when the sample is refused. */
  compile(sample: Sample): Promise<void>;
  run(sample: Sample): Promise<SampleRun>;
  isRefusal(error: unknown): boolean;
}

const RIGHT: Judgement = { verdict: 'right', reason: '' };

export async function judge(system: System, sample: Sample, expected: readonly Outcome[]): Promise<Judgement> {
  try {
    await system.compile(sample);
  } catch (error) {
    if (!system.isRefusal(error)) return { verdict: 'wrong', reason: firstLine(error) };
    return sample.program ? { verdict: 'refused', reason: firstLine(error) } : RIGHT;
  }
  if (!sample.program) return { verdict: 'silent', reason: 'the mistake is accepted' };
  try {
    return judgeRun(await system.run(sample), sample.program.steps, expected);
  } catch (error) {
    return { verdict: 'wrong', reason: firstLine(error) };
  }
}

function judgeRun(run: SampleRun, steps: readonly string[], expected: readonly Outcome[]): Judgement {
  const [isEqual, isSaid] = compareOutcomes(run.outcomes, expected);
  if (run.builtins.length > 0) return { verdict: 'wrong', reason: `workflow code imports ${run.builtins.join()}` };
  if (!isEqual) return { verdict: isSaid ? 'wrong' : 'silent', reason: `gives ${JSON.stringify(run.outcomes)}` };
  // Compilers name steps differently; how often they were called outside is the same.
  if (run.steps.length === steps.length) return RIGHT;
  return {
    verdict: 'silent',
    reason: `${run.steps.length} of ${steps.length} calls of steps ran outside the workflow`,
  };
}

/** Whether they are equal, and whether one that is not says so by an error. */
function compareOutcomes(
  actual: readonly Outcome[],
  expected: readonly Outcome[],
): [isEqual: boolean, isSaid: boolean] {
  const different = expected.flatMap((outcome, index) =>
    JSON.stringify(actual[index]) === JSON.stringify(outcome) ? [] : [actual[index]],
  );
  return [different.length === 0, different.some((outcome) => outcome === undefined || 'error' in outcome)];
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n').slice(0, 2).join(' ').slice(0, 160);
}
