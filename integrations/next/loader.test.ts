import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import workflowLoader, { type LoaderOptions } from './loader.ts';

const WORKFLOW = `export async function greet() { 'use workflow'; }\n`;
const BROKEN = `export function greet() { 'use workflow'; }\n`;

interface Loaded {
  code?: string;
  map?: unknown;
  error: Error | null;
}

function createProject(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-loader-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs the loader as a bundler does. */
function load(
  file: string,
  code: string,
  options: Partial<LoaderOptions> & { rootDir: string; map?: unknown },
): Loaded {
  const { rootDir, mode = 'production', target = 'node', map } = options;
  let loaded: Loaded | undefined;
  const context = {
    resourcePath: join(rootDir, file),
    getOptions: () => ({ rootDir, outDir: join(rootDir, '.workflow'), mode, target, version: '1.0.0' }),
    callback: (error: Error | null, text?: string, outMap?: unknown) =>
      void (loaded = { error, map: outMap, ...(text !== undefined && { code: text }) }),
  };
  workflowLoader.call(context, code, map);
  return loaded!;
}

test("a workflow becomes a reference with the builder's id and a map to its source", () => {
  const { code, map } = load('src/flows/greeting.ts', WORKFLOW, { rootDir: createProject() });
  expect(code).toContain('workflow//./src/flows/greeting//greet');
  expect(map).toMatchObject({ version: 3, mappings: expect.any(String) });
});

test.each(['plain.ts', '.workflow/workflows.mjs'])(
  '%s stays unchanged, with the map of the previous loader',
  (file) => {
    const map = { version: 3 };
    const code = file === 'plain.ts' ? 'export const plain = 1;' : WORKFLOW;
    expect(load(file, code, { rootDir: createProject(), map })).toEqual({ error: null, code, map });
  },
);

test('the built steps get the map that lies beside them', () => {
  const rootDir = createProject();
  mkdirSync(join(rootDir, '.workflow'));
  const map = { version: 3, sources: ['../src/pay.ts'], names: [], mappings: 'AAAA' };
  writeFileSync(join(rootDir, '.workflow/steps.mjs.map'), JSON.stringify(map));
  expect(load('.workflow/steps.mjs', WORKFLOW, { rootDir })).toEqual({
    error: null,
    code: WORKFLOW,
    map: { ...map, sources: [join(rootDir, 'src/pay.ts')] },
  });
});

test('a file that does not compile keeps its last good view in development, and is an error in production', () => {
  const rootDir = createProject();
  const before = load('greeting.ts', WORKFLOW, { rootDir, mode: 'development' });
  expect(load('greeting.ts', BROKEN, { rootDir, mode: 'development' }).code).toBe(before.code);
  for (const [file, mode] of [
    ['greeting.ts', 'production'],
    ['never-good.ts', 'development'],
  ] as const) {
    const { error } = load(file, BROKEN, { rootDir, mode });
    expect(error!.message).toMatch(new RegExp(`^${file}:1:8: .*\\[compile_function_sync\\]\\n.*greet`, 's'));
  }
});

test.each([
  ['instrumentation.ts', './.workflow/boot.mjs'],
  ['src/instrumentation.js', '../.workflow/boot.mjs'],
])('%s also starts the runtime of production servers, whatever it exports', (file, boot) => {
  const rootDir = createProject();
  const own = 'export const onRequestError = () => {};';
  const { code } = load(file, own, { rootDir });
  expect(code!.startsWith(own)).toBe(true);
  expect(code).toContain(`import("${boot}")`);
  expect(load(file, own, { rootDir, mode: 'development' }).code).toBe(own);
});

test('a file with the same name in another folder starts nothing', () => {
  const code = 'export const plain = 1;';
  expect(load('lib/instrumentation.ts', code, { rootDir: createProject() }).code).toBe(code);
});

test("importing a workflow in browser code is an error with the file's name, and serializable classes are allowed", () => {
  const rootDir = createProject();
  const { error } = load('flows/greeting.ts', WORKFLOW, { rootDir, target: 'other' });
  expect(error!.message).toMatch(/^"flows\/greeting\.ts" holds workflows .* \[integration_next_target\]$/);
  const money = `export class Money { static [Symbol.for('workflow-serialize')]() {} static [Symbol.for('workflow-deserialize')]() {} }`;
  expect(load('money.ts', money, { rootDir, target: 'other' })).toMatchObject({ error: null, code: money });
});
