/** Workflows and steps in components: nothing compiles them, so no build may pass over them. */
import { build, createServer, type Plugin } from 'vite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { workflow } from '../../integrations/vite/vite.ts';
import { refuseDirectives } from '../../compiler/plugin/component-file.ts';
import { leaveRuntime } from '../runtime/process-runtime.ts';
import { createTempProject } from './temp-project.ts';

// Other files are run by the same process.
afterAll(leaveRuntime);

const STEP = `async function charge(): Promise<number> {\n  'use step';\n  return 1;\n}\n`;
const textsOf = (file: string, code: string): string[] =>
  refuseDirectives({ path: `/app/src/${file}`, code, rootDir: '/app' })?.diagnostics.map(
    ({ file: path, line, column, code: error }) => `${path}:${line}:${column} ${error}`,
  ) ?? [];

test.each([
  ['Order.vue', `<template>\n  <p>{{ n }}</p>\n</template>\n\n<script setup lang="ts">\n${STEP}</script>\n`, 7],
  ['Order.svelte', `<script module lang="ts">\n  ${STEP}</script>\n<p>hello</p>\n`, 3],
  ['order.astro', `---\nif (!Astro.locals.user) return Astro.redirect('/');\n${STEP}---\n<p>hello</p>\n`, 4],
])('%s with a step is refused at its place', (file, code, line) => {
  expect(textsOf(file, code)).toEqual([`/app/src/${file}:${line}:3 compile_directive_in_component`]);
});

test.each([
  [
    'Docs.vue',
    `<template><pre>async function a() { 'use step' }</pre></template>\n<script>\nexport default {};\n</script>\n`,
  ],
  ['Text.vue', `<script setup>\nconst text = "'use workflow'";\n</script>\n`],
  ['Note.svelte', `<!-- <script>${STEP}</script> -->\n<script>let n = 1;</script>\n`],
  ['Broken.vue', `<script setup>\nasync function a( { 'use step' }\n</script>\n`],
])('%s, which only speaks of them, is left to its own compiler', (file, code) => {
  expect(textsOf(file, code)).toEqual([]);
});

/** Stands for the compiler of a framework. */
const components: Plugin = {
  name: 'components',
  transform: (code, id) => (id.endsWith('.vue') ? `export default ${JSON.stringify(code)};` : null),
};

const createProject = () =>
  createTempProject({
    'entry.ts': `import order from './Order.vue';\nconsole.log(order);\n`,
    'Order.vue': `<script setup lang="ts">\n${STEP}</script>\n`,
  });

test('Vite does not build it', async () => {
  const { dir } = await createProject();
  const options = { ssr: 'entry.ts', write: false };
  const building = build({
    root: dir,
    configFile: false,
    logLevel: 'silent',
    build: options,
    plugins: [workflow(), components],
  });
  await expect(building).rejects.toThrow(/"use step" has no effect in a component/);
});

test('a development server of Vite tells of it, until it is gone', async () => {
  const project = await createProject();
  const server = await createServer({
    root: project.dir,
    configFile: false,
    logLevel: 'silent',
    plugins: [workflow(), components],
    server: { middlewareMode: true, ws: false },
  });
  onTestFinished(() => server.close());
  await expect(server.ssrLoadModule('/Order.vue')).rejects.toThrow(/"use step" has no effect in a component/);
  await project.write({ 'Order.vue': '<script setup lang="ts"></script>\n' });
  await expect
    .poll(() => server.ssrLoadModule('/Order.vue').catch(() => null))
    .toMatchObject({ default: expect.stringContaining('script') });
});
