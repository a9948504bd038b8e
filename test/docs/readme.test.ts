/** The README's example, done as a newcomer does it: every block, in order, with the packed package. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runTool } from '../../scripts/run-tool.ts';
import { packTarball } from '../package/packed-package.ts';
import { ROOT } from '../style/source-files.ts';
import { WAIT } from '../time-limits.ts';
import { readDocument } from './documents.ts';
import { codeBlocksOf } from './markdown.ts';

const README = readDocument('README.md');
const blocks = codeBlocksOf(README);
const textsOf = (language: string): string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text);
const [packing, settingUp, starting] = textsOf('sh');
const outputs = textsOf('text');
const ENVIRONMENT = {
  HOME: process.env['HOME'],
  PATH: process.env['PATH'],
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

let packed: Awaited<ReturnType<typeof packTarball>>;
let projectDir: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  packed = await packTarball();
  // The place of the clone. `npm pack` itself has already run: here it would build the package once more.
  const cloneDir = join(packed.dir, 'workflow');
  mkdirSync(cloneDir);
  expect(packing).toBe('npm pack --pack-destination ..\n');
  projectDir = await setUpProject(cloneDir);
  for (const { path, text } of filesOfReadme()) {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true });
    writeFileSync(join(projectDir, path), text);
  }
}, 600_000);

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(packed.dir, { recursive: true, force: true });
});

test('the file that "npm pack" writes has the name that the README tells', () => {
  expect(README).toContain(`This writes \`${basename(packed.tarball)}\``);
});

test('programs of the README, and whole programs of other pages, have no type errors', async () => {
  for (const page of ['debugging', 'operations', 'upgrading']) {
    codeBlocksOf(readDocument(`docs/${page}.md`))
      .filter(({ language }) => language === 'ts')
      .forEach(({ text, line }) => writeFileSync(join(projectDir, `${page}-${line}.ts`), text));
  }
  const types = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true };
  const modules = { module: 'nodenext', target: 'es2024', allowImportingTsExtensions: true, moduleDetection: 'force' };
  const compilerOptions = { ...modules, ...types, strict: true, noEmit: true };
  writeFileSync(join(projectDir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const checked = await runTool({ name: '../typescript/bin/tsc', args: [], cwd: projectDir, isQuiet: true });
  expect(checked).toEqual({ ok: true, output: '' });
});

test('the example is killed in the middle, started again, and charges once', async () => {
  const first = startExample();
  await vi.waitFor(() => expect(isStored('payment for A-17')).toBe(true), { ...WAIT, interval: 50 });
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect(first.output()).toBe(outputs[0]);

  const second = startExample();
  const [exitCode] = (await once(second.child, 'close')) as [number];
  expect(second.output()).toBe(outputs[1]);
  expect(exitCode).toBe(0);
});

/** Does the README's set-up from the clone, command by command. @returns The directory in which it ends. */
async function setUpProject(cloneDir: string): Promise<string> {
  const dir = join(cloneDir, '../hello-workflow');
  const [makeFolder, initialize, ...rest] = settingUp!.trim().split('\n');
  expect([makeFolder, initialize]).toEqual(['mkdir ../hello-workflow && cd ../hello-workflow', 'npm init -y']);
  await runShell(makeFolder!, cloneDir);
  await runShell(initialize!, dir);
  await runShell('npm pkg set type=commonjs', dir); // npm 11 writes this, and npm 10 does not.
  for (const command of rest) await runShell(command, dir);
  return dir;
}

async function runShell(command: string, cwd: string): Promise<void> {
  await promisify(execFile)('sh', ['-e', '-c', command], { cwd, env: ENVIRONMENT });
}

/** The programs of the README, under the names that the text before them tells: "in `main.ts`:". */
function filesOfReadme(): { path: string; text: string }[] {
  const lines = README.split('\n');
  return blocks
    .filter(({ language }) => language === 'ts')
    .map(({ line, text }) => ({ path: /in `([^`]+\.ts)`:$/.exec(lines[line - 3]!)![1]!, text }));
}

function startExample(): { child: ChildProcess; output(): string } {
  const [program, ...args] = starting!.trim().split(' ');
  expect(program).toBe('node');
  const child = spawn(process.execPath, args, { cwd: projectDir, env: ENVIRONMENT });
  running.add(child);
  let output = '';
  const gather = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', gather);
  child.stderr.on('data', gather);
  return { child, output: () => output };
}

/** Whether the store of the example has a text on disk. */
function isStored(text: string): boolean {
  try {
    using db = new DatabaseSync(join(projectDir, '.workflow-data/workflow.db'), { readOnly: true });
    return db.prepare('SELECT 1 FROM events WHERE payload LIKE ?').get(`%${text}%`) !== undefined;
  } catch {
    return false; // There is no store yet.
  }
}
