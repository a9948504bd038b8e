/** The chat with an agent, a model and a build as users have them, on each major version of the AI SDK. */
import type { UIMessage } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkflowChatTransport } from '../../../agent/entries/chat-transport.ts';
import { serveHandler, type ServedHandler } from './chat-server.ts';
import { openChat, type SdkChat, VERSIONS } from './sdk-chat.ts';
import { runSupport, type SupportProject } from './support-project.ts';

const saying = (text: string): UIMessage => ({
  id: crypto.randomUUID(),
  role: 'user',
  parts: [{ type: 'text', text }],
});

describe.each(VERSIONS)('a chat with an agent on AI SDK %i', (version) => {
  let support: SupportProject;

  beforeAll(async () => {
    support = await runSupport(version);
  });
  afterAll(() => support?.remove());

  async function open(
    id: string,
    messages: UIMessage[] = [],
  ): Promise<{ server: ServedHandler; transport: WorkflowChatTransport; page: SdkChat }> {
    const server = await serveHandler(support.handler);
    const transport = new WorkflowChatTransport({ api: server.api, version });
    return { server, transport, page: openChat(version, transport, { id, messages, resends: version > 5 }) };
  }

  it('shows the answer once when the page is loaded again and the connection breaks off', async () => {
    const question = saying('Is it sunny?');
    const first = await open('weather');
    void first.page.chat.sendMessage(question);
    await first.page.until(() => first.page.text() === 'It is ');
    const { server, page } = await open('weather', [question]);
    const resumed = page.chat.resumeStream();
    await page.until(() => page.text() === 'It is ');
    server.drop();
    (await support.models.held()).release();
    await resumed;
    expect(page.text()).toBe('It is sunny.');
    expect(page.chat.status).toBe('ready');
    expect(page.chat.messages).toHaveLength(2);
  });

  it.each([
    { prompt: 'Approve it.', approved: true, answer: 'One moment. |You have it back.', state: 'output-available' },
    {
      prompt: 'Deny it.',
      approved: false,
      answer: 'One moment. |You do not get it back.',
      state: version === 5 ? 'output-error' : 'output-denied',
    },
  ])(
    'waits for an approval and goes on with what the user says: $prompt',
    async ({ prompt, approved, answer, state }) => {
      const { page, transport } = await open(prompt);
      const sent = page.chat.sendMessage(saying(prompt));
      if (version === 5) {
        await page.until(() => page.parts().some(({ type }) => type === 'data-workflow-approval'));
        const { data } = page.parts().find(({ type }) => type === 'data-workflow-approval') as {
          data: { approvalId: string };
        };
        await transport.approve({ approvalId: data.approvalId, approved, reason: 'the rules' });
        await sent;
      } else {
        await sent;
        const { approval } = page.parts().find(({ type }) => type === 'tool-refund') as { approval: { id: string } };
        await page.chat.addToolApprovalResponse({ id: approval.id, approved, reason: 'the rules' });
      }
      await page.until(() => page.text() === answer && page.chat.status === 'ready');
      expect(page.parts()).toContainEqual(expect.objectContaining({ type: 'tool-refund', state }));
      expect(page.chat.messages).toHaveLength(2);
    },
  );

  it('shows only what stands when the connection to the model breaks off and it says something else', async () => {
    const { page } = await open('broken');
    await page.chat.sendMessage(saying('Break off.'));
    expect(page.chat.error).toBeUndefined();
    expect(page.text()).toMatch(version === 7 ? /^The sun shines\.$/ : /(^|\|)The sun shines\.$/);
    expect(page.parts().every(({ state }) => state !== 'streaming')).toBe(true);
  });

  it('stops the agent', async () => {
    const { page, server } = await open('stopped');
    const sent = page.chat.sendMessage(saying('Stop me.'));
    await page.until(() => page.text() === 'It is ');
    await page.chat.stop();
    await sent;
    const { runs } = await support.api.listRuns({ attributes: { chat: 'stopped' } });
    await support.api.getRun(runs[0]!.runId).returnValue.catch(() => {});
    expect(server.requests.at(-1)).toMatch(/\/stop$/);
    const stream = await fetch(`${server.api}/${runs[0]!.runId}/stream`);
    expect(await stream.text()).toContain('"type":"abort"');
  });
});
