import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { storeDriver } from './store-driver.ts';

const FINDER = 'runtime/world/postgres/import-driver.ts';

/** Bundles the module that finds the driver into a text that has no folder, as the store's thread of some hosts. */
async function bundleFinder(input: string): Promise<{ importDriver(): Promise<any>; driverUrl(): string }> {
  const bundle = await rolldown({ input, platform: 'node', plugins: [storeDriver()] });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

test('a bundled server has the driver inside, and needs no package beside it', async () => {
  const { importDriver, driverUrl } = await bundleFinder(join(import.meta.dirname, '../..', FINDER));
  const { default: driver } = await importDriver();
  expect(driverUrl()).toBe('');
  expect(new driver.Pool({ connectionString: 'postgres://localhost/shop' })).toMatchObject({ totalCount: 0 });
  expect(driver.native).toBe(null);
});

test('an application without the driver keeps an output without it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-driver-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, FINDER);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export const importDriver = (place = 'pg') => import(place);`);
  const { importDriver } = await bundleFinder(file);
  await expect(importDriver()).rejects.toMatchObject({ message: expect.stringContaining('pg') });
});
