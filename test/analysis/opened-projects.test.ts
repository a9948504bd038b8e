/** The files that `workflow check` and the language server look at, in projects of any kind. */
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTempProject } from '../compiler-build/temp-project.ts';
import { checkProject } from './checked-project.ts';
import { linkTypeScript } from './typed-project.ts';

const FLOW = `import { readFileSync } from 'node:fs';
export async function order() {
  'use workflow';
  return readFileSync('a');
}
`;
const TS_ONLY = '{ "compilerOptions": { "strict": true, "module": "nodenext" } }';

/** Codes and places of the findings, as `workflow check` has them, and what is wrong with the settings. */
async function check(files: Record<string, string>, options: { hasTypeScript?: boolean } = {}) {
  const project = await createTempProject(files);
  if (options.hasTypeScript) linkTypeScript(project.dir, '7.0');
  const { findings, problems } = await checkProject(project.dir, { showsHints: false });
  const found = findings.map(({ file, span, code }) => {
    const name = relative(project.dir, file).split(sep).join('/');
    const line = files[name]?.slice(0, span.start).split('\n').length;
    return `${name}:${line} ${code}`;
  });
  return { found, problems, hasOutput: existsSync(project.path('.workflow')) };
}

const WRONG = 'compile_builtin_reached';

describe('JavaScript', () => {
  test('is looked at although a tsconfig.json is only about TypeScript', async () => {
    const { found } = await check(
      {
        'tsconfig.json': '{ "compilerOptions": { "strict": true, "outDir": "lib" }, "exclude": ["old"] }',
        'src/main.ts': 'export const a = 1;\n',
        'workflows/order.js': FLOW,
        'workflows/order.test.js': FLOW,
        'lib/workflows/order.js': FLOW,
        'old/order.js': FLOW,
        'packages/other/package.json': '{}',
        'packages/other/order.js': FLOW,
      },
      { hasTypeScript: true },
    );
    expect(found).toEqual([`workflows/order.js:4 ${WRONG}`]);
  });

  test('that was compiled from TypeScript beside it has its ids, although TypeScript lists only one of them', async () => {
    const { found } = await check(
      { 'tsconfig.json': TS_ONLY, 'workflows/order.ts': FLOW, 'workflows/order.js': FLOW },
      { hasTypeScript: true },
    );
    expect(found).toEqual(['workflows/order.ts:2 compile_id_duplicate', `workflows/order.ts:4 ${WRONG}`]);
  });

  test('is looked at with a jsconfig.json, whose settings count', async () => {
    const rules = `{ "plugins": [{ "name": "workflow", "rules": { "${WRONG}": "warning" } }] }`;
    const { found } = await check(
      { 'jsconfig.json': `{ "compilerOptions": ${rules} }`, 'workflows/order.js': FLOW },
      { hasTypeScript: true },
    );
    expect(found).toEqual([`workflows/order.js:4 ${WRONG}`]);
  });

  test('is looked at without any configuration, and without TypeScript', async () => {
    const { found } = await check({ 'workflows/order.js': FLOW });
    expect(found).toEqual([`workflows/order.js:4 ${WRONG}`]);
  });
});

describe('a component', () => {
  const ROUTE = `import { order } from '../workflows/order.js';\n`;
  const order = { 'workflows/order.js': `export async function order() {\n  'use workflow';\n}\n` };

  test('of Vue is looked at in its scripts, at the places of the whole file', async () => {
    const { found } = await check({
      ...order,
      'pages/order.vue': `<template>
  <!-- <script>import { order } from '../workflows/order.js'; order();</script> -->
  <button @click="run">order()</button>
</template>
<script lang="ts">
${ROUTE}</script>
<script setup lang="ts" generic="T extends Array<string>">
const run = async (id: T) => {
  await order();
};
</script>
<style>p { color: red }</style>
`,
    });
    expect(found).toEqual(['pages/order.vue:10 workflow_called_directly']);
  });

  test('of Svelte and Astro is looked at too', async () => {
    const { found } = await check({
      ...order,
      'routes/page.svelte': `<script>\n  ${ROUTE}  $: count = 1;\n  order();\n</script>\n<p>{count}</p>\n`,
      'pages/index.astro': `---\n${ROUTE}await order();\n---\n<p>order()</p>\n<script>order();</script>\n`,
    });
    expect(found).toEqual([
      'pages/index.astro:3 workflow_called_directly',
      'routes/page.svelte:4 workflow_called_directly',
    ]);
  });

  test('hears that directives have no effect in it', async () => {
    const text = `<script setup>\nasync function charge() {\n  'use step';\n}\ncharge();\n</script>\n`;
    const { found } = await check({ ...order, 'pages/order.vue': text });
    expect(found).toEqual(['pages/order.vue:3 directive_in_component']);
  });
});

describe('a tsconfig.json that cannot be read', () => {
  test('is reported, also when another one extends it', async () => {
    const broken = await check({
      'tsconfig.json': '{ "compilerOptions": { "strict" true } }',
      'workflows/order.js': FLOW,
    });
    expect(broken.problems).toEqual([
      expect.stringMatching(/be read.*: tsconfig\.json: .*JSON.*\[setting_tsconfig_broken\]/),
    ]);
    expect(broken.found).toContain(`workflows/order.js:4 ${WRONG}`);
    const base = await check({ 'tsconfig.json': '{ "extends": "./.nuxt/tsconfig.json" }', 'workflows/order.js': FLOW });
    expect(base.problems).toEqual([
      expect.stringContaining('"./.nuxt/tsconfig.json", which it extends, cannot be found'),
    ]);
  });
});

describe('what only a build can tell', () => {
  const packageWith = (code: string) => ({
    'node_modules/hasher/package.json': '{ "name": "hasher", "type": "module", "exports": "./index.js" }',
    'node_modules/hasher/index.js': code,
    'tsconfig.json': TS_ONLY,
    'workflows/order.ts': `import { hash } from 'hasher';
export async function order(id: string) {
  'use workflow';
  return hash(id);
}
`,
  });

  test('a package that needs Node is found at the import of it', async () => {
    const code = `import { createHash } from 'node:crypto';\nexport const hash = (text) => createHash('md5').update(text);\n`;
    const { found, hasOutput } = await check(packageWith(code));
    expect(found).toEqual([`workflows/order.ts:1 ${WRONG}`]);
    expect(hasOutput).toBe(false);
  });

  test('a package of which only harmless code is used is not', async () => {
    const code = `import { createHash } from 'node:crypto';\nexport const hash = (text) => text.length;
export const other = (text) => createHash('md5').update(text);\n`;
    expect((await check(packageWith(code))).found).toEqual([]);
  });

  test('names that a framework gives are not taken for mistakes', async () => {
    const { found } = await check({
      'tsconfig.json': TS_ONLY,
      'components/price.ts': 'export const price = 1;\n',
      'workflows/order.ts': `import { price } from 'components/price';
import { a } from '#imports';
import { b } from '$lib/b';
import { c } from 'virtual:c';
export async function order() {
  'use workflow';
  return [price, a, b, c];
}
`,
    });
    expect(found).toEqual([]);
  });
});
