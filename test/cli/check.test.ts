import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkTypeScript, TYPESCRIPT_VERSIONS } from '../analysis/typed-project.ts';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { runCli, startCli } from './run-cli.ts';

const RIGHT = `export async function checkout() {
  'use workflow';
  return await charge();
}

async function charge() {
  'use step';
  return 1;
}
`;
const WRONG = RIGHT.replace("'use step'", "'use setp'");

let project: CliProject;
beforeEach(() => {
  project = new CliProject({ 'workflows/orders.ts': WRONG });
});
afterEach(() => project.remove());

const check = (...args: string[]) => runCli(['check', ...args], { cwd: project.dir });
const errors = (line: number) => ({ file: 'workflows/orders.ts', start: { line, column: 3 }, severity: 'error' });

describe('workflow check', () => {
  test('shows each mistake with its place, source lines, fix and code, and ends with 1', async () => {
    const { exitCode, stdout } = await check();
    expect(stdout).toContain('workflows/orders.ts:7:3: error: "use setp" is not a directive. Did you mean "use step"?');
    expect(stdout).toContain("Fix: write 'use step' [compile_directive_misspelled]");
    expect(stdout).toContain("> 7 |   'use setp';");
    expect(stdout).toContain('1 error in 1 file');
    expect(exitCode).toBe(1);
  });

  test('ends with 0 when there is nothing wrong', async () => {
    project.write('workflows/orders.ts', RIGHT);
    const { exitCode, stdout } = await check();
    expect(stdout).toContain('Nothing found in 1 file');
    expect(exitCode).toBe(0);
  });

  test('reports a file with directives that does not parse', async () => {
    project.write('workflows/orders.ts', `${RIGHT}const = 1;\n`);
    project.write('src/other.ts', 'const = 1;\n');
    const { exitCode, stdout } = await check();
    expect(stdout).toContain('[compile_syntax_invalid]');
    expect(stdout).not.toContain('src/other.ts');
    expect(exitCode).toBe(1);
  });

  test('looks only at the folder that is named, and finds the root of the project from anywhere', async () => {
    project.write('src/more.ts', WRONG);
    expect((await check('src')).stdout).toContain('1 error in 1 file');
    const { stdout } = await runCli(['check', '--root', project.dir]);
    expect(stdout).toContain('2 errors in 2 files');
  });

  test('prints JSON with places, codes and fixes for programs', async () => {
    const { stdout } = await check('--format', 'json');
    const { version, files, findings } = JSON.parse(stdout) as { version: number; files: number; findings: object[] };
    expect({ version, files }).toEqual({ version: 1, files: 1 });
    expect(findings).toMatchObject([{ ...errors(7), code: 'compile_directive_misspelled', number: 1001 }]);
  });

  test('prints commands that GitHub shows at the lines of a change', async () => {
    const { stdout } = await check('--format', 'github');
    expect(stdout).toMatch(/^::error file=workflows\/orders\.ts,line=7,endLine=7,col=3,endColumn=14,title=compile_/);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  test('prints SARIF with the places of findings below the root', async () => {
    const { runs } = JSON.parse((await check('--format', 'sarif')).stdout) as { runs: { results: object[] }[] };
    expect(runs[0]!.results).toMatchObject([
      {
        ruleId: 'compile_directive_misspelled',
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'workflows/orders.ts', uriBaseId: 'ROOT' },
              region: { startLine: 7, startColumn: 3, endLine: 7, endColumn: 14 },
            },
          },
        ],
      },
    ]);
  });

  test('compares the types of what steps take and give with those of a build', async () => {
    linkTypeScript(project.dir, TYPESCRIPT_VERSIONS[0]!);
    const step = (field: string): string => `import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
interface Order { id: string; ${field}: number }
export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) { return { ${field}: money.cents }; }
  static [WORKFLOW_DESERIALIZE](data: { ${field}: number }) { return new Money(data.${field}); }
}
export async function load(): Promise<Order> { 'use step'; return { id: 'a', ${field}: 1 }; }
export async function charge(order: Order) { 'use step'; return order.${field}; }
`;
    project.write('tsconfig.json', '{ "compilerOptions": { "strict": true, "types": [] } }');
    project.write('workflows/orders.ts', step('total'));
    await runCli(['build'], { cwd: project.dir });
    expect(await check('--against', '.workflow')).toMatchObject({ exitCode: 0 });
    project.write('workflows/orders.ts', step('amount'));
    const { exitCode, stdout } = await check('--against', '.workflow');
    expect(stdout).toContain('It takes number as "order.amount", and calls give nothing: runs that call it wait.');
    expect(stdout).toContain('It gives nothing as "result.total", and callers expect number: runs that call it wait.');
    expect(stdout).toContain('It takes number as "data.amount", and instances of before give nothing: runs that');
    expect(exitCode).toBe(1);
  });

  test('compares builds only with options that have a meaning there', async () => {
    const refusals = [
      await check('--against', 'nowhere'),
      await check('--against', 'nowhere', '--fix'),
      await check('--data-dir', '.workflow-data'),
    ];
    expect(refusals.map(({ exitCode }) => exitCode)).toEqual([1, 2, 2]);
    expect(refusals[0]!.stderr).toContain('it holds neither a build nor a store');
    expect(refusals[1]!.stderr).toContain('"--fix" must be left out beside --against');
    expect(refusals[2]!.stderr).toContain('"--data-dir" must be given together with --against');
  });

  test('applies fixes that need no decision, and reports the rest', async () => {
    project.write('workflows/rest.ts', RIGHT.replace('async function charge', 'function* charge'));
    const { exitCode, stdout } = await check('--fix');
    expect(project.read('workflows/orders.ts')).toBe(RIGHT);
    expect(stdout).toContain('1 error in 2 files');
    expect(exitCode).toBe(1);
  });

  test('leaves alone what is a decision: a start, a wait, a name that may mean two things', async () => {
    const before = `import { sleep } from 'workflow';
import { start } from 'workflow/api';
export async function noArgs() {
  'use workflow';
  charge();
  [1].forEach((id) => charge(id));
  await [1].map((id) => charge(id));
  await new Promise((resolve) => setTimeout(resolve, Number('5')));
  await sleep('5 das');
}
async function charge(id = 1) {
  'use step';
  return id;
}
export async function POST() {
  return noArgs();
}
export const begin = () => start(noArgs());
`;
    project.write('workflows/orders.ts', before);
    await check('--fix');
    expect(project.read('workflows/orders.ts')).toBe(before.replace('start(noArgs())', 'start(noArgs)'));
  });

  test('follows the settings in tsconfig.json, also in one that it extends', async () => {
    const entry = { name: 'workflow', rules: { compile_directive_misspelled: 'warning' } };
    project.write('base.json', JSON.stringify({ compilerOptions: { plugins: [entry] } }));
    project.write('tsconfig.json', '{ // the base has the rules\n "extends": "./base.json", }');
    const { exitCode, stdout } = await check();
    expect(stdout).toContain('1 warning in 1 file');
    expect(exitCode).toBe(0);
    expect((await check('--max-warnings', '0')).exitCode).toBe(1);
  });

  test('reports mistakes in the settings in tsconfig.json', async () => {
    const entry = { name: 'workflow', rules: { compile_nothing: 'off', 1001: 'loud' }, colour: 'red' };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions: { plugins: [entry] } }));
    const { stderr } = await check();
    expect(stderr).toContain('[setting_rule_unknown]');
    expect(stderr).toContain(
      '"rules.1001" of the entry "workflow" in tsconfig.json must be: error, warning, hint, off.',
    );
    expect(stderr).toContain('[setting_unknown]');
  });

  test('checks again whenever a source changes, and ends on a signal', async () => {
    const child = startCli(['check', '--watch'], { cwd: project.dir });
    const ended = once(child, 'exit');
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitUntil(() => output.includes('1 error in 1 file'), WAIT);
    project.write('workflows/orders.ts', RIGHT);
    await vi.waitUntil(() => output.includes('Nothing found in 1 file'), WAIT);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test.each([
    [['--format', 'xml'], '"--format" must be one of pretty, json, github, sarif, but is "xml"'],
    [['--max-warnings', 'few'], '"--max-warnings" must be a whole number'],
  ])('refuses %s with exit code 2', async (args, message) => {
    const { exitCode, stderr } = await check(...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
