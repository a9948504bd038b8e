/** Steps run in the modules that the application has, where Node can load their files as they are. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stepCodeIn } from '../shared/kept-steps.ts';

const PACKAGE = join(import.meta.dirname, '../..');

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-step-files-')));
  write('package.json', '{ "type": "module" }');
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'junction');
  write('lib/metrics.ts', METRICS);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
};

/** Like a client of a metrics system or a model of a database, it may be loaded once in a process. */
const METRICS = `const registry = ((globalThis as any).registry ??= new Set());
if (registry.has('orders')) throw new Error('orders is already registered');
registry.add('orders');
export let orders = 0;
export const count = (): number => ++orders;
`;
const flow = (name: string, body: string, head = ''): string => `${head}
export async function ${name}(): Promise<unknown> {
  'use workflow';
  return await act();
}
async function act(): Promise<unknown> {
  'use step';
  ${body}
}
`;
const COUNTING = flow('counting', 'return count();', `import { count } from '../lib/metrics.ts';`);
const SERVER = `import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
const handler = createHandler({ watch: false });
await handler.ready;
const run = async (name: string): Promise<unknown> => {
  const { returnValue } = await start({ workflowId: \`workflow//./workflows/\${name}//\${name}\` }, []);
  return await returnValue.catch(({ cause }) => \`\${cause.code}: \${cause.message}\`);
};
console.log(JSON.stringify(await Promise.all(process.argv.slice(2).map(run))));
await handler.close();
`;

/** Runs a file as a user does. */
async function serve(file: string, workflows: string[], flags = ['--import', 'workflow/register']) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = [...flags, file, ...workflows];
  const options = { cwd: dir, env: { ...env, WORKFLOW_WORLD: 'memory' } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
  const results: unknown[] = JSON.parse(stdout.split('\n').find((line) => line.startsWith('[') && line.endsWith(']'))!);
  return { results, said: stdout, stderr };
}

test('a module that may be loaded once is used by the application and by steps', async () => {
  write('workflows/counting.ts', COUNTING);
  write('server.ts', `import { count } from './lib/metrics.ts';\ncount();\n${SERVER}`);
  expect(await serve('server.ts', ['counting'])).toEqual({ results: [2], said: '[2]\n', stderr: '' });
  const list = readFileSync(join(dir, '.workflow/steps.mjs'), 'utf8');
  expect(list).not.toContain('count()');
  // The store keeps code that stands alone, for later deployments.
  expect(await stepCodeIn(join(dir, '.workflow')).read()).toContain('count()');
});

test('steps of files that Node cannot load as they are run in the step bundle, and the log names these files', async () => {
  write('workflows/counting.ts', COUNTING);
  write('workflows/colors.ts', flow('colors', 'return Color.Blue;', 'enum Color { Red, Blue }'));
  write('workflows/aliased.ts', flow('aliased', 'return two;', `import { two } from '#lib/two';`));
  write('package.json', '{ "type": "module", "imports": { "#lib/*": "./lib/*.ts" } }');
  write('workflows/unlicensed.ts', flow('unlicensed', 'return 3;', `throw new Error('no licence');`));
  write('workflows/bare.ts', flow('bare', 'return two;', `import { two } from '../lib/two';`));
  write('lib/two.ts', 'export const two = 2;');
  write('server.ts', `import './lib/metrics.ts';\n${SERVER}`);
  const { results, stderr } = await serve('server.ts', ['counting', 'colors', 'aliased', 'bare', 'unlicensed']);
  expect(results).toEqual([1, 1, 2, 2, expect.stringContaining('step_module_broken: ')]);
  const [, named] = /copies of the modules that they import:\n((?: {2}\S.*\n)+)/.exec(stderr)!;
  expect(named!.trimEnd().split('\n')).toEqual([
    expect.stringContaining('  workflows/bare.ts: Cannot find module'),
    expect.stringContaining('  workflows/colors.ts: TypeScript enum is not supported'),
  ]);
});

test('a process that compiles nothing runs the steps in the step bundle, and says of which modules it has copies', async () => {
  write('workflows/counting.ts', COUNTING);
  write('server.ts', SERVER);
  await serve('server.ts', ['counting']);
  const { results, said } = await serve('server.ts', ['counting'], []);
  expect(results).toEqual([1]);
  expect(said).toContain('is there twice, with two states:\n  lib/metrics.ts\n');
});

test('a file with steps may import the file of the server, which waits for the workflows', async () => {
  write('workflows/shop.ts', flow('shop', 'return name;', `import { name } from '../server.ts';`));
  write('server.ts', `import './workflows/shop.ts';\nexport const name = 'corner';\n${SERVER}`);
  expect((await serve('server.ts', ['shop'])).results).toEqual(['corner']);
});

describe('in development', () => {
  const DEVELOPED = SERVER.replace('{ watch: false }', '').replace(
    /console\.log[\s\S]*/,
    `process.on('message', async (name: string) => process.send!(await run(name)));
process.send!('ready');
`,
  );

  /** Starts a server, and returns a function that runs a workflow in it. */
  async function develop(): Promise<{ run(name: string): Promise<unknown>; output(): string }> {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = fork(join(dir, 'server.ts'), [], {
      cwd: dir,
      env: { ...env, WORKFLOW_WORLD: 'memory', NODE_ENV: 'development' },
      execArgv: ['--import', 'workflow/register'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += String(text)));
    const answer = async (): Promise<unknown> => (await once(child, 'message'))[0];
    expect(await answer()).toBe('ready');
    return {
      output: () => output,
      run: async (name) => {
        const answered = answer();
        child.send(name);
        return await answered;
      },
    };
  }

  test('steps run in the modules of the application, and after an edit of theirs still in those that are as they were', async () => {
    write('workflows/counting.ts', COUNTING);
    write('server.ts', `import { count } from './lib/metrics.ts';\ncount();\n${DEVELOPED}`);
    const { run, output } = await develop();
    expect(await run('counting')).toBe(2);
    // An edit inside a workflow is none of its steps.
    write('workflows/counting.ts', COUNTING.replace('await act()', '10 * (await act())'));
    await expect.poll(() => run('counting')).toBeGreaterThanOrEqual(30);
    write('workflows/counting.ts', COUNTING.replace('count()', '-count()'));
    await expect.poll(() => run('counting')).toBeLessThan(0);
    expect(output()).not.toContain('already registered');
    expect(output()).not.toContain('twice');
  });

  test('an edit of what both import is live in steps, and the log says that it is there twice', async () => {
    write('lib/words.ts', `export { word } from './word.ts';`);
    write('lib/word.ts', `export const word = 'old';`);
    write('workflows/counting.ts', COUNTING);
    write(
      'workflows/words.ts',
      flow(
        'words',
        'return word + count();',
        `${COUNTING.slice(0, COUNTING.indexOf(';') + 1)}
import { word } from '../lib/words.ts';`,
      ),
    );
    write('server.ts', `import { count } from './lib/metrics.ts';\ncount();\n${DEVELOPED}`);
    const { run, output } = await develop();
    expect(await run('words')).toBe('old2');
    write('lib/word.ts', `export const word = 'new';`);
    await expect.poll(() => run('words')).toMatch(/^new\d+$/);
    expect(output()).toContain('"lib/word.ts" is there twice now');
    expect(output()).toContain('"lib/words.ts" is there twice now');
    expect(output()).not.toContain('metrics');
  });
});
