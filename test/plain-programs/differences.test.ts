/** Where a run does something else than plain code, `workflow check` says so at the place. */
import { expect, test } from 'vitest';
import { isSame } from '../../cli/compare/compare-calls.ts';
import { runCli } from '../cli/run-cli.ts';
import { DIFFERENCES } from './differences.ts';
import { compareAll } from './run-programs.ts';

interface Finding {
  file: string;
  code: string;
}

test('programs differ where a finding names the reason', async () => {
  const { comparisons, dir } = await compareAll(DIFFERENCES);
  const { stdout } = await runCli(['check', '--format', 'json'], { cwd: dir });
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const found = DIFFERENCES.map(({ name, code }, index) => ({
    name,
    differs: !isSame(comparisons[index]!),
    isNamed: findings.some((one) => one.code === code && one.file === `programs/p${index}/flow.ts`),
  }));
  expect(found.filter(({ differs, isNamed }) => !differs || !isNamed)).toEqual([]);
});
