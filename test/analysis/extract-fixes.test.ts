/** "Extract to a step" at the place of a finding: the code that moves, its captures, types and imports. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import type { OpenTypes } from '../../ts-plugin/analysis/hosts/open-types.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { openSome, writeTypedProject } from './typed-project.ts';

const MAIN = 'workflows/main.ts';

/** The files of all tests in one project, so that TypeScript is started once: in a folder for each test. */
const files: Record<string, string> = {};
let written: ReturnType<typeof writeTypedProject>;
let opened: OpenTypes;

beforeAll(async () => {
  written = writeTypedProject(files, '7.0');
  opened = await openSome({ rootDir: written.rootDir });
});
afterAll(() => {
  opened?.close();
  written?.[Symbol.dispose]();
});

/** Adds the files of a test. @returns A function that gives the text of `main.ts` after the first fix; `null`: none. */
function extracting(sample: Record<string, string>, { isTyped = true } = {}): () => string | null {
  const folder = `sample${Object.keys(files).length}`;
  for (const [name, text] of Object.entries(sample)) files[`${folder}/${name}`] = text;
  return () => {
    const rootDir = join(written.rootDir, folder);
    const paths = Object.keys(sample).map((name) => join(rootDir, name));
    const project = new Project(new DiskHost({ rootDir, files: () => paths, types: isTyped ? opened.types : null }));
    const main = join(rootDir, MAIN);
    const fixes = analyzeFile(project, main).flatMap((finding) => finding.fixes);
    const fix = fixes.find(({ title }) => title === 'Extract to a step');
    return fix ? applyEdits(sample[MAIN]!, combineFixes([fix]).get(main) ?? []) : null;
  };
}

const wf = (body: string, head = ''): string =>
  `${head}export async function flow(path: string) {\n  'use workflow';\n${body}}\n`;
const FS = `import { readFileSync, promises } from 'node:fs';\n`;
const CRYPTO = `import { createHash } from 'node:crypto';\n`;

const MOVES: [story: string, before: string, after: string][] = [
  [
    'a call, with what reads its value',
    wf(`  const lines = readFileSync(path, 'utf8').split('\\n');\n  return lines.length;\n`, FS),
    wf(`  const lines = await readFileSyncStep(path);\n  return lines.length;\n`, FS) +
      `\nasync function readFileSyncStep(path: string) {\n  'use step';\n  return readFileSync(path, 'utf8').split('\\n');\n}\n`,
  ],
  [
    'an awaited call of a member',
    wf(`  return (await promises.readFile(path)).length;\n`, FS),
    wf(`  return await readFileStep(path);\n`, FS) +
      `\nasync function readFileStep(path: string) {\n  'use step';\n  return (await promises.readFile(path)).length;\n}\n`,
  ],
  [
    'a value that is only read',
    wf(`  return path + process.env.HOME;\n`),
    wf(`  return path + (await envStep());\n`) +
      `\nasync function envStep() {\n  'use step';\n  return process.env.HOME;\n}\n`,
  ],
  [
    'a statement that assigns',
    wf(`  process.env.MODE = path;\n  return 1;\n`),
    wf(`  await envStep(path);\n  return 1;\n`) +
      `\nasync function envStep(path: string) {\n  'use step';\n  process.env.MODE = path;\n}\n`,
  ],
  [
    'the statements that share an object of Node',
    wf(
      `  const hash = createHash('sha256');\n  hash.update(path);\n  const text = hash.digest('hex');\n  return text;\n`,
      CRYPTO,
    ),
    wf(`  const text = await createHashStep(path);\n  return text;\n`, CRYPTO) +
      `\nasync function createHashStep(path: string) {\n  'use step';\n  const hash = createHash('sha256');\n  hash.update(path);\n  const text = hash.digest('hex');\n  return text;\n}\n`,
  ],
  [
    'a statement that keeps parts of an object of Node',
    wf(`  const { size, mtime } = statSync(path);\n  return [size, mtime];\n`, `import { statSync } from 'node:fs';\n`),
    wf(
      `  const { size, mtime } = await statSyncStep(path);\n  return [size, mtime];\n`,
      `import { statSync } from 'node:fs';\n`,
    ) +
      `\nasync function statSyncStep(path: string) {\n  'use step';\n  const { size, mtime } = statSync(path);\n  return { size, mtime };\n}\n`,
  ],
  [
    'the whole call around a callback that cannot wait',
    wf(`  return [path].map((one) => readFileSync(one, 'utf8'));\n`, FS),
    wf(`  return await readFileSyncStep(path);\n`, FS) +
      `\nasync function readFileSyncStep(path: string) {\n  'use step';\n  return [path].map((one) => readFileSync(one, 'utf8'));\n}\n`,
  ],
];
const moves = MOVES.map(([story, before, after]) => [story, extracting({ [MAIN]: before }), after] as const);

test.each(moves)('moves %s', (_, extracted, after) => {
  expect(extracted()).toBe(after);
});

const TYPED = `import { readFileSync } from 'node:fs';
import { load } from './load.ts';
type Mode = { fast: boolean };
export async function flow<T extends string>(mode: Mode, key: T) {
  'use workflow';
  const order = await load();
  const found = order.find(readFileSync(order.name + key + mode.fast, 'utf8'));
  return found;
}
`;
const LOAD = `export class Order {
  name = 'a';
  find(text: string) {
    return text + this.name;
  }
}
export async function load(): Promise<Order> {
  'use step';
  return new Order();
}
`;
const typed = extracting({ [MAIN]: TYPED, 'workflows/load.ts': LOAD });

test('a type of another file is imported, one of the file is named, and a type parameter is repeated', () => {
  expect(typed()).toBe(`import { readFileSync } from 'node:fs';
import { load } from './load.ts';
import type { Order } from './load.ts';
type Mode = { fast: boolean };
export async function flow<T extends string>(mode: Mode, key: T) {
  'use workflow';
  const order = await load();
  const found = order.find(await readFileSyncStep(order, key, mode));
  return found;
}

async function readFileSyncStep<T extends string>(order: Order, key: T, mode: Mode) {
  'use step';
  return readFileSync(order.name + key + mode.fast, 'utf8');
}
`);
});

const UNTYPED = wf(`  const size = path.length;\n  return readFileSync(path, { flag: String(size) });\n`, FS);
const untyped = extracting({ [MAIN]: UNTYPED }, { isTyped: false });

test('without TypeScript the types are those that the source says', () => {
  expect(untyped()).toContain('async function readFileSyncStep(path: string, size: any) {');
});

const STAYS: [story: string, code: string][] = [
  [
    'a step is called in it',
    wf(`  return readFileSync(await step(path));\n`, FS) +
      `async function step(path: string) {\n  'use step';\n  return path;\n}\n`,
  ],
  [
    'it uses "this"',
    `${FS}export async function flow(this: void) {\n  'use workflow';\n  return readFileSync(String(this));\n}\n`,
  ],
  ['the callback belongs to nobody', wf(`  const read = () => readFileSync(path);\n  return read();\n`, FS)],
  ['a timer can be a durable wait', wf(`  setTimeout(() => path, 1);\n`)],
];
const stays = STAYS.map(([story, code]) => [story, extracting({ [MAIN]: code }, { isTyped: false })] as const);

test.each(stays)('is not offered when %s', (_, extracted) => {
  expect(extracted()).toBeNull();
});
