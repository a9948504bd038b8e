import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ControlMessage } from '../../agent/contract/control.ts';
import { AgentSession, LIVE_AND_REPLAY, typesOf } from './agent-session.ts';
import { type Bench, layBench, LiveAnswer } from './live-answer.ts';

const GATED_CALL = { toolCalls: [{ name: 'wait', input: { gate: 'tool' } }] };
const says = (content: string) => ({ role: 'user' as const, content });

describe.each(LIVE_AND_REPLAY)('with %s', (setting) => {
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

  const send = (message: ControlMessage) => agents.project.api.resumeHook(controlToken, message);

  /** An answer whose tool waits at its gate. */
  async function startInTool(replies: (string | object)[], options: object = {}): Promise<LiveAnswer> {
    const script = [GATED_CALL, ...replies];
    const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken, ...options }] });
    await bench.gates.reached('tool');
    return answer;
  }

  /** The conversation of the n-th call of the model, in short. */
  const conversation = ({ models }: LiveAnswer, call: number): string[] =>
    models.requests[call]!.messages.map(({ role, text }) => `${role}: ${text}`);

  test('what the user says meanwhile comes before the next call of the model, after the results of the tools', async () => {
    const answer = await startInTool(['Yes, Rome.']);
    await send({ type: 'steer', message: says('Rome, please.') });
    bench.gates.release('tool');
    const { result, chunks } = await answer.ended();
    expect(conversation(answer, 1)).toEqual(['user: Hi', 'assistant: ', 'tool: ', 'user: Rome, please.']);
    expect(result.messages.map(({ role }: any) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(chunks).toContainEqual({ type: 'data-workflow-steered', data: { message: says('Rome, please.') } });
  });

  test.each(['steer', 'follow-up'] as const)(
    'what the user says during the last answer is answered, too (%s)',
    async (type) => {
      const script = [{ text: ['One ', 'two.'], holdAfter: 1 }, 'Three.'];
      const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }] });
      const held = await answer.models.held();
      await send({ type, message: says('And then?') });
      held.release();
      const { result } = await answer.ended();
      expect(conversation(answer, 1)).toEqual(['user: Hi', 'assistant: One two.', 'user: And then?']);
      expect(result).toMatchObject({ text: 'Three.', stoppedBy: 'finish' });
    },
  );

  test('a message for later waits until the agent would have finished', async () => {
    const answer = await startInTool(['Found it.', 'Sent it.']);
    await send({ type: 'follow-up', message: says('Then send it.') });
    bench.gates.release('tool');
    const { result } = await answer.ended();
    expect(conversation(answer, 1)).toEqual(['user: Hi', 'assistant: ', 'tool: ']);
    expect(conversation(answer, 2).slice(-2)).toEqual(['assistant: Found it.', 'user: Then send it.']);
    expect(result.text).toBe('Sent it.');
  });

  test('messages of the user do not lift the limit of calls', async () => {
    const answer = await startInTool(['Found it.', 'Never said.'], { maxSteps: 2 });
    await send({ type: 'follow-up', message: says('Then send it.') });
    bench.gates.release('tool');
    const { result } = await answer.ended();
    expect(answer.models.requests).toHaveLength(2);
    expect(result).toMatchObject({ text: 'Found it.', stoppedBy: 'maxSteps' });
  });

  test('while the client owes a result the model is not asked, whatever the user says', async () => {
    const toolCalls = [...GATED_CALL.toolCalls, { name: 'locate' }];
    const answer = await LiveAnswer.start(agents, { script: [{ toolCalls }, 'Never said.'], args: [{ controlToken }] });
    await bench.gates.reached('tool');
    await send({ type: 'follow-up', message: says('Go on.') });
    bench.gates.release('tool');
    const { result } = await answer.ended();
    expect(answer.models.requests).toHaveLength(1);
    expect(result.stoppedBy).toBe('client-tools');
  });

  test.each([
    [null],
    ['stop'],
    [{ type: 'dance' }],
    [{ type: 'steer' }],
    [{ type: 'steer', message: { role: 'robot' } }],
  ])('an agent goes on when it is sent what it does not understand: %j', async (payload) => {
    const answer = await startInTool(['Done.']);
    await send(payload as never);
    await send({ type: 'steer', message: says('Rome, please.') });
    bench.gates.release('tool');
    expect((await answer.ended()).result.text).toBe('Done.');
    expect(conversation(answer, 1).at(-1)).toBe('user: Rome, please.');
  });

  test('two agents cannot have the same token', async () => {
    const first = await startInTool(['Done.']);
    const second = await LiveAnswer.start(agents, { script: ['Never said.'], args: [{ controlToken }] });
    const { error, told } = await second.ended();
    expect(error).toMatchObject({ cause: { name: 'HookConflictError' } });
    expect(told.at(-1)).toMatchObject({ event: 'error' });
    await send({ type: 'stop' });
    await first.ended();
  });

  test('without limits of its own an answer ends after 50 calls, and says why', async () => {
    const answer = await LiveAnswer.start(agents, { script: [{ toolCalls: [{ name: 'shrug' }], repeat: 60 }] });
    const { result } = await answer.ended();
    expect(answer.models.requests).toHaveLength(50);
    expect(result.stoppedBy).toBe('default-limit');
  });

  describe('a budget', () => {
    const usage = { inputTokens: 40, outputTokens: 20 };
    const call = { toolCalls: [{ name: 'shrug' }], usage };

    const startWith = (budget: object): Promise<LiveAnswer> =>
      LiveAnswer.start(agents, {
        script: [call, call, { text: 'Done.', usage }],
        args: [{ controlToken, budget }],
      });

    test.each([
      [{ maxTokens: 100 }, 2],
      [{ maxTokens: 60 }, 1],
      [{ maxSteps: 1 }, 1],
    ])('of %j ends the answer before the next call', async (budget, calls) => {
      const answer = await startWith(budget);
      const { result, told } = await answer.ended();
      expect(answer.models.requests).toHaveLength(calls);
      expect(result).toMatchObject({ stoppedBy: 'budget', totalUsage: { totalTokens: 60 * calls } });
      expect(result.messages.at(-1).role).toBe('tool');
      expect(told.at(-1)!.event).toBe('finish');
    });

    test.each([
      ['so many tokens', { maxTokens: 100 }],
      ['as many again', undefined],
    ])('that pauses waits until somebody allows %s more', async (_, budget) => {
      const answer = await startWith({ maxTokens: 100, onExceeded: 'pause' });
      expect(await answer.seen('data-workflow-paused')).toMatchObject({ data: { usage: { totalTokens: 120 } } });
      expect(answer.models.requests).toHaveLength(2);
      await send({ type: 'resume', ...(budget && { budget }) });
      const { result, chunks } = await answer.ended();
      expect(result).toMatchObject({ text: 'Done.', stoppedBy: 'finish' });
      expect(typesOf(chunks).filter((type) => type === 'data-workflow-paused')).toHaveLength(1);
    });

    test('that pauses again and again allows the same each time', async () => {
      const script = [call, call, call, { text: 'Done.', usage }];
      const budget = { maxTokens: 60, onExceeded: 'pause' };
      const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken, budget }] });
      for (const used of [60, 120, 180]) {
        await answer.seen(({ type, data }) => type === 'data-workflow-paused' && data.usage.totalTokens === used);
        await send({ type: 'resume' });
      }
      expect((await answer.ended()).result.text).toBe('Done.');
    });

    test('that pauses can be stopped', async () => {
      const answer = await startWith({ maxSteps: 1, onExceeded: 'pause' });
      await answer.seen('data-workflow-paused');
      await send({ type: 'stop', reason: 'too dear' });
      expect((await answer.ended()).result).toMatchObject({ stoppedBy: 'abort', aborted: { reason: 'too dear' } });
    });
  });
});
