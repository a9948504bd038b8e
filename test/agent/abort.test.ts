import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentSession, SDKS_AND_REPLAY, textOf, typesOf } from './agent-session.ts';
import { expectAborted, startAnswerInText, startAnswerInTool } from './stopped-answer.ts';
import { type Bench, layBench, LiveAnswer, playAnswer } from './live-answer.ts';

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

  const stop = (reason?: string) => agents.project.api.resumeHook(controlToken, { type: 'stop', reason });

  const startInText = () => startAnswerInText(agents, { controlToken });
  const startInTool = () => startAnswerInTool(agents, { controlToken, bench });

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
});
