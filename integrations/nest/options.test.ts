import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WorkflowModule } from './module.ts';
import { NestLocalBuilder } from './local-builder.ts';
import { readProject } from './options.ts';

/** A project with these folders. */
function makeProject(...folders: string[]): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-nest-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const folder of folders) mkdirSync(join(dir, folder), { recursive: true });
  return dir;
}

test('the defaults fit a new Nest application', () => {
  const workingDir = makeProject('src');
  expect(readProject({ workingDir })).toEqual({
    rootDir: workingDir,
    dirs: [join(workingDir, 'src')],
    outDir: join(workingDir, '.nestjs/workflow'),
    distDir: join(workingDir, 'dist'),
    moduleType: 'es6',
    watch: false,
    skipBuild: false,
  });
});

test('paths are relative to "workingDir"', () => {
  const workingDir = makeProject('flows', 'jobs');
  const options = { workingDir, dirs: ['flows', 'jobs'], outDir: 'built', distDir: 'out' };
  expect(readProject(options)).toMatchObject({
    dirs: [join(workingDir, 'flows'), join(workingDir, 'jobs')],
    outDir: join(workingDir, 'built'),
    distDir: join(workingDir, 'out'),
  });
});

test.each([
  ['workingDir', 1],
  ['dirs', 'src'],
  ['dirs', [1]],
  ['outDir', ''],
  ['watch', 'yes'],
  ['moduleType', 'esm'],
  ['distDir', []],
  ['skipBuild', 0],
])('the option %s must not be %j', (name, value) => {
  const options = { workingDir: makeProject('src'), [name]: value };
  const expected = expect.objectContaining({
    code: 'integration_option_invalid',
    message: expect.stringContaining(`"${name}" must be`),
  });
  expect(() => WorkflowModule.forRoot(options as never)).toThrow(expected);
  expect(() => new NestLocalBuilder(options as never)).toThrow(expected);
});

test('an unknown option is refused with the list of known options', () => {
  expect(() => WorkflowModule.forRoot({ dir: ['src'] } as never)).toThrow(
    /There is no option "dir".*workingDir, dirs, outDir, watch, moduleType, distDir, skipBuild/s,
  );
});

test.each([
  ['a working directory that does not exist', { workingDir: '/nowhere/at/all' }, 'integration_folder_missing'],
  ['a folder of sources that does not exist', { dirs: ['flows'] }, 'integration_folder_missing'],
  ['no folder "src"', {}, 'nest_sources_missing'],
  ['a folder of sources that contains the compiled application', { dirs: ['.'] }, 'nest_dirs_hold_output'],
])('%s is an error', (_, options, code) => {
  const workingDir = makeProject('dist');
  expect(() => WorkflowModule.forRoot({ workingDir, ...options })).toThrow(expect.objectContaining({ code }));
});

test('with "skipBuild" no sources are needed', () => {
  const workingDir = makeProject();
  expect(readProject({ workingDir, skipBuild: true }).dirs).toEqual([]);
});
