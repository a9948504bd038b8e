/**
 * A linked checkout of this package (`npm link`) holds examples and test applications beside the code of the package.
 * They are applications: adapters compile and bundle them like any other.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { bundlerConfigOf, setUp } from '../test/frameworks/nitro/module-project.ts';
import workflowLoader from './next/loader.ts';
import { isCompilable, toApplicationView } from './register/application-view-loader.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKFLOW_FILES = '{examples/*,examples/*/src,test/frameworks/app}/workflows/welcome.ts';
/** With their folders, which are the roots of projects. */
const APPLICATION_FILES = globSync(WORKFLOW_FILES, { cwd: ROOT }).map((file) => join(ROOT, file));
/** A step of the package, and its text about directives. */
const OWN_FILES = ['agent/providers/openai.ts', 'compiler/directives.ts'].map((file) => join(ROOT, file));

/** @returns The text that the loader of Next gives a bundler. */
function loadOnNext(path: string): string {
  const code = readFileSync(path, 'utf8');
  let loaded = '';
  workflowLoader.call(
    {
      resourcePath: path,
      getOptions: () => ({
        rootDir: ROOT,
        outDir: join(ROOT, '.workflow'),
        mode: 'production',
        target: 'node',
        version: '',
      }),
      callback: (_: Error | null, text?: string) => void (loaded = text ?? ''),
    },
    code,
    undefined,
  );
  return loaded;
}

/** @returns The plugin's answer to an import: `null` when it is left to the bundler. */
async function resolveBy(plugin: Plugin, path: string): Promise<unknown> {
  const { handler } = plugin.resolveId as { handler: (id: string, importer: undefined) => unknown };
  return await handler.call(null, path, undefined);
}

test('there are applications to test', () => {
  expect(APPLICATION_FILES.length).toBeGreaterThan(3);
});

describe.each(APPLICATION_FILES)('%s', (path) => {
  const code = readFileSync(path, 'utf8');

  test('is compiled by workflow/register', () => {
    expect(isCompilable(path)).toBe(true);
    expect(toApplicationView({ path, code, rootDir: ROOT })).toContain('//welcome"');
  });

  test('is compiled by the loader of Next', () => {
    expect(loadOnNext(path)).toContain('//welcome"');
  });

  test('is bundled by Nitro in development', async () => {
    const plugin = await keepOutsidePlugin();
    expect(await resolveBy(plugin, path)).toBeNull();
  });
});

describe.each(OWN_FILES)('%s, of the package', (path) => {
  test('is compiled only where it holds a step, for applications that run it', () => {
    const holdsStep = path.includes('/agent/');
    expect(isCompilable(path)).toBe(holdsStep);
    expect(loadOnNext(path).includes('registerStep(')).toBe(holdsStep);
  });

  test("stays outside of Nitro's bundle in development", async () => {
    const plugin = await keepOutsidePlugin();
    expect(await resolveBy(plugin, path)).toMatchObject({ external: true });
  });
});

test('Nitro bundles the code of the package in production, and no other folder', async () => {
  const { options } = await setUp({ dev: false });
  const { inline } = (options as unknown as { externals: { inline: string[] } }).externals;
  const isInline = (path: string): boolean => inline.some((folder) => path.startsWith(folder));
  expect(OWN_FILES.filter((path) => !isInline(path))).toEqual([]);
  expect(APPLICATION_FILES.filter(isInline)).toEqual([]);
});

async function keepOutsidePlugin(): Promise<Plugin> {
  const { plugins } = await bundlerConfigOf(await setUp({ dev: true }));
  return plugins.find(({ name }) => name === 'workflow:keep-outside')!;
}
