import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { keepStandaloneMaps } from './standalone-maps.ts';

const TRACE = 'server/instrumentation.js.nft.json';
const CHUNK = 'chunks/[root]__1._.js';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'workflow-dist-'));
  onTestFinished(() => rmSync(distDir, { recursive: true }));
  write(TRACE, JSON.stringify({ version: 1, files: [CHUNK, '../package.js', 'chunks/[externals].js'] }));
  write(`server/${CHUNK}.map`, '{}');
  write('package.js.map', '{}');
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(distDir, name)), { recursive: true });
  writeFileSync(join(distDir, name), text);
}

const tracedFiles = (): string[] =>
  (JSON.parse(readFileSync(join(distDir, TRACE), 'utf8')) as { files: string[] }).files;
const afterCompile = (config: object): Promise<void> =>
  keepStandaloneMaps({ output: 'standalone', ...config }).compiler!.runAfterProductionCompile!({
    projectDir: dirname(distDir),
    distDir,
  });

it("a standalone server gets each existing map of Next's output once", async () => {
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

it('other kinds of output keep their configuration', () => {
  const config = { output: 'export', basePath: '/v2' };
  expect(keepStandaloneMaps(config)).toBe(config);
});
