import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentSession, type Chunk, SDKS_AND_REPLAY } from './agent-session.ts';
import { layBench, LiveAnswer, playAnswer } from './live-answer.ts';

const call = (name: string, input: unknown = {}) => ({ toolCalls: [{ name, input }] });

/** Chunks about a tool call, without what the model wrote of its input. */
const toolChunks = (chunks: readonly Chunk[]): Chunk[] =>
  chunks.filter(({ type }) => /^tool-(output|input-(error|available))/.test(type));

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  /** Lets the model call one tool; says what the model and the readers learned of it. */
  async function use(name: string, input?: unknown) {
    const { chunks, result, models, error } = await playAnswer(agents, { script: [call(name, input), 'Done.'] });
    expect(error).toBeUndefined();
    return { result, chunks: toolChunks(chunks), output: models.requests[1]!.toolResults[0]!.output };
  }

  test('a tool that is a step gives its result to the model, the readers and the caller', async () => {
    const { result, chunks, output } = await use('weather', { city: 'Oslo' });
    expect(output).toEqual({ city: 'Oslo', degrees: 21 });
    expect(chunks).toMatchObject([
      { type: 'tool-input-available', toolCallId: 'call_1_1', toolName: 'weather', input: { city: 'Oslo' } },
      { type: 'tool-output-available', toolCallId: 'call_1_1', output: { city: 'Oslo', degrees: 21 } },
    ]);
    expect(result.steps[0]).toMatchObject({
      toolCalls: [{ toolName: 'weather', input: { city: 'Oslo' } }],
      toolResults: [{ toolName: 'weather', input: { city: 'Oslo' }, output: { degrees: 21 } }],
    });
    expect(result.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
  });

  test('a tool may sleep, call several steps, and return a text', async () => {
    expect((await use('nap')).output).toBe('rested');
    expect((await use('travel')).output).toBe('Oslo and Rome');
  });

  test('a tool may wait for somebody outside', async () => {
    const answer = await LiveAnswer.start(agents, { script: [call('ask', { token: 'who' }), 'Done.'] });
    await answer.seen('tool-input-available');
    await agents.project.api.resumeHook('who', 'it is me');
    await answer.ended();
    expect(answer.models.requests[1]!.toolResults).toMatchObject([{ output: 'it is me' }]);
  });

  test('a generator shows each value, and its last one is the result', async () => {
    const { chunks, output } = await use('count', { limit: 2 });
    expect(chunks.slice(1)).toMatchObject([
      { output: '1 of 2', preliminary: true },
      { output: '2 of 2', preliminary: true },
      { output: '2 of 2' },
    ]);
    expect(chunks[3]).not.toHaveProperty('preliminary');
    expect(output).toBe('2 of 2');
  });

  test('a tool that returns nothing has answered', async () => {
    const { chunks, result } = await use('shrug');
    expect(chunks[1]).toMatchObject({ type: 'tool-output-available', output: null });
    expect(result.text).toBe('Done.');
  });

  test('what the model reads of a result may differ from what readers see', async () => {
    const { chunks, output } = await use('picture');
    expect(chunks[1]).toMatchObject({ output: { name: 'cat.png', bytes: 'AQID' } });
    expect(JSON.stringify(output)).toContain('a picture, cat.png');
    expect(JSON.stringify(output)).not.toContain('AQID');
  });

  test('a tool that listens hears the input once', async () => {
    const { notes } = layBench();
    await use('listening', { city: 'Oslo' });
    expect(notes).toEqual(['start', '{"city":"Oslo"}', { city: 'Oslo' }]);
  });

  test('a call of a tool that clients do not know is shown as such', async () => {
    const { chunks } = await use('dynamic', { city: 'Oslo' });
    expect(chunks).toMatchObject([{ dynamic: true }, { dynamic: true }]);
  });

  test('a step learns of its call: id, key, conversation, context', async () => {
    const { result } = await playAnswer(agents, {
      script: [call('options'), call('options'), 'Done.'],
      args: [{ experimental_context: { user: 7 } }],
    });
    const [first, second] = result.steps.slice(0, 2).map(({ toolResults }: any) => toolResults[0].output);
    expect(first).toMatchObject({ toolCallId: 'call_1_1', context: { user: 7 }, roles: ['user'], isAborted: false });
    expect(second).toMatchObject({ toolCallId: 'call_2_1', roles: ['user', 'assistant', 'tool'] });
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
  });

  test('every attempt of a call has the same idempotency key', async () => {
    const { notes } = layBench();
    const { output } = await use('charge');
    expect(output).toBe('charged');
    expect(notes).toHaveLength(3);
    expect(new Set(notes.map((note) => String(note).slice(2))).size).toBe(1);
  });

  test('calls of two runs have two idempotency keys, also when the provider gives them the same id', async () => {
    const script = [call('options'), 'Done.'];
    const runs = [await playAnswer(agents, { script }), await playAnswer(agents, { script })];
    const keys = runs.map(({ result }) => result.steps[0].toolResults[0].output.idempotencyKey);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('calls run side by side, each is shown when it ends, and the model gets the results in order', async () => {
    const { gates } = layBench();
    const toolCalls = ['slow', 'fast'].map((gate) => ({ name: 'wait', id: gate, input: { gate } }));
    const answer = await LiveAnswer.start(agents, { script: [{ toolCalls }, 'Done.'] });
    await Promise.all([gates.reached('slow'), gates.reached('fast')]);
    gates.release('fast');
    await answer.seen(({ type, toolCallId }) => type === 'tool-output-available' && toolCallId === 'fast');
    gates.release('slow');
    await answer.ended();
    expect(answer.models.requests[1]!.toolResults.map(({ id }) => id)).toEqual(['slow', 'fast']);
  });

  test('the agent takes up a call of the client when its result is in the conversation', async () => {
    const first = await playAnswer(agents, { script: [{ text: 'Where? ', ...call('locate') }] });
    expect(first.result).toMatchObject({ stoppedBy: 'client-tools', toolCalls: [{ toolName: 'locate' }] });
    expect(first.models.requests).toHaveLength(1);
    expect(toolChunks(first.chunks)).toMatchObject([{ type: 'tool-input-available', toolName: 'locate' }]);
    const part = { toolCallId: 'call_1_1', toolName: 'locate', output: { type: 'text', value: 'In Oslo' } };
    const messages = [...first.result.messages, { role: 'tool', content: [{ type: 'tool-result', ...part }] }];
    const second = await playAnswer(agents, { script: ['I see.'], args: [{ messages }] });
    expect(second.result.text).toBe('I see.');
    expect(second.models.requests[0]!.toolResults).toMatchObject([{ name: 'locate', output: 'In Oslo' }]);
  });

  test('beside a call of the client the agent executes its own, and then waits for the client', async () => {
    const toolCalls = [{ name: 'locate' }, { name: 'weather', input: { city: 'Oslo' } }];
    const { result, chunks, models } = await playAnswer(agents, { script: [{ toolCalls }] });
    expect(result).toMatchObject({ stoppedBy: 'client-tools', toolResults: [{ toolName: 'weather' }] });
    expect(toolChunks(chunks).map(({ type }) => type)).toEqual([
      'tool-input-available',
      'tool-input-available',
      'tool-output-available',
    ]);
    expect(models.requests).toHaveLength(1);
  });
});
