/** Messages and related places of the rules for workflow code, and their findings while texts change. */
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { writeFixture } from './fixture.ts';

const WORKFLOW = `import { deep } from '../src/deep.ts';
export async function order() {
  'use workflow';
  return deep('a');
}
`;
const HELPER = `import { createHash } from 'node:crypto';
const hash = (text: string) => createHash('md5').update(text);
export const deep = (text: string) => hash(text);
`;

/** A project in an editor: its files are on disk, and what is typed is not. */
function openProject(files: Record<string, string>, options: { stamp?: () => string } = {}) {
  const { rootDir, paths, [Symbol.dispose]: dispose } = writeFixture({ files, expected: [] });
  const texts = new Map(Object.entries(files));
  const nameOf = (path: string): string => path.slice(rootDir.length + 1).replaceAll(sep, '/');
  const host = new DiskHost({
    rootDir,
    files: () => paths,
    openText: (path) => {
      const code = texts.get(nameOf(path));
      return code === undefined ? null : { code, version: code };
    },
    ...options,
  });
  const project = new Project(host);
  return {
    type: (name: string, code: string) => texts.set(name, code),
    findings: (name: string): Finding[] => analyzeFile(project, join(rootDir, name)),
    codes: (name: string): string[] => analyzeFile(project, join(rootDir, name)).map(({ code }) => code),
    places: ({ related }: Finding) => related.map(({ file, span, message }) => [nameOf(file), span.start, message]),
    [Symbol.dispose]: dispose,
  };
}

describe('an error of the sandbox', () => {
  test('tells the imports by which the code came into the workflow, and the uses on the way', () => {
    using project = openProject({ 'workflows/order.ts': WORKFLOW, 'src/deep.ts': HELPER });
    const [found] = project.findings('src/deep.ts');
    expect(found!.message).toBe(
      'Workflow code uses "createHash" of "node:crypto", which exists only in Node. ' +
        'Imported by workflows/order.ts:1:22 → src/deep.ts:1:28. ' +
        "Fix: move it into a 'use step' function [compile_builtin_reached]",
    );
    expect(project.places(found!)).toEqual([
      ['src/deep.ts', HELPER.lastIndexOf('hash'), '"hash" is used here.'],
      ['workflows/order.ts', WORKFLOW.lastIndexOf('deep'), '"deep" is used here.'],
    ]);
  });

  test('is also shown in the workflow, with the way to the mistake in the other file', () => {
    using project = openProject({ 'workflows/order.ts': WORKFLOW, 'src/deep.ts': HELPER });
    const [found] = project.findings('workflows/order.ts');
    expect(found!.message).toContain('"deep" leads to "createHash" of "node:crypto" (src/deep.ts:2:32)');
    expect(project.places(found!)).toEqual([
      ['src/deep.ts', HELPER.lastIndexOf('createHash'), '"createHash" of "node:crypto" is used here.'],
      ['src/deep.ts', HELPER.lastIndexOf('hash'), '"hash" is used here.'],
    ]);
  });

  test('in code that runs when a module loads names the imports of the module', () => {
    const plain = `export const deep = (text: string) => text;\nexport namespace Mask {\n  export const old = process.umask(0);\n}\n`;
    using project = openProject({ 'workflows/order.ts': WORKFLOW, 'src/deep.ts': plain });
    const [found] = project.findings('src/deep.ts');
    expect(found!.code).toBe('compile_global_reached');
    expect(project.places(found!)).toEqual([
      ['workflows/order.ts', WORKFLOW.indexOf("'../src"), 'The module is imported here, so it loads.'],
    ]);
  });

  test('about a timer has a fix that waits durably', () => {
    const text = `import { FatalError } from "workflow";
export async function order(seconds: number) {
  'use workflow';
  await new Promise<void>((resolve) => { setTimeout(() => resolve(), seconds * 1000); });
  throw new FatalError('a');
}
`;
    using project = openProject({ 'workflows/order.ts': text });
    const [found] = project.findings('workflows/order.ts');
    expect(found!.fixes.map(({ title, isForAll }) => [title, isForAll])).toEqual([['Wait with sleep()', true]]);
    expect(applyEdits(text, found!.fixes[0]!.edits)).toBe(`import { FatalError, sleep } from "workflow";
export async function order(seconds: number) {
  'use workflow';
  await sleep(seconds * 1000);
  throw new FatalError('a');
}
`);
  });

  test('about a timer has no automatic fix if the timer does more than wait, or the application may use the helper', () => {
    const text = `import { wait } from '../src/wait.ts';
export async function order() {
  'use workflow';
  await new Promise<number>((resolve) => setTimeout(() => resolve(1), 10));
  await wait(1);
}
`;
    const helper = `export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));\n`;
    using project = openProject({ 'workflows/order.ts': text, 'src/wait.ts': helper });
    const [inWorkflow] = project.findings('workflows/order.ts');
    const [inHelper] = project.findings('src/wait.ts');
    expect(inWorkflow!.fixes).toEqual([]);
    expect(inHelper!.fixes.map(({ isForAll }) => isForAll)).toEqual([false]);
  });
});

describe('while the user types', () => {
  test('a helper that becomes unsafe is shown in the workflow, and no longer when it is safe again', () => {
    using project = openProject({
      'workflows/order.ts': WORKFLOW,
      'src/deep.ts': `export const deep = (a: string) => a;\n`,
    });
    expect(project.codes('workflows/order.ts')).toEqual([]);
    project.type('src/deep.ts', HELPER);
    expect(project.codes('workflows/order.ts')).toEqual(['sandbox_helper_unsafe']);
    expect(project.codes('src/deep.ts')).toEqual(['compile_builtin_reached']);
    project.type(
      'src/deep.ts',
      `'use step';\n${HELPER.replace('(text: string) => hash', 'async (text: string) => hash')}`,
    );
    expect(project.codes('workflows/order.ts')).not.toContain('sandbox_helper_unsafe');
    expect(project.codes('src/deep.ts')).toEqual([]);
  });

  test('a file that no workflow uses any more has no errors', () => {
    using project = openProject({ 'workflows/order.ts': WORKFLOW, 'src/deep.ts': HELPER });
    expect(project.codes('src/deep.ts')).toEqual(['compile_builtin_reached']);
    project.type('workflows/order.ts', WORKFLOW.replace('deep(', 'String('));
    expect(project.codes('src/deep.ts')).toEqual([]);
  });

  test('half a statement in one file changes nothing in the others', () => {
    const other = WORKFLOW.replace('order', 'ship');
    using project = openProject({ 'workflows/order.ts': WORKFLOW, 'workflows/ship.ts': other, 'src/deep.ts': HELPER });
    project.type('workflows/order.ts', `${WORKFLOW}export const = `);
    expect(project.codes('workflows/ship.ts')).toEqual(['sandbox_helper_unsafe']);
    expect(project.codes('src/deep.ts')).toEqual(['compile_builtin_reached']);
  });

  test('a host that reports changes is asked for texts only after a change', () => {
    let changes = 0;
    const files = { 'workflows/order.ts': WORKFLOW, 'src/deep.ts': HELPER };
    using project = openProject(files, { stamp: () => String(changes) });
    expect(project.codes('src/deep.ts')).toEqual(['compile_builtin_reached']);
    project.type('workflows/order.ts', WORKFLOW.replace('deep(', 'String('));
    expect(project.codes('src/deep.ts')).toEqual(['compile_builtin_reached']);
    changes++;
    expect(project.codes('src/deep.ts')).toEqual([]);
  });
});
