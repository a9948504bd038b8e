/** What workflow code cannot use. */
import fs, { readFileSync } from 'node:fs';
import * as crypto from 'node:crypto';
import { createRequire } from 'node:module';
import type { Stats } from 'node:fs';
import { sleep } from 'workflow';
import { add, readConfig, sizeOf } from './arithmetic.ts';

const read = readFileSync; // wrong
const later = (): void => {
  setTimeout(() => {}, 10); // wrong
};

export async function modules() {
  'use workflow';
  readFileSync('a.txt'); // wrong
  await fs.promises.readFile('a.txt'); // wrong
  read('a.txt'); // the same mistake
  const reader = { readFileSync }; // wrong
  crypto.createHash('sha256'); // wrong
  createRequire('/')('x'); // wrong
  const loaded = await import('node:os'); // wrong
  return [reader, loaded];
}

export async function helpers() {
  'use workflow';
  readConfig(); // wrong
  later(); // the same mistake
  return add(1, 2) + sizeOf({ size: 1 } as Stats);
}

export async function globals() {
  'use workflow';
  setTimeout(() => {}, 10); // wrong
  globalThis.setTimeout(() => {}, 10); // wrong
  setInterval(() => {}, 10); // wrong
  Buffer.from('a'); // wrong
  queueMicrotask(() => {}); // queueMicrotask is there in one of the two products
  new FinalizationRegistry(() => {}); // wrong
  new Worker('a.js'); // wrong
  eval('1'); // wrong
  new Function('return 1'); // wrong
  await crypto.subtle.sign('HMAC', {} as CryptoKey, new Uint8Array()); // wrong
  localStorage.getItem('a'); // wrong
  process.exit(1); // wrong
}

// Right ones.
export async function right() {
  'use workflow';
  const now = Date.now() + Math.random();
  const id = globalThis.crypto.randomUUID();
  await sleep('1s');
  const kept = await (async () => {
    'use step';
    return readFileSync('a.txt', 'utf8');
  })();
  const setTimeout = (callback: () => void): void => callback();
  setTimeout(() => {});
  return [now, id, kept, await write('a')];
}

async function write(text: string) {
  'use step';
  await fs.promises.writeFile('a.txt', text);
  return process.version;
}
