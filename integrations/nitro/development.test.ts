import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { describe, expect, test, vi } from 'vitest';
import { bundlerConfigOf, handlerOf, makeProject, setUp } from '../../test/frameworks/nitro/module-project.ts';
import { WAIT } from '../../test/time-limits.ts';

const FILE = 'workflows/one.ts';
const SOURCE = `export async function one() { 'use workflow'; return 1; }\nexport const LIMIT = 1;`;

/** A development server whose application has been built once. */
async function serve(): Promise<{ nitro: Nitro; edit(text: string): Promise<void>; built(): Promise<string> }> {
  const rootDir = makeProject({ [FILE]: SOURCE });
  const nitro = await setUp({ rootDir, dev: true });
  await nitro.hooks.callHook('build:before', nitro);
  const { plugins } = await bundlerConfigOf(nitro);
  const path = join(rootDir, FILE);
  const { code } = (await handlerOf(plugins[0]!, 'transform').call({}, SOURCE, path)) as { code: string };
  handlerOf(plugins[1]!, 'transform').call({}, code, path);
  return {
    nitro,
    edit: (text) => writeFile(path, text),
    built: () => readFile(join(rootDir, '.nitro/workflow/workflows.mjs'), 'utf8'),
  };
}

/** Counts the calls of a hook. */
function countCalls(nitro: Nitro, name: 'rollup:reload'): () => number {
  const called = vi.fn();
  nitro.hooks.hook(name, called);
  return () => called.mock.calls.length;
}

test('the workflows are built before the application, and again when the server reloads', async () => {
  const { nitro, edit, built } = await serve();
  expect(await built()).toContain('return 1');
  // Nothing watches any longer.
  rmSync(join(nitro.options.rootDir, 'routes'), { recursive: true });
  await edit(SOURCE.replace('return 1', 'return 2'));
  await nitro.hooks.callHook('dev:reload');
  await nitro.hooks.callHook('dev:reload');
  await expect.poll(built).toContain('return 2');
});

describe('the application, in a development server', () => {
  test('is not rebuilt after an edit inside a workflow', async () => {
    const { nitro, edit, built } = await serve();
    const reloads = countCalls(nitro, 'rollup:reload');
    await edit(SOURCE.replace('return 1', 'return 2'));
    await expect.poll(built).toContain('return 2');
    expect(reloads()).toBe(0);
  });

  test('is rebuilt once after an edit of code that it imports', async () => {
    const { nitro, edit } = await serve();
    const reloads = countCalls(nitro, 'rollup:reload');
    await edit(SOURCE.replace('LIMIT = 1', 'LIMIT = 2'));
    await expect.poll(reloads).toBe(1);
    await edit(SOURCE.replace('LIMIT = 1', 'LIMIT = 2').replace('return 1', 'return 3'));
    expect(reloads()).toBe(1);
  });

  test('is not rebuilt while a file does not compile', async () => {
    const { nitro, edit, built } = await serve();
    const reloads = countCalls(nitro, 'rollup:reload');
    const error = vi.spyOn(nitro.logger, 'error').mockReturnValue(undefined);
    await edit(SOURCE.replace('async function', 'function'));
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), WAIT);
    await edit(SOURCE.replace('return 1', 'return 4'));
    await expect.poll(built).toContain('return 4');
    expect(reloads()).toBe(0);
  });

  test('is not watched by its bundler in the folders of workflows', async () => {
    const rootDir = makeProject({ [FILE]: SOURCE });
    const { watch } = await bundlerConfigOf(await setUp({ rootDir, dev: true }));
    const excluded = [(watch as { exclude: RegExp[] }).exclude].flat();
    const isWatched = (file: string): boolean => !excluded.some((pattern) => pattern.test(join(rootDir, file)));
    expect(isWatched(FILE)).toBe(false);
    expect(isWatched('workflows/words.json')).toBe(true);
    expect(isWatched('routes/index.ts')).toBe(true);
  });
});
