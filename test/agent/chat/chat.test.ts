import type { UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { RESET_CHUNK } from '../../../agent/contract/ui-chunks.ts';
import { WorkflowChatTransport } from '../../../agent/entries/chat-transport.ts';
import { cutAfter, startChatServer, type ChatServer } from './chat-server.ts';
import { type Act, begin, finish, type TestChunk, text, toolCall } from './scripted-agent.ts';
import { openChat, type SdkChat, type SdkChatOptions, VERSIONS } from './sdk-chat.ts';

const question: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] };

/** An answer with all that can be open somewhere. */
const richAnswer: TestChunk[] = [
  ...begin(),
  { type: 'reasoning-start', id: 'r1' },
  { type: 'reasoning-delta', id: 'r1', delta: 'Let me ' },
  { type: 'reasoning-delta', id: 'r1', delta: 'look.' },
  { type: 'text-start', id: 't1' },
  { type: 'text-delta', id: 't1', delta: 'I look ' },
  { type: 'reasoning-end', id: 'r1' },
  { type: 'text-delta', id: 't1', delta: 'it up.' },
  { type: 'text-end', id: 't1' },
  { type: 'tool-input-start', toolCallId: 'c1', toolName: 'refund' },
  { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"or' },
  { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'der":7}' },
  toolCall('c1'),
  { type: 'tool-output-available', toolCallId: 'c1', output: 'half', preliminary: true },
  { type: 'tool-output-available', toolCallId: 'c1', output: 'done' },
  { type: 'finish-step' },
  { type: 'start-step' },
  ...text('t2', 'It is ', 'sunny.'),
  ...finish(),
];

/** A step that says something and breaks off, then says something else. */
const restarted: Act[] = [
  { write: begin().slice(0, 1) },
  {
    attempts: [
      [
        { type: 'start-step' },
        { type: 'text-start', id: 'a' },
        { type: 'text-delta', id: 'a', delta: 'It is rai' },
        { type: 'tool-input-start', toolCallId: 'void', toolName: 'refund' },
      ],
      [
        { type: RESET_CHUNK, transient: true, data: { stepNumber: 0 } },
        { type: 'start-step' },
        ...text('b', 'It is sunny.'),
      ],
    ],
    hold: 'restart',
  },
  { write: finish() },
];

describe.each(VERSIONS)('useChat of AI SDK %i', (version) => {
  const open = (server: ChatServer, options: SdkChatOptions & { initialStartIndex?: number } = {}): SdkChat => {
    const { initialStartIndex, ...chat } = options;
    const place = initialStartIndex === undefined ? {} : { initialStartIndex };
    return openChat(version, new WorkflowChatTransport({ api: server.api, version, ...place }), chat);
  };

  it('shows what the agent writes while it writes, and is ready when the agent has finished', async () => {
    const [start, first, second, end] = text('t1', 'It is ', 'sunny.');
    const server = await startChatServer([
      [{ write: [...begin(), start!, first!] }, { hold: 'more' }, { write: [second!, end!, ...finish()] }],
    ]);
    const page = open(server);
    const sent = page.chat.sendMessage({ text: 'How is the weather?' });
    await page.until(() => page.text() === 'It is ');
    expect(page.chat.status).toBe('streaming');
    server.gates.release('more');
    await sent;
    expect(page.text()).toBe('It is sunny.');
    expect(page.chat.status).toBe('ready');
    expect(page.chat.lastMessage?.id).toBe('m1');
  });

  it('goes on where a connection broke off, wherever that was', async () => {
    const places = Array.from(richAnswer, (_, at) => at);
    const server = await startChatServer(places.map(() => [{ write: richAnswer }]));
    server.proxy = async (request, handle) => {
      const { id } = request.method === 'POST' ? ((await request.clone().json()) as { id: string }) : { id: '0' };
      const response = await handle(request);
      return id === '0' ? response : cutAfter(response, Number(id));
    };
    const pages = places.map((at) => open(server, { id: String(at) }));
    await Promise.all(pages.map((page) => page.chat.sendMessage(question)));
    for (const page of pages) {
      expect(page.chat.status).toBe('ready');
      expect(page.parts()).toEqual(pages[0]!.parts());
    }
    expect(server.requests).toHaveLength(2 * places.length - 1);
  });

  it('can resume at any index without a chunk that leads nowhere', async () => {
    const server = await startChatServer([
      [{ write: richAnswer.slice(0, -1) }, { hold: 'end' }, { write: richAnswer.slice(-1) }],
    ]);
    const sending = open(server);
    const sent = sending.chat.sendMessage(question);
    await server.gates.reached('end');
    const pages = [];
    // The last one is the end of what there is.
    for (let index = 1; index < richAnswer.length; index += 1) {
      for (const initialStartIndex of [index, -index]) {
        const page = open(server, { messages: [question], initialStartIndex });
        pages.push({ page, resumed: page.chat.resumeStream() });
        await page.until(([, answer]) => answer !== undefined);
      }
    }
    server.gates.release('end');
    await sent;
    for (const { page, resumed } of pages) {
      await resumed;
      expect(page.chat.error).toBeUndefined();
      expect(page.chat.lastMessage?.id).toBe('m1');
      expect(page.text()).toMatch(/^(I look it up\.\|)?(It is sunny\.)?$/);
    }
  });

  it('shows the whole answer once when its page is loaded again in the middle of it', async () => {
    const answer = text('t1', 'It is ', 'sunny.');
    const server = await startChatServer([
      [{ write: [...begin(), ...answer.slice(0, 2)] }, { hold: 'more' }, { write: [...answer.slice(2), ...finish()] }],
    ]);
    const before = open(server);
    void before.chat.sendMessage(question);
    await before.until(() => before.text() === 'It is ');
    const page = open(server, { messages: [question] });
    const resumed = page.chat.resumeStream();
    await page.until(() => page.text() === 'It is ');
    server.gates.release('more');
    await resumed;
    expect(page.chat.messages.map(({ id }) => id)).toEqual(['u1', 'm1']);
    expect(page.text()).toBe('It is sunny.');
  });

  it('is ready at once when it resumes a chat that has no answer under way', async () => {
    const server = await startChatServer([
      [{ write: [...begin(), ...text('t1', 'Hello.'), ...finish()] }, { hold: 'saving' }],
    ]);
    const first = open(server);
    await first.chat.resumeStream();
    await first.chat.sendMessage(question);
    // The run goes on, for instance to save the answer.
    await server.gates.reached('saving');
    const page = open(server, { messages: [question] });
    await page.chat.resumeStream();
    expect(page.chat.status).toBe('ready');
    expect(page.chat.messages).toHaveLength(1);
    server.gates.release('saving');
  });

  it.each(['all the time', 'again, after the connection broke off with the step'])(
    'shows a step that started over as it was said at last, being connected %s',
    async (connected) => {
      const server = await startChatServer([restarted]);
      const page = open(server);
      const sent = page.chat.sendMessage(question);
      await page.until(() => page.parts().some(({ toolCallId }) => toolCallId === 'void'));
      if (connected !== 'all the time') {
        server.refuse(1, 503);
        server.drop();
      }
      server.gates.release('restart');
      await sent;
      expect(page.chat.error).toBeUndefined();
      expect(page.text()).toBe(version === 7 ? 'It is sunny.' : 'It is rai|It is sunny.');
      const unfinished = page.parts().filter(({ state }) => state === 'streaming' || state === 'input-streaming');
      expect(unfinished).toEqual([]);
      expect(page.parts().filter(({ type }) => type === 'step-start')).toHaveLength(version === 7 ? 1 : 2);
    },
  );

  it('shows late readers only the attempt that stands', async () => {
    const server = await startChatServer([[...restarted.slice(0, 2), { hold: 'end' }, ...restarted.slice(2)]]);
    server.gates.release('restart');
    const page = open(server);
    const sent = page.chat.sendMessage(question);
    await server.gates.reached('end');
    const late = open(server, { messages: [question] });
    const resumed = late.chat.resumeStream();
    await late.until(() => late.text() === 'It is sunny.');
    server.gates.release('end');
    await Promise.all([sent, resumed]);
    expect(late.parts().map(({ type }) => type)).toEqual(['step-start', 'text']);
  });

  it('shows an error when the run fails before the agent has finished, and asks no more', async () => {
    const server = await startChatServer([
      [{ write: [...begin(), ...text('t1', 'Hel')] }, { fail: 'card number 4711' }],
    ]);
    const page = open(server);
    await page.chat.sendMessage(question);
    expect(page.chat.status).toBe('error');
    expect(page.chat.error?.message).toContain('agent_chat_run_failed');
    expect(page.chat.error?.message).not.toContain('4711');
    expect(server.requests).toHaveLength(1);
  });

  it('stops the agent, not only its view of it', async () => {
    const stopped = [
      { type: 'text-end', id: 't1' },
      { type: 'abort', reason: 'stopped' },
    ];
    const server = await startChatServer([
      [{ write: [...begin(), ...text('t1', 'It is ').slice(0, 2)] }, { listenUntil: 'stop', write: stopped }],
    ]);
    let runId: string | null = null;
    server.proxy = async (request, handle) => {
      const response = await handle(request);
      runId ??= response.headers.get('x-workflow-run-id');
      return response;
    };
    const page = open(server);
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'It is ');
    await page.chat.stop();
    await sent;
    expect(page.chat.status).toBe('ready');
    await server.harness.untilEvent({ runId: runId! }, 'run_completed');
    expect(server.requests.slice(1)).toEqual([`POST /api/chat/${runId}/stop`]);
  });
});
