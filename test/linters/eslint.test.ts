/** `workflow/eslint` in ESLint 9 and 10 as npm installs them, on the packed package. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packTarball } from '../package/packed-package.ts';
import { FOUND, FOUND_BY_TYPES, type ForeignProject, ORDER, createForeignProject } from './foreign-project.ts';

const config = (parserOptions: string): string => `import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import workflow from 'workflow/eslint';

export default defineConfig([
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser, parserOptions: ${parserOptions} } },
  workflow.configs.recommended,
]);
`;

/** As people have it for components: the parser of the framework, and in it that of TypeScript. */
const COMPONENTS_CONFIG = `import { defineConfig } from 'eslint/config';
import svelte from 'svelte-eslint-parser';
import tseslint from 'typescript-eslint';
import vue from 'vue-eslint-parser';
import workflow from 'workflow/eslint';

const parserOptions = { parser: tseslint.parser };
export default defineConfig([
  { files: ['**/*.vue'], languageOptions: { parser: vue, parserOptions } },
  { files: ['**/*.svelte'], languageOptions: { parser: svelte, parserOptions } },
  workflow.configs.components,
]);
`;

const COMPONENTS = {
  'src/flow.ts': `export async function flow(id: string) {
  'use workflow';
  return id;
}
`,
  'src/Order.vue': `<template>
  <button @click="place('a')">Order</button>
</template>

<script setup lang="ts">
import { flow } from './flow.ts';

const place = async (id: string) => await flow(id);

async function charge(id: string) {
  'use setp';
  return id;
}
</script>
`,
  'src/Order.svelte': `<script lang="ts">
  import { flow } from './flow.ts';

  const place = async (id: string) => await flow(id);
</script>

<button onclick={() => place('a')}>Order</button>
`,
};

interface EslintResult {
  filePath: string;
  messages: {
    ruleId: string;
    severity: 1 | 2;
    message: string;
    messageId: string;
    line: number;
    suggestions?: { desc: string }[];
  }[];
}

describe.each(['9', '10'])('ESLint %s', (version) => {
  let project: ForeignProject;

  beforeAll(async () => {
    const { dir, tarball } = await packTarball();
    project = createForeignProject({
      'eslint.config.js': config('{ project: null }'),
      'components.config.js': COMPONENTS_CONFIG,
      'typed.config.js': config('{ projectService: true, tsconfigRootDir: import.meta.dirname }'),
    });
    const parsers = ['typescript-eslint', 'vue-eslint-parser', 'svelte', 'svelte-eslint-parser'];
    const packages = [`eslint@${version}`, ...parsers, 'typescript@6', '@types/node', 'jiti', tarball];
    const { output, exitCode } = await project.run('npm', 'install', '--no-audit', '--no-fund', ...packages);
    rmSync(dir, { recursive: true, force: true });
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => project?.[Symbol.dispose]());

  async function lint(...args: string[]): Promise<EslintResult['messages']> {
    const { output } = await project.run('npx', 'eslint', '--format', 'json', ...args, 'workflows');
    return (JSON.parse(output) as EslintResult[]).flatMap(({ messages }) => messages);
  }

  const shown = (messages: EslintResult['messages']): string[] =>
    messages
      .map(({ severity, messageId, line }) => `${severity === 2 ? 'error' : 'warning'} ${messageId} ${line}`)
      .toSorted();

  test('reports what needs no types, and offers the decisions', async () => {
    const messages = await lint();
    expect(shown(messages)).toEqual(FOUND);
    expect(messages.every(({ message, messageId }) => message.endsWith(`[${messageId}]`))).toBe(true);
    const builtin = messages.find(({ messageId }) => messageId === 'compile_builtin_reached');
    expect(builtin?.suggestions?.map(({ desc }) => desc)).toEqual(['Extract to a step']);
  });

  test('with the types of typescript-eslint, reports what they tell', async () => {
    const messages = await lint('--config', 'typed.config.js');
    expect(shown(messages)).toEqual([...FOUND, FOUND_BY_TYPES].toSorted());
    const { output } = await project.run('npx', 'workflow', 'check', '--format', 'json');
    const { findings } = JSON.parse(output) as { findings: { message: string }[] };
    expect(messages.map(({ message }) => message)).toEqual(expect.arrayContaining(findings.map((one) => one.message)));
    expect(messages).toHaveLength(findings.length);
  });

  test('the configuration has the types of ESLint', async () => {
    project.write('eslint.config.ts', config('{ project: null }'));
    const { output } = await project.run('npx', 'tsc', '-p', '.');
    expect(output.split('\n').filter((line) => line.startsWith('eslint.config'))).toEqual([]);
    rmSync(`${project.dir}/eslint.config.ts`);
  });

  test('reports and corrects mistakes in components at their lines', async () => {
    for (const [name, text] of Object.entries(COMPONENTS)) project.write(name, text);
    const run = async (...args: string[]): Promise<string[]> => {
      const given = ['--format', 'json', '--config', 'components.config.js', ...args, 'src'];
      const { output } = await project.run('npx', 'eslint', ...given);
      return (JSON.parse(output) as EslintResult[]).flatMap(({ filePath, messages }) =>
        messages.map(({ messageId, line }) => `${filePath.split('/').at(-1)}:${line} ${messageId}`),
      );
    };
    const calls = ['Order.svelte:4 workflow_called_directly', 'Order.vue:8 workflow_called_directly'];
    expect((await run()).toSorted()).toEqual([...calls, 'Order.vue:11 compile_directive_misspelled'].toSorted());
    await run('--fix');
    const corrected = COMPONENTS['src/Order.vue'].replace('use setp', 'use step');
    expect(project.read('src/Order.vue')).toBe(corrected);
    rmSync(`${project.dir}/src`, { recursive: true });
  });

  test('--fix corrects what needs no decision', async () => {
    const before = project.read(ORDER);
    await lint('--fix');
    expect(project.read(ORDER)).toBe(before.replace('use setp', 'use step'));
  });
});
