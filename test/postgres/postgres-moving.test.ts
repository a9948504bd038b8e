/** From the file to PostgreSQL and back, as docs/postgres.md tells it, with real processes of which some are killed. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { freePort } from '../../scripts/listen-locally.ts';
import { CliProject } from '../cli/cli-project.ts';
import { runCli, startCli } from '../cli/run-cli.ts';
import { cleanEnvironment } from '../frameworks/server-process.ts';
import { WAIT } from '../time-limits.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { readStore } from '../world/read-store.ts';

const SOON = { ...WAIT, interval: 2 };
const SMALL_RUNS = 1_500;
/** Besides the small ones: those of `KINDS`, and a child. */
const ALL_RUNS = SMALL_RUNS + 6;
const TRIPS = `import { appendFileSync, existsSync } from 'node:fs';
import { createHook, createWebhook, getWritable, sleep } from 'workflow';
import { start } from 'workflow/api';

export async function small(n) { 'use workflow'; return n; }
export async function asleep() { 'use workflow'; await note('asleep'); await sleep('20s'); return 'awake'; }
export async function hooked() { 'use workflow'; const hook = createHook({ token: 'tok' }); await note('hooked'); return await hook; }
export async function webhooked() { 'use workflow'; const hook = createWebhook(); await note('url ' + hook.url); return await (await hook).text(); }
export async function halfDone() { 'use workflow'; return await slow(); }
export async function parent() { 'use workflow'; const child = await begin(); await note('parent'); return child; }
async function note(text) { 'use step'; appendFileSync('trips.log', text + '\\n'); }
async function slow() {
  'use step';
  appendFileSync('trips.log', 'slow\\n');
  const writer = getWritable().getWriter();
  await writer.write('chunk');
  while (!existsSync('arrived')) await new Promise((resolve) => setTimeout(resolve, 5));
  return 'done';
}
async function begin() { 'use step'; return (await start(small, ['child'])).runId; }
`;
const KINDS = ['asleep', 'hooked', 'webhooked', 'halfDone', 'parent'];

let project: CliProject;
let worker: ChildProcess | null = null;
let output = '';
const lines = (): string[] => project.read('trips.log').split('\n').filter(Boolean);

beforeAll(async () => {
  project = new CliProject({ 'workflows/trips.js': TRIPS });
  expect(await runCli(['build'], { cwd: project.dir })).toMatchObject({ exitCode: 0 });
});
afterEach(() => worker?.kill('SIGKILL'));
afterAll(() => project.remove());

async function startWorker(port: number, env: Record<string, string>): Promise<ChildProcess> {
  const given = { ...env, WORKFLOW_BASE_URL: `http://127.0.0.1:${port}`, WORKFLOW_LEASE_MS: '2000' };
  worker = startCli(['worker', '--port', String(port)], { cwd: project.dir, env: given });
  output = '';
  for (const stream of [worker.stdout!, worker.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitUntil(() => output.includes('Working on') || worker!.exitCode !== null, SOON);
  return worker;
}

/** Executes code of the application in a process that works on nothing, and returns what it prints. */
async function execute(code: string, env: Record<string, string> = {}): Promise<string> {
  const text = `import { getRun, resumeHook, start } from 'workflow/api';
    import { getWorld } from 'workflow/runtime';
    ${code}
    await getWorld().close();`;
  const options = { cwd: project.dir, env: { ...cleanEnvironment(), WORKFLOW_ROLE: 'producer', ...env } };
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], options)).stdout;
}

const startAll = (names: string[]): Promise<string> =>
  execute(`const ids = {};
    for (const name of ${JSON.stringify(names)}) {
      const run = await start({ workflowId: 'workflow//./workflows/trips//' + name }, []);
      ids[name] = run.runId;
    }
    console.log(JSON.stringify(ids));`);

test('no run is lost on the way from the file to PostgreSQL, and back', async () => {
  const port = await freePort();
  const first = await startWorker(port, {});
  const ids = JSON.parse(await startAll(KINDS)) as Record<string, string>;
  await vi.waitUntil(() => lines().length === KINDS.length, SOON);
  const url = lines()
    .find((line) => line.startsWith('url '))!
    .slice(4);
  const busy = await runCli(['export', '--freeze', 'busy.jsonl'], { cwd: project.dir });
  expect(busy).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[world_export_worker]') });
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  await execute(`for (let n = 0; n < ${SMALL_RUNS}; n++)
      await start({ workflowId: 'workflow//./workflows/trips//small' }, [n]);
    await resumeHook('tok', 'while nobody worked');`);
  const out = await runCli(['export', '--freeze', 'runs.jsonl'], { cwd: project.dir });
  expect(out).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`Exported ${ALL_RUNS} runs`) });
  expect(await startWorker(port, {})).toMatchObject({ exitCode: 1 });
  expect(output).toContain('[world_store_exported]');

  const schema = makeSchema();
  const database = { WORKFLOW_DATABASE_SCHEMA: schema };
  const onDatabase = { ...database, WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_URL: postgresUrl() };
  const importing = ['import', '--database', postgresUrl(), 'runs.jsonl'];
  const killed = startCli(importing, { cwd: project.dir, env: database });
  const count = async (): Promise<number> => {
    const rows = await query<{ n: number }>(`select count(*)::int as n from ${schema}.runs`).catch(() => []);
    return rows[0]?.n ?? 0;
  };
  await vi.waitUntil(async () => (await count()) > 0, SOON);
  const gone = once(killed, 'exit');
  killed.kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  const arrived = await count();
  expect(arrived).toBeLessThan(ALL_RUNS);
  expect(await startWorker(port, onDatabase)).toMatchObject({ exitCode: 1 });
  expect(output).toContain('[world_store_importing]');
  const repeated = await runCli([...importing, '--json'], { cwd: project.dir, env: database });
  const whole = { imported: ALL_RUNS - arrived, skipped: arrived, refused: [], hasSecret: true };
  expect(JSON.parse(repeated.stdout)).toMatchObject(whole);

  project.write('arrived', '');
  const second = await startWorker(port, onDatabase);
  expect((await fetch(url, { method: 'POST', body: 'by webhook' })).status).toBeLessThan(300);
  const results = await execute(
    `const results = {};
    for (const [name, id] of Object.entries(${JSON.stringify(ids)})) results[name] = await getRun(id).returnValue;
    results.child = await getRun(results.parent).returnValue;
    console.log(JSON.stringify(results));`,
    onDatabase,
  );
  const { parent: _, ...values } = JSON.parse(results) as Record<string, unknown>;
  expect(values).toEqual({
    asleep: 'awake',
    hooked: 'while nobody worked',
    webhooked: 'by webhook',
    halfDone: 'done',
    child: 'child',
  });
  await vi.waitUntil(async () => {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from ${schema}.runs where completed_at is null`,
    );
    return row!.n === 0;
  }, SOON);
  expect(lines().filter((line) => line === 'asleep')).toHaveLength(1);
  expect(lines().filter((line) => line === 'slow')).toHaveLength(2);

  const stopped = once(second, 'exit');
  second.kill('SIGTERM');
  await stopped;
  const back = await runCli(['export', '--freeze', '--database', postgresUrl(), 'back.jsonl'], {
    cwd: project.dir,
    env: database,
  });
  expect(back).toMatchObject({ exitCode: 0 });
  expect(await runCli(['import', '--data-dir', 'back', 'back.jsonl'], { cwd: project.dir })).toMatchObject({
    exitCode: 0,
    stdout: `Imported ${ALL_RUNS} runs. 0 were there already.\n`,
  });
  const file = await createWorld({ kind: 'sqlite', dataDir: project.path('back') });
  await file.open();
  const both = await Promise.all([file, await openPostgresWorld(schema)].map((world) => readStore(world)));
  expect(both[0]).toEqual(both[1]);
  await file.close();
});
