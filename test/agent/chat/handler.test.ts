import { describe, expect, it } from 'vitest';
import { toUIMessageResponse } from '../../../agent/entries/chat.ts';
import { getRun, listRuns } from '../../../runtime/entries/api.ts';
import { startChatServer } from './chat-server.ts';
import { chunksOf, codeOf, hello, post, question, runOf, send } from './raw-client.ts';
import { begin, finish, text } from './scripted-agent.ts';

describe('a message', () => {
  it('is answered with the stream of a run of its own, as the AI SDK reads it', async () => {
    const server = await startChatServer([hello]);
    const response = await send(server);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const body = await response.text();
    expect(chunksOf(body)).toEqual([...begin(), ...text('t1', 'Hello.'), ...finish()]);
    expect(body).toMatch(/^: the answer\n\nid: 0\ndata: /);
    expect(body).toMatch(/data: \[DONE\]\n\n$/);
    await expect(getRun(runOf(response)).attributes).resolves.toEqual({ chat: 'chat-1' });
  });

  it('reaches the workflow as messages for a model, with what the client added', async () => {
    const contexts: unknown[] = [];
    const server = await startChatServer([], {
      toArgs: ({ chatId, messages, uiMessages, body }) => {
        contexts.push({ chatId, messages, uiMessages, shop: body['shop'] });
        return [{ acts: hello }];
      },
      startOptions: ({ body }) => ({ attributes: { shop: String(body['shop']) } }),
    });
    const response = await send(server, { shop: 'berlin' });
    expect(contexts).toEqual([
      {
        chatId: 'chat-1',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] }],
        uiMessages: [question],
        shop: 'berlin',
      },
    ]);
    await expect(getRun(runOf(response)).attributes).resolves.toEqual({ chat: 'chat-1', shop: 'berlin' });
  });

  it('that is sent twice starts one run, and both get its answer', async () => {
    const server = await startChatServer([hello, hello, hello]);
    const [first, second] = await Promise.all([send(server), send(server)]);
    expect(runOf(second)).toBe(runOf(first));
    expect(await second.text()).toBe(await first.text());
    const other = await send(server, { messages: [{ ...question, id: 'u2' }] });
    expect(runOf(other)).not.toBe(runOf(first));
  });

  it('that is sent again after its run has failed starts another one', async () => {
    const server = await startChatServer([[{ fail: 'out of memory' }], hello]);
    const first = await send(server);
    expect(chunksOf(await first.text())).toMatchObject([{ type: 'error' }]);
    const second = await send(server);
    expect(chunksOf(await second.text())).toHaveLength(7);
  });

  it('is asked for anew as often as the user wants, and once for each key', async () => {
    const server = await startChatServer([hello, hello, hello]);
    const again = (headers?: Record<string, string>) => send(server, { trigger: 'regenerate-message' }, headers);
    const runs = [
      await again(),
      await again(),
      await again({ 'idempotency-key': 'k' }),
      await again({ 'idempotency-key': 'k' }),
    ].map(runOf);
    expect(new Set(runs).size).toBe(3);
    expect(runs[3]).toBe(runs[2]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'hello', '400 agent_chat_request_invalid'],
    ['no id', { messages: [question] }, '400 agent_chat_request_invalid'],
    ['no messages', { id: 'chat-1', messages: [] }, '400 agent_chat_request_invalid'],
    [
      'a message without parts',
      { id: 'chat-1', messages: [{ id: 'u1', role: 'user', content: 'hi' }] },
      '400 agent_chat_messages_invalid',
    ],
    [
      'instructions for the model',
      { id: 'chat-1', messages: [{ ...question, role: 'system' }] },
      '400 agent_chat_messages_invalid',
    ],
  ])('is refused with %s, and starts nothing', async (_, body, code) => {
    const server = await startChatServer([hello]);
    expect(await codeOf(await post(server.api, body))).toBe(code);
    expect((await listRuns()).runs).toEqual([]);
  });
});

describe('a stream', () => {
  it('is 404 for a run that there is not or that is of another workflow, and 405 for another method', async () => {
    const server = await startChatServer([hello], { workflow: { workflowId: 'workflow//./test//other' } });
    const foreign = await server.harness.start('talk', { acts: hello });
    expect(await codeOf(await fetch(`${server.api}/${foreign.runId}/stream`))).toBe('404 agent_chat_run_unknown');
    expect(await codeOf(await fetch(`${server.api}/wrun_01M80H3QDX0ER2QN6A2DHTEJHE/stream`))).toBe(
      '404 agent_chat_run_unknown',
    );
    const wrong = await post(`${server.api}/${foreign.runId}/stream`, {});
    expect(wrong.headers.get('allow')).toBe('GET');
    expect(await codeOf(wrong)).toBe('405 agent_chat_method_invalid');
    expect(await codeOf(await fetch(`${server.api}/chat-1/stream?startIndex=two`))).toBe(
      '400 agent_chat_request_invalid',
    );
  });

  it('counts from its end, and says where that is', async () => {
    const server = await startChatServer([hello]);
    const run = runOf(await send(server));
    await getRun(run).returnValue;
    const response = await fetch(`${server.api}/${run}/stream?startIndex=-3`);
    expect(response.headers.get('x-workflow-stream-tail-index')).toBe('6');
    expect(response.headers.get('x-workflow-stream-start-index')).toBe('4');
    // The chunks begin with the parts that were open there.
    const summary = [...begin(), { type: 'text-start', id: 't1' }, { type: 'text-delta', id: 't1', delta: 'Hello.' }];
    expect(chunksOf(await response.text())).toEqual([...summary, { type: 'text-end', id: 't1' }, ...finish()]);
  });

  it('says that it is alive while the agent thinks', async () => {
    const server = await startChatServer([[{ hold: 'think' }, ...hello]], { heartbeatMs: 5 });
    const response = await send(server);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toMatch(/^: /);
    server.gates.release('think');
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
    expect(rest).toContain('"finish"');
  });

  it('is read from the store no faster than its client reads', async () => {
    const long = Array.from({ length: 50_000 }, (_, n) => ({ type: 'text-delta', id: 't1', delta: `${n} ` }));
    const server = await startChatServer([
      [{ write: [...begin(), { type: 'text-start', id: 't1' }, ...long, ...finish()] }],
    ]);
    const run = runOf(await send(server));
    await getRun(run).returnValue;
    const { world } = server.harness;
    const readChunks = world.readChunks.bind(world);
    let pages = 0;
    world.readChunks = (...args) => {
      pages += 1;
      return readChunks(...args);
    };
    const response = await toUIMessageResponse(run);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(pages).toBeLessThan(5);
  });

  it('is let go of when its client has gone', async () => {
    const server = await startChatServer([[{ hold: 'think' }, ...hello]]);
    const { world } = await server.harness.runtime.connect();
    const subscribe = world.subscribe.bind(world);
    const gone = Promise.withResolvers<void>();
    let readers = 0;
    world.subscribe = (listener) => {
      const stop = subscribe(listener);
      readers += 1;
      return () => {
        stop();
        readers -= 1;
        if (readers === 0) gone.resolve();
      };
    };
    const leaving = new AbortController();
    const response = await fetch(server.api, {
      method: 'POST',
      body: JSON.stringify({ id: 'chat-1', messages: [question] }),
      signal: leaving.signal,
    });
    const reading = response.text();
    leaving.abort();
    await expect(reading).rejects.toThrow();
    await gone.promise;
    server.gates.release('think');
  });
});
