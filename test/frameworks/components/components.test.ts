/** A step in a component stops the build of its framework, with its place. */
import { expect, onTestFinished, test } from 'vitest';
import { astro } from '../astro/astro.ts';
import type { Command, Framework } from '../framework.ts';
import { InstalledProject } from '../installed-project.ts';
import { nuxt } from '../nuxt/nuxt.ts';
import { sveltekit } from '../sveltekit/sveltekit.ts';

const STEP = `async function charge(): Promise<number> {\n  'use step';\n  return 1;\n}\n`;

test.each<[Framework & { build: Command }, string, string]>([
  [nuxt, 'app/app.vue', `<script setup lang="ts">\n${STEP}</script>\n<template><p>{{ charge }}</p></template>\n`],
  [sveltekit, 'src/routes/shop/+page.svelte', `<script lang="ts">\n${STEP}</script>\n<p>{charge}</p>\n`],
  [astro, 'src/pages/shop.astro', `---\n${STEP}---\n<p>{charge}</p>\n`],
])('$0.name', async (framework, file, component) => {
  const project = await InstalledProject.create(framework);
  onTestFinished(() => project.remove());
  await project.write(file, component);
  const { ok, output } = await project.run(framework.build);
  expect(output).toContain('"use step" has no effect in a component');
  expect(output).toContain(`${file.split('/').at(-1)}`);
  expect(ok).toBe(false);
});
