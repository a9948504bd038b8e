/** How long a process lives: as long as somebody waits for something, and no longer. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { WAIT } from '../time-limits.ts';

it.each([
  ['awaits a result', 'awake'],
  ['closes under a reader', '1'],
  ['starts and forgets', 'started'],
])('a script that %s ends by itself, and not before', async (script, output) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(import.meta.dirname, 'script.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file, script, dataDir], WAIT);
  expect(stdout.trim()).toBe(output);
});
