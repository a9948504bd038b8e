/** The page's messages can be saved and sent again, whatever ended the calls of tools in them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleApprovals } from '../../agent/contract/settle-approvals.ts';
import { AgentSession, type Chunk, foldChunks, importSdk, SDKS } from './agent-session.ts';
import { layBench, LiveAnswer } from './live-answer.ts';
import { startAnswerInTool } from './stopped-answer.ts';

describe.each(SDKS)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  /** The last part about a tool, after the AI SDK has taken the messages and made messages for a model of them. */
  const lastCall = async (chunks: Chunk[]): Promise<unknown> => {
    const { convertToModelMessages, validateUIMessages } = await importSdk(setting);
    const shown = chunks.filter(({ type }) => type !== 'error');
    const folded = JSON.parse(JSON.stringify(await foldChunks(setting, shown)));
    const messages = await validateUIMessages({ messages: settleApprovals(folded) });
    await convertToModelMessages(messages);
    const { state, approval } = (messages[0]!.parts as Chunk[]).findLast(({ type }) => type.startsWith('tool-'))!;
    return setting.sdk === 5 ? state : [state, approval?.['approved'], approval?.['reason']];
  };

  const controlToken = 'the page';
  type End = (answer: LiveAnswer, approvalId: string) => Promise<unknown>;
  const respond =
    (given: object): End =>
    async (_, id) =>
      await agents.project.api.resumeHook(id, given);
  const reason = 'by e-mail';

  test.each<[string, string, End, string, boolean?, string?]>([
    ['is approved', 'pay', respond({ approved: true, reason }), 'output-available', true, reason],
    ['is denied', 'pay', respond({ approved: false, reason }), 'output-denied', false, reason],
    ['expires', 'paySoon', async () => {}, 'output-denied', false, 'Nobody approved it in time.'],
    ['cannot be asked for', 'payUnasked', async () => {}, 'output-denied', false, 'Nobody is here.'],
    [
      'is awaited when the answer is stopped',
      'pay',
      async () => await agents.project.api.resumeHook(controlToken, { type: 'stop' }),
      'output-denied',
      false,
      'It was aborted.',
    ],
    [
      'is awaited when the run is cancelled',
      'pay',
      async ({ run }) => await run.cancel(),
      'output-denied',
      false,
      'It was aborted.',
    ],
  ])('an approval that %s', async (_, tool, end, state, approved, why) => {
    const script = [{ toolCalls: [{ name: tool, input: { amount: 7 } }] }, 'Done.'];
    const answer = await LiveAnswer.start(agents, { script, workflow: 'payingAnswer', args: [{ controlToken }] });
    const { approvalId, data } = await answer.seen(({ type }) => /approval/.test(type));
    await end(answer, approvalId ?? data.approvalId);
    const { chunks } = await answer.ended();
    // Clients of version 6 do not learn why somebody else has denied a call, and those of 5 know no approvals.
    const shown = setting.sdk === 7 ? why : undefined;
    const failed = state === 'output-denied' ? 'output-error' : state;
    expect(await lastCall(chunks)).toEqual(setting.sdk === 5 ? failed : [state, approved, shown]);
  });

  test('a call that the model is writing when the answer is stopped', async () => {
    const script = [{ toolCalls: [{ name: 'pay', rawInput: ['{"amount":', '7}'] }], holdAfter: 1 }];
    const answer = await LiveAnswer.start(agents, { script, workflow: 'payingAnswer', args: [{ controlToken }] });
    await answer.seen('tool-input-delta');
    await agents.project.api.resumeHook(controlToken, { type: 'stop' });
    const state = await lastCall((await answer.ended()).chunks);
    expect([state].flat()[0]).toBe('input-streaming');
  });

  test('a tool that works when the answer is stopped', async () => {
    const answer = await startAnswerInTool(agents, { controlToken, bench: layBench() });
    await agents.project.api.resumeHook(controlToken, { type: 'stop' });
    expect(await lastCall((await answer.ended()).chunks)).toEqual(
      setting.sdk === 5 ? 'output-error' : ['output-error', undefined, undefined],
    );
  });
});
