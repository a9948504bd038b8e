import { describe, expect, test } from 'vitest';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

/** A workflow that imports and does something. */
const workflow = (head: string, body: string): string =>
  `${head}\nexport async function order(x: any) {\n  'use workflow';\n  ${body}\n}\n`;

/** All that a build says, with the place of each. */
async function diagnosticsOf(files: Record<string, string>): Promise<readonly Diagnostic[]> {
  const project = await createTempProject(files);
  try {
    return (await builderOf(project).build()).warnings;
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
}

describe('globals that the sandbox does not have are errors at build time:', () => {
  test.each([
    ['a timer', 'setTimeout(() => {}, 1);', 'setTimeout', 3],
    ['a timer that is handed on', 'return x(setTimeout);', 'setTimeout', 12],
    ['a class of Node', `return Buffer.from('a');`, 'Buffer', 10],
    ['the process', 'process.exit(1);', 'process', 3],
    ['require of what is known at run time only', 'return require(x);', 'require', 10],
    ['a connection', `return new WebSocket('ws://a');`, 'WebSocket', 14],
    ['by a member of the global object', 'globalThis.setTimeout(x, 1);', 'setTimeout', 3],
    ['by name only, which nobody declares', 'return process?.pid;', 'process', 10],
    ['as a value', 'const env = process || {}; return env;', 'process', 15],
    ['code from text', `return new Function('return 1')();`, 'Function()', 14],
    ['by a pattern', 'const { setTimeout: later } = globalThis; later(x, 1);', 'setTimeout', 11],
    ['of members that are missing', `return crypto.subtle.sign(x, x, x);`, 'crypto.subtle.sign', 10],
    ['in a try of the workflow', 'try { await x(setTimeout(x, 1)); } catch {}', 'setTimeout', 17],
  ])('%s', async (_name, body, name, column) => {
    const [problem, ...others] = await diagnosticsOf({ 'workflows/order.ts': workflow('', body) });
    expect(problem).toMatchObject({ severity: 'error', code: 'compile_global_reached', line: 4, column });
    expect(problem!.message).toContain(`"${name}"`);
    expect(others).toEqual([]);
  });

  test('in what a workflow imports, with the way to it', async () => {
    const [problem] = await diagnosticsOf({
      'workflows/order.ts': workflow(`import { wait } from '../lib/wait.ts';`, 'await wait();'),
      'lib/wait.ts': `export { wait } from './deep/timer.ts';\n`,
      'lib/deep/timer.ts': `export const wait = () => new Promise((done) => setTimeout(done, 1));\n`,
    });
    expect(problem).toMatchObject({ code: 'compile_global_reached', line: 1, column: 49 });
    expect(problem!.file).toMatch(/lib\/deep\/timer\.ts$/);
    expect(problem!.message).toContain('Imported by workflows/order.ts:1:22 → lib/wait.ts:1:22.');
    expect(problem!.message).toContain('sleep()');
  });
});

describe('a global that code asks for before it uses it', () => {
  const GUARDS: [string, string][] = [
    ['by a condition', `if (typeof process !== 'undefined') x(process.pid);`],
    ['by a choice', `return typeof process === 'undefined' ? 'eu' : process.env.REGION;`],
    ['by a constant', `const isNode = typeof process === 'object';\n  return isNode && process.pid;`],
    ['by an early exit', `if (typeof Buffer === 'undefined') return;\n  return Buffer.from('a');`],
    ['by try', `try { return Buffer.from('a'); } catch { return null; }`],
    ['by optional members', 'return globalThis.process?.pid;'],
    ['and does not use', `return typeof process === 'object';`],
  ];

  test.each(GUARDS)('is refused in code of the project, which would do something else there: %s', async (_, body) => {
    const found = await diagnosticsOf({ 'workflows/order.ts': workflow('', body) });
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['compile_global_reached']));
  });

  test.each(GUARDS)('is left to packages: %s', async (_, body) => {
    const found = await diagnosticsOf({
      'workflows/order.ts': workflow(`import { get } from 'isomorphic';`, 'return get();'),
      'node_modules/isomorphic/package.json': '{ "name": "isomorphic", "type": "module", "main": "index.js" }',
      'node_modules/isomorphic/index.js': `const x = () => {};\nexport function get() { ${body} }\n`,
    });
    expect(found).toEqual([]);
  });

  test.each([
    `return typeof window === 'undefined' ? 'server' : window.location.href;`,
    `try { return localStorage.length; } catch { return 0; }`,
    `return globalThis.document?.title;`,
    `return typeof btoa === 'function' ? btoa('a') : Buffer.from('a').toString('base64');`,
  ])('is fine where servers take the same way: %s', async (body) => {
    expect(await diagnosticsOf({ 'workflows/order.ts': workflow('', body) })).toEqual([]);
  });
});

describe('no word is said of', () => {
  test.each([
    ['the text that gives the globals', `return Function('return this')();`],
    ['names of the file', 'const setTimeout = x; const Buffer = x; setTimeout(1); return Buffer.from(1);'],
    [
      'members and keys',
      'x.setTimeout(1); x.process.exit(); return { setTimeout: 1, Buffer: x.Buffer, require() {} };',
    ],
    ['texts and comments', '// setTimeout(1)\n  return "setTimeout(1)" + `Buffer.from()`;'],
    ['types', 'const buffer: Buffer = x; return buffer as unknown as NodeJS.Process;'],
    ['what the build replaces', 'return process.env.NODE_ENV;'],
    ['code that is never used', 'return 1;\n}\nfunction unused() {\n  setTimeout(() => {}, 1);'],
    [
      'steps',
      'return await send();\n}\nasync function send() {\n  "use step";\n  setTimeout(() => {}, 1); return Buffer.from("a");',
    ],
  ])('%s', async (_name, body) => {
    expect(await diagnosticsOf({ 'workflows/order.ts': workflow('', body) })).toEqual([]);
  });

  test('CommonJS packages, for how they are written', async () => {
    const project = {
      'workflows/order.ts': workflow(`import { one } from 'old';`, 'return one;'),
      'node_modules/old/package.json': '{ "name": "old", "main": "index.js" }',
      'node_modules/old/index.js': `const two = require('./two.js');\nmodule.exports = { one: two };\nexports.x = () => __dirname;\n`,
      'node_modules/old/two.js': 'module.exports = 2;\n',
    };
    expect(await diagnosticsOf(project)).toEqual([]);
  });
});

test('a package that uses such a global gives one warning, at the import of the user', async () => {
  const warnings = await diagnosticsOf({
    'workflows/order.ts': workflow(`import { wait, later } from 'waiting';`, 'wait(); later();'),
    'node_modules/waiting/package.json': '{ "name": "waiting", "type": "module", "exports": "./index.js" }',
    'node_modules/waiting/index.js': `export const wait = () => setTimeout(() => {}, 1);\nexport const later = () => setTimeout(() => {}, 2);\n`,
  });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ severity: 'warning', code: 'compile_global_reached', line: 1, column: 29 });
  expect(warnings[0]!.file).toMatch(/workflows\/order\.ts$/);
  expect(warnings[0]!.message).toContain('→ node_modules/waiting/index.js:');
});
