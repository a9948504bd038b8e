import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Timeouts } from '../../agent/contract/options.ts';
import { AgentSession, SDKS_AND_REPLAY, textOf, typesOf } from './agent-session.ts';
import { type Bench, type Ending, layBench, LiveAnswer, playAnswer } from './live-answer.ts';

const TEXT = ['It ', 'is ', 'very ', 'sunny.'];
const GATED_CALL = { toolCalls: [{ name: 'wait', input: { gate: 'tool' } }] };

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  let bench: Bench;
  let count = 0;
  let controlToken: string;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  }, 60_000);
  afterAll(async () => await agents.close());
  beforeEach(() => {
    bench = layBench();
    count += 1;
    controlToken = `control ${count}`;
  });

  const stop = (reason?: string) => agents.project.api.resumeHook(controlToken, { type: 'stop', reason });

  /** An answer whose model has said two words and waits. */
  async function startInText(options: { timeout?: number } = {}): Promise<LiveAnswer> {
    const script = [{ text: TEXT, holdAfter: 2 }, 'Never said.'];
    const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }], options });
    await answer.seen(({ type, delta }) => type === 'text-delta' && delta === 'is ');
    return answer;
  }

  /** An answer whose tool works and does not end. */
  async function startInTool(options: { timeout?: number } = {}): Promise<LiveAnswer> {
    const script = [{ text: 'I wait. ', ...GATED_CALL }, 'Never said.'];
    const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }], options });
    await bench.gates.reached('tool');
    return answer;
  }

  /** Everyone learned once that the answer was aborted, and nothing else. */
  function expectAborted({ chunks, told }: Ending, reason: string | RegExp): void {
    const expected = expect.stringMatching(reason);
    expect(told.filter(({ event }) => event !== 'step')).toMatchObject([{ event: 'abort', reason: expected }]);
    expect(chunks.slice(-2)).toEqual([
      { type: 'abort', reason: expected },
      { type: 'finish', finishReason: 'other' },
    ]);
    expect(typesOf(chunks).filter((type) => type === 'abort' || type === 'error')).toHaveLength(1);
  }

  test('an answer that is aborted before it begins calls nobody', async () => {
    const played = await playAnswer(agents, { script: [], workflow: 'answerThatIsAborted' });
    expectAborted(played, 'Nobody is here any more.');
    expect(played.models.requests).toEqual([]);
    expect(played.result).toMatchObject({ stoppedBy: 'abort', aborted: { reason: 'Nobody is here any more.' } });
  });

  test('a stop in the midst of a text ends the call of the model at once, and what it said is kept', async () => {
    const answer = await startInText();
    await stop('enough');
    const ending = await answer.ended();
    expectAborted(ending, 'enough');
    expect(await answer.models.requests[0]!.ended).toBe('client-gone');
    expect(textOf(ending.chunks)).toBe('It is ');
    expect(typesOf(ending.chunks)).toContain('text-end');
    expect(ending.result).toMatchObject({ aborted: { reason: 'enough' }, stoppedBy: 'abort', text: 'It is ' });
    expect(ending.result.messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ text: 'It is ' }] });
    expect(answer.models.requests).toHaveLength(1);
  });

  test('a stop in the midst of a tool ends the answer at once, and the conversation can go on', async () => {
    const answer = await startInTool();
    await stop();
    const ending = await answer.ended();
    expectAborted(ending, 'It was stopped.');
    expect(ending.result.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ toolName: 'wait', output: { type: 'error-text', value: 'It was aborted.' } }],
    });
    expect(typesOf(ending.chunks)).toContain('tool-output-error');
    expect(answer.models.requests).toHaveLength(1);
  });

  test('a stop tells the tool', async () => {
    const script = [{ toolCalls: [{ name: 'listen' }] }];
    const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }] });
    await bench.gates.reached('listening');
    await stop();
    expect(await bench.noted()).toBe('aborted');
    await answer.ended();
  });

  test('a stop ends a tool that waits for somebody', async () => {
    const script = [{ toolCalls: [{ name: 'ask', input: { token: `nobody ${count}` } }] }];
    const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }] });
    await answer.seen('tool-input-available');
    await stop();
    expectAborted(await answer.ended(), 'It was stopped.');
  });

  test('a second stop changes nothing', async () => {
    const answer = await startInText();
    await Promise.all([stop('enough'), stop('now')]);
    const ending = await answer.ended();
    expectAborted(ending, /enough|now/);
  });

  test('what a tool does after a stop shows nowhere', async () => {
    const script = [{ toolCalls: [{ name: 'drip', input: { gate: 'tool' } }] }, 'Never said.'];
    const answer = await LiveAnswer.start(agents, {
      script,
      workflow: 'answerAndMore',
      args: [{ controlToken, preventClose: true }, `more ${count}`],
    });
    await answer.seen(({ type }) => type === 'tool-output-available');
    await stop();
    await answer.seen('finish');
    bench.gates.release('tool');
    expect(await bench.noted()).toBe('dripped');
    await agents.project.api.resumeHook(`more ${count}`);
    expectAborted(await answer.ended(), 'It was stopped.');
  });

  test('after the answer nobody listens any more', async () => {
    await playAnswer(agents, { script: ['Done.'], args: [{ controlToken }] });
    await expect(stop()).rejects.toMatchObject({ code: 'hook_not_found' });
  });

  test.each([
    ['a text', startInText],
    ['a tool', startInTool],
  ])('cancelling the run in the midst of %s ends the answer, and calls no model again', async (_, start) => {
    const answer = await start();
    await answer.run.cancel({ reason: 'closed' });
    const ending = await answer.ended();
    expect(ending.error).toMatchObject({ name: 'WorkflowRunCancelledError' });
    expectAborted(ending, /cancelled/);
    expect(answer.models.requests).toHaveLength(1);
    if (start === startInText) expect(await answer.models.requests[0]!.ended).toBe('client-gone');
  });

  // To the answer it is a cancel with another reason, whatever the version of the AI SDK.
  test.runIf(setting.sdk === 6).each([
    ['a text', startInText],
    ['a tool', startInTool],
  ])('a run whose time is over in the midst of %s ends the answer, and calls no model again', async (_, start) => {
    const answer = await start({ timeout: 1_500 });
    const ending = await answer.ended();
    expect(ending.error).toMatchObject({ cause: { code: 'run_timed_out' } });
    expectAborted(ending, /./);
    expect(answer.models.requests).toHaveLength(1);
    if (start === startInText) expect(await answer.models.requests[0]!.ended).toBe('client-gone');
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
    await stop('enough');
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
