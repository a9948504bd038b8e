/** Streams as server-sent events: a client resumes by the id of the last event. */
import { describe, expect, it } from 'vitest';
import { toStreamResponse } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

const RETRY = 'retry: 500\n\n';
const END = 'event: end\ndata: {}\n\n';
const UNKNOWN_RUN = 'wrun_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const ask = (query = '', headers: HeadersInit = {}): Request =>
  new Request(`http://localhost/stream${query}`, { headers });

async function publish(chunks: unknown[], namespace?: string): Promise<string> {
  const { start } = await createHarness({
    workflows: { main: async ({ step }) => await step('write')() },
    steps: {
      write: async () => {
        const writer = getWritable(namespace === undefined ? {} : { namespace }).getWriter();
        for (const chunk of chunks) await writer.write(chunk);
      },
    },
  });
  const run = await start('main');
  await run.returnValue;
  return run.runId;
}

describe('a response with a stream', () => {
  it('has each chunk as an event with its index, and ends with an event of its own', async () => {
    const runId = await publish([{ a: 'two\nlines' }, null, Uint8Array.of(1, 2, 255)]);
    const response = await toStreamResponse(runId, ask());
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(
      `${RETRY}id: 0\ndata: {"a":"two\\nlines"}\n\nid: 1\ndata: null\n\nid: 2\ndata: "AQL/"\n\n${END}`,
    );
  });

  it.each([
    ['after the last event that arrived', '', { 'last-event-id': '1' }, ['c', 'd']],
    ['at an index of the address', '?startIndex=3', {}, ['d']],
    ['so many chunks before the end', '?startIndex=-3', {}, ['b', 'c', 'd']],
    ['after the last event, also when the address has an index', '?startIndex=0', { 'last-event-id': '2' }, ['d']],
  ])('begins %s', async (_, query, headers, expected) => {
    const runId = await publish(['a', 'b', 'c', 'd']);
    const text = await (await toStreamResponse(runId, ask(query, headers))).text();
    expect(Array.from(text.matchAll(/^data: "(\w)"$/gm), ([, chunk]) => chunk)).toEqual(expected);
  });

  it('is that of a stream with a name', async () => {
    const runId = await publish(['named'], 'log');
    expect(await (await toStreamResponse(runId, ask(), { namespace: 'log' })).text()).toContain('data: "named"');
    expect(await (await toStreamResponse(runId, ask())).text()).toBe(RETRY + END);
  });

  it('ends with its process, without the event that says that this was all', async () => {
    const { start, runtime, untilEvent } = await createHarness({
      workflows: { main: async ({ createHook }) => await createHook() },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    const text = (await toStreamResponse(run, ask())).text();
    await runtime.drain();
    expect(await text).toBe(RETRY);
    await runtime.close();
    expect((await toStreamResponse(run, ask())).status).toBe(503);
  });

  it('reads no more when its client has gone', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ createHook }) => await createHook() },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    const reader = (await toStreamResponse(run, ask())).body!.getReader();
    await reader.read();
    await expect(reader.cancel()).resolves.toBeUndefined();
    const gone = new AbortController();
    const response = await toStreamResponse(run, new Request('http://localhost/', { signal: gone.signal }));
    gone.abort();
    expect(await response.text()).toBe(RETRY);
  });

  it.each([
    [404, 'run_not_found', UNKNOWN_RUN, ask()],
    [404, 'run_id_invalid', 'latest', ask()],
    [400, 'stream_index_invalid', UNKNOWN_RUN, ask('?startIndex=first')],
    [400, 'stream_index_invalid', UNKNOWN_RUN, ask('', { 'last-event-id': '-1' })],
  ])('is a %d with %s when there is nothing to send', async (status, code, runId, request) => {
    await createHarness({ workflows: {} });
    const response = await toStreamResponse(runId, request);
    expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
  });
});
