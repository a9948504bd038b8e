import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../..');

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-register-')));
  write('package.json', '{ "type": "module" }');
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'junction');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

/** Runs a file as a user does. @returns Its standard output, or that of errors if it failed. */
async function run(file: string, cwd = ''): Promise<string> {
  const args = ['--import', 'workflow/register', join(dir, file)];
  const { NODE_OPTIONS: _, ...env } = process.env;
  return await promisify(execFile)(process.execPath, args, { cwd: join(dir, cwd), env }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr,
  );
}

const ORDERS = `interface Order { id: number }

export async function checkout(order: Order): Promise<number> {
  'use workflow';
  return await charge(order);
}

export async function charge({ id }: Order): Promise<number> {
  'use step';
  if (id < 0) throw new Error('declined');
  return id;
}
`;

describe('a process with workflow/register', () => {
  test('has references to its workflows with ids relative to the project root, wherever it starts', async () => {
    write('src/orders.ts', ORDERS);
    write(
      'main.ts',
      `import { checkout, charge } from './src/orders.ts'; console.log(checkout.workflowId, await charge({ id: 7 }));`,
    );
    const expected = 'workflow//./src/orders//checkout 7';
    expect(await run('main.ts')).toBe(expected);
    expect(await run('main.ts', 'src')).toBe(expected);
  });

  test('shows source places in stacks', async () => {
    write('orders.ts', ORDERS);
    write('main.ts', `import { charge } from './orders.ts'; await charge({ id: -1 });`);
    expect(await run('main.ts')).toContain(`${join(dir, 'orders.ts')}:10:21`);
  });

  test.each([
    ['a package without a type', '{}', 'orders.ts'],
    ['a CommonJS package, as .mts', '{ "type": "commonjs" }', 'orders.mts'],
    ['a package as `npm init` makes it', '{ "type": "commonjs" }', 'orders.ts'],
  ])('compiles ES modules of %s', async (_, packageJson, file) => {
    write('package.json', packageJson);
    write(file, ORDERS);
    write('main.mts', `import { checkout } from './${file}'; console.log(checkout.workflowId);`);
    expect(await run('main.mts')).toBe('workflow//./orders//checkout');
  });

  test.each(['module', 'commonjs'])(
    'lets CommonJS modules require files with directives in a package of type %s',
    async (type) => {
      write('package.json', JSON.stringify({ type }));
      write('orders.ts', ORDERS);
      write('main.cjs', `console.log(require('./orders.ts').checkout.workflowId);`);
      expect(await run('main.cjs')).toBe('workflow//./orders//checkout');
    },
  );

  test('does not start if a file does not compile, and shows the place', async () => {
    write('orders.ts', `export function checkout() {\n  'use workflow';\n}\n`);
    write('main.ts', `import './orders.ts';`);
    const output = await run('main.ts');
    expect(output).toContain('orders.ts:1:8: Workflow "checkout" must be async');
    expect(output).toContain('[compile_function_sync]');
  });

  test.each([
    ['JSX', 'page.tsx', 'export const page = <p/>;', 'register_syntax_unsupported'],
    ['an enum', 'page.ts', 'export enum Page { One }', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'],
  ])('says that it cannot run %s', async (_, file, code, expected) => {
    write(file, code);
    write('main.ts', `import './${file}';`);
    const output = await run('main.ts');
    expect(output).toContain(expected);
    expect(output).toContain(file);
  });
});
