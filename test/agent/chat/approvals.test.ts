import type { UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { WorkflowChatTransport } from '../../../agent/entries/chat-transport.ts';
import { getRun, listRuns } from '../../../runtime/entries/api.ts';
import { startChatServer } from './chat-server.ts';
import { type Act, begin, finish, text, toolCall } from './scripted-agent.ts';
import { openChat } from './sdk-chat.ts';

const question: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Where is my money?' }] };

const approvalActs: Act[] = [
  { write: [...begin(), ...text('t1', 'One moment.')] },
  {
    ask: 'approval-1',
    toolCallId: 'c1',
    request: [toolCall('c1'), { type: 'tool-approval-request', approvalId: 'approval-1', toolCallId: 'c1' }],
    approved: [{ type: 'tool-output-available', toolCallId: 'c1', output: 'refunded' }],
    denied: [{ type: 'tool-output-denied', toolCallId: 'c1' }],
  },
  { write: [{ type: 'finish-step' }, { type: 'start-step' }, ...text('t2', 'Done.'), ...finish()] },
];

describe.each([6, 7] as const)('approvals in useChat of AI SDK %i', (version) => {
  it.each([
    { approved: true, state: 'output-available' },
    { approved: false, state: 'output-denied' },
  ])(
    'go to the run that waits, and its answer goes on in the same message: approved $approved',
    async ({ approved, state }) => {
      const server = await startChatServer([approvalActs]);
      const transport = new WorkflowChatTransport({ api: server.api, version });
      const page = openChat(version, transport, { resends: true });
      await page.chat.sendMessage(question);
      expect(page.chat.status).toBe('ready');
      expect(page.parts().at(-1)).toMatchObject({ type: 'tool-refund', state: 'approval-requested' });
      await page.chat.addToolApprovalResponse({ id: 'approval-1', approved, reason: 'we know them' });
      await page.until(() => page.text() === 'One moment.|Done.');
      expect(page.parts()).toContainEqual(expect.objectContaining({ type: 'tool-refund', state }));
      expect(page.chat.messages.map(({ id }) => id)).toEqual(['u1', 'm1']);
      const runs = server.requests.filter((request) => request === 'POST /api/chat');
      expect(runs).toHaveLength(2);
      const { runs: started } = await listRuns();
      expect(started).toHaveLength(1);
      const { runId } = started[0]!;
      await expect(getRun(runId).returnValue).resolves.toEqual([{ approved, reason: 'we know them' }]);
    },
  );

  it('can be given after the page was loaded again', async () => {
    const server = await startChatServer([approvalActs]);
    const transport = () => new WorkflowChatTransport({ api: server.api, version });
    await openChat(version, transport()).chat.sendMessage(question);
    const page = openChat(version, transport(), { messages: [question], resends: true });
    await page.chat.resumeStream();
    expect(page.parts().at(-1)).toMatchObject({ state: 'approval-requested' });
    await page.chat.addToolApprovalResponse({ id: 'approval-1', approved: true });
    await page.until(() => page.text() === 'One moment.|Done.');
  });

  it('are sent together when there are several, and the answer goes on until all have had their effect', async () => {
    const server = await startChatServer([
      [{ write: begin() }, { askBoth: ['one', 'two'] }, { write: [...text('t', 'Done.'), ...finish()] }],
    ]);
    const page = openChat(version, new WorkflowChatTransport({ api: server.api, version }), { resends: true });
    await page.chat.sendMessage(question);
    for (const id of ['one', 'two']) await page.chat.addToolApprovalResponse({ id, approved: true });
    await page.until(() => page.parts().some(({ state }) => state === 'output-available'));
    await server.gates.reached('second');
    server.gates.release('second');
    await page.until(() => page.text() === 'Done.');
    expect(server.requests).toEqual(['POST /api/chat', 'POST /api/chat']);
  });

  it('survive that the answer to them is lost', async () => {
    const server = await startChatServer([approvalActs]);
    const transport = new WorkflowChatTransport({ api: server.api, version });
    const page = openChat(version, transport, { resends: true });
    await page.chat.sendMessage(question);
    let isLost = false;
    server.proxy = async (request, handle) => {
      const response = await handle(request);
      if (isLost) return response;
      isLost = true;
      await response.body?.cancel();
      throw new Error('lost');
    };
    await page.chat.addToolApprovalResponse({ id: 'approval-1', approved: true });
    await page.until(() => page.chat.status === 'error');
    await page.chat.sendMessage();
    expect(page.text()).toBe('One moment.|Done.');
  });
});

describe('approvals in useChat of AI SDK 5', () => {
  it.each([
    { approved: true, state: 'output-available' },
    { approved: false, state: 'output-error' },
  ])(
    'are data parts, answered through the transport while the stream goes on: approved $approved',
    async ({ approved, state }) => {
      const server = await startChatServer([approvalActs]);
      const transport = new WorkflowChatTransport({ api: server.api, version: 5 });
      const page = openChat(5, transport);
      const sent = page.chat.sendMessage(question);
      await page.until(() => page.parts().some(({ type }) => type === 'data-workflow-approval'));
      expect(page.parts().at(-1)).toMatchObject({
        id: 'approval-1',
        data: {
          approvalId: 'approval-1',
          toolCallId: 'c1',
          toolName: 'refund',
          input: { order: 7 },
          state: 'requested',
        },
      });
      await transport.approve({ approvalId: 'approval-1', approved });
      await sent;
      expect(page.text()).toBe('One moment.|Done.');
      expect(page.parts()).toContainEqual(expect.objectContaining({ type: 'tool-refund', state }));
    },
  );
});
