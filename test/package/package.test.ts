import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTool } from '../../scripts/run-tool.ts';
import { listEntries, packPackage, runInProject, type PackedPackage } from './packed-package.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Packages that `workflow/nest` needs, and the hosts that integrations plug into. */
const NEST = ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'];
const HOSTS = ['@rspack/core', '@types/node', 'ai', 'esbuild', 'nitro', 'rollup', 'vite', 'webpack', ...NEST];
const ENTRIES = listEntries(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
});
afterAll(() => packed.remove());

test('the package has a license and documents, and no files that only its developers need', () => {
  expect(packed.files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'docs/README.md', 'llms.txt']));
  const forDevelopers = /\.test\.|(^|\/)\.|^docs\/internals\/|^(?!dist\/|docs\/)[^/]+\//;
  expect(packed.files.filter((file) => forDevelopers.test(file))).toEqual([]);
});

test('no file of the package contains a path of the machine that built it', () => {
  const read = (file: string): string => readFileSync(join(packed.packageDir, file), 'utf8');
  expect(packed.files.filter((file) => read(file).includes(ROOT))).toEqual([]);
});

test('the file that Node and bundlers read for each module is small, and says what the package says', () => {
  const read = (file: string): object => JSON.parse(readFileSync(join(packed.packageDir, file), 'utf8')) as object;
  const scope = read('dist/package.json');
  expect(read('package.json')).toMatchObject(scope);
  expect(scope).toEqual({ type: 'module', sideEffects: false });
});

test('publint finds no problem in the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: packed.packageDir, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

describe.each(ENTRIES)('$specifier', ({ specifier, conditions }) => {
  test('is in the package under every condition', () => {
    const missing = Object.values(conditions).filter((path) => !packed.files.includes(path.replace('./', '')));
    expect(missing).toEqual([]);
  });

  test('can be imported with only its dependencies installed, and prints nothing', async () => {
    // Its classes use Nest's decorators.
    if (specifier === 'workflow/nest') packed.install(NEST);
    expect(await runInProject(packed, `await import('${specifier}')`)).toBe('');
  });
});

test.each([
  ['workflow', 'inside workflows', 'workflow'],
  ['workflow/api', 'inside workflows', 'workflow'],
  ['workflow', 'in browsers', 'browser'],
])('%s has the same exports %s', async (specifier, _, condition) => {
  const { conditions } = ENTRIES.find((entry) => entry.specifier === specifier)!;
  const listNames = (path: string): string => `console.log(JSON.stringify(Object.keys(await import('${path}'))));`;
  const realm = 'globalThis.__workflow__ = new Proxy({}, { get: () => () => {} });';
  const inside = pathToFileURL(join(packed.packageDir, conditions[condition]!)).href;
  const names = await Promise.all([
    runInProject(packed, listNames(specifier)),
    runInProject(packed, realm + listNames(inside)),
  ]);
  expect(names[1]).toEqual(names[0]);
});

describe('in a project with every host', () => {
  beforeAll(() => packed.install(HOSTS));

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('TypeScript finds all types with module %s and resolution %s', async (module, moduleResolution) => {
    const imports = ENTRIES.map(({ specifier }, index) => `import * as entry${index} from '${specifier}';`);
    const uses = ENTRIES.map((_, index) => `entry${index}`);
    writeFileSync(join(packed.projectDir, 'main.mts'), `${imports.join('\n')}\nexport default [${uses.join(', ')}];\n`);
    const options = { module, moduleResolution, target: 'es2024', strict: true, noEmit: true, types: ['node'] };
    const config = { compilerOptions: { ...options, skipLibCheck: false }, files: ['main.mts'] };
    writeFileSync(join(packed.projectDir, 'tsconfig.json'), JSON.stringify(config));
    const { output } = await runTool({ name: 'tsc', args: [], cwd: packed.projectDir, isQuiet: true });
    // Errors between the declarations of bundlers are not ours.
    expect(output.split('\n').filter((line) => /^(main\.mts|node_modules\/workflow)/.test(line))).toEqual([]);
  });
});
