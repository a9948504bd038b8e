/** `examples/fleet` as its README tells it, with plain processes: three of them behind a balancer, one is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, listenLocally } from '../../scripts/listen-locally.ts';
import { WAIT } from '../time-limits.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const EXAMPLE = join(REPOSITORY, 'examples/fleet');
const REPORTS = 12;

let dir: string;
const processes: AppProcess[] = [];
let balancer: Server;
let url: string;

/** One of the processes, and what it has printed. */
interface AppProcess {
  port: number;
  child: ChildProcess;
  output: string;
}

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-fleet-')));
  cpSync(EXAMPLE, dir, { recursive: true, filter: (path) => !/node_modules|\.workflow/.test(path) });
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(REPOSITORY, join(dir, 'node_modules/workflow'), 'junction');
  symlinkSync(join(REPOSITORY, 'node_modules/pg'), join(dir, 'node_modules/pg'), 'junction');
  const build = spawn(process.execPath, [join(REPOSITORY, 'dist/cli/bin.js'), 'build'], { cwd: dir, stdio: 'inherit' });
  expect((await once(build, 'close'))[0]).toBe(0);
  balancer = createServer((incoming, answer) => {
    const forward = (tries: number): void => {
      const { port } = processes[turn++ % processes.length]!;
      const { method = 'GET', headers } = incoming;
      const outgoing = request({ port, method, path: incoming.url, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      });
      // As nginx does: a process that cannot be reached has not begun with the request.
      outgoing.on('error', () => (tries < processes.length ? forward(tries + 1) : answer.writeHead(502).end()));
      outgoing.end();
    };
    forward(1);
  });
  let turn = 0;
  url = `http://127.0.0.1:${await listenLocally(balancer)}`;
  for (let n = 0; n < 3; n++) processes.push(await startProcess());
});

afterAll(() => {
  for (const { child } of processes) child.kill('SIGKILL');
  balancer.close().closeAllConnections();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function startProcess(): Promise<AppProcess> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    COLLECT_MS: '400',
    NODE_ENV: 'production',
    WORKFLOW_WORLD: 'postgres',
    DATABASE_URL: process.env['TEST_POSTGRES_URL']!,
    WORKFLOW_DATABASE_SCHEMA: 'fleet_example',
    WORKFLOW_BASE_URL: url,
    WORKFLOW_LEASE_MS: '1500',
  };
  const outer = Object.entries(process.env).filter(([name]) => !/^(?:WORKFLOW|VITEST|TEST|NODE)_|^VITEST$/.test(name));
  const env = { ...Object.fromEntries(outer), ...settings };
  const child = spawn(process.execPath, ['--import', 'workflow/register', 'server.ts'], { cwd: dir, env });
  const started: AppProcess = { port, child, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (started.output += String(text)));
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/.well-known/workflow/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { ...WAIT, interval: 50 });
  return started;
}

interface Report {
  status: string;
  result: { total: number; figures: { collectedBy: string }[] } | null;
}

const ask = async <Answer>(path: string, init?: RequestInit): Promise<Answer> =>
  (await (await fetch(url + path, init)).json()) as Answer;

const readReport = (runId: string): Promise<Report> => ask<Report>(`/reports/${runId}`);

test('each report is made and approved, whichever process has begun it and whichever is asked, and one is killed', async () => {
  const started = await Promise.all(
    Array.from({ length: REPORTS }, () => ask<{ runId: string }>('/reports', { method: 'POST' })),
  );
  // In the middle of the first steps.
  processes[0]!.child.kill('SIGKILL');
  const approved = new Set<string>();
  await expect
    .poll(
      async () => {
        const output = processes.map((one) => one.output).join('\n');
        const addresses = Array.from(output.matchAll(/curl -X POST (\S+)/g), ([, address]) => address!);
        for (const address of addresses.filter((one) => !approved.has(one))) {
          expect((await fetch(address, { method: 'POST' })).status).toBe(202);
          approved.add(address);
        }
        const reports = await Promise.all(started.map(({ runId }) => readReport(runId)));
        return reports.map(({ status }) => status);
      },
      { interval: 200 },
    )
    .toEqual(started.map(() => 'completed'));
  const reports = await Promise.all(started.map(({ runId }) => readReport(runId)));
  expect(new Set(reports.map(({ result }) => result!.total)).size).toBe(1);
  const collectors = new Set(reports.flatMap(({ result }) => result!.figures.map(({ collectedBy }) => collectedBy)));
  expect(collectors.size).toBeGreaterThan(1);
  expect(processes.map(({ child }) => child.signalCode)).toEqual(['SIGKILL', null, null]);
});
