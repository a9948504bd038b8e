/**
 * `node bench/large-store/main.ts [--runs N] [--world postgres]`: what an operator waits for when a store has many
 * runs. A page of 50 of 1,000,000 may take 20 ms, and the first paint of the dashboard with 100,000 a second.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { openBrowser } from '../../test/agent/browser/chat-page.ts';
import { median, quantile } from '../statistics.ts';

const ROOT = join(import.meta.dirname, '../..');
const WAITING = 1_000;
const ASKS = 40;
const BLANKS = 5;
const DAY_MS = 86_400_000;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, world: { type: 'string', default: 'sqlite' } },
});

/** Conditions that operators give, by how people call them. */
const FILTERS: Record<string, object> = {
  'newest runs': {},
  'one status, many runs': { status: ['completed'] },
  'one status, few runs': { status: ['running'] },
  'one workflow': { workflow: 'refuse' },
  'workflow and status': { workflow: 'order', status: ['failed'] },
  'one customer': { attributes: { customer: 'c7' } },
  'of the last day': { since: new Date(Date.now() - DAY_MS).toISOString() },
  'before the last day': { until: new Date(Date.now() - DAY_MS).toISOString() },
  retrying: { retrying: true },
  parked: { parked: true },
  'a key that none has': { key: 'nobody' },
};

await build();
const app = mkdtempSync(join(tmpdir(), 'workflow-bench-'));
// PostgreSQL runs as another user.
chmodSync(app, 0o755);
const server =
  values.world === 'postgres'
    ? await startPostgres({ dir: join(app, 'postgres'), modules: join(ROOT, 'node_modules') })
    : null;
const environment = {
  ...process.env,
  WORKFLOW_WORLD: values.world,
  ...(server && { WORKFLOW_DATABASE_URL: `${server.url}/postgres` }),
};
let web: ChildProcess | undefined;
try {
  fillStore();
  const address = await serveDashboard();
  await measurePages(address);
  await measurePaint(address);
} finally {
  web?.kill();
  await server?.stop();
  rmSync(app, { recursive: true, force: true, maxRetries: 5 });
}

function fillStore(): void {
  mkdirSync(join(app, 'workflows'));
  mkdirSync(join(app, 'node_modules'));
  writeFileSync(join(app, 'package.json'), '{ "name": "shop", "type": "module" }');
  copyFileSync(join(import.meta.dirname, 'shop.ts'), join(app, 'shop.ts'));
  copyFileSync(join(import.meta.dirname, 'workflows/shop.ts'), join(app, 'workflows/shop.ts'));
  symlinkSync(ROOT, join(app, 'node_modules/workflow'));
  const begun = performance.now();
  const args = ['--import', 'workflow/register', 'shop.ts', values.runs, String(WAITING)];
  const { status } = spawnSync(process.execPath, args, {
    cwd: app,
    env: { ...environment, WORKFLOW_LOG_LEVEL: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The store could not be filled.');
  console.log(`${values.runs} runs in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
}

/** Resolves with its address. */
async function serveDashboard(): Promise<string> {
  web = spawn(process.execPath, [join(ROOT, 'dist/cli/bin.js'), 'web', '--port', '0', '--json'], {
    cwd: app,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of web.stdout!) return (JSON.parse(String(line)) as { url: string }).url;
  throw new Error('The dashboard ended.');
}

async function measurePages(address: string): Promise<void> {
  for (const [title, filter] of Object.entries(FILTERS)) {
    const times: number[] = [];
    let found = 0;
    for (let n = 0; n < ASKS; n++) {
      const begun = performance.now();
      const response = await fetch(`${address}api/listRuns`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-workflow-dashboard': '1' },
        body: JSON.stringify({ ...filter, limit: 50 }),
      });
      const answer = (await response.json()) as { runs?: unknown[] };
      if (!response.ok) throw new Error(JSON.stringify(answer));
      found = answer.runs!.length;
      times.push(performance.now() - begun);
    }
    const figures = [times[0]!, median(times), quantile(times, 0.95)].map((ms) => ms.toFixed(1).padStart(8));
    console.log(`${title.padEnd(26)} first, p50, p95: ${figures.join(' ')} ms, ${found} runs`);
  }
}

/** From the address until text, and until the runs. */
async function measurePaint(address: string): Promise<void> {
  const browser = await openBrowser();
  try {
    for (let n = 0; n < BLANKS; n++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const begun = performance.now();
      await page.goto(address);
      await page.locator('tbody tr').nth(40).waitFor();
      const shown = performance.now() - begun;
      const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      console.log(`first paint ${paint?.toFixed(0)} ms, runs shown after ${shown.toFixed(0)} ms`);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
