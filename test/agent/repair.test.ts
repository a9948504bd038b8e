import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScriptedReply } from '../../agent/testing/reply.ts';
import { AgentSession, SDKS_AND_REPLAY } from './agent-session.ts';
import { layBench, playAnswer, type AnswerPlan } from './live-answer.ts';

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  /** The model makes a call that is wrong in some way; says what it and the readers learned of it. */
  async function misuse(
    toolCall: { name: string; input?: unknown; rawInput?: string },
    plan: Partial<AnswerPlan> = {},
  ) {
    const script: ScriptedReply[] = [{ toolCalls: [toolCall] }, 'Done.'];
    const { chunks, result, models, error, told } = await playAnswer(agents, { script, ...plan });
    expect(error).toBeUndefined();
    const toolChunks = chunks.filter(({ type }) => /^tool-(output|input-(error|available))/.test(type));
    return { result, chunks: toolChunks, request: models.requests[1]!, told };
  }

  test('of a tool that there is not the model hears which there are, and goes on', async () => {
    const { chunks, request, result } = await misuse({ name: 'wether', input: { city: 'Oslo' } });
    expect(request.toolResults[0]!.output).toContain("unavailable tool 'wether'");
    expect(request.toolResults[0]!.output).toContain('weather');
    expect(chunks).toMatchObject([{ type: 'tool-input-error', toolName: 'wether', input: { city: 'Oslo' } }]);
    expect(result).toMatchObject({
      text: 'Done.',
      steps: [{ toolCalls: [{ invalid: true }], toolErrors: [{ toolName: 'wether' }], toolResults: [] }, {}],
    });
  });

  test('of an input that is no JSON the model hears why, and the history is one that providers take', async () => {
    const { chunks, request } = await misuse({ name: 'weather', rawInput: '{"city": "Os' });
    expect(request.toolResults[0]!.output).toMatch(/^Invalid input for tool weather: (?!Invalid input).*JSON/);
    expect(chunks).toMatchObject([{ type: 'tool-input-error', toolName: 'weather', input: '{"city": "Os' }]);
    expect(request.messages.at(-2)!.toolCalls[0]!.input).toEqual({});
  });

  test('an input that does not fit the schema does not reach the tool, and the model hears where it is wrong', async () => {
    const { chunks, request } = await misuse({ name: 'weather', input: { city: 5 } });
    expect(request.toolResults[0]!.output).toMatch(/Invalid input for tool weather: city: .*string/);
    expect(chunks).toMatchObject([{ type: 'tool-input-error', errorText: expect.stringContaining('city') }]);
  });

  test('a check of the schema may take its time', async () => {
    const { request } = await misuse({ name: 'order', input: { id: '7', amount: 200 } });
    expect(request.toolResults[0]!.output).toContain('amount: too many');
  });

  test('the tool gets what the schema makes of the input', async () => {
    const { request } = await misuse({ name: 'order', input: { id: '7' } });
    expect(request.toolResults[0]!.output).toEqual({ ordered: { id: 7, amount: 1 } });
  });

  test('a call that was repaired is made, and is in the history and the stream as it was made', async () => {
    const { chunks, request, told } = await misuse(
      { name: 'wether', input: { town: 'Oslo' } },
      { workflow: 'repairingAnswer', args: ['mend'] },
    );
    expect(request.toolResults).toMatchObject([{ name: 'weather', output: { city: 'Oslo', degrees: 21 } }]);
    expect(request.messages.at(-2)!.toolCalls).toMatchObject([{ name: 'weather', input: { city: 'Oslo' } }]);
    expect(chunks).toMatchObject([
      { type: 'tool-input-available', toolName: 'weather', input: { city: 'Oslo' } },
      { type: 'tool-output-available' },
    ]);
    expect(told[0]).toEqual({
      event: 'repair',
      toolCall: { type: 'tool-call', toolCallId: 'call_1_1', toolName: 'wether', input: '{"town":"Oslo"}' },
      required: ['city'],
      error: 'AI_NoSuchToolError',
      roles: ['user'],
      system: 'You are brief.',
      isKnown: false,
    });
  });

  test('an input that is no JSON can be repaired, also by a step', async () => {
    const { request } = await misuse(
      { name: 'weather', rawInput: '{"city": "Os' },
      { workflow: 'repairingAnswer', args: ['ask'] },
    );
    expect(request.toolResults[0]!.output).toEqual({ city: 'Oslo', degrees: 21 });
  });

  test.each([
    ['gives up', 'giveUp', "unavailable tool 'wether'"],
    ['fails', 'fail', 'The repair of a tool call failed: The tools are out of order.'],
    ['makes a call that does not fit', 'worsen', 'Invalid input for tool weather'],
    ['makes an input that is no JSON', 'breakJson', 'Invalid input for tool weather'],
  ])('when the repair %s, the model is told', async (_, repair, reason) => {
    const plan = { workflow: 'repairingAnswer', args: [repair] };
    const { chunks, request, result } = await misuse({ name: 'wether', input: { city: 'Oslo' } }, plan);
    expect(request.toolResults[0]!.output).toContain(reason);
    expect(chunks).toMatchObject([{ type: 'tool-input-error' }]);
    expect(result.text).toBe('Done.');
  });
});
