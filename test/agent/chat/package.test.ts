/** The chat as its users install it: types for each major version of the AI SDK, and a small script for browsers. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

it.each(['ai-5', 'ai', 'ai-7'])('its types fit those of %s', async (sdk) => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-chat-types-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      paths: { ai: [join(ROOT, 'node_modules', sdk, 'dist/index.d.ts')] },
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: [],
    files: [join(import.meta.dirname, 'typed-use.ts')],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = await promisify(execFile)(process.execPath, [TSC, '-p', dir]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

it('its transport brings browsers nothing of Node, and of packages only the reader of events', async () => {
  const bundle = await rolldown({
    input: join(ROOT, 'agent/entries/chat-transport.ts'),
    platform: 'browser',
    external: /^(?![./])/,
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual(['eventsource-parser']);
  expect(output[0].code.length).toBeLessThan(16_000);
});
