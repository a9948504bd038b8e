import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHarness } from './harness.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that gives each answer once, in order, and notes the requests. */
async function serve(answers: Answer[]): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push(`${request.method} ${request.url} ${String(request.headers['x-kind'] ?? '')} ${body}`);
    answers.shift()!(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('fetch in a workflow', () => {
  it('makes a request once, however often the run is replayed, and gives the whole response', async () => {
    const bytes = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 13) % 256);
    const { url, requests } = await serve([
      (_, response) => response.writeHead(201, { 'x-answer': 'yes' }).end(JSON.stringify({ n: 1 })),
      (_, response) => response.end(bytes),
    ]);
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ fetch, globals }, base: string) => {
            const first = await fetch(`${base}/a`, { method: 'POST', body: 'hello', headers: { 'x-kind': 'test' } });
            const { n } = (await first.json()) as { n: number };
            const second = await globals.fetch(new globals.Request(`${base}/b`));
            const isOwn = first instanceof globals.Response && first.headers instanceof globals.Headers;
            return [
              n,
              first.status,
              first.ok,
              first.headers.get('x-answer'),
              isOwn,
              new Uint8Array(await second.arrayBuffer()),
            ];
          },
        },
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    await expect((await start('main', url)).returnValue).resolves.toEqual([1, 201, true, 'yes', true, bytes]);
    expect(requests).toEqual(['POST /a test hello', 'GET /b  ']);
  });

  it('tries again when the network fails, and takes an error status for an answer', async () => {
    const { url, requests } = await serve([
      (request) => request.socket.destroy(),
      (_, response) => response.writeHead(503).end('busy'),
    ]);
    const { start } = await createHarness({
      workflows: {
        main: async ({ fetch }, base: string) => {
          const response = await fetch(base);
          return [response.status, await response.text()];
        },
      },
    });
    await expect((await start('main', url)).returnValue).resolves.toEqual([503, 'busy']);
    expect(requests).toHaveLength(2);
  });
});
