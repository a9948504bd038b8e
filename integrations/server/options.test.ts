import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BUILD_MODULES } from '../shared/load-build.ts';
import { readProject, type WorkflowServerOptions } from './options.ts';

let rootDir = '';
beforeEach(() => {
  rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-server-')));
  vi.stubEnv('NODE_ENV', 'development');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(rootDir, { recursive: true, force: true });
});

const path = (name: string): string => join(rootDir, name);
const read = (options: WorkflowServerOptions = {}) => readProject({ rootDir, ...options });

function makeBuild(folder: string): void {
  mkdirSync(path(folder), { recursive: true });
  for (const file of [...BUILD_MODULES, 'manifest.json']) writeFileSync(path(join(folder, file)), '');
}

describe('a project with sources', () => {
  beforeEach(() => mkdirSync(path('workflows')));

  test('is built from the folder "workflows", and watched in development', () => {
    const expected = { rootDir, dirs: [path('workflows')], outDir: path('.workflow') };
    expect(read()).toEqual({ ...expected, mode: 'watch' });
    vi.stubEnv('NODE_ENV', 'production');
    expect(read()).toEqual({ ...expected, mode: 'once' });
    expect(read({ watch: true }).mode).toBe('watch');
  });

  test('is built even if there is a build, which may be outdated', () => {
    makeBuild('.workflow');
    expect(read({ watch: false }).mode).toBe('once');
    expect(read({ skipBuild: true }).mode).toBe('prebuilt');
  });

  test('has the nearest folder with a package.json as its root', () => {
    writeFileSync(path('package.json'), '{}');
    vi.spyOn(process, 'cwd').mockReturnValue(path('workflows'));
    expect(readProject({}).rootDir).toBe(rootDir);
    vi.restoreAllMocks();
  });
});

test('a project without sources uses the existing build', () => {
  makeBuild('build');
  expect(read({ dirs: ['src/workflows'], outDir: 'build' })).toEqual({
    rootDir,
    dirs: [],
    outDir: path('build'),
    mode: 'prebuilt',
  });
});

test.each<[string, object, string]>([
  ['an unknown option', { dir: ['workflows'] }, 'integration_option_unknown'],
  ['a wrong type', { dirs: 'workflows' }, 'integration_option_invalid'],
  ['a missing folder', { dirs: ['workflows', 'missing'] }, 'integration_folder_missing'],
  ['a missing root', { rootDir: 'missing' }, 'integration_folder_missing'],
  ['a missing build', { skipBuild: true }, 'server_build_missing'],
  ['"watch" with "skipBuild"', { watch: true, skipBuild: true }, 'server_options_conflict'],
  ['a project without workflows and build', { dirs: ['missing'] }, 'server_workflows_missing'],
])('%s is refused', (_, options, code) => {
  mkdirSync(path('workflows'));
  expect(() => read(options)).toThrow(`[${code}]`);
});
