import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLED_FOR, GATE, LANES, holds, lanesForFile } from '../lanes.ts';
import { ROOT } from './source-files.ts';

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const TESTS = FILES.filter((file) => file.endsWith('.test.ts') && !/^test\/(?:samples|libraries\/works)\//.test(file));
const PROJECTS = [...GATE, ...Object.values(LANES).flatMap(({ projects }) => projects)];

describe('the gate and the lanes', () => {
  test('run every test file', () => {
    expect(TESTS.filter((file) => !PROJECTS.some((project) => holds(project, file)))).toEqual([]);
  });

  test('name only files that there are', () => {
    const missing = PROJECTS.flatMap(({ name, include }) =>
      include.filter((glob) => !TESTS.some((file) => holds({ name, include: [glob] }, file))),
    );
    expect(missing).toEqual([]);
  });

  test('have projects of different names, by which they are chosen', () => {
    expect(new Set(PROJECTS.map(({ name }) => name)).size).toBe(PROJECTS.length);
  });

  test('have tests of each promise in the gate', () => {
    const rows = readFileSync(join(ROOT, 'docs/internals/proof.md'), 'utf8').match(/^\| \d+, .*$/gm)!;
    expect(rows.length).toBe(10);
    for (const row of rows) {
      const paths = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);
      const inTheGate = TESTS.filter((file) => GATE.some((project) => holds(project, file)));
      expect(
        inTheGate.some((file) => paths.some((path) => file.startsWith(path))),
        row,
      ).toBe(true);
    }
  });
});

describe('a change calls for lanes', () => {
  test('by paths that there are', () => {
    expect(Object.keys(CALLED_FOR).filter((path) => !FILES.some((file) => file.startsWith(path)))).toEqual([]);
  });

  test('from each top folder of the product, and each integration', () => {
    const folders = FILES.map(
      (file) => /^(?:integrations\/[^/]+|agent|compiler|dashboard|runtime|ts-plugin)\//.exec(file)?.[0],
    );
    const silent = [...new Set(folders)].filter((folder) => folder && !(folder in CALLED_FOR));
    expect(silent).toEqual(['integrations/explanations/']);
  });

  test('so that each lane is called for by something', () => {
    const called = new Set(Object.values(CALLED_FOR).flat());
    expect(Object.keys(LANES).filter((lane) => !called.has(lane))).toEqual([]);
    expect([...called].filter((lane) => !(lane in LANES))).toEqual([]);
  });

  test('by the longest path that fits, and by the lanes of a changed test', () => {
    expect(lanesForFile('integrations/nest/nest.ts')).toEqual(['frameworks-nest']);
    expect(lanesForFile('docs/cli.md')).toEqual([]);
    expect(lanesForFile('test/vscode/extension.test.ts')).toEqual(['vscode']);
  });
});
