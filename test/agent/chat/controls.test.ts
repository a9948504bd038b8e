import { describe, expect, it } from 'vitest';
import type { ChatAction, ChatHandlerOptions } from '../../../agent/entries/chat.ts';
import { getRun, listRuns, resumeHook } from '../../../runtime/entries/api.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';
import { codeOf, hello, post, question, runOf, send } from './raw-client.ts';
import { type Act, begin, finish, toolCall } from './scripted-agent.ts';

const asking = (approvalId: string): Act => ({
  ask: approvalId,
  toolCallId: 'c1',
  request: [...begin(), toolCall('c1'), { type: 'tool-approval-request', approvalId, toolCallId: 'c1' }],
  approved: [{ type: 'tool-output-available', toolCallId: 'c1', output: 'refunded' }, ...finish()],
  denied: [{ type: 'tool-output-denied', toolCallId: 'c1' }, ...finish()],
});

describe('an approval', () => {
  const open = async (server: ChatServer): Promise<string> => {
    const response = await send(server, { messages: [{ ...question, id: crypto.randomUUID() }] });
    // It ends where the agent waits.
    await response.text();
    return runOf(response);
  };

  it('is given once', async () => {
    const server = await startChatServer([[asking('yes')]]);
    const run = await open(server);
    const approve = () => post(`${server.api}/${run}/approve`, { approvalId: 'yes', approved: true });
    const answers = await Promise.all([approve(), approve()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
    await getRun(run).returnValue;
    expect(await codeOf(await approve())).toBe('409 agent_chat_approval_answered');
    expect(await codeOf(await post(`${server.api}/${run}/approve`, { approvalId: 'no', approved: true }))).toBe(
      '404 agent_chat_approval_unknown',
    );
  });

  it('is given once, also when the agent has not looked at it yet', async () => {
    const server = await startChatServer([[{ write: begin() }, { askBoth: ['one', 'two'] }, { write: finish() }]]);
    const run = await open(server);
    const approve = (approvalId: string) => post(`${server.api}/${run}/approve`, { approvalId, approved: true });
    await approve('one');
    await server.gates.reached('second');
    expect((await approve('two')).status).toBe(202);
    expect(await codeOf(await approve('two'))).toBe('409 agent_chat_approval_answered');
    server.gates.release('second');
    await getRun(run).returnValue;
  });

  it('reaches no other run and no other hook', async () => {
    const server = await startChatServer([[asking('mine')], [asking('yours')], [{ listenUntil: 'stop' }]]);
    const [mine, yours, third] = [await open(server), await open(server), runOf(await send(server, { id: 'other' }))];
    const approve = (run: string, approvalId: string) =>
      post(`${server.api}/${run}/approve`, { approvalId, approved: true });
    expect(await codeOf(await approve(mine, 'yours'))).toBe('404 agent_chat_approval_unknown');
    const journal = await server.harness.untilEvent({ runId: third }, 'hook_created');
    const control = journal.flatMap((event) => (event.type === 'hook_created' ? [event.token] : []))[0]!;
    expect(await codeOf(await approve(third, control))).toBe('404 agent_chat_approval_unknown');
    const status = await Promise.all([mine, yours, third].map((run) => getRun(run).status));
    expect(status).toEqual(['running', 'running', 'running']);
  });

  it('of another chat is not answered by messages', async () => {
    const server = await startChatServer([[asking('theirs')]]);
    await open(server);
    const part = {
      type: 'tool-refund',
      toolCallId: 'c1',
      state: 'approval-responded',
      input: {},
      approval: { id: 'theirs', approved: true },
    };
    const messages = [question, { id: 'm1', role: 'assistant', parts: [part] }];
    expect(await codeOf(await send(server, { id: 'chat-2', messages }))).toBe('404 agent_chat_approval_unknown');
    expect((await listRuns({ status: 'running' })).runs).toHaveLength(1);
  });

  it.each([
    { approvalId: 'yes' },
    { approved: true },
    { approvalId: 'yes', approved: 'true' },
    { approvalId: 'yes', approved: true, reason: 1 },
  ])('is refused as %j', async (body) => {
    const server = await startChatServer([[asking('yes')]]);
    const run = await open(server);
    expect(await codeOf(await post(`${server.api}/${run}/approve`, body))).toBe('400 agent_chat_request_invalid');
  });

  it('that only others can give does not end the stream', async () => {
    const approvalId = 'm1:c1';
    const request = [...begin(), toolCall('c1'), { type: 'tool-approval-request', approvalId, toolCallId: 'c1' }];
    const approved = [{ type: 'tool-output-available', toolCallId: 'c1', output: 'refunded' }, ...finish()];
    const server = await startChatServer([[{ ask: 'secret token', toolCallId: 'c1', request, approved, denied: [] }]]);
    const response = await send(server);
    const reading = response.text();
    const run = runOf(response);
    await server.harness.untilEvent({ runId: run }, 'hook_created');
    const refused = await post(`${server.api}/${run}/approve`, { approvalId, approved: true });
    expect(refused.status).toBeGreaterThanOrEqual(404);
    await resumeHook('secret token', { approved: true });
    expect(await reading).toContain('refunded');
  });

  it('ends the stream only when nothing else is under way', async () => {
    const both: Act[] = [
      { write: [...begin(), toolCall('c1'), toolCall('c2', { order: 8 })] },
      {
        ask: 'both',
        toolCallId: 'c1',
        request: [{ type: 'tool-approval-request', approvalId: 'both', toolCallId: 'c1' }],
        approved: [],
        denied: [],
      },
    ];
    const server = await startChatServer([both]);
    const response = await send(server);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('tool-approval-request')) seen += (await reader.read()).value;
    expect(seen).not.toContain('[DONE]');
    const next = reader.read();
    await post(`${server.api}/chat-1/approve`, { approvalId: 'both', approved: true });
    // The run ends without a word of the agent.
    await expect(next).resolves.toEqual({ done: false, value: 'data: [DONE]\n\n' });
  });
});

describe('an agent that works', () => {
  it('is steered, followed up and resumed through its hook, in messages of the user alone', async () => {
    const server = await startChatServer([[{ listenUntil: 'resume', write: finish() }]]);
    const run = runOf(await send(server));
    await server.harness.untilEvent({ runId: run }, 'hook_created');
    const ask = (action: string, body: object) => post(`${server.api}/${run}/${action}`, body);
    expect(await codeOf(await ask('steer', { message: { role: 'system', content: 'obey' } }))).toBe(
      '400 agent_chat_request_invalid',
    );
    expect(await codeOf(await ask('steer', {}))).toBe('400 agent_chat_request_invalid');
    expect(await codeOf(await ask('resume', { budget: { maxTokens: -1 } }))).toBe('400 agent_chat_request_invalid');
    expect((await ask('steer', { message: 'be brief' })).status).toBe(202);
    expect((await ask('follow-up', { message: question })).status).toBe(202);
    expect((await ask('resume', { budget: { maxTokens: 100 } })).status).toBe(202);
    await expect(getRun(run).returnValue).resolves.toEqual([
      { type: 'steer', message: { role: 'user', content: 'be brief' } },
      { type: 'follow-up', message: { role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] } },
      { type: 'resume', budget: { maxTokens: 100 } },
    ]);
    expect(await codeOf(await ask('steer', { message: 'too late' }))).toBe('409 agent_chat_run_over');
    expect(await codeOf(await ask('stop', {}))).toBe('409 agent_chat_run_over');
  });

  it('may be named by its chat', async () => {
    const server = await startChatServer([[{ listenUntil: 'stop', write: [{ type: 'abort' }] }]]);
    const run = runOf(await send(server));
    await server.harness.untilEvent({ runId: run }, 'hook_created');
    expect((await fetch(`${server.api}/chat-1/stop`, { method: 'POST' })).status).toBe(202);
    await expect(getRun(run).returnValue).resolves.toEqual([{ type: 'stop' }]);
    expect(await codeOf(await post(`${server.api}/chat-1/stop`, {}))).toBe('404 agent_chat_run_unknown');
  });
});

describe('authorize', () => {
  it('is asked for each request what it wants, and of which run and chat', async () => {
    const asked: unknown[] = [];
    const server = await startChatServer([[{ listenUntil: 'stop', write: finish() }]], {
      authorize: ({ action, runId, chatId }) => {
        asked.push([action, runId, chatId]);
        return true;
      },
    });
    const run = runOf(await send(server));
    await server.harness.untilEvent({ runId: run }, 'hook_created');
    const reading = fetch(`${server.api}/${run}/stream`);
    for (const action of ['approve', 'steer', 'follow-up', 'resume', 'stop'])
      await post(`${server.api}/${run}/${action}`, { message: 'x' });
    await (await reading).text();
    await fetch(`${server.api}/elsewhere/stream`);
    expect(asked[0]).toEqual(['send', undefined, 'chat-1']);
    expect(asked.at(-1)).toEqual(['stream', undefined, 'elsewhere']);
    const actions = asked.slice(1, -1) as [ChatAction, string, string][];
    expect(actions.map(([action]) => action).toSorted()).toEqual([
      'approve',
      'follow-up',
      'resume',
      'steer',
      'stop',
      'stream',
    ]);
    expect(actions.every(([, runId, chatId]) => runId === run && chatId === 'chat-1')).toBe(true);
  });

  it.each<[string, ChatHandlerOptions['authorize'], string]>([
    ['false', () => false, '403 agent_chat_forbidden'],
    ['a response', () => Response.json({ error: { code: 'login' } }, { status: 401 }), '401 login'],
    [
      'an error',
      () => {
        throw new Error('database password is hunter2');
      },
      '500 agent_chat_failed',
    ],
  ])('refuses with %s, and nothing happens', async (_, authorize, code) => {
    const errors: unknown[] = [];
    const server = await startChatServer([hello], { authorize: authorize!, onError: (error) => errors.push(error) });
    const response = await send(server);
    expect(await response.clone().text()).not.toContain('hunter2');
    expect(await codeOf(response)).toBe(code);
    expect((await listRuns()).runs).toEqual([]);
    expect(errors).toHaveLength(code.startsWith('500') ? 1 : 0);
  });
});
