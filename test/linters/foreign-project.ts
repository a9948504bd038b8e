/** A project of somebody else with mistakes in its workflows, the packed package, and a linter. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The file with the mistakes: one that is corrected without a decision, one that is not, and one that types tell. */
export const ORDER = 'workflows/order.ts';

const FILES: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'foreign', private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, target: 'es2022', module: 'nodenext', types: ['node'], noEmit: true },
    include: ['workflows', 'eslint.config.ts'],
  }),
  [ORDER]: `import { readFileSync } from 'node:fs';
import { rates } from './rates.ts';

export async function order(id: string) {
  'use workflow';
  charge(id);
  await send(() => id);
  return readFileSync(id, 'utf8') + rates();
}

async function charge(id: string) {
  'use setp';
  return id;
}

async function send(what: unknown) {
  'use step';
  return typeof what;
}
`,
  'workflows/rates.ts': `export const rates = (): number => process.pid;\n`,
};

/** The findings of `workflow check` there without types, with their lines. */
export const FOUND: readonly string[] = [
  'error compile_builtin_reached 8',
  'error compile_directive_misspelled 12',
  'error compile_global_reached 1',
  'error sandbox_helper_unsafe 8',
];

/** The finding that only types tell. */
export const FOUND_BY_TYPES = 'error data_argument_unserializable 7';

export interface ForeignProject extends Disposable {
  dir: string;
  read(name: string): string;
  write(name: string, text: string): void;
  /** Runs a program of the project's packages. A program that fails gives its output all the same. */
  run(program: string, ...args: string[]): Promise<{ output: string; exitCode: number }>;
}

/** Writes the project to a new folder. */
export function createForeignProject(files: Record<string, string> = {}): ForeignProject {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-linted-')));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of Object.entries({ ...FILES, ...files })) write(name, text);
  return {
    dir,
    write,
    read: (name) => readFileSync(join(dir, name), 'utf8'),
    run: (program, ...args) => runIn(dir, program, args),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

async function runIn(dir: string, program: string, args: string[]): Promise<{ output: string; exitCode: number }> {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  try {
    const { stdout } = await run(program, args, { cwd: dir, env: { ...process.env, PATH: path }, maxBuffer: 2 ** 26 });
    return { output: stdout, exitCode: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { output: stdout || stderr, exitCode: code };
  }
}
