/**
 * Every quick fix of every fixture, and of every wrong example of the documents, leaves code that parses, and that
 * type-checks where the input did. TypeScript gives the types for the fixes, and checks all results at once.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AREAS } from '../../cli/explain/explained-areas.ts';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import type { QuickFix } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { listFixtures, readFixture } from './fixture.ts';
import { openSome, writeTypedProject } from './typed-project.ts';

const GROUPS = readdirSync(join(import.meta.dirname, 'fixtures'));
const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
/** The code of a syntax error is below it. */
const SYNTAX_ERRORS = 2000;

type Files = Record<string, string>;

/** One syntax error, and TypeScript checks no types at all. */
const UNREADABLE = 'compile_syntax_invalid';
/** Shows that TypeScript has checked types. */
const PLANTED = 'planted';

/** The files of each input by its folder. */
function inputs(): Map<string, Files> {
  const fixtures = GROUPS.flatMap((group) => listFixtures(group)).map((path) => {
    const folder = `${basename(dirname(path))}-${basename(path).replace(/\.\w+$/, '')}`;
    return [folder, readFixture(path).files] as const;
  });
  const examples = AREAS.flatMap(({ errors }) => errors).flatMap(({ code, wrong }) => {
    const files = typeof wrong === 'string' ? { 'workflows/order.ts': wrong } : (wrong ?? {});
    const sources = Object.entries(files).filter(([name]) => /\.[cm]?[jt]sx?$/.test(name));
    return sources.length > 0 && code !== UNREADABLE ? [[`example-${code}`, Object.fromEntries(sources)] as const] : [];
  });
  return new Map([...fixtures, ...examples]);
}

/** One fix, applied. */
interface Applied {
  story: string;
  /** The folder of the input, and the one of the result. */
  from: string;
  folder: string;
  files: Files;
}

let all: Applied[] = [];
/** By `<folder>/<file>`. */
let errors: Map<string, string[]>;
let remove = (): void => {};

async function applyEveryFix(known: ReadonlyMap<string, Files>): Promise<Applied[]> {
  using written = writeTypedProject(flatten(known), '7.0');
  using opened = await openSome({ rootDir: written.rootDir });
  const applied: Applied[] = [];
  for (const [from, files] of known) {
    const rootDir = join(written.rootDir, from);
    const paths = Object.keys(files).map((name) => join(rootDir, name));
    const project = new Project(new DiskHost({ rootDir, files: () => paths, types: opened.types }));
    for (const path of paths) {
      for (const finding of analyzeFile(project, path)) {
        for (const fix of finding.fixes) {
          const folder = `fixed-${applied.length}`;
          applied.push({
            story: `${from}: ${finding.code}: ${fix.title}`,
            from,
            folder,
            files: apply(rootDir, files, fix),
          });
        }
      }
    }
  }
  return applied;
}

function apply(rootDir: string, files: Files, fix: QuickFix): Files {
  const changed = { ...files };
  for (const [path, edits] of combineFixes([fix])) {
    const name = relative(rootDir, path).split(sep).join('/');
    changed[name] = applyEdits(files[name]!, edits);
  }
  return changed;
}

function flatten(folders: ReadonlyMap<string, Files>): Files {
  const entries = [...folders].flatMap(([folder, files]) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const),
  );
  return Object.fromEntries(entries);
}

beforeAll(async () => {
  const known = inputs();
  all = await applyEveryFix(known);
  const planted = [PLANTED, { 'a.ts': 'export const text: string = 1;\n' }] as const;
  const results = new Map([...known, planted, ...all.map(({ folder, files }) => [folder, files] as const)]);
  const written = writeTypedProject(flatten(results), '7.0');
  remove = () => written[Symbol.dispose]();
  const args = [TSC, '-p', '.', '--noEmit', '--moduleDetection', 'force', '--pretty', 'false'];
  const output = await promisify(execFile)(process.execPath, args, { cwd: written.rootDir, maxBuffer: 2 ** 26 }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  errors = Map.groupBy(
    output.stdout.split('\n').filter((line) => /^\S.*\): error TS/.test(line)),
    fileOf,
  );
});
afterAll(() => remove());

function fileOf(line: string): string {
  return line.slice(0, line.search(/\(\d+,\d+\): error TS/));
}

function errorsOf(folder: string, name: string): string[] {
  return errors.get(`${folder}/${name}`) ?? [];
}

function isSyntaxError(line: string): boolean {
  return Number(/error TS(\d+)/.exec(line)?.[1]) < SYNTAX_ERRORS;
}

test('TypeScript has checked inputs and results', () => {
  expect(errorsOf(PLANTED, 'a.ts')).toHaveLength(1);
  expect(all.length).toBeGreaterThan(150);
  const clean = all.filter(({ from, files }) => Object.keys(files).every((name) => errorsOf(from, name).length === 0));
  expect(clean.length).toBeGreaterThan(100);
});

test('no fix leaves code that does not parse', () => {
  const broken = all.flatMap(({ story, from, folder, files }) =>
    Object.keys(files)
      .filter((name) => errorsOf(folder, name).some(isSyntaxError) && !errorsOf(from, name).some(isSyntaxError))
      .map((name) => ({ story, errors: errorsOf(folder, name), text: files[name] })),
  );
  expect(broken).toEqual([]);
});

test('no fix leaves an error of types in a file that had none', () => {
  const broken = all.flatMap(({ story, from, folder, files }) =>
    Object.keys(files)
      .filter((name) => errorsOf(from, name).length === 0 && errorsOf(folder, name).length > 0)
      .map((name) => ({ story, errors: errorsOf(folder, name), text: files[name] })),
  );
  expect(broken).toEqual([]);
});
