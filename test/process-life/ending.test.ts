/** A server that is told to end answers until its steps are over, and loses nobody. */
import { expect, it } from 'vitest';
import { createPlace } from './place.ts';

const HEALTH = '/.well-known/workflow/v1/health';

/** An answer that comes in pieces. */
class LongAnswer {
  #text = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  static async open(url: string): Promise<LongAnswer> {
    return new LongAnswer((await fetch(url)).body!.getReader());
  }

  /** Resolves to all of its text so far, when that has this end. Rejects when the answer ends before or breaks off. */
  async until(end: string | RegExp): Promise<string> {
    while (typeof end === 'string' ? !this.#text.endsWith(end) : !end.test(this.#text)) {
      if (!(await this.#read())) throw new Error(`The answer ends with ${this.#text}`);
    }
    return this.#text;
  }

  /** Resolves to all of its text, when it ends. */
  async whole(): Promise<string> {
    while (await this.#read());
    return this.#text;
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    this.#text += new TextDecoder().decode(value);
    return !done;
  }
}

it('answers everybody until its step is over, and then ends in good order', async () => {
  const { serve, release } = createPlace();
  const server = await serve();
  const runId = await server.ask('/start/publish/gate');
  const listener = await server.ask('/start/listen/bell');
  const webhook = await (await LongAnswer.open(`${server.url}/piped/${listener}`)).until(/\/webhook\/[\w-]{24}$/);
  const result = server.ask(`/result/${runId}`);
  const stream = await LongAnswer.open(`${server.url}/piped/${runId}`);
  await stream.until('first');
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(server.url + HEALTH)).status).toBe(503);

  const fresh = await server.ask('/start/publish/gate');
  expect(await server.ask(`/status/${fresh}`)).toBe('pending');
  expect(await server.ask('/hook/bell/ding')).toEqual({ runId: listener });
  expect((await fetch(webhook, { method: 'POST' })).status).toBe(202);
  expect(await server.ask(`/status/${runId}`)).toBe('running');
  release('gate');
  expect(await result).toBe('published');
  expect(await stream.whole()).toBe('firstlast');
  expect(await server.ended).toEqual([0, null]);

  const next = await serve();
  expect(await next.ask(`/result/${fresh}`)).toBe('published');
  expect(await next.ask(`/result/${listener}`)).toEqual(['ding', 'POST']);
  expect((await fetch(next.url + HEALTH)).status).toBe(200);
});

it('lets a request end that takes longer than its steps', async () => {
  const { serve, release } = createPlace();
  const server = await serve();
  const slow = server.ask('/slow/patience');
  // It has arrived when a later one is answered.
  await server.ask(`/start/publish/gate`);
  server.process.kill('SIGTERM');
  release('gate');
  await expect.poll(() => isListening(server.url)).toBe(false);
  release('patience');
  expect(await slow).toBe('slow');
  expect(await server.ended).toEqual([0, null]);
});

it('ends in good order although nobody handles the errors of those who waited', async () => {
  const { serve, release } = createPlace();
  const server = await serve({ WORKFLOW_DRAIN_MS: '50' });
  const runId = await server.ask('/start/publish/gate');
  await server.ask(`/forgotten/${runId}`);
  const stream = await LongAnswer.open(`${server.url}/piped/${runId}`);
  await stream.until('first');
  server.process.kill('SIGTERM');
  await expect(stream.whole()).rejects.toThrow('terminated');
  expect(await server.ended).toEqual([0, null]);
  expect(server.errors()).not.toContain('runtime_closed');

  release('gate');
  expect(await (await serve()).ask(`/result/${runId}`)).toBe('published');
});

it('can be closed by its application although nobody handles the errors of those who waited', async () => {
  const { serve } = createPlace();
  const server = await serve({ WORKFLOW_DRAIN_MS: '50' });
  const runId = await server.ask('/start/publish/gate');
  await server.ask(`/forgotten/${runId}`);
  await server.ask('/close');
  expect(await server.ended).toEqual([0, null]);
  expect(server.errors()).not.toContain('runtime_closed');
});

it('tells a reader where to go on in the next process', async () => {
  const { serve, release } = createPlace();
  const server = await serve({ WORKFLOW_DRAIN_MS: '50' });
  const runId = await server.ask('/start/publish/gate');
  const stream = await LongAnswer.open(`${server.url}/events/${runId}`);
  const soFar = await stream.until('id: 0\ndata: "first"\n\n');
  server.process.kill('SIGTERM');
  expect(await stream.whole()).toBe(soFar);
  await server.ended;

  release('gate');
  const next = await serve();
  const resumed = await fetch(`${next.url}/events/${runId}`, { headers: { 'last-event-id': '0' } });
  expect(await resumed.text()).toBe('retry: 500\n\nid: 1\ndata: "last"\n\nevent: end\ndata: {}\n\n');
});

it('ends by the signal of a terminal, as shells expect it', async () => {
  const server = await createPlace().serve();
  server.process.kill('SIGINT');
  expect(await server.ended).toEqual([null, 'SIGINT']);
});

it('ends at once at a second signal', async () => {
  const { serve } = createPlace();
  const server = await serve();
  await server.ask('/start/publish/gate');
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(server.url + HEALTH)).status).toBe(503);
  server.process.kill('SIGTERM');
  expect(await server.ended).toEqual([null, 'SIGTERM']);
});

const isListening = (url: string): Promise<boolean> =>
  fetch(url + HEALTH).then(
    () => true,
    () => false,
  );
