import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const PAGE = readFileSync(join(DOCS, 'errors/compiler.md'), 'utf8');
const SECTION = PAGE.split(/^(?=## )/m).find((section) => section.startsWith('## compile_function_sync\n'))!;

describe('an error is explained by its code', () => {
  test.each([
    ['workflow check --explain', ['check', '--explain', 'compile_function_sync']],
    ['workflow explain', ['explain', 'compile_function_sync']],
    ['in the brackets that it has in messages', ['explain', '[compile_function_sync]']],
  ])('%s', async (_, args) => {
    const { exitCode, stdout } = await runCli(args);
    expect(exitCode).toBe(0);
    const section = SECTION.trimEnd()
      .replaceAll('](../', `](${DOCS}/`)
      .replaceAll('](#', `](${DOCS}/errors/compiler.md#`);
    expect(stdout).toBe(`${section}\n`);
  });

  test('and a misspelled code gets a suggestion', async () => {
    const { exitCode, stderr } = await runCli(['check', '--explain', 'compile_function_synch']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Fix: did you mean "compile_function_sync"? [cli_code_unknown]');
  });
});

test('"workflow explain" without a code lists all codes, by area', async () => {
  const { exitCode, stdout } = await runCli(['explain']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^The compiler\n\n {2}compile_function_sync\n {6}Step "charge" must be async/);
  expect(stdout).toContain('\n  hook_not_found\n');
});
