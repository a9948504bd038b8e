import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

const TEXT =
  ': hello\n\nid: 7\ndata: {"a":"é€😀"}\n\r\ndata: one\ndata: two\r\n\r\n: still there\n\ndata: [DONE]\n\ndata: cut off';
const EVENTS = [{ id: '7', data: '{"a":"é€😀"}' }, { data: 'one\ntwo' }, { data: '[DONE]' }];

/** The ids and data of the events in these pieces. */
async function read(pieces: Uint8Array[]): Promise<{ id?: string; data: string }[]> {
  const events: { id?: string; data: string }[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const signal = new AbortController().signal;
  for await (const { id, data } of readEvents(body, { idleMs: null, signal })) {
    events.push({ ...(id !== undefined && { id }), data });
  }
  return events;
}

it('events are read the same wherever the network cuts them', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(await read([bytes.slice(0, at), bytes.slice(at)])).toEqual(EVENTS);
  }
  expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
});

it.each([
  ['a byte order mark', '\uFEFFdata: a\n\n'],
  ['carriage returns', 'data: a\r\n\r\n'],
  ['line feeds after carriage returns, in pieces', 'data: a\r\n\n'],
  ['comments', ': a proxy\n\n:\ndata: a\n\n'],
  ['a wish for the time between tries', 'retry: 50\n\ndata: a\n\n'],
])('events of other servers are read: %s', async (_, text) => {
  expect(await read([...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte)))).toEqual([{ data: 'a' }]);
});

it('a connection that is silent for too long counts as broken off', async () => {
  const body = new ReadableStream<Uint8Array>();
  const events = readEvents(body, { idleMs: 1, signal: new AbortController().signal });
  await expect(events.next()).rejects.toThrow(/network error/);
});

it('a signal ends the reading, and the body is let go of', async () => {
  const gone = new AbortController();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
  const next = readEvents(body, { idleMs: null, signal: gone.signal }).next();
  gone.abort();
  expect((await next).done).toBe(true);
  expect(isCancelled).toBe(true);
});
