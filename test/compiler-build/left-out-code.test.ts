import { expect, describe, test } from 'vitest';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const MONEY = `let currency = 'USD';
export const configure = (name = 'EUR') => { currency = name; return name; };
export const format = (cents: number) => cents + currency;
`;
const flow = (head: string, step = 'return 1;'): string => `${head}
export async function order() {
  'use workflow';
  await charge();
  return format(3);
}
async function charge() {
  'use step';
  ${step}
}
`;
const WITH_MONEY = `import { configure, format } from './money.ts';\n`;
const ID = 'workflow//./workflows/order//order';

async function buildOf(files: Record<string, string>): Promise<BuildResult | readonly Diagnostic[]> {
  const project = await createTempProject({ 'workflows/money.ts': MONEY, ...files });
  try {
    return await builderOf(project).build();
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
}

async function resultOf(files: Record<string, string>): Promise<unknown> {
  const project = await createTempProject({ 'workflows/money.ts': MONEY, ...files });
  await builderOf(project).build();
  return await (
    await evaluateBundle(await readBundle(project)).load(ID)
  )();
}

describe('code at the top that needs the host', () => {
  test.each([
    ['uses the process', `configure(process.env.CURRENCY);`, '"process"'],
    ['uses a module of Node', `import { EOL } from 'node:os';\nconfigure(EOL);`, '"node:os"'],
    ['uses a file that does', `import { name } from './host.ts';\nconfigure(name());`, '"node:os"'],
    ['is the value of a constant', `const name = configure(process.env.CURRENCY);`, '"process"'],
    ['waits', `await configure('EUR');`, 'it waits'],
    ['is behind a function of the file', `const setUp = () => configure(process.env.X);\nsetUp();`, '"process"'],
    ['changes an imported object', `import { list } from './list.ts';\nlist.push(process.pid);`, '"process"'],
  ])('is an error at its place where a workflow depends on it and it %s', async (_, head, reason) => {
    const found = (await buildOf({
      'workflows/order.ts': flow(WITH_MONEY + head).replace('format(3)', '[format(3), typeof list]'),
      'workflows/host.ts': `import { EOL } from 'node:os';\nexport const name = () => EOL;\n`,
      'workflows/list.ts': `export const list: unknown[] = [];\n`,
    })) as readonly Diagnostic[];
    expect(found).toEqual([expect.objectContaining({ code: 'compile_setup_missing', severity: 'error' })]);
    expect(found[0]!.message).toContain(reason);
    expect(found[0]!.file).toMatch(/order\.ts$/);
  });

  test('is left out without a word where no workflow depends on it, and the manifest has it', async () => {
    const head = `${WITH_MONEY}import { createServer } from 'node:http';
const server = createServer();
server.on('close', () => format(1));
process.on('exit', () => server.close());
const limit = Number(process.env.LIMIT);
configure('EUR');`;
    const built = (await buildOf({ 'workflows/order.ts': flow(head, 'return limit;') })) as BuildResult;
    expect(built.warnings).toEqual([]);
    expect(built.manifest.leftOut).toEqual({
      'workflows/order.ts': [
        { line: 3, reason: 'it needs "node:http"' },
        { line: 4, reason: 'it needs "node:http"' },
        { line: 5, reason: 'it uses "process"' },
      ],
    });
  });

  test('in a package that is imported for its effects is left out with a warning', async () => {
    const built = (await buildOf({
      'workflows/order.ts': flow(`import 'records';\n${WITH_MONEY}`),
      'node_modules/records/package.json': '{ "name": "records", "type": "module", "exports": "./index.js" }',
      'node_modules/records/index.js': `import { appendFileSync } from 'node:fs';\nappendFileSync('a', 'b');\n`,
    })) as BuildResult;
    expect(built.warnings).toMatchObject([{ code: 'compile_code_left_out', line: 1 }]);
  });

  test('takes nothing else along: the rest of the set-up stays', async () => {
    const head = `${WITH_MONEY}import { connect } from './db.ts';\nconst db = connect();\nconfigure('CHF');`;
    const files = {
      'workflows/order.ts': flow(head, 'return db;'),
      'workflows/db.ts': `import { connect as open } from 'node:net';\nexport const connect = () => open(80).pause();\n`,
    };
    expect(await resultOf(files)).toBe('3CHF');
  });

  test('is found again in each build, and kept as soon as it does not need the host any more', async () => {
    const project = await createTempProject({
      'workflows/money.ts': MONEY,
      'workflows/order.ts': flow(`${WITH_MONEY}import { setUp } from './set-up.ts';\nconst done = setUp();`),
      'workflows/set-up.ts': `import { EOL } from 'node:os';\nexport const setUp = () => EOL;\n`,
    });
    const builder = builderOf(project);
    expect((await builder.build()).manifest.leftOut).toBeDefined();
    expect((await builder.build()).manifest.leftOut).toBeDefined();
    await project.write({
      'workflows/set-up.ts': `import { configure } from './money.ts';\nexport const setUp = () => configure('NOK');\n`,
    });
    expect((await builder.build()).manifest.leftOut).toBeUndefined();
    expect(await (await evaluateBundle(await readBundle(project)).load(ID))()).toBe('3NOK');
  });
});

describe('a module that throws when a run loads it', () => {
  test('is a build error at the line of the user', async () => {
    const [problem] = (await buildOf({
      'workflows/order.ts': flow(`import { rate } from './rates.ts';\n${WITH_MONEY}`).replace('format(3)', 'rate'),
      'workflows/rates.ts': `const rates: Record<string, { value: number }> = {};\nexport const rate = rates.EUR!.value;\n`,
    })) as readonly Diagnostic[];
    expect(problem).toMatchObject({ code: 'compile_module_throws', line: 2 });
    expect(problem!.file).toMatch(/rates\.ts$/);
    expect(problem!.message).toContain('TypeError: Cannot read properties of undefined');
  });

  test('is named with the package that it lies in, at the import of the user', async () => {
    const [problem] = (await buildOf({
      'workflows/order.ts': flow(`${WITH_MONEY}import { root } from 'roots/index.js';`).replace('format(3)', 'root'),
      'node_modules/roots/package.json': '{ "name": "roots", "main": "index.js" }',
      'node_modules/roots/index.js': `const settings = {};\nexports.root = settings.missing.name;\n`,
    })) as readonly Diagnostic[];
    expect(problem).toMatchObject({ code: 'compile_module_throws', line: 2, column: 22 });
    expect(problem!.file).toMatch(/order\.ts$/);
    expect(problem!.message).toContain('In the package "roots"');
  });

  test('names the library that the entry of the server may load for all, but not for runs', async () => {
    const [problem] = (await buildOf({
      'workflows/order.ts': flow(`const tag = (Reflect as any).getMetadata('a', {});`).replace('format(3)', 'tag'),
    })) as readonly Diagnostic[];
    expect(problem).toMatchObject({ code: 'compile_module_throws', line: 1 });
    expect(problem!.message).toContain('Reflect.getMetadata is not a function');
    expect(problem!.fix).toContain("import 'reflect-metadata' in this file");
  });

  test('finds the global object as it does in a run', async () => {
    const root = `const root = typeof self == 'object' ? self : Function('return this')();\nconst { Array: List } = root;`;
    expect(await resultOf({ 'workflows/order.ts': flow(root).replace('format(3)', 'List.of(3)') })).toEqual([3]);
  });

  test('does not end the build where only code throws that workflows can do without', async () => {
    const head = `${WITH_MONEY}configure('SEK');\nconst app: any = undefined;\napp.get('/', () => 1);`;
    expect(await resultOf({ 'workflows/order.ts': flow(head) })).toBe('3SEK');
  });

  test('that does not end is stopped', async () => {
    const [problem] = (await buildOf({
      'workflows/order.ts': flow(`import './endless.ts';\n${WITH_MONEY}import { last } from './endless.ts';`).replace(
        'format(3)',
        'last',
      ),
      'workflows/endless.ts': `export let last = 0;\nwhile (last >= 0) last++;\n`,
    })) as readonly Diagnostic[];
    expect(problem).toMatchObject({ code: 'compile_setup_missing', line: 2 });
    expect(problem!.message).toContain('timed out');
  });
});

test('a file that needs Node, and that steps reach by several ways, is left out on all of them', async () => {
  const files = {
    'workflows/money.ts': MONEY,
    'shop/database.ts': `import { mkdirSync } from 'node:fs';\nmkdirSync('data');\nexport const database = new Map();\n`,
    'shop/chats.ts': `import { database } from './database.ts';\nexport const load = (id: string) => database.get(id);\n`,
    'workflows/tools.ts': `import { database } from '../shop/database.ts';
export async function find(id: string) {
  'use step';
  return database.get(id);
}
`,
    'workflows/order.ts': flow(
      `import { load } from '../shop/chats.ts';\nimport { format } from './money.ts';\nimport { find } from './tools.ts';`,
      `return load(String(await find('a')));`,
    ),
  };
  // Which way the bundler goes first is a matter of luck.
  for (let n = 0; n < 5; n++) expect(await buildOf(files)).toMatchObject({ buildId: expect.any(String) as string });
});

describe('a file that needs Node, and that is imported for what it does', () => {
  const IMPORTING = `import './set-up.ts';
import { settings } from './settings.ts';
export async function order() {
  'use workflow';
  return [Object.keys(settings), (globalThis as any).mode, ([] as any).host, typeof settings.id, typeof globalThis.crypto];
}
`;
  const setUp = (code: string): Promise<BuildResult | readonly Diagnostic[]> =>
    buildOf({
      'workflows/order.ts': IMPORTING,
      'workflows/settings.ts': `export const settings: Record<string, unknown> = {};\n`,
      'workflows/set-up.ts': `import { hostname } from 'node:os';\nimport { settings } from './settings.ts';\n${code}`,
    });

  test.each([
    ['in a loop', `for (const key of ['a', 'b']) settings[key] = hostname();`],
    ['on a condition', `if (hostname()) { settings.a = 1; }`],
    [
      'in a function that makes a constant',
      `const a = setUp();\nfunction setUp() { settings.a = hostname(); return 1; }`,
    ],
    ['in the value of an export', `export const a = (settings.a = hostname());`],
  ])('is an error where a workflow uses what it changes %s', async (_, code) => {
    const found = (await setUp(code)) as readonly Diagnostic[];
    expect(found).toEqual([expect.objectContaining({ code: 'compile_setup_missing', line: 3 })]);
  });

  test.each([
    `(globalThis as any).mode = hostname();`,
    `Object.assign(globalThis, { mode: hostname() });`,
    `(Array.prototype as any).host = hostname();`,
    `Object.defineProperty(Array.prototype, 'host', { value: hostname() });`,
    `setUp();\nfunction setUp() { globalThis['mode'] = hostname(); }`,
  ])('is named where a workflow may read what it gives to a global: %s', async (code) => {
    const { warnings } = (await setUp(code)) as BuildResult;
    expect(warnings).toEqual([expect.objectContaining({ code: 'compile_code_left_out', line: 3 })]);
  });

  test.each([
    `(globalThis as any).other = hostname();`,
    `globalThis.crypto ??= hostname() as never;`,
    `process.title = hostname();`,
    `const local: any = {};\nlocal.mode = hostname();`,
  ])('goes without a word where no workflow can notice it: %s', async (code) => {
    expect(((await setUp(code)) as BuildResult).warnings).toEqual([]);
  });
});
