/** A process may end anywhere: the result is the same, and no step is executed that must not be. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';
import { play, type Performance } from './play.ts';
import { NEVER, type ProcessLife } from './process-life.ts';
import { LIST_WORKFLOWS } from './workflows-of-lists.ts';
import { MESSAGE_WORKFLOWS } from './workflows-of-messages.ts';
import { RUN_WORKFLOWS } from './workflows-of-runs.ts';
import { STEP_WORKFLOWS } from './workflows-of-steps.ts';

/** A database answers requests that are under way together in any order, so points have no fixed places there. */
const IS_ORDERED = process.env['TEST_WORLD'] !== 'postgres';
/** Every so many ends are tried. */
const POINTS_APART = Number(process.env['CRASH_POINTS_APART'] ?? 1);
/** Of every so many first ends one is followed by a second end, while the next process takes over. */
const SECOND_END_EVERY = 4;
/** Points of the next process that are tried as a second end, in turn. */
const SECOND_ENDS = [3, 9, 11, 14, 17, 20, 24];

/** Compares a performance that was cut off with one that was not. @returns The problems. */
function findProblems(cut: Performance, whole: Performance): unknown[] {
  const problems: unknown[] = [...cut.ledger.problems, ...cut.damage];
  for (const [call, begins] of cut.ledger.begins) {
    const allowed = (whole.ledger.begins.get(call) ?? 0) + (cut.ledger.cutOff.get(call) ?? 0);
    if (begins > allowed) problems.push(`${call} had ${begins} attempts, of ${allowed}`);
  }
  if (!isDeepStrictEqual(cut.result, whole.result)) problems.push({ result: cut.result });
  return problems;
}

/** The ends of processes that do harm, each with what it does. */
async function findHarm(scene: CanonicalWorkflow, whole: Performance, deaths: number[][]): Promise<unknown[]> {
  const { points } = whole.lives[0]!;
  const harm: unknown[] = [];
  for (const ends of deaths) {
    const at = points[ends[0]!];
    const problems = await play(scene, { deaths: ends }).then(
      // A process that did not end where it was to end proves nothing.
      (cut) => (hasEndedAt(cut, ends[0]!, at) ? findProblems(cut, whole) : ['it did not end there']),
      (error: unknown) => [String(error)],
    );
    if (problems.length > 0) harm.push({ ends, at, problems });
  }
  return harm;
}

/** Whether the first process ended at that point, or where nobody knows which one that is, at that place. */
function hasEndedAt({ lives: [first] }: Performance, index: number, at: string | undefined): boolean {
  if (IS_ORDERED) return first!.points.at(-1) === at;
  return first!.isOver || first!.points.length <= index;
}

/** The first point that belongs to a run: what comes before is the same for all workflows. */
const firstOfRun = (points: readonly string[]): number => points.indexOf('createRun, before it is applied');

const SCENES = [...STEP_WORKFLOWS, ...MESSAGE_WORKFLOWS, ...RUN_WORKFLOWS, ...LIST_WORKFLOWS];

describe.each(SCENES)('$name', (scene) => {
  it('ends the same way wherever a process ends on the way', async () => {
    const whole = await play(scene);
    expect([...whole.ledger.problems, ...whole.damage]).toEqual([]);
    const { points } = whole.lives[0]!;
    const first = scene === SCENES[0] ? 0 : firstOfRun(points);
    const once = points
      .map((_, index) => [index])
      .slice(first)
      .filter((_, i) => i % POINTS_APART === 0);
    const twice = once
      .filter((_, i) => i % SECOND_END_EVERY === 0)
      .map(([index], i) => [index!, SECOND_ENDS[i % SECOND_ENDS.length]!]);
    expect(await findHarm(scene, whole, [...once, ...twice])).toEqual([]);
  });
});

it('this test notices a store that acknowledges a commit and forgets it', async () => {
  const world = await createWorld({ kind: 'memory' });
  const { commit } = world;
  let commits = 0;
  world.commit = async (request) => (++commits === 2 ? { ok: true } : await commit.call(world, request));
  const { ledger } = await play(SCENES[0]!, { world });
  expect(ledger.problems).toContainEqual(expect.stringContaining('began again after its end was in the journal'));
});

describe('a step that kills its process', () => {
  const toScene = (kill: (life: ProcessLife) => unknown): CanonicalWorkflow => ({
    name: 'kill',
    steps: (life) => ({ kill: () => kill(life) }),
    workflow: async ({ step }) => await step('kill')(),
  });
  const givenUp = {
    end: { type: 'run_failed', value: expect.stringContaining('given up after 25 attempts without an outcome') },
  };

  it('is counted and given up', async () => {
    const { result, lives } = await play(
      toScene((life) => {
        life.end();
        return NEVER;
      }),
    );
    expect(result).toMatchObject(givenUp);
    expect(lives).toHaveLength(26);
  });

  it('is counted and given up after a first attempt that failed', async () => {
    const { result, lives } = await play(
      toScene((life) => {
        if (getStepMetadata().attempt === 1) throw new Error('the first attempt fails');
        life.end();
        return NEVER;
      }),
    );
    expect(result).toMatchObject(givenUp);
    expect(lives).toHaveLength(26);
  });
});
