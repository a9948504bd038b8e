/** The client of docs/streams.md, as a program of its own, while its server is replaced twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { readDocument } from '../docs/documents.ts';
import { codeBlocksOf } from '../docs/markdown.ts';
import { createPlace } from './place.ts';

/** Begins to follow a stream with the program that the page shows. @returns Its lines: a chunk each, and `over`. */
function follow(address: string): AsyncIterator<string> {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { text } = codeBlocksOf(readDocument('docs/streams.md')).find(({ language }) => language === 'js')!;
  writeFileSync(join(dir, 'follow.mjs'), text);
  // Node would end while the client waits to connect again. A page stays.
  const use = `import { follow } from './follow.mjs';
const page = setInterval(() => {}, 1_000_000);
await follow(process.argv[2], (chunk) => console.log(chunk));
clearInterval(page);
console.log('over');`;
  writeFileSync(join(dir, 'use.mjs'), use);
  // Browsers have EventSource; Node wants to be asked.
  const args = ['--experimental-eventsource', '--no-warnings', join(dir, 'use.mjs'), address];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return createInterface(child.stdout)[Symbol.asyncIterator]();
}

it('gets each chunk once and in order', async () => {
  const { serve, release } = createPlace();
  const first = await serve();
  const { port } = new URL(first.url);
  const runId = await first.ask('/start/count/3');
  const lines = follow(`${first.url}/events/${runId}`);
  const next = async (): Promise<string> => (await lines.next()).value as string;
  expect(await next()).toBe('1');
  first.process.kill('SIGTERM');
  release('1');
  await first.ended;
  const second = await serve({ PORT: port });
  expect(await next()).toBe('2');
  second.process.kill('SIGKILL');
  await once(second.process, 'exit');
  release('2');
  await serve({ PORT: port });
  expect(await next()).toBe('3');
  release('3');
  expect(await next()).toBe('over');
});
