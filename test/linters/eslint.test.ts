/** `workflow/eslint` in ESLint 9 and 10 as npm installs them, on the packed package. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packTarball } from '../package/packed-package.ts';
import { FOUND, FOUND_BY_TYPES, type ForeignProject, ORDER, createForeignProject } from './foreign-project.ts';

const LONG = 240_000;

const config = (parserOptions: string): string => `import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import workflow from 'workflow/eslint';

export default defineConfig([
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser, parserOptions: ${parserOptions} } },
  workflow.configs.recommended,
]);
`;

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
      'typed.config.js': config('{ projectService: true, tsconfigRootDir: import.meta.dirname }'),
    });
    const packages = [`eslint@${version}`, 'typescript-eslint', 'typescript@6', '@types/node', 'jiti', tarball];
    const { output, exitCode } = await project.run('npm', 'install', '--no-audit', '--no-fund', ...packages);
    rmSync(dir, { recursive: true, force: true });
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  }, LONG);
  afterAll(() => project?.[Symbol.dispose]());

  async function lint(...args: string[]): Promise<EslintResult['messages']> {
    const { output } = await project.run('npx', 'eslint', '--format', 'json', ...args, 'workflows');
    return (JSON.parse(output) as EslintResult[]).flatMap(({ messages }) => messages);
  }

  const shown = (messages: EslintResult['messages']): string[] =>
    messages
      .map(({ severity, messageId, line }) => `${severity === 2 ? 'error' : 'warning'} ${messageId} ${line}`)
      .toSorted();

  test('reports what needs no types, and offers the decisions', { timeout: LONG }, async () => {
    const messages = await lint();
    expect(shown(messages)).toEqual(FOUND);
    expect(messages.every(({ message, messageId }) => message.endsWith(`[${messageId}]`))).toBe(true);
    const builtin = messages.find(({ messageId }) => messageId === 'compile_builtin_reached');
    expect(builtin?.suggestions?.map(({ desc }) => desc)).toEqual(['Extract to a step']);
  });

  test('with the types of typescript-eslint, reports what they tell', { timeout: LONG }, async () => {
    const messages = await lint('--config', 'typed.config.js');
    expect(shown(messages)).toEqual([...FOUND, FOUND_BY_TYPES].toSorted());
    const { output } = await project.run('npx', 'workflow', 'check', '--format', 'json');
    const { findings } = JSON.parse(output) as { findings: { message: string }[] };
    expect(messages.map(({ message }) => message)).toEqual(expect.arrayContaining(findings.map((one) => one.message)));
    expect(messages).toHaveLength(findings.length);
  });

  test('the configuration has the types of ESLint', { timeout: LONG }, async () => {
    project.write('eslint.config.ts', config('{ project: null }'));
    const { output } = await project.run('npx', 'tsc', '-p', '.');
    expect(output.split('\n').filter((line) => line.startsWith('eslint.config'))).toEqual([]);
    rmSync(`${project.dir}/eslint.config.ts`);
  });

  test('--fix corrects what needs no decision', { timeout: LONG }, async () => {
    const before = project.read(ORDER);
    await lint('--fix');
    expect(project.read(ORDER)).toBe(before.replace('use setp', 'use step'));
  });
});
