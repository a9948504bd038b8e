import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { FileEdit } from '../program/proposed-edits.ts';
import type { SetUp } from './set-up.ts';
import { planSetUp } from './plan-set-up.ts';

/** A project with these files, its dependencies among them. */
async function plan(dependencies: string[], files: Record<string, string> = {}, more: object = {}): Promise<SetUp> {
  const rootDir = mkdtempSync(join(tmpdir(), 'workflow-init-'));
  onTestFinished(() => rmSync(rootDir, { recursive: true }));
  const named = Object.fromEntries(dependencies.map((name) => [name, '*']));
  writeAll(rootDir, { 'package.json': JSON.stringify({ dependencies: named, ...more }), ...files });
  const { setUp } = await planSetUp(rootDir);
  // It wants nothing besides what it has written.
  writeAll(rootDir, Object.fromEntries(setUp.edits.map(({ path, after }) => [path, after])));
  const again = await planSetUp(rootDir);
  expect(again.setUp.edits).toEqual([]);
  return setUp;
}

function writeAll(rootDir: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(rootDir, path)), { recursive: true });
    writeFileSync(join(rootDir, path), text);
  }
}

const afterOf = ({ edits }: { edits: FileEdit[] }, path: string) => edits.find((edit) => edit.path === path)?.after;

it.each<[title: string, dependencies: string[], path: string, before: string, after: string]>([
  [
    'SvelteKit, as its scaffold writes it',
    ['@sveltejs/kit', 'vite'],
    'vite.config.ts',
    `import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({\n\tplugins: [sveltekit()]\n});\n`,
    `import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\nimport { workflowPlugin } from 'workflow/sveltekit';\n\nexport default defineConfig({\n\tplugins: [workflowPlugin(), sveltekit()]\n});\n`,
  ],
  [
    'Vite with several plugins, a function and no semicolons',
    ['vite', 'react'],
    'vite.config.ts',
    `import { defineConfig } from "vite"\nimport react from "@vitejs/plugin-react"\n\nexport default defineConfig(({ mode }) => {\n  return {\n    plugins: [\n      react(),\n    ],\n  }\n})\n`,
    `import { defineConfig } from "vite"\nimport react from "@vitejs/plugin-react"\nimport { workflow } from "workflow/vite"\n\nexport default defineConfig(({ mode }) => {\n  return {\n    plugins: [\n      workflow(),\n      react(),\n    ],\n  }\n})\n`,
  ],
  [
    'Next, as its scaffold writes it',
    ['next', 'react'],
    'next.config.ts',
    `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default nextConfig;\n`,
    `import type { NextConfig } from "next";\nimport { withWorkflow } from "workflow/next";\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default withWorkflow(nextConfig);\n`,
  ],
  [
    'Next in CommonJS, with another wrapper',
    ['next'],
    'next.config.js',
    `const withMdx = require('@next/mdx')();\nmodule.exports = withMdx({ reactStrictMode: true });\n`,
    `const { withWorkflow } = require('workflow/next');\nconst withMdx = require('@next/mdx')();\nmodule.exports = withWorkflow(withMdx({ reactStrictMode: true }));\n`,
  ],
  [
    'Nuxt, as its scaffold writes it',
    ['nuxt', 'vue'],
    'nuxt.config.ts',
    `// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2026-07-15',\n  devtools: { enabled: true }\n})\n`,
    `// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2026-07-15',\n  devtools: { enabled: true },\n  modules: ['workflow/nuxt']\n})\n`,
  ],
  [
    'Nuxt with modules, a comment behind the last and a trailing comma',
    ['nuxt'],
    'nuxt.config.ts',
    `export default defineNuxtConfig({\n  modules: [\n    '@nuxt/ui',\n    '@nuxt/image', // pictures\n  ],\n});\n`,
    `export default defineNuxtConfig({\n  modules: [\n    '@nuxt/ui',\n    '@nuxt/image',\n    'workflow/nuxt', // pictures\n  ],\n});\n`,
  ],
  [
    'Astro, as its scaffold writes it',
    ['astro'],
    'astro.config.mjs',
    `// @ts-check\nimport { defineConfig } from 'astro/config';\n\n// https://astro.build/config\nexport default defineConfig({});\n`,
    `// @ts-check\nimport { defineConfig } from 'astro/config';\nimport workflow from 'workflow/astro';\n\n// https://astro.build/config\nexport default defineConfig({\n  integrations: [workflow()]\n});\n`,
  ],
  [
    'Nitro',
    ['nitro'],
    'nitro.config.ts',
    `import { defineConfig } from "nitro";\n\nexport default defineConfig({ serverDir: "./server" } satisfies object);\n`,
    `import { defineConfig } from "nitro";\n\nexport default defineConfig({ serverDir: "./server", modules: ["workflow/nitro"] } satisfies object);\n`,
  ],
  [
    'Nitro that Vite builds, as the scaffold of TanStack Start writes it',
    ['nitro', 'vite', '@tanstack/react-start'],
    'vite.config.ts',
    `import { defineConfig } from 'vite'\nimport { devtools } from '@tanstack/devtools-vite'\nimport { nitro } from 'nitro/vite'\n\nconst config = defineConfig({\n  plugins: [\n    devtools(),\n    nitro({ rollupConfig: { external: [/^@sentry\\//] } }),\n  ],\n})\n\nexport default config\n`,
    `import { defineConfig } from 'vite'\nimport { devtools } from '@tanstack/devtools-vite'\nimport { nitro } from 'nitro/vite'\nimport { workflow } from 'workflow/vite'\n\nconst config = defineConfig({\n  plugins: [\n    workflow(),\n    devtools(),\n    nitro({ rollupConfig: { external: [/^@sentry\\//] } }),\n  ],\n})\n\nexport default config\n`,
  ],
  [
    'Nest, as its scaffold writes it',
    ['@nestjs/core'],
    'src/app.module.ts',
    `import { Module } from '@nestjs/common';\nimport { AppController } from './app.controller';\n\n@Module({\n  imports: [],\n  controllers: [AppController],\n})\nexport class AppModule {}\n`,
    `import { Module } from '@nestjs/common';\nimport { AppController } from './app.controller';\nimport { WorkflowModule } from 'workflow/nest';\n\n@Module({\n  imports: [WorkflowModule.forRoot({ moduleType: 'commonjs' })],\n  controllers: [AppController],\n})\nexport class AppModule {}\n`,
  ],
])('adds the line to the configuration of %s', async (_, dependencies, path, before, after) => {
  expect(afterOf(await plan(dependencies, { [path]: before }), path)).toBe(after);
});

it.each<[title: string, dependencies: string[], path: string, content: string]>([
  ['comes from elsewhere', ['vite'], 'vite.config.ts', `export { default } from './shared/vite.ts';\n`],
  ['spreads its plugins', ['vite'], 'vite.config.js', `export default { plugins: makePlugins() };\n`],
  ['is a declared function', ['next'], 'next.config.mjs', `export default async function config() { return {}; }\n`],
  ['does not parse', ['nuxt'], 'nuxt.config.ts', `export default {{\n`],
  ['has another root module', ['@nestjs/core'], 'src/app.module.ts', `export const modules = [];\n`],
])('names the line, and changes nothing, when the configuration %s', async (_, dependencies, path, content) => {
  const setUp = await plan(dependencies, { [path]: content });
  expect(afterOf(setUp, path)).toBeUndefined();
  expect(setUp.byHand.join()).toContain(`Add this to ${path}`);
});

it('makes the configuration of a project that has none', async () => {
  expect(afterOf(await plan(['next', 'typescript']), 'next.config.ts')).toContain('withWorkflow()');
  expect(afterOf(await plan(['vite']), 'vite.config.mjs')).toContain('workflow()');
  expect((await plan(['@sveltejs/kit'])).byHand.join()).toContain('Add this to vite.config.ts');
});

it('leaves Vite alone where the configuration of Nitro has the line', async () => {
  const files = {
    'vite.config.ts': `import { nitro } from 'nitro/vite';\nexport default { plugins: [nitro()] };\n`,
    'nitro.config.ts': `export default { modules: ['workflow/nitro'] };\n`,
  };
  const { edits, present } = await plan(['nitro', 'vite'], files);
  expect(edits.map(({ path }) => path)).toEqual(['workflows/welcome.js']);
  expect(present).toEqual(['nitro.config.ts has workflow/nitro.']);
});

it('adds the plugin to each configuration of TypeScript that has files, and keeps its comments', async () => {
  const files = {
    'tsconfig.json': `{\n  "files": [],\n  "references": [{ "path": "./tsconfig.app.json" }, { "path": "./node" }]\n}\n`,
    'tsconfig.app.json': `{\n  "compilerOptions": {\n    "strict": true, // always\n    "plugins": [{ "name": "other" }],\n  },\n}\n`,
    'node/tsconfig.json': `{ "extends": "../base.json" }\n`,
  };
  const setUp = await plan(['vite'], files);
  expect(afterOf(setUp, 'tsconfig.json')).toBeUndefined();
  expect(afterOf(setUp, 'tsconfig.app.json')).toBe(
    files['tsconfig.app.json'].replace('{ "name": "other" }', '{ "name": "other" }, { "name": "workflow" }'),
  );
  expect(afterOf(setUp, 'node/tsconfig.json')).toBe(
    `{ "extends": "../base.json", "compilerOptions": { "plugins": [{ "name": "workflow" }] } }\n`,
  );
});

it('makes the editor look at the folder of the workflows', async () => {
  const include = (...names: string[]): string => `${JSON.stringify({ include: names })}\n`;
  const after = async (...names: string[]) =>
    afterOf(await plan(['vite'], { 'tsconfig.json': include(...names) }), 'tsconfig.json')!;
  expect(await after('src')).toContain('"include":["src", "workflows"]');
  for (const covered of ['.', '**/*.ts', './workflows', 'workflows/**/*'])
    expect(await after(covered)).toContain(`"include":["${covered}"]`);
});

it('writes a server for a project that has nothing, and the line for one that has a server', async () => {
  const fresh = await plan([], {}, { scripts: { test: 'true' }, type: 'commonjs' });
  expect(fresh.edits.map(({ path }) => path)).toEqual([
    'server.ts',
    'package.json',
    'tsconfig.json',
    'workflows/welcome.ts',
  ]);
  expect(JSON.parse(afterOf(fresh, 'package.json')!)).toMatchObject({
    type: 'module',
    scripts: { test: 'true', start: 'node --import workflow/register server.ts' },
  });
  const express = await plan(['express'], { 'index.js': '' });
  expect(express.edits.map(({ path }) => path)).toEqual(['workflows/welcome.js']);
  expect(express.byHand.join()).toMatch(/Add this to index\.js.*app\.use\(toNodeHandler\(workflow\)\)/s);
});

it('ends lines as the file does, also of Windows', async () => {
  const config = 'export default {\r\n  plugins: [\r\n    vue(),\r\n  ],\r\n};\r\n';
  const files = { 'vite.config.ts': config, 'tsconfig.json': '\uFEFF{\r\n  "compilerOptions": {}\r\n}\r\n' };
  const setUp = await plan(['vite'], files);
  expect(afterOf(setUp, 'vite.config.ts')).toMatch(/\[\r\n {4}workflow\(\),\r\n {4}vue\(\),/);
  for (const { after, before } of setUp.edits) if (before !== null) expect(after).not.toMatch(/[^\r]\n/);
  expect(afterOf(setUp, 'tsconfig.json')).toMatch(/^\uFEFF\{[^]*"plugins": \[\{ "name": "workflow" \}\][^]*\}\r\n$/);
});

it('adds no workflow to a project that has one', async () => {
  const file = `export async function order() { 'use workflow'; }\n`;
  const setUp = await plan(['vite'], { 'vite.config.ts': 'export default {};', 'src/jobs/order.ts': file });
  expect(setUp.present).toEqual(['src/jobs/order.ts has a workflow or a step.']);
});
