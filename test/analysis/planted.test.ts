/** Planted mistakes are found at their lines, and right programs that look wrong get no finding; without types. */
import { dirname, join } from 'node:path';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { PLANTED, type PlantedProgram, type Said, toLines } from './planted-programs.ts';

const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-planted-')));
afterAll(() => rmSync(rootDir, { recursive: true, force: true }));

function find({ files }: PlantedProgram, index: number): Said[] {
  const folder = join(rootDir, String(index));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
  const project = new Project(new DiskHost({ rootDir: folder, files: () => paths }));
  return Object.entries(files).flatMap(([file, text]) =>
    analyzeFile(project, join(folder, file)).map(({ span, code, severity }) => {
      return { file, line: text.slice(0, span.start).split('\n').length, code, severity };
    }),
  );
}

test.each(PLANTED.map((program, index) => [program.name, program, index] as const))('%s', (_, program, index) => {
  const untyped = program.expected.filter(
    (line) => !line.includes(' data_') || line.includes(' data_argument_mutated'),
  );
  expect(toLines(find(program, index), program)).toEqual(untyped);
});

test('there are hundreds of both', () => {
  const wrong = PLANTED.filter(({ name }) => name.includes('mistakes'));
  expect(wrong.flatMap(({ expected }) => expected).length).toBeGreaterThan(300);
  expect(wrong.every(({ expected }) => expected.length > 0)).toBe(true);
  expect(PLANTED.length - wrong.length).toBeGreaterThan(210);
});
