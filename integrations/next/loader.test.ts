import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { expect, onTestFinished, test } from 'vitest';
import { ENTRY_TEXT } from './generated-entries.ts';
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

const STEP = `export async function pay() { 'use step'; }\nexport class Denied extends Error {}\n`;

test.each(['production', 'development'] as const)(
  'in %s steps and classes register themselves in the layer that has evaluated them',
  (mode) => {
    const { code } = load('src/flows/pay.ts', STEP, { rootDir: createProject(), mode });
    expect(code).toContain(`import { registerStep } from '../../.workflow/layers/registry.mjs';`);
    expect(code).toContain(`import { layer } from '../../.workflow/layers/layer.mjs';`);
    expect(code).toMatch(/layer\.errors\.set\("class[^"]*Denied"/);
  },
);

test('the map of a view has a segment for each piece of code, and none for types and comments', () => {
  const text = `export async function pay(to: string) { /* why */ 'use step'; return send(to as never); }`;
  const { map } = load('pay.ts', text, { rootDir: createProject() });
  const columns = decode((map as { mappings: string }).mappings)
    .flat()
    .map((segment) => segment[3]);
  const has = (part: string) => columns.includes(text.indexOf(part));
  expect(['return', 'send', 'to as', 'string', 'why', 'as never'].map(has)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a file that is no module takes the layer for its errors as it takes others', () => {
  const { code } = load('errors.cjs', `class Denied extends Error {}\nmodule.exports = { Denied };\n`, {
    rootDir: createProject(),
  });
  expect(code).toMatch(/require\('.*layers\/layer\.mjs'\)\.layer\.errors\.set/);
  expect(code).not.toContain('import');
});

test('a generated entry loads the steps of its layer', () => {
  const entry = `// ${ENTRY_TEXT}api.\nexport default () => {};\n`;
  const options = { rootDir: createProject() };
  expect(load('pages/api/.well-known/workflow/steps.js', entry, options).code).toBe(
    `${entry}\nimport { provide } from "../../../../.workflow/layers/api.mjs";\nprovide();\n`,
  );
  const other = load('pages/api/.well-known/workflow/steps.js', entry, { ...options, target: 'other' });
  expect(other.code).toBe(entry);
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
