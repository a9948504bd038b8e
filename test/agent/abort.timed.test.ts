/** Limits of time, which end answers in their midst. Each has to get so far before its limit. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Timeouts } from '../../agent/contract/options.ts';
import { AgentSession, SDKS_AND_REPLAY } from './agent-session.ts';
import { type Bench, layBench, LiveAnswer, playAnswer } from './live-answer.ts';
import { expectAborted, GATED_CALL, startAnswerInText, startAnswerInTool, TEXT } from './stopped-answer.ts';

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  let bench: Bench;
  let count = 0;
  let controlToken: string;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => {
    bench = layBench();
    count += 1;
    controlToken = `control ${count}`;
  });

  // To the answer it is a cancel with another reason, whatever the version of the AI SDK.
  test.runIf(setting.sdk === 6).each([
    ['a text', startAnswerInText],
    ['a tool', startAnswerInTool],
  ])('a run whose time is over in the midst of %s ends the answer, and calls no model again', async (_, start) => {
    const answer = await start(agents, { bench, controlToken, timeout: 1_500 });
    const ending = await answer.ended();
    expect(ending.error).toMatchObject({ cause: { code: 'run_timed_out' } });
    expectAborted(ending, /./);
    expect(answer.models.requests).toHaveLength(1);
    if (start === startAnswerInText) expect(await answer.models.requests[0]!.ended).toBe('client-gone');
  });

  test.each<[string, number | Timeouts]>([
    ['the answer', 1_000],
    ['a call of the model', { stepMs: 1_000 }],
    ['a chunk', { chunkMs: 300 }],
  ])('a model that takes longer than %s may take is stopped, and what it said is kept (%j)', async (_, timeout) => {
    const played = await playAnswer(agents, {
      script: [{ text: TEXT, hangAfter: 2 }, 'Never said.'],
      args: [{ timeout }],
    });
    expectAborted(played, /took longer than|timeout|time/i);
    expect(played.result).toMatchObject({ stoppedBy: 'abort', text: 'It is ' });
    expect(played.models.requests).toHaveLength(1);
    expect(await played.models.requests[0]!.ended).toBe('client-gone');
  });

  test('a tool that takes longer than the answer may take is stopped', async () => {
    const answer = await LiveAnswer.start(agents, {
      script: [GATED_CALL, 'Never said.'],
      args: [{ timeout: { totalMs: 1_000 } }],
    });
    await bench.gates.reached('tool');
    expectAborted(await answer.ended(), /time/i);
    expect(answer.models.requests).toHaveLength(1);
  });

  test('a stop while a call of the model waits for its retry ends the answer, and the call is never made', async () => {
    const busy = { status: 429, headers: { 'retry-after-ms': '1500' } };
    const answer = await LiveAnswer.start(agents, {
      script: [busy, 'Never said.'],
      workflow: 'answerAndMore',
      args: [{ controlToken }, `more ${count}`],
    });
    await answer.happened('step_retrying');
    await agents.project.api.resumeHook(controlToken, { type: 'stop', reason: 'enough' });
    await answer.happened('wait_created');
    // The time that a call has to end by itself is over.
    await answer.run.wakeUp();
    await answer.seen('finish');
    await answer.happened('step_completed');
    await agents.project.api.resumeHook(`more ${count}`);
    const ending = await answer.ended();
    expectAborted(ending, 'enough');
    expect(ending.result).toEqual({ reason: 'enough' });
    expect(answer.models.requests).toHaveLength(1);
  });
});
