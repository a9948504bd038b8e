import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { writeDashboardPage } from '../../scripts/dashboard-page.ts';
import { openOperatorStore, RUNS } from './operator-store.ts';
import { runCli, startCli, type CliOptions } from './run-cli.ts';

const FROM_PAGE = { 'X-Workflow-Dashboard': '1', 'Content-Type': 'application/json' };

beforeAll(async () => void (await writeDashboardPage()));

let cwd: string;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ cwd, close } = await openOperatorStore());
});
afterEach(() => close());

/** Starts the command, and waits for its address. */
async function serve(args: string[] = [], options: CliOptions = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = startCli(['web', '--port', '0', ...args], { cwd, ...options });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, url: /^The dashboard is at (\S+)$/.exec(line)![1]! };
}

const ask = (url: string, verb: string, body: object = {}): Promise<Response> =>
  fetch(`${url}api/${verb}`, { method: 'POST', headers: FROM_PAGE, body: JSON.stringify(body) });

describe('workflow web', () => {
  test('serves the dashboard of a store to this machine, until a signal', async () => {
    const { child, url } = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_workflow\/$/);
    expect(await (await fetch(url)).text()).toContain('<base href="/_workflow/" />');
    const { runs } = (await (await ask(url, 'listRuns')).json()) as { runs: { runId: string }[] };
    expect(runs.map(({ runId }) => runId)).toContain(RUNS.failed);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('works on no run, and acts on what is asked for', async () => {
    const { url } = await serve();
    const { runs } = await (await ask(url, 'listRuns', { status: ['running'], limit: 1 })).json();
    expect((await ask(url, 'pause', { runId: runs[0].runId })).status).toBe(200);
    const { workers } = (await (await ask(url, 'workers')).json()) as { workers: unknown[] };
    expect(workers).toHaveLength(1);
  });

  test('shows other machines nothing without the token that it prints', async () => {
    const { url } = await serve(['--host', '0.0.0.0']);
    expect((await ask(url, 'stats')).status).toBe(200);
    expect(await statusFor('shop.example', url)).toBe(401);
    const { stdout } = await runCli(['web', '--token'], { cwd });
    expect(stdout).toMatch(/^[\w-]{43}\n$/);
    expect((await runCli(['web', '--token'], { cwd })).stdout).toBe(stdout);
  });

  test('serves an application that runs elsewhere', async () => {
    const { url: application, stop } = await serveOperations();
    onTestFinished(stop);
    const { url } = await serve(['--url', application], { env: { WORKFLOW_OPERATIONS_TOKEN: 'o'.repeat(32) } });
    expect(await (await ask(url, 'workers')).json()).toEqual({ workers: [] });
  });

  test('says which port is taken, and which options do not go together', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await runCli(['web', '--port', String(port)], { cwd });
    other.close();
    expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining('cli_port_unusable')]);
    const wrong = await runCli(['web', '--token', '--url', 'http://localhost:1'], {
      cwd,
      env: { WORKFLOW_OPERATIONS_TOKEN: 'o'.repeat(32) },
    });
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('left out beside --url')]);
    const none = await runCli(['web', '--data-dir', 'nowhere', '--port', '0', '--token'], { cwd });
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('world_store_missing')]);
  });
});

/** `fetch` sets the header with the host by itself. */
async function statusFor(host: string, url: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const headers = { ...FROM_PAGE, Host: host, 'Content-Length': 2 };
  const asked = request({ hostname, port, path: '/_workflow/api/stats', method: 'POST', headers });
  asked.end('{}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** An application that answers one question. */
async function serveOperations(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${'o'.repeat(32)}`;
    response.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ workers: [] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
