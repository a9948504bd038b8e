/**
 * Processes of agents are killed (SIGKILL) at random, while they give several answers at once. Longer:
 * `AGENT_STORM_KILLS=200`.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { World } from '../../../runtime/world/world.ts';
import { Random } from '../../simulation/random.ts';
import type { AgentProject } from '../agent-project.ts';
import { AgentProcess } from './agent-process.ts';
import { AnswerWatch } from './answer-watch.ts';
import { buildCrashProject, openOutside } from './crash-project.ts';
import { FICKLE } from './script.ts';

const KILLS = Number(process.env['AGENT_STORM_KILLS'] ?? 8);
const SEED = process.env['AGENT_STORM_SEED'] ?? String(Date.now());
/** Answers that are under way at the same time. */
const OPEN_ANSWERS = 4;
/** Chunks of all answers that a process lives to write, at most. */
const CHUNKS_MAX = 80;

let project: AgentProject;
beforeAll(async () => {
  project = await buildCrashProject();
});
afterAll(() => project?.remove());

test(
  'answers come to their ends under a storm of kills, and pay for each call of the model once',
  async () => {
    const random = new Random(SEED);
    const dataDir = await mkdtemp(join(project.dir, 'data-'));
    const outside = await openOutside();
    onTestFinished(() => outside.close());
    const world = await project.runtime.createWorld({ kind: 'sqlite', dataDir });
    await world.open();
    onTestFinished(() => world.close());
    const answers: AnswerWatch[] = [];
    for (let kills = 0; kills <= KILLS; kills += 1) {
      const process = await AgentProcess.start({ dir: project.dir, dataDir, env: outside.env });
      onTestFinished(() => process.kill());
      await askMore(process, world, answers, random);
      for (const answer of answers) void answer.approvalId().then((id) => process.approve(id));
      await (kills < KILLS ? untilWritten(answers, random.between(1, CHUNKS_MAX)) : untilOver(answers));
      await process.kill();
      for (const answer of answers) await answer.noteEnd();
    }
    for (const answer of answers)
      expect({ SEED, faults: await answer.findFaults(outside) }).toEqual({ SEED, faults: [] });
    expect(answers.length).toBeGreaterThanOrEqual(OPEN_ANSWERS);
  },
  120_000 + KILLS * 10_000,
);

/** Until enough answers are under way. */
async function askMore(process: AgentProcess, world: World, answers: AnswerWatch[], random: Random): Promise<void> {
  while (answers.filter(({ reader }) => !reader.isOver).length < OPEN_ANSWERS) {
    const mood = random.chance(0.5) ? FICKLE : 'steady';
    const question = `${mood} question ${answers.length}.`;
    answers.push(new AnswerWatch(world, question, await process.ask(question)));
  }
}

/** Until the answers together have so many chunks more, or all that they will have. */
async function untilWritten(answers: readonly AnswerWatch[], chunks: number): Promise<void> {
  const count = (): number => answers.reduce((sum, { reader }) => sum + reader.chunks.length, 0);
  const enough = count() + chunks;
  const open = answers.filter(({ reader }) => !reader.isOver);
  await Promise.race([untilOver(answers), ...open.map(({ reader }) => reader.until(() => count() >= enough))]);
}

async function untilOver(answers: readonly AnswerWatch[]): Promise<void> {
  await Promise.all(answers.map((answer) => answer.over()));
}
