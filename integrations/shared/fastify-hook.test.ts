import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { toFastifyHook } from './fastify-hook.ts';
import type { WebHandler } from './node-handler.ts';

// Other files are run by the same process.
afterAll(leaveRuntime);

/** Asks a server whose hook has this handler. @returns The answer, and whether it was taken from Fastify. */
async function ask(handler: WebHandler, path: string): Promise<{ text: string; isHijacked: boolean }> {
  const hook = toFastifyHook(handler);
  let isHijacked = false;
  const server = createServer((request, raw) => {
    hook({ raw: request }, { raw, hijack: () => (isHijacked = true) }, () => raw.end('of Fastify'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return { text: await response.text(), isHijacked };
}

const asked: WebHandler = async ({ url }) => (url.endsWith('/own') ? new Response('own') : null);

test.each([
  ['says which requests are its own', Object.assign(asked.bind(null), { owns: (path: string) => path === '/own' })],
  ['has to be asked', asked],
])('a handler that %s leaves all other requests to Fastify', async (_, handler) => {
  expect(await ask(handler, '/own')).toEqual({ text: 'own', isHijacked: true });
  expect(await ask(handler, '/other')).toEqual({ text: 'of Fastify', isHijacked: false });
});
