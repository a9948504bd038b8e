/** The store of a running application is lost: it says so once, and does nothing more that could not be stored. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { createHandler, createWorld } from '../../runtime/entries/runtime.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';
import { createHarness } from '../runtime/harness.ts';
import { WAIT } from '../time-limits.ts';
import { makeDataDir } from '../world/test-store.ts';

const GONE = { code: 'world_files_replaced' };

/** A run with a running step, a queued step, and a step that is about to be tried again. */
async function beginRun() {
  const dataDir = join(makeDataDir(), 'data');
  const begun: string[] = [];
  const aborted: boolean[] = [];
  const goOn = Promise.withResolvers<void>();
  const code: TestCode = {
    workflows: {
      main: async ({ step }) => await Promise.all([step('fail')(), step('hold')('first'), step('hold')('queued')]),
    },
    steps: {
      fail: async () => {
        begun.push('failing');
        throw new Error('try again');
      },
      hold: async (name: string) => {
        begun.push(name);
        await goOn.promise;
        aborted.push(getStepMetadata().signal.aborted);
      },
    },
  };
  const world = await createWorld({ kind: 'sqlite', dataDir });
  const harness = await createHarness(code, { world, env: { WORKFLOW_CONCURRENCY: '1' } });
  const run = await harness.start('main');
  await vi.waitFor(() => expect(begun).toContain('first'), WAIT);
  // The thread that reads opens the files with the first question; a process that opens them finds none.
  await run.status;
  return { ...harness, dataDir, begun, aborted, run, goOn: () => goOn.resolve() };
}

/** Fills pages that every commit needs, and lets all connections read them anew. */
function damage(dataDir: string): void {
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)');
  const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const pages = db.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name IN ('events', 'runs')").all();
  const fd = openSync(file, 'r+');
  for (const { page } of pages)
    writeSync(fd, Buffer.alloc(pageBytes, 0xaa), 0, pageBytes, (Number(page) - 1) * pageBytes);
  closeSync(fd);
  db.exec('PRAGMA application_id = 1000');
  db.close();
}

it('when the store of a running application is damaged, that is one line, and nothing is accepted any more', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { dataDir, run, goOn, runtime, start } = await beginRun();
  const result = run.returnValue;
  damage(dataDir);
  const damaged = { code: 'world_file_corrupt' };
  await expect(start('main')).rejects.toMatchObject(damaged);
  await expect(result).rejects.toMatchObject(damaged);
  goOn();
  const webhook = new Request('http://localhost/.well-known/workflow/v1/webhook/token', { method: 'POST' });
  await expect(createHandler()(webhook)).resolves.toMatchObject({ status: 503 });
  const health = await createHandler()(new Request('http://localhost/.well-known/workflow/v1/health'));
  expect(health.status).toBe(503);
  await runtime.close();
  const lines = error.mock.calls.flat();
  expect(lines).toEqual([expect.stringMatching(/^\[workflow\] store_gone error=.*workflow\.db.*backup/)]);
  error.mockRestore();
});

describe.runIf(process.platform !== 'win32')('when the store of a running application is deleted', () => {
  it('no step begins, the running one and waiters are told, requests get a 503, and the log has one line', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { dataDir, begun, aborted, run, goOn, runtime, start } = await beginRun();
    const before = [...begun];
    const result = run.returnValue;
    rmSync(dataDir, { recursive: true });
    await expect(result).rejects.toMatchObject(GONE);
    goOn();
    await vi.waitFor(() => expect(aborted).toEqual([true]), WAIT);
    await expect(start('main')).rejects.toMatchObject(GONE);
    await expect(run.status).rejects.toMatchObject(GONE);
    const lines = error.mock.calls.flat();
    expect(lines).toEqual([expect.stringMatching(/^\[workflow\] store_gone error=.*workflow\.db.*restart/)]);
    const webhook = new Request('http://localhost/.well-known/workflow/v1/webhook/token', { method: 'POST' });
    await expect(createHandler()(webhook)).resolves.toMatchObject({ status: 503 });
    const health = await createHandler()(new Request('http://localhost/.well-known/workflow/v1/health'));
    expect(health.status).toBe(503);
    await expect(health.json()).resolves.toEqual({ status: 'gone' });
    await runtime.close();
    expect(begun).toEqual(before);
    error.mockRestore();
  });

  it('the next start begins with an empty store', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { dataDir, run, runtime, goOn } = await beginRun();
    const result = run.returnValue;
    rmSync(dataDir, { recursive: true });
    await expect(result).rejects.toMatchObject(GONE);
    goOn();
    await runtime.close();
    const next = await createHarness(
      { workflows: { main: async () => 'done' }, steps: {} },
      { world: await createWorld({ kind: 'sqlite', dataDir }) },
    );
    await expect((await next.start('main')).returnValue).resolves.toBe('done');
    error.mockRestore();
  });
});
