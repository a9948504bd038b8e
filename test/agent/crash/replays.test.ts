/** An answer that waits is replayed a hundred times: nothing is called, done, written or named anew. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Build } from '../../../runtime/contract/build.ts';
import type { World } from '../../../runtime/world/world.ts';
import { ProcessLife } from '../../crash-points/process-life.ts';
import type { AgentProject } from '../agent-project.ts';
import { readAnswer } from './answer-stream.ts';
import { AnswerWatch } from './answer-watch.ts';
import { buildCrashProject, loadBuild, openOutside, WORKFLOW_ID } from './crash-project.ts';
import { STEPS } from './script.ts';
import { LeapingTime, startProcess } from './simulated-process.ts';

const REPLAYS = 100;
const QUESTION = 'Where is my money?';

let project: AgentProject;
let build: Build;
beforeAll(async () => {
  project = await buildCrashProject();
  build = await loadBuild(project);
});
afterAll(() => project?.remove());

describe.each([
  ['in a process that keeps no runs in memory', false],
  ['in as many processes, one after the other', true],
])('%s', (_, isReopened) => {
  test('a hundred replays call no model and no tool, and readers see no difference', async () => {
    const outside = await openOutside();
    onTestFinished(() => outside.close());
    Object.assign(process.env, outside.env);
    const world: World = await project.runtime.createWorld({ kind: 'memory' });
    await world.open();
    const time = new LeapingTime();
    const open = async (): Promise<ProcessLife> => {
      const life = new ProcessLife();
      await startProcess({ project, build, world, time, life, env: { WORKFLOW_LIVE_RUNS: '0' } });
      return life;
    };

    let life = await open();
    const { runId } = await project.api.start({ workflowId: WORKFLOW_ID }, [QUESTION]);
    const answer = new AnswerWatch(world, QUESTION, runId as never);
    const approvalId = await answer.approvalId();
    const before = { calls: outside.models.requests.length, chunks: await readAnswer(world, answer.runId) };
    for (let replays = 1; replays <= REPLAYS; replays += 1) {
      if (isReopened) {
        life.end();
        time.leap();
        life = await open();
      }
      // The agent is not paused, so nothing follows from it; to see that, the workflow is replayed.
      await project.api.resumeHook(await controlToken(world, answer), { type: 'resume' });
      await answer.untilEvents('hook_received', replays);
    }
    const after = { calls: outside.models.requests.length, chunks: await readAnswer(world, answer.runId) };
    expect(after).toEqual(before);

    await project.api.resumeHook(approvalId, { approved: true });
    expect(await answer.findFaults(outside)).toEqual([]);
    expect(outside.models.requests.filter(({ attempt }) => attempt === 1)).toHaveLength(STEPS);
    life.end();
    await world.close();
  });
});

/** Of the hook by which an answer is steered. */
async function controlToken(world: World, { runId }: AnswerWatch): Promise<string> {
  const opened = (await world.readJournal(runId)).find((event) => event.type === 'hook_created');
  return opened!.token;
}
