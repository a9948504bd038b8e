import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import type { startThread } from '../../runtime/world/threads/start-thread.ts';
import { storeDriver } from './store-driver.ts';

const ROOT = join(import.meta.dirname, '../..');
const FINDER = 'runtime/world/postgres/import-driver.ts';
const STARTER = 'runtime/world/threads/start-thread.ts';

/** Bundles a module into a text that has no folder. */
async function bundle<Exports = { importDriver(): Promise<any>; driverUrl(): string }>(
  input: string,
): Promise<Exports> {
  const build = await rolldown({ input, platform: 'node', plugins: [storeDriver()] });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

test('a bundled server has the driver inside, and needs no package beside it', async () => {
  const { importDriver, driverUrl } = await bundle(join(ROOT, FINDER));
  const { default: driver } = await importDriver();
  expect(driverUrl()).toBe('');
  expect(new driver.Pool({ connectionString: 'postgres://localhost/shop' })).toMatchObject({ totalCount: 0 });
  expect(driver.native).toBe(null);
});

test('so have its threads', async () => {
  const { startThread: start } = await bundle<{ startThread: typeof startThread }>(join(ROOT, STARTER));
  const database = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void database.close());
  await once(database, 'listening');
  const url = `postgres://127.0.0.1:${(database.address() as AddressInfo).port}/shop`;
  const thread = start({ role: 'leases', url, schema: 'workflow', applicationName: 'shop', driverUrl: '' }, 'leases');
  const [socket] = (await once(database, 'connection')) as [Socket];
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  expect(greeting.toString()).toContain('application_name\0shop');
  socket.destroy();
  await thread.terminate();
});

test('an application without the driver keeps an output without it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-driver-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, FINDER);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export const importDriver = (place = 'pg') => import(place);`);
  const { importDriver } = await bundle(file);
  await expect(importDriver()).rejects.toMatchObject({ message: expect.stringContaining('pg') });
});
