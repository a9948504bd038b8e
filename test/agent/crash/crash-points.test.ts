/**
 * The process of an agent may end anywhere: the answer is the same, and no call of the model that was recorded is made
 * again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Build } from '../../../runtime/contract/build.ts';
import type { World } from '../../../runtime/world/world.ts';
import type { AgentProject } from '../agent-project.ts';
import { buildCrashProject, loadBuild } from './crash-project.ts';
import { type Played, playAnswer } from './play-answer.ts';
import { FICKLE } from './script.ts';

/**
 * Every so many points one is tried; the first of them differs, so that between them the questions try twice as many.
 */
const POINTS_APART = Number(process.env['POINTS_APART'] ?? 4);

let project: AgentProject;
let build: Build;
beforeAll(async () => {
  project = await buildCrashProject();
  build = await loadBuild(project);
});
afterAll(() => project?.remove());

describe.each([
  ['a model that says the same again', 'Where is my money?', 0],
  ['a model that says something else each time', `${FICKLE} as you are, where is my money?`, 1],
])('%s', (_, question, from) => {
  test('an answer comes to the same end wherever a process ends on the way', async () => {
    const play = (deaths?: number[]): Promise<Played> =>
      playAnswer({ project, build, question, ...(deaths && { deaths }) });
    const whole = await play();
    expect(whole.faults).toEqual([]);
    const points = whole.lives[0]!.points.map((_point, index) => index).filter(
      (i) => i % POINTS_APART === from % POINTS_APART,
    );
    const harm: unknown[] = [];
    for (const point of points) {
      const cut = await play([point]);
      if (cut.faults.length > 0) harm.push({ at: cut.lives[0]!.points.at(-1), faults: cut.faults });
    }
    expect(harm).toEqual([]);
    expect(points.length).toBeGreaterThan(40 / POINTS_APART);
  });
});

test('this test notices a store that acknowledges a commit and forgets it', async () => {
  const world: World = await project.runtime.createWorld({ kind: 'memory' });
  const { commit } = world;
  const forgotten = new Set<string>();
  world.commit = async (request) => {
    const isAnswered = request.events.some(({ type }) => type === 'step_completed');
    if (!isAnswered || forgotten.size > 0) return await commit.call(world, request);
    forgotten.add(request.runId);
    return { ok: true };
  };
  const { faults } = await playAnswer({ project, build, question: 'Where is my money?', world });
  expect(faults).toContainEqual('model step 0 was called 2 times, of 1');
});
