import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentSession, type Chunk, SDKS_AND_REPLAY, textOf, typesOf } from './agent-session.ts';
import { layBench, LiveAnswer, playAnswer, readAll } from './live-answer.ts';

const call = (name: string, input: unknown = {}) => ({ toolCalls: [{ name, input }] });
/** Retries come at once. */
const AT_ONCE = { headers: { 'retry-after-ms': '1' } };
const DOWN = { status: 500, ...AT_ONCE };

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  describe('a tool', () => {
    test.each([
      ['throws', 'stumble', 'A stone lay there.'],
      ['is a step whose attempts are used up', 'ship', 'No ship left the harbour.'],
    ])('that %s is shown as failed, and the model reads why', async (_, name, reason) => {
      const { models, chunks, result, told } = await playAnswer(agents, { script: [call(name), 'Oh.'] });
      expect(models.requests[1]!.toolResults[0]!.output).toBe(reason);
      expect(chunks).toContainEqual({ type: 'tool-output-error', toolCallId: 'call_1_1', errorText: reason });
      expect(result).toMatchObject({ text: 'Oh.', steps: [{ toolErrors: [{ toolName: name }], toolResults: [] }, {}] });
      expect(told.map(({ event }) => event)).toEqual(['step', 'step', 'finish']);
    });

    test('that is a step is tried again as often as the step says', async () => {
      const { notes } = layBench();
      await playAnswer(agents, { script: [call('ship'), 'Oh.'] });
      expect(notes).toEqual([1, 2]);
    });

    test.each(['burn', 'burnInWorkflow'])('that fails for good ends the answer (%s)', async (name) => {
      const { notes } = layBench();
      const { models, chunks, error, told } = await playAnswer(agents, { script: [call(name), 'Never said.'] });
      expect(error).toMatchObject({ cause: { message: 'The house is on fire.' } });
      expect(models.requests).toHaveLength(1);
      expect(notes).toHaveLength(1);
      expect(told).toEqual([{ event: 'error', message: 'The house is on fire.' }]);
      expect(typesOf(chunks).slice(-3)).toEqual(['tool-output-error', 'error', 'finish']);
      expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'error' });
    });
  });

  describe('a model', () => {
    test('that refuses a request is asked once, and everyone is told once', async () => {
      const { models, chunks, error, told } = await playAnswer(agents, {
        script: [{ status: 400, error: 'max_tokens is too large' }],
      });
      expect(models.requests).toHaveLength(1);
      expect(error).toMatchObject({
        cause: { name: 'AgentModelError', code: 'agent_model_refused', statusCode: 400, fix: expect.any(String) },
      });
      expect(told).toEqual([{ event: 'error', message: expect.stringContaining('max_tokens is too large') }]);
      expect(chunks).toEqual([
        { type: 'start', messageId: expect.any(String) },
        { type: 'error', errorText: expect.stringContaining('max_tokens is too large') },
        { type: 'finish', finishReason: 'error' },
      ]);
    });

    test('that is down for a moment is asked again, and nobody is told', async () => {
      const { models, chunks, result, told } = await playAnswer(agents, { script: [DOWN, DOWN, 'Here I am.'] });
      expect(models.requests).toHaveLength(3);
      expect(result.text).toBe('Here I am.');
      expect(typesOf(chunks).filter((type) => type === 'start' || type === 'start-step')).toHaveLength(2);
      expect(told.map(({ event }) => event)).toEqual(['step', 'finish']);
    });

    test.each([
      [undefined, 3],
      [1, 2],
      [0, 1],
    ])('that stays down with maxRetries %s is asked %i times, and everyone is told once', async (maxRetries, calls) => {
      const { models, chunks, error, told } = await playAnswer(agents, {
        script: [{ ...DOWN, repeat: 9 }],
        args: [{}, maxRetries === undefined ? {} : { maxRetries }],
      });
      expect(models.requests).toHaveLength(calls);
      expect(error).toMatchObject({ cause: { name: 'AgentModelError', code: 'agent_model_unavailable' } });
      expect(told.map(({ event }) => event)).toEqual(['error']);
      expect(typesOf(chunks).slice(-2)).toEqual(['error', 'finish']);
      expect(typesOf(chunks).filter((type) => type === 'error')).toHaveLength(1);
    });

    test('that breaks off in the midst of a text is asked again, and readers see the text once', async () => {
      const text = ['It ', 'is ', 'very ', 'sunny.'];
      const { models, chunks, result, run } = await playAnswer(agents, {
        script: [{ text, dieAfter: 2, ...AT_ONCE }, { text }],
      });
      expect(models.requests).toHaveLength(2);
      expect(textOf(chunks)).toBe('It is very sunny.');
      expect(result.text).toBe('It is very sunny.');
      expect(typesOf(chunks).filter((type) => type === 'text-start')).toHaveLength(1);
      expect(await readAll(run.readable)).toEqual(chunks);
    });

    test('that says something else the second time: who reads later sees only that', async () => {
      const { result, run } = await playAnswer(agents, {
        script: [{ text: ['It ', 'rains.', ' Or'], dieAfter: 2, ...AT_ONCE }, { text: ['It ', 'snows.'] }],
      });
      expect(result.text).toBe('It snows.');
      expect(textOf((await readAll(run.readable)) as Chunk[])).toBe('It snows.');
    });

    test('that breaks off after a tool call is asked again before the tool runs', async () => {
      const { notes } = layBench();
      const toolCalls = [{ name: 'count', input: { limit: 1 } }];
      const { models, chunks, result } = await playAnswer(agents, {
        script: [{ text: 'So: ', toolCalls, dieAfter: 99, ...AT_ONCE }, { text: 'So: ', toolCalls }, 'Done.'],
      });
      expect(models.requests.map(({ attempt, step }) => [step, attempt])).toEqual([
        [0, 1],
        [0, 2],
        [1, 1],
      ]);
      expect(notes).toEqual(['counted']);
      expect(typesOf(chunks).filter((type) => type === 'tool-input-available')).toHaveLength(1);
      expect(result.text).toBe('Done.');
    });

    test('that fails within its answer is asked again', async () => {
      const text = ['It ', 'is ', 'sunny.'];
      const { models, result, told } = await playAnswer(agents, { script: [{ text, errorAfter: 1 }, { text }] });
      expect(models.requests).toHaveLength(2);
      expect(result.text).toBe('It is sunny.');
      expect(told.map(({ event }) => event)).toEqual(['step', 'finish']);
    });

    test('that asks for a long wait gets it, and nothing runs meanwhile', async () => {
      const hour = { status: 429, headers: { 'retry-after': '3600' } };
      const begunAt = Date.now();
      const answer = await LiveAnswer.start(agents, { script: [hour, 'Here I am.'] });
      const { retryAt } = await answer.happened('step_retrying');
      expect(retryAt).toBeGreaterThanOrEqual(begunAt + 3_600_000);
      expect(retryAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
      expect(answer.models.requests).toHaveLength(1);
      await answer.run.cancel();
      await answer.ended();
      expect(answer.models.requests).toHaveLength(1);
    });

    test('whose failure the workflow catches has ended the answer, and the workflow goes on', async () => {
      const { result } = await playAnswer(agents, { script: [{ status: 400 }], workflow: 'answerThatIsCaught' });
      expect(result).toMatch(/^caught: The model ".*" refused the call/);
    });
  });
});
