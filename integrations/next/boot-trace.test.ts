import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { traceSteps } from './boot-trace.ts';

const TRACE = 'server/instrumentation.js.nft.json';
const OWN_MAP = JSON.stringify({ sources: ['../../workflows/order.ts'] });
const CHUNK = 'chunks/[root]__1._.js';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'workflow-dist-'));
  onTestFinished(() => rmSync(distDir, { recursive: true }));
  write(TRACE, JSON.stringify({ version: 1, files: [CHUNK, '../package.js', 'chunks/[externals].js'] }));
  write(`server/${CHUNK}.map`, OWN_MAP);
  write('package.js.map', '{}');
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(distDir, name)), { recursive: true });
  writeFileSync(join(distDir, name), text);
}

const tracedFiles = (): string[] =>
  (JSON.parse(readFileSync(join(distDir, TRACE), 'utf8')) as { files: string[] }).files;
const afterCompile = (config: object): Promise<void> =>
  traceSteps(config).compiler!.runAfterProductionCompile!({
    projectDir: dirname(distDir),
    distDir,
  });

it("a server gets each existing map of Next's output once", async () => {
  await afterCompile({});
  await afterCompile({});
  expect(tracedFiles()).toEqual([CHUNK, '../package.js', 'chunks/[externals].js', `${CHUNK}.map`]);
});

it("the user's own hook runs first and may delete the maps", async () => {
  const compiler = { runAfterProductionCompile: async () => rmSync(join(distDir, `server/${CHUNK}.map`)) };
  await afterCompile({ compiler });
  expect(tracedFiles()).toHaveLength(3);
});

it('a server without a list of files stays unchanged', async () => {
  rmSync(join(distDir, TRACE));
  await expect(afterCompile({})).resolves.toBeUndefined();
});

it('a function that answers other requests gets the steps, too', async () => {
  write(
    'server/app-paths-manifest.json',
    JSON.stringify({ '/.well-known/workflow/v1/[...path]/route': 'app/wake.js' }),
  );
  write(
    'server/app/wake.js.nft.json',
    JSON.stringify({ version: 1, files: ['../chunks/steps.js', '../chunks/next.js', '../../package.js'] }),
  );
  write('server/chunks/steps.js.map', JSON.stringify({ sections: [{ map: JSON.parse(OWN_MAP) as object }] }));
  write('server/chunks/next.js.map', JSON.stringify({ sources: ['../../node_modules/next/dist/server.js'] }));
  await afterCompile({});
  const added = ['app/wake.js', 'chunks/steps.js', 'chunks/next.js', `${CHUNK}.map`, 'chunks/steps.js.map'];
  expect(tracedFiles()).toEqual([CHUNK, '../package.js', 'chunks/[externals].js', ...added]);
});
