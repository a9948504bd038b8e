/** A server that is told to end answers until its steps are over, and loses nobody. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const HEALTH = '/.well-known/workflow/v1/health';

interface BusyServer {
  url: string;
  process: ChildProcess;
  /** Exit code and signal. */
  ended: Promise<unknown[]>;
  /** The JSON of an answer with status 200; rejects for others. */
  ask(path: string): Promise<any>;
  /** Its standard error so far. */
  errors(): string;
}

/** Starts servers on one store, each as a process of its own. `release` lets the steps of a name go on. */
function createPlace(): { serve(env?: NodeJS.ProcessEnv): Promise<BusyServer>; release(name: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    serve: (env = {}) => serve(folder, env),
    release: (name) => writeFileSync(join(folder, name), ''),
  };
}

async function serve(folder: string, env: NodeJS.ProcessEnv): Promise<BusyServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'busy-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WORKFLOW_DATA_DIR: join(folder, 'store'), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  return { url, process: child, ended: once(child, 'exit'), ask, errors: () => errors };
}

/** Opens an answer that comes in pieces. @returns Resolves to the next piece; '' at the end. */
async function openPieces(url: string, headers: HeadersInit = {}): Promise<() => Promise<string>> {
  const reader = (await fetch(url, { headers })).body!.getReader();
  return async () => new TextDecoder().decode((await reader.read()).value);
}

it('answers everybody until its step is over, and then ends by the signal', async () => {
  const { serve, release } = createPlace();
  const server = await serve();
  const runId = await server.ask('/start/publish/gate');
  const listener = await server.ask('/start/listen/bell');
  const webhook = await (await openPieces(`${server.url}/piped/${listener}`))();
  const result = server.ask(`/result/${runId}`);
  const read = await openPieces(`${server.url}/piped/${runId}`);
  expect(await read()).toBe('first');
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(server.url + HEALTH)).status).toBe(503);

  const fresh = await server.ask('/start/publish/gate');
  expect(await server.ask(`/status/${fresh}`)).toBe('pending');
  expect(await server.ask('/hook/bell/ding')).toEqual({ runId: listener });
  expect((await fetch(webhook, { method: 'POST' })).status).toBe(202);
  expect(await server.ask(`/status/${runId}`)).toBe('running');
  release('gate');
  expect(await result).toBe('published');
  expect([await read(), await read()]).toEqual(['last', '']);
  expect(await server.ended).toEqual([null, 'SIGTERM']);

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
  expect(await server.ended).toEqual([null, 'SIGTERM']);
});

it('ends by the signal although nobody handles the errors of those who waited', async () => {
  const { serve, release } = createPlace();
  const server = await serve({ WORKFLOW_DRAIN_MS: '50' });
  const runId = await server.ask('/start/publish/gate');
  await server.ask(`/forgotten/${runId}`);
  const read = await openPieces(`${server.url}/piped/${runId}`);
  expect(await read()).toBe('first');
  server.process.kill('SIGTERM');
  await expect(read()).rejects.toThrow('terminated');
  expect(await server.ended).toEqual([null, 'SIGTERM']);
  expect(server.errors()).not.toContain('runtime_closed');

  release('gate');
  expect(await (await serve()).ask(`/result/${runId}`)).toBe('published');
});

it('tells a reader where to go on in the next process', async () => {
  const { serve, release } = createPlace();
  const server = await serve({ WORKFLOW_DRAIN_MS: '50' });
  const runId = await server.ask('/start/publish/gate');
  const read = await openPieces(`${server.url}/events/${runId}`);
  expect(await read()).toBe('retry: 500\n\n');
  expect(await read()).toBe('id: 0\ndata: "first"\n\n');
  server.process.kill('SIGTERM');
  expect(await read()).toBe('');
  await server.ended;

  release('gate');
  const next = await serve();
  const resumed = await fetch(`${next.url}/events/${runId}`, { headers: { 'last-event-id': '0' } });
  expect(await resumed.text()).toBe('retry: 500\n\nid: 1\ndata: "last"\n\nevent: end\ndata: {}\n\n');
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
