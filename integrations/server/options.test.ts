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

  test('is built although there is a build: it may be an old one', () => {
    makeBuild('.workflow');
    expect(read({ watch: false }).mode).toBe('once');
    expect(read({ skipBuild: true }).mode).toBe('prebuilt');
  });

  test('has the nearest folder with a package.json for its root', () => {
    writeFileSync(path('package.json'), '{}');
    vi.spyOn(process, 'cwd').mockReturnValue(path('workflows'));
    expect(readProject({}).rootDir).toBe(rootDir);
    vi.restoreAllMocks();
  });
});

test('a project without its sources takes the build that is there', () => {
  makeBuild('build');
  expect(read({ dirs: ['src/workflows'], outDir: 'build' })).toEqual({
    rootDir,
    dirs: [],
    outDir: path('build'),
    mode: 'prebuilt',
  });
});

test.each<[string, object, string]>([
  ['an option that there is not', { dir: ['workflows'] }, 'integration_option_unknown'],
  ['a wrong type', { dirs: 'workflows' }, 'integration_option_invalid'],
  ['a folder that is not there', { dirs: ['workflows', 'missing'] }, 'integration_folder_missing'],
  ['a root that is not there', { rootDir: 'missing' }, 'integration_folder_missing'],
  ['a build that is not there', { skipBuild: true }, 'server_build_missing'],
  ['to watch what it is not to build', { watch: true, skipBuild: true }, 'server_options_conflict'],
  ['folders of which none is there, nor a build', { dirs: ['missing'] }, 'server_workflows_missing'],
])('%s is refused', (_, options, code) => {
  mkdirSync(path('workflows'));
  expect(() => read(options)).toThrow(`[${code}]`);
});
