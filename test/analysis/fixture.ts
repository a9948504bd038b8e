/**
 * A fixture: the files of a small project in one text, with what the rules must find written below the places.
 *
 *     // @file workflows/order.ts
 *     const result = charge(1);
 *     //             ^^^^^^^^^ call_step_floating
 *
 * Carets have the length of the place; a single `^` marks a place that continues on the next line. A place with several
 * findings has a comment line for each. Files without a mark must have no finding.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';

export interface ExpectedFinding {
  file: string;
  line: number;
  /** Counted from 1. */
  column: number;
  /** `null`: not told. */
  length: number | null;
  code: string;
}

export interface Fixture {
  /** Texts without the marks, by path. */
  files: Record<string, string>;
  expected: ExpectedFinding[];
}

const FILE = /^\/\/ @file (\S+)\n/m;
const MARK = /^(\s*\/\/\s*)(\^+) ([a-z]+_[a-z_]+)\s*$/;

/** The fixture in a file. Text before the first `@file` is the file `workflows/main.ts`. */
export function readFixture(path: string): Fixture {
  return parseFixture(readFileSync(path, 'utf8'));
}

export function parseFixture(text: string): Fixture {
  const [first = '', ...rest] = text.split(FILE);
  const pairs: [string, string][] = first.trim() ? [['workflows/main.ts', first]] : [];
  for (let index = 0; index + 1 < rest.length; index += 2) pairs.push([rest[index]!, rest[index + 1]!]);
  const fixture: Fixture = { files: {}, expected: [] };
  for (const [file, marked] of pairs) fixture.files[file] = readMarks(file, marked, fixture.expected);
  return fixture;
}

/** Marks stay in the text as comments, so that places in messages are those of the fixture; only their carets go. */
function readMarks(file: string, marked: string, expected: ExpectedFinding[]): string {
  let codeLine = 0;
  const lines = marked.split('\n').map((line, index) => {
    const mark = MARK.exec(line);
    if (!mark) codeLine = index + 1;
    else {
      const length = mark[2]!.length === 1 ? null : mark[2]!.length;
      expected.push({ file, line: codeLine, column: mark[1]!.length + 1, length, code: mark[3]! });
    }
    return mark ? '//' : line;
  });
  return lines.join('\n');
}

/** Writes the files of a fixture to a new folder, which is a project of its own; dispose of it to remove it. */
export function writeFixture({ files }: Fixture): { rootDir: string; paths: string[] } & Disposable {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-analysis-')));
  writeFileSync(join(rootDir, 'package.json'), '{}');
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(rootDir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
  return { rootDir, paths, [Symbol.dispose]: () => rmSync(rootDir, { recursive: true, force: true }) };
}

/** One line for each finding, to compare. Lengths that the fixture does not tell are left out on both sides. */
export function compareFindings(
  { files, expected }: Fixture,
  found: readonly (Finding & { name: string })[],
): { expected: string[]; found: string[] } {
  const untold = new Set(expected.filter(({ length }) => length === null).map(placeOf));
  const lines = found.map(({ name, span, code }) => {
    const before = files[name]!.slice(0, span.start).split('\n');
    const place = { file: name, line: before.length, column: before.at(-1)!.length + 1, code };
    const length = untold.has(placeOf(place)) ? null : span.end - span.start;
    return lineOf({ ...place, length });
  });
  return { expected: expected.map(lineOf).toSorted(), found: lines.toSorted() };
}

function placeOf({ file, line, column, code }: Omit<ExpectedFinding, 'length'>): string {
  return `${file}:${line}:${column} ${code}`;
}

function lineOf(finding: ExpectedFinding): string {
  return finding.length === null ? placeOf(finding) : `${placeOf(finding)} (${finding.length})`;
}

/** Names of the fixtures in the folders of `fixtures/`, as `<group>/<name>.ts`. */
export function listFixtures(group: string): string[] {
  return readdirSync(join(import.meta.dirname, 'fixtures', group))
    .toSorted()
    .map((name) => join(import.meta.dirname, 'fixtures', group, name));
}
