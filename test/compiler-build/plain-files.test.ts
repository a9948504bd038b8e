/** Files without directives, of which workflows use a part and steps the rest. */
import { describe, expect, test } from 'vitest';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const ORDER = `import { double } from '../lib/shop.ts';
import { charge } from './steps.ts';
export async function order() {
  'use workflow';
  return [double(2), (await charge(1)).length];
}
`;
const STEPS = `import * as shop from '../lib/shop.ts';
export async function charge(n: number) {
  'use step';
  return Object.keys(shop);
}
`;
const DOUBLE = `export const double = (n: number) => 2 * n;\n`;

/** The result of the workflow, or the problems of the build. */
async function resultOf(shop: string, files: Record<string, string> = {}): Promise<unknown> {
  const project = await createTempProject({
    'workflows/order.ts': ORDER.replace(', (await charge(1)).length', ''),
    'workflows/steps.ts': STEPS,
    'lib/shop.ts': shop + DOUBLE,
    ...files,
  });
  try {
    const { warnings } = await builderOf(project).build();
    expect(warnings).toEqual([]);
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
  const bundle = evaluateBundle(await readBundle(project));
  const run = await bundle.load('workflow//./workflows/order//order');
  return await run();
}

describe('code that needs the host is left out where no workflow uses it:', () => {
  test.each([
    ['a constant', `export const key = process.env.KEY;\nconst here = process.cwd();\nexport const path = () => here;`],
    ['a checked environment', `import { check } from './check.ts';\nexport const env = check(process.env);`],
    ['names of a pattern', `const { KEY, LEVEL = 'info' } = process.env;\nexport const key = () => [KEY, LEVEL];`],
    ['exported names of patterns', `export const { KEY, ...others } = process.env, [first] = process.argv, one = 1;`],
    [
      'a pattern of what a call gives',
      `export let { pid, title: [letter] } = read();\nfunction read() { return process; }`,
    ],
    [
      'a class with a static field',
      `export class Config { static url = process.env.URL; static of() { return this.url; } }`,
    ],
    ['a class with a static block', `export abstract class Main { static { process.on('exit', () => Main); } }`],
    [
      'a class of a built-in module',
      `import { EventEmitter } from 'node:events';\nexport const bus = new (class extends EventEmitter {})();`,
    ],
    [
      'a client',
      `import { connect } from 'node:net';\nclass Pool { open() { return connect(1); } }\nexport const pool = new Pool();`,
    ],
    ['a default export', `import { createServer } from 'node:http';\nexport default createServer();`],
    [
      'statements',
      `process.on('exit', () => {});\nfor (const name of ['SIGINT']) process.on(name, () => {});\nif (process.env.DEBUG) console.log('on');`,
    ],
    ['import.meta and await', `const path = import.meta.dirname;\nconst db = await Promise.resolve(path);\nawait db;`],
    ['a file for the process', `import 'dotenv/config';\nimport 'server-only';\nexport const key = process.env.KEY;`],
  ])('%s', async (_, shop) => {
    const check = `export const check = (env: object) => { for (const name in env) if (!name) throw new Error(); return env; };\n`;
    expect(await resultOf(`${shop}\n`, { 'lib/check.ts': check })).toEqual([4]);
  });
});

test.each([
  ['a constant', `const key = process.env.KEY;\nexport const used = () => key;`],
  ['a name of a pattern', `export const { KEY: used } = process.env;`],
  ['a class', `export class used { static url = process.env.URL; }`],
])('%s that a workflow uses is refused at its place, with the way to it', async (_, shop) => {
  const files = { 'workflows/order.ts': ORDER.replace('double }', 'double, used }').replace('double(2)', 'used') };
  expect(await resultOf(`${shop}\n`, files)).toEqual([
    expect.objectContaining({
      code: 'compile_global_reached',
      file: expect.stringMatching(/shop\.ts$/) as string,
      message: expect.stringMatching(/Imported by workflows\/order\.ts:1:\d+\./) as string,
      fix: expect.stringContaining('return what workflow code needs') as string,
    } satisfies Partial<Diagnostic>),
  ]);
});

test('all else loads in the order of plain code, also what nothing uses', async () => {
  const loaded = `import { log } from './log.ts';\n`;
  expect(
    await resultOf(`import './first.js';\n${loaded}log.push('shop');\n`, {
      'lib/log.ts': `export const log: string[] = [];\n`,
      'lib/first.js': `${loaded}import { unused } from './second.js';\nimport { hostname } from 'node:os';\nexport const host = hostname();\nlog.push('first');\n`,
      'lib/second.js': `${loaded}import { third } from './third.js';\nlog.push('second');\nexport const unused = 1;\n`,
      'lib/third.js': `${loaded}log.push('third');\nexport const third = process.pid;\n`,
      'workflows/order.ts': `import { log } from '../lib/log.ts';\n${ORDER}`.replace(
        /\[double.*\]/,
        '[double(2), ...log]',
      ),
    }),
  ).toEqual([4, 'third', 'second', 'first', 'shop']);
});

test('a value that a package makes for steps is left out together with the package', async () => {
  const files = {
    'node_modules/pool/package.json': '{ "name": "pool", "main": "index.js" }',
    'node_modules/pool/index.js': `globalThis.pools = 1;\nexports.Pool = class { constructor() { require('net'); } };\n`,
    'workflows/order.ts': ORDER.replace(', (await charge(1)).length', ', (globalThis as any).pools'),
  };
  const shop = `import { Pool } from 'pool';\nexport const pool = new Pool();\nexport const query = () => pool;\n`;
  expect(await resultOf(shop, files)).toEqual([4, undefined]);
});

test('code that uses names of other files that need the host is left out, all else of these files stays', async () => {
  const files = {
    'lib/all.ts': `export * from './env.ts';\nexport { register } from './registry.ts';\n`,
    'lib/env.ts': `export const env = process.env;\nexport const level = 'info';\n`,
    'lib/registry.ts': `export const names: string[] = [];\nexport const register = (name: string) => names.push(name);\n`,
    'lib/labels.ts': `import { env, level, register } from './all.ts';\nconst labels: string[] = [];
labels.push(String(env.LABEL));\nregister(level);\n`,
    'workflows/order.ts': `import { names } from '../lib/registry.ts';\n${ORDER}`.replace(
      /, \(await.*\.length/,
      ', ...names',
    ),
  };
  expect(await resultOf(`import './labels.ts';\n`, files)).toEqual([4, 'info']);
});

test('a statement stays that uses a package of which only other parts need the host', async () => {
  const files = {
    'node_modules/kit/package.json': '{ "name": "kit", "type": "module", "main": "index.js", "sideEffects": false }',
    'node_modules/kit/index.js': `export { Server } from './server.js';\nexport { install } from './install.js';\n`,
    'node_modules/kit/server.js': `import { createServer } from 'node:http';
export class Server { constructor() { this.server = createServer(); } }
export const start = (list) => list.push(createServer());
`,
    'node_modules/kit/install.js': `export const install = (list) => list.push('installed');\n`,
    'lib/list.ts': `export const list: string[] = [];\nexport const logs: string[] = [];\n`,
    'workflows/order.ts': `import { list } from '../lib/list.ts';\n${ORDER}`.replace(
      /, \(await.*\.length/,
      ', ...list',
    ),
  };
  const shop = `import { install, Server } from 'kit';\nimport { start } from 'kit/server.js';
import { list, logs } from './list.ts';\nexport const server = new Server();\ninstall(list);\nstart(logs);\n`;
  expect(await resultOf(shop, files)).toEqual([4, 'installed']);
});

test('a package does what it does when it loads, though a statement uses a part of it that needs the host', async () => {
  const files = {
    'node_modules/kit/package.json': '{ "name": "kit", "type": "module", "main": "index.js" }',
    'node_modules/kit/index.js': `export { Server } from './server.js';\nglobalThis.kits = ['kit'];\nexport const kit = 1;\n`,
    'node_modules/kit/server.js': `import { createServer } from 'node:http';
export class Server { constructor() { this.server = createServer(); } }
`,
    'lib/list.ts': `import { kit } from 'kit';\nexport const list: unknown[] = [];\nexport const kits = () => kit;\n`,
    'workflows/order.ts': `import { kits } from '../lib/list.ts';\n${ORDER}`.replace(
      /, \(await.*\.length/,
      ', kits(), ...(globalThis as any).kits',
    ),
  };
  const shop = `import { Server } from 'kit/server.js';\nimport { list } from './list.ts';\nlist.push(new Server());\n`;
  expect(await resultOf(shop, files)).toEqual([4, 1, 'kit']);
});

test('files of an application load though its package.json says "sideEffects": false; those of packages do not', async () => {
  const project = await createTempProject({
    'package.json': '{ "type": "module", "sideEffects": false }',
    'node_modules/extra/package.json': '{ "name": "extra", "exports": "./index.js", "sideEffects": false }',
    'node_modules/extra/index.js': `globalThis.extra = true;\nexport {};\n`,
    'lib/registry.ts': `export const names: string[] = [];\nexport const register = (name: string) => void names.push(name);\n`,
    'lib/set-up.ts': `import { register } from './registry.ts';\nregister('set-up');\n`,
    'lib/index.ts': `export { names } from './registry.ts';\nexport * from './other.ts';\n`,
    'lib/other.ts': `import { register } from './registry.ts';\nregister('other');\nexport const other = 1;\n`,
    'workflows/order.ts': `import 'extra';\nimport '../lib/set-up.ts';\nimport { names } from '../lib/index.ts';
export async function order() {\n  'use workflow';\n  return [names, 'extra' in globalThis];\n}
export async function use() {\n  'use step';\n  return names;\n}\n`,
  });
  await builderOf(project).build();
  const order = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/order//order');
  expect(await order()).toEqual([['set-up', 'other'], false]);
  const used = await project.run(`import { loadSteps } from './.workflow/steps.mjs';
const [use] = (await loadSteps()).values();
console.log(JSON.stringify(await use.fn()));`);
  expect(used).toEqual(['set-up', 'other']);
});
