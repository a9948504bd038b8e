/**
 * How an answer goes on and ends, what may change on the way, and who is told. Rows of the requirements' tables are
 * named in brackets.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentSession, type Chunk, SDKS_AND_REPLAY, typesOf } from './agent-session.ts';

const WEATHER = { name: 'weather', input: { city: 'Oslo' } };
const NAP = { name: 'nap', input: { ms: 1 } };
const ROUND = [{ toolCalls: [WEATHER] }, 'Done.'];

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', setting);
  });
  afterAll(async () => await agents?.close());

  test('an answer without calls ends the answer', async () => {
    const { result, models } = await agents.play(['Hm.'], 'ask');
    expect(result).toMatchObject({ text: 'Hm.', finishReason: 'stop', stoppedBy: 'finish', toolCalls: [] });
    expect(models.requests).toHaveLength(1);
  });

  test('the model gets the result of each call of a tool, one round after the other [tools, execute]', async () => {
    const rounds = [{ toolCalls: [WEATHER] }, { toolCalls: [NAP] }, { toolCalls: [WEATHER] }, 'Done.'];
    const { result, models } = await agents.play(rounds, 'ask');
    expect(models.requests.map(({ toolResults }) => toolResults.map(({ output }) => output))).toEqual([
      [],
      [{ city: 'Oslo', degrees: 21 }],
      ['slept 1'],
      [{ city: 'Oslo', degrees: 21 }],
    ]);
    expect(result.steps.map(({ stepNumber, toolResults }: any) => [stepNumber, toolResults.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
    expect(result.text).toBe('Done.');
  });

  test('calls of one answer run side by side: each is shown when it ends, and told in the order of the calls', async () => {
    const { result, chunks, models } = await agents.play(
      [{ toolCalls: [{ name: 'slow' }, { name: 'fast' }] }, 'Done.'],
      'sideBySide',
    );
    const shown = chunks.filter(({ type }) => type === 'tool-output-available').map(({ output }) => output);
    expect(shown).toEqual(['fast', 'slow']);
    expect(result.steps[0].toolResults.map(({ output }: any) => output)).toEqual(['slow', 'fast']);
    expect(models.requests[1]!.toolResults.map(({ output }) => output)).toEqual(['slow', 'fast']);
  });

  test('the answer ends after so many calls of the model, when their tools have run [maxSteps]', async () => {
    const { result, models } = await agents.play([{ toolCalls: [WEATHER] }, 'Never said.'], 'ask', { maxSteps: 1 });
    expect(models.requests).toHaveLength(1);
    expect(result).toMatchObject({ stoppedBy: 'maxSteps', finishReason: 'tool-calls' });
    expect(result.toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Oslo' } }]);
    expect(result.toolResults).toMatchObject([{ toolName: 'weather', output: { city: 'Oslo', degrees: 21 } }]);
    expect(result.messages.map(({ role }: any) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  test.each(['stepCountIs(2)', 'hasToolCall', 'a function', 'a function that waits', 'a list', 'results'])(
    'the answer ends when a condition is met: %s [stopWhen]',
    async (condition) => {
      const rounds = [{ toolCalls: [WEATHER] }, { toolCalls: [NAP] }, 'Never said.'];
      const { result, models } = await agents.play(rounds, 'stopWhen', condition);
      expect(models.requests).toHaveLength(2);
      expect(result.stoppedBy).toBe('stopWhen');
    },
  );

  test.each(['stop', 'other', 'length'])('tools run also when the model ends with the reason "%s"', async (reason) => {
    const rounds = [{ text: 'Look: ', toolCalls: [WEATHER], finishReason: reason }, 'Done.'];
    const { result, models } = await agents.play(rounds, 'askWithTools');
    expect(models.requests).toHaveLength(2);
    expect(result.steps[0]).toMatchObject({ finishReason: reason, toolResults: [{ output: { degrees: 21 } }] });
    expect(result.text).toBe('Done.');
  });

  test('it is told of the conversation, the number of the step and those before [prepareStep]', async () => {
    const { result } = await agents.play(ROUND, 'prepared', []);
    expect(result.asked).toEqual([
      { roles: ['user'], stepNumber: 0, steps: 0 },
      { roles: ['user', 'assistant', 'tool'], stepNumber: 1, steps: 1 },
    ]);
  });

  test('what it gives counts for one step: system, settings, tools and their choice [prepareStep]', async () => {
    const change = {
      system: 'Be kind.',
      temperature: 0.9,
      maxOutputTokens: 5,
      activeTools: ['weather'],
      toolChoice: 'required',
    };
    const { models } = await agents.play(ROUND, 'prepared', [change]);
    const [first, second] = models.requests;
    expect(first).toMatchObject({
      system: 'Be kind.',
      settings: { temperature: 0.9, maxOutputTokens: 5 },
      toolChoice: 'required',
    });
    expect(first!.tools.map(({ name }) => name)).toEqual(['weather']);
    expect(second).toMatchObject({ system: 'Be brief.', settings: { temperature: 0.1 } });
    expect(second!.settings).not.toHaveProperty('maxOutputTokens');
    expect(second!.tools.map(({ name }) => name)).toEqual(['weather', 'nap']);
    expect(second!.toolChoice).not.toBe('required');
  });

  test('messages that it gives are sent in that step, and the result has all [prepareStep]', async () => {
    const shorter = [{ role: 'user', content: 'Short' }];
    const { models, result } = await agents.play(ROUND, 'prepared', [{ messages: shorter }]);
    expect(models.requests[0]!.messages.map(({ text }) => text)).toEqual(['Short']);
    expect(models.requests[1]!.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hi'],
      ['assistant', ''],
      ['tool', ''],
    ]);
    expect(result.result.messages[0]).toEqual({ role: 'user', content: 'Hi' });
  });

  test('a context that it gives stays [prepareStep, experimental_context]', async () => {
    const { result } = await agents.play(ROUND, 'prepared', [{ experimental_context: { tenant: 3 } }]);
    expect(result.asked).toMatchObject([{}, { experimental_context: { tenant: 3 } }]);
  });

  test('it may give another model, by a step or of workflow/agent/providers [prepareStep]', async () => {
    const { models } = await agents.play(ROUND, 'otherModel');
    expect(models.requests.map(({ model }) => model)).toEqual(['scripted/other', 'scripted/gateway-model']);
    const server = await agents.serve(['Hm.']);
    await (
      await agents.project.start('modelOfProvider', server.openai.baseURL)
    ).returnValue;
    expect(server.requests.map(({ model }) => model)).toEqual(['by-provider']);
  });

  test('it may give a function that gives a model [prepareStep, model]', async () => {
    const { models, error } = await agents.play(ROUND, 'modelsByFunctions', 'scripted/first');
    expect(error).toBeUndefined();
    expect(models.requests.map(({ model }) => model)).toEqual(['scripted/first', 'scripted/1']);
  });

  test('it may be a step [prepareStep]', async () => {
    const { models, error } = await agents.play(ROUND, 'preparedByStep');
    expect(error).toBeUndefined();
    expect(models.requests.map(({ messages }) => messages[0]!.text)).toEqual([
      'Recalled on the host for step 0.',
      'Recalled on the host for step 1.',
    ]);
  });

  test('that of the call comes after that of the agent and counts more [prepareStep]', async () => {
    const { models } = await agents.play(['Hm.'], 'preparedTwice');
    expect(models.requests[0]).toMatchObject({ settings: { temperature: 0.9, topK: 3 }, system: '2 messages' });
    expect(models.requests[0]!.messages).toHaveLength(2);
  });

  test('it cannot change the conversation in place [prepareStep]', async () => {
    const { models, error } = await agents.play(ROUND, 'changeInPlace');
    expect(error).toBeUndefined();
    expect(models.requests[1]!.messages).toHaveLength(3);
  });

  test('what it gives is checked as options are [prepareStep]', async () => {
    const wrong = await agents.play(ROUND, 'prepared', [{ topP: 7 }]);
    expect(wrong.error.cause).toMatchObject({ code: 'agent_option_invalid' });
    const empty = await agents.play(ROUND, 'prepared', [{ messages: [] }]);
    expect(empty.error.cause).toMatchObject({ code: 'agent_option_invalid' });
    const unknown = await agents.play(ROUND, 'prepared', [{ activeTools: ['wether'] }]);
    expect(unknown.error.cause).toMatchObject({ code: 'agent_tool_unknown' });
  });

  test('those of the agent come before those of the call, and steps in them run once [onStepFinish, onFinish]', async () => {
    const noted: string[] = [];
    const usage = { inputTokens: 3, outputTokens: 2 };
    Object.assign(globalThis, { noted });
    await agents.play(
      [
        { toolCalls: [WEATHER], usage },
        { text: 'Done.', usage },
      ],
      'tellAll',
      'noted',
    );
    expect(noted).toEqual([
      'agent: step 0',
      'call: step 0 tool-calls',
      'agent: step 1',
      'call: step 1 stop',
      'agent: finish Done.',
      'call: finish 2 stop 10',
    ]);
  });

  test('of a failure onError is told once, and onFinish never [onError, onFinish]', async () => {
    const { result, chunks } = await agents.play([{ status: 400, error: 'Bad.' }], 'tellOfFailure');
    expect(result).toEqual(['error: agent_model_refused', 'thrown: agent_model_refused']);
    expect(typesOf(chunks).slice(-2)).toEqual(['error', 'finish']);
    expect(chunks.at(-1)!['finishReason']).toBe('error');
  });

  test('of an abort onAbort is told once, and neither onError nor onFinish [onAbort]', async () => {
    const { result, chunks, models } = await agents.play(['Never said.'], 'stopAtOnce');
    expect(result).toEqual({ told: ['abort: Not today.'], aborted: { reason: 'Not today.' }, steps: [] });
    expect(models.requests).toEqual([]);
    expect(chunks.map(({ type }: Chunk) => type)).toEqual(['start', 'abort', 'finish']);
  });

  test('an error in onStepFinish ends the answer as a failure [onStepFinish]', async () => {
    const { result, chunks } = await agents.play(['Hm.'], 'failIn', 'onStepFinish');
    expect(result.told).toEqual(['onStepFinish', 'error: The callback failed.']);
    expect(result.thrown).toBe('The callback failed.');
    expect(typesOf(chunks).slice(-2)).toEqual(['error', 'finish']);
    expect(JSON.stringify(chunks)).not.toContain('The callback failed.');
  });

  test('an error in onFinish rejects the call, though readers have a whole answer [onFinish]', async () => {
    const { result, chunks } = await agents.play(['Hm.'], 'failIn', 'onFinish');
    expect(result).toEqual({ told: ['onFinish'], thrown: 'The callback failed.' });
    expect(typesOf(chunks).slice(-2)).toEqual(['finish-step', 'finish']);
    expect(chunks.at(-1)!['finishReason']).toBe('stop');
  });

  test('an error in onError is printed, and the first one counts [onError]', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { result, chunks } = await agents.play([{ status: 400, error: 'Bad.' }], 'failInOnError');
    expect(result).toBe('agent_model_refused');
    expect(typesOf(chunks).slice(-2)).toEqual(['error', 'finish']);
    const texts = printed.mock.calls.map(([text]) => String(text));
    expect(texts.filter((text) => text.includes('The callback failed.'))).toHaveLength(1);
    printed.mockRestore();
  });
});
