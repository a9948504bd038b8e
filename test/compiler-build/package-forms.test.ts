import { describe, expect, test } from 'vitest';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const json = (value: object): string => JSON.stringify(value);

/** A workflow that returns what an import gives. */
const workflow = (importing: string, returning: string): Record<string, string> => ({
  'workflows/order.ts': `${importing}\nexport async function order() {\n  'use workflow';\n  return ${returning};\n}\n`,
});

/** The result of the workflow; rejects with what the build says. */
async function resultOf(files: Record<string, string>): Promise<unknown> {
  const project = await createTempProject(files);
  await builderOf(project).build();
  const run = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/order//order');
  return await run();
}

async function messagesOf(files: Record<string, string>): Promise<string[]> {
  const failure: unknown = await resultOf(files).catch((error: unknown) => error);
  return failure instanceof CompileFailure ? failure.diagnostics.map(({ message }) => message) : [];
}

const PLACES = {
  'node_modules/places/package.json': json({
    name: 'places',
    type: 'module',
    exports: { browser: './browser.js', default: './node.js' },
  }),
  'node_modules/places/browser.js': `export const place = () => 'browser';\n`,
};

describe('a package with a form for browsers', () => {
  test('is taken as Node takes it while that form needs nothing of Node', async () => {
    const node = `import { hostname } from 'node:os';\nexport const place = () => 'node';\nexport const host = () => hostname();\n`;
    const files = { ...PLACES, 'node_modules/places/node.js': node };
    expect(await resultOf({ ...workflow(`import { place } from 'places';`, 'place()'), ...files })).toBe('node');
  });

  test.each([
    ['a module', `import { hostname } from 'node:os';\nexport const place = () => hostname();\n`],
    ['a global', `export const place = () => Buffer.from('a').length;\n`],
  ])('is taken in that form when the other one needs %s of Node', async (_, node) => {
    const files = { ...PLACES, 'node_modules/places/node.js': node };
    expect(await resultOf({ ...workflow(`import { place } from 'places';`, 'place()'), ...files })).toBe('browser');
  });

  test('is chosen as in a first build whenever the workflow takes something else of it', async () => {
    const node = `import { hostname } from 'node:os';\nexport const place = () => 'node';\nexport const host = () => hostname();\n`;
    const browser = `export const place = () => 'browser';\nexport const host = () => 'browser host';\n`;
    const taking = (name: string) => workflow(`import { ${name} } from 'places';`, `${name}()`);
    const project = await createTempProject({
      ...taking('host'),
      ...PLACES,
      'node_modules/places/node.js': node,
      'node_modules/places/browser.js': browser,
    });
    const builder = builderOf(project);
    for (const [name, value] of [
      ['host', 'browser host'],
      ['place', 'node'],
      ['host', 'browser host'],
    ] as const) {
      await project.write(taking(name));
      await builder.build();
      const run = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/order//order');
      expect(await run()).toBe(value);
    }
  });

  test('is replaced where another package imports it, and does without the modules that it leaves out', async () => {
    const files = {
      'node_modules/outer/package.json': json({ name: 'outer', main: 'index.js' }),
      'node_modules/outer/index.js': `module.exports = require('inner');\n`,
      'node_modules/inner/package.json': json({
        name: 'inner',
        main: 'index.js',
        browser: { './inspect.js': false, crypto: false },
      }),
      'node_modules/inner/index.js': `exports.custom = require('./inspect').custom || 'none';
try { exports.bytes = require('crypto').randomBytes(1); } catch { exports.bytes = 'none'; }\n`,
      'node_modules/inner/inspect.js': `module.exports = require('util').inspect;\n`,
    };
    const result = await resultOf({
      ...workflow(`import outer from 'outer';`, '[outer.custom, outer.bytes]'),
      ...files,
    });
    expect(result).toEqual(['none', 'none']);
  });

  test('finds the global object of browsers there', async () => {
    const browser = `!function (root, make) { typeof exports === 'object' ? module.exports = make(root) : root.places = make(root); }(self, (root) => ({ place: () => typeof root.Map }));\n`;
    const files = {
      'node_modules/places/package.json': json({ name: 'places', main: 'node.cjs', browser: 'browser.js' }),
      'node_modules/places/node.cjs': `exports.place = () => require('os').hostname();\n`,
      'node_modules/places/browser.js': browser,
    };
    const project = await createTempProject({
      ...workflow(`import places from 'places';`, 'places.place()'),
      ...files,
    });
    await builderOf(project).build();
    expect((await readBundle(project)).code).toContain('})(globalThis,');
  });

  test('is refused for what its form for Node needs when the other one lacks what is imported', async () => {
    const node = `import { hostname } from 'node:os';\nexport const host = () => hostname();\n`;
    const files = {
      ...workflow(`import { host } from 'places';`, 'host()'),
      ...PLACES,
      'node_modules/places/node.js': node,
    };
    const [message, ...others] = await messagesOf(files);
    expect(message).toContain('"hostname" of "node:os", which exists only in Node. The package "places" needs it.');
    expect(others).toEqual([]);
  });
});

test('a package that needs much of Node is refused once, with all that it needs', async () => {
  const [message, ...others] = await messagesOf({
    ...workflow(`import { read } from 'reader';`, 'read()'),
    'node_modules/reader/package.json': json({ name: 'reader', type: 'module', exports: './index.js' }),
    'node_modules/reader/index.js': `import fs from 'node:fs';\nimport os from 'node:os';\nexport const read = () => fs.readFileSync(os.tmpdir());\n`,
  });
  expect(message).toMatch(/"node:(?:fs|os)" and "node:(?:fs|os)", which exists only in Node/);
  expect(others).toEqual([]);
});

test('an import of a default gives what Node gives, also where only the form for bundlers lacks it', async () => {
  const files = {
    'node_modules/rules/package.json': json({ name: 'rules', main: 'main.js', module: 'module.js' }),
    'node_modules/rules/main.js': `exports.rule = () => 'rule';\n`,
    'node_modules/rules/module.js': `export const rule = () => 'rule';\n`,
  };
  expect(await resultOf({ ...workflow(`import rules from 'rules';`, 'rules.rule()'), ...files })).toBe('rule');
});

test('CommonJS modules that ask for "require" export what they export in Node', async () => {
  const files = {
    'node_modules/plural/package.json': json({ name: 'plural', main: 'index.js' }),
    'node_modules/plural/index.js': `(function (root, make) {
  if (typeof require === 'function' && typeof exports === 'object' && typeof module === 'object') module.exports = make();
  else root.plural = make();
})(this, () => (text) => text + 's');\n`,
  };
  expect(await resultOf({ ...workflow(`import plural from 'plural';`, `plural('run')`), ...files })).toBe('runs');
});
