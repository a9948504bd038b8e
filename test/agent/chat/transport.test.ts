import type { UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { RESET_CHUNK } from '../../../agent/contract/ui-chunks.ts';
import { WorkflowChatTransport } from '../../../agent/entries/chat-transport.ts';
import { getRun, listRuns } from '../../../runtime/entries/api.ts';
import { cutAfter, startChatServer, type ChatServer } from './chat-server.ts';
import { type Act, begin, finish, text } from './scripted-agent.ts';
import { openChat, SDKS, VERSIONS } from './sdk-chat.ts';

const question: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] };
const hello: Act[] = [{ write: [...begin(), ...text('t1', 'Hello.'), ...finish()] }];
const halves = (gate: string): Act[] => [
  { write: [...begin(), ...text('t1', 'Hel').slice(0, 2)] },
  { hold: gate },
  { write: [{ type: 'text-delta', id: 't1', delta: 'lo.' }, { type: 'text-end', id: 't1' }, ...finish()] },
];

describe('a connection that breaks off', () => {
  it('is made again when the server is there again', async () => {
    const server = await startChatServer([halves('more')]);
    const ends: unknown[] = [];
    const transport = new WorkflowChatTransport({
      api: server.api,
      version: 6,
      onChatEnd: (event) => void ends.push(event),
    });
    const page = openChat(6, transport);
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'Hel');
    server.refuse(2, 503);
    server.drop();
    server.gates.release('more');
    await sent;
    expect(page.text()).toBe('Hello.');
    expect(server.requests).toHaveLength(4);
    expect(server.requests.at(-1)).toMatch(/stream\?startIndex=4&continue=true$/);
    expect(ends).toEqual([{ chatId: 'chat-1', chunkIndex: 7 }]);
  });

  it('is given up after so many attempts in a row, with the error of the network', async () => {
    const server = await startChatServer([halves('never')]);
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6, maxConsecutiveErrors: 2 }));
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'Hel');
    server.refuse(2, 0);
    server.drop();
    await sent;
    // For useChat a lost connection is a TypeError.
    expect(page.chat.error).toBeInstanceOf(TypeError);
    expect(server.requests).toHaveLength(3);
    server.gates.release('never');
  });

  it('is not made for ever when the server ends each response at once', async () => {
    const server = await startChatServer([halves('never')]);
    server.proxy = async (request, handle) => {
      const response = await handle(request);
      if (request.method === 'POST') return cutAfter(response, 2);
      await response.body?.cancel();
      return new Response('', response);
    };
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6, maxConsecutiveErrors: 2 }));
    await page.chat.sendMessage(question);
    expect(page.chat.status).toBe('error');
    expect(server.requests).toHaveLength(3);
    server.gates.release('never');
  });

  it('is not made again when the server says that there is nothing to be had', async () => {
    const server = await startChatServer([halves('never')]);
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6 }));
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'Hel');
    server.refuse(1, 404);
    server.drop();
    await sent;
    expect(page.chat.error?.message).toContain('status 404');
    expect(server.requests).toHaveLength(2);
    server.gates.release('never');
  });

  it('before the answer to a message sends it again, which starts no second run', async () => {
    const server = await startChatServer([hello]);
    let isLost = false;
    server.proxy = async (request, handle) => {
      const response = await handle(request);
      if (!isLost) server.drop();
      isLost = true;
      return response;
    };
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6 }));
    await page.chat.sendMessage(question);
    expect(page.text()).toBe('Hello.');
    expect((await listRuns()).runs).toHaveLength(1);
  });
});

describe('stop()', () => {
  it('reaches a run that had just been started when it was pressed', async () => {
    const server = await startChatServer([[{ listenUntil: 'stop', write: [{ type: 'abort' }] }]]);
    const started = Promise.withResolvers<void>();
    const pressed = Promise.withResolvers<void>();
    server.proxy = async (request, handle) => {
      const response = await handle(request);
      if (!request.url.endsWith('/api/chat')) return response;
      started.resolve();
      await pressed.promise;
      return response;
    };
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6 }));
    const sent = page.chat.sendMessage(question);
    await started.promise;
    await page.chat.stop();
    expect(page.chat.status).toBe('ready');
    pressed.resolve();
    await sent;
    const { runs } = await listRuns();
    await expect(getRun(runs[0]!.runId).returnValue).resolves.toEqual([{ type: 'stop' }]);
  });

  it('leaves the agent alone when the page wants that', async () => {
    const server = await startChatServer([halves('more')]);
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6, stopOnAbort: false }));
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'Hel');
    await page.chat.stop();
    await sent;
    server.gates.release('more');
    const { runs } = await listRuns();
    await getRun(runs[0]!.runId).returnValue;
    expect(server.requests).toHaveLength(1);
  });

  it.each(VERSIONS)(
    'is not what AI SDK %i means when it resumes twice, as React does in development',
    async (version) => {
      const server = await startChatServer([halves('more')]);
      const sending = openChat(version, new WorkflowChatTransport({ api: server.api, version }));
      const sent = sending.chat.sendMessage(question);
      await sending.until(() => sending.text() === 'Hel');
      const page = openChat(version, new WorkflowChatTransport({ api: server.api, version }), { messages: [question] });
      const resumed = Promise.all([page.chat.resumeStream(), page.chat.resumeStream()]);
      await page.until(() => page.text() === 'Hel');
      server.gates.release('more');
      await Promise.all([sent, resumed]);
      expect(page.text()).toBe('Hello.');
      expect(server.requests.filter((request) => request.includes('/stop'))).toEqual([]);
    },
  );

  it('reaches an agent whose stream a page resumes', async () => {
    const server = await startChatServer([
      [...halves('never').slice(0, 1), { listenUntil: 'stop', write: [{ type: 'abort' }] }],
    ]);
    const sending = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6 }));
    const sent = sending.chat.sendMessage(question);
    await sending.until(() => sending.text() === 'Hel');
    const page = openChat(6, new WorkflowChatTransport({ api: server.api, version: 6 }), { messages: [question] });
    const resumed = page.chat.resumeStream();
    await page.until(() => page.text() === 'Hel');
    await page.chat.stop();
    await Promise.all([sent, resumed]);
    expect((await listRuns({ status: 'completed' })).runs).toHaveLength(1);
  });
});

describe('what an application may change', () => {
  const record = (server: ChatServer): Request[] => {
    const requests: Request[] = [];
    server.proxy = (request, handle) => {
      requests.push(request.clone());
      return handle(request);
    };
    return requests;
  };

  it('is headers, body and credentials of all requests, and the response is shown to it', async () => {
    const server = await startChatServer([hello]);
    const requests = record(server);
    const inits: RequestInit[] = [];
    const shown: unknown[] = [];
    const transport = new WorkflowChatTransport({
      api: server.api,
      headers: () => ({ authorization: 'Bearer me' }),
      body: { shop: 'berlin' },
      credentials: async () => 'include' as const,
      fetch: (url, init) => {
        inits.push(init!);
        return fetch(url, init);
      },
      onChatSendMessage: (response, { chatId, messages }) => void shown.push([response.status, chatId, messages]),
    });
    await openChat(6, transport).chat.sendMessage(question, { headers: { 'x-call': '1' }, body: { table: 4 } });
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer me');
    expect(requests[0]!.headers.get('x-call')).toBe('1');
    await expect(requests[0]!.json()).resolves.toMatchObject({
      shop: 'berlin',
      table: 4,
      id: 'chat-1',
      messages: [question],
    });
    expect(inits[0]!.credentials).toBe('include');
    expect(shown).toEqual([[200, 'chat-1', [question]]]);
  });

  it('is the request itself', async () => {
    const server = await startChatServer([hello]);
    const requests = record(server);
    const transport = new WorkflowChatTransport({
      api: 'http://unused.invalid',
      prepareSendMessagesRequest: ({ id, messages, trigger }) => ({
        api: `${server.api}?from=app`,
        body: { id: `my-${id}`, messages, trigger },
        headers: { 'x-mine': 'yes' },
      }),
      prepareReconnectToStreamRequest: ({ id }) => ({ api: `${server.api}/my-${id}/stream` }),
    });
    const page = openChat(6, transport);
    await page.chat.sendMessage(question);
    await page.chat.resumeStream();
    expect(page.text()).toBe('Hello.');
    expect(requests.map(({ url }) => url)).toEqual([`${server.api}?from=app`, `${server.api}/my-chat-1/stream`]);
    expect(requests[0]!.headers.get('x-mine')).toBe('yes');
  });

  it('is not the need of a chat for its own methods', async () => {
    const transport = new WorkflowChatTransport();
    await expect(transport.stop()).rejects.toMatchObject({ code: 'agent_chat_run_unfollowed' });
  });
});

describe.each(VERSIONS)("the AI SDK's own transport, version %i", (version) => {
  it('reads the answer, and a step that started over leaves nothing open', async () => {
    const restarted: Act[] = [
      { write: begin().slice(0, 1) },
      {
        attempts: [
          [{ type: 'start-step' }, ...text('a', 'It is rai').slice(0, 2)],
          [{ type: RESET_CHUNK, transient: true, data: {} }, { type: 'start-step' }, ...text('b', 'It is sunny.')],
        ],
        hold: 'restart',
      },
      { write: finish() },
    ];
    const server = await startChatServer([restarted]);
    const transport = new SDKS[version].DefaultChatTransport({
      api: server.api,
      headers: { 'x-workflow-ai-version': String(version) },
    });
    const page = openChat(version, transport);
    const sent = page.chat.sendMessage(question);
    await page.until(() => page.text() === 'It is rai');
    const reloaded = openChat(version, transport, { messages: [question] });
    const resumed = reloaded.chat.resumeStream();
    await reloaded.until(() => reloaded.text() === 'It is rai');
    server.gates.release('restart');
    await Promise.all([sent, resumed]);
    for (const { chat, text: read, parts } of [page, reloaded]) {
      expect(chat.error).toBeUndefined();
      expect(read()).toBe(version === 7 ? 'It is sunny.' : 'It is rai|It is sunny.');
      expect(parts().every(({ state }) => state !== 'streaming')).toBe(true);
    }
  });
});
