/** Facts in documents that the code decides: settings with their defaults, versions, entry points, dates. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, type Settings } from '../../runtime/api/settings.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import { ROOT } from '../style/source-files.ts';
import { DOCUMENTS, readDocument } from './documents.ts';

const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
  exports: Record<string, unknown>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The settings whose default is a value that the table of docs/settings.md can name. */
const DEFAULTS: Record<string, keyof Settings> = {
  WORKFLOW_DATA_DIR: 'dataDir',
  WORKFLOW_WORLD: 'world',
  WORKFLOW_DURABILITY: 'durability',
  WORKFLOW_CONCURRENCY: 'concurrency',
  WORKFLOW_ROLE: 'role',
  WORKFLOW_LIVE_RUNS: 'liveRunsMax',
  WORKFLOW_LEASE_MS: 'leaseMs',
  WORKFLOW_REPLY_LIMIT_MS: 'replyLimitMs',
  WORKFLOW_CANCEL_GRACE_MS: 'cancelGraceMs',
  WORKFLOW_ISOLATION: 'isolation',
  WORKFLOW_TURN_LIMIT_MS: 'turnLimitMs',
  WORKFLOW_AWAKE_LIMIT_MS: 'awakeLimitMs',
};

/** The cells of a table's rows, without its header. */
function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.slice(1, -1).split(/ (?<!\\)\| ?|^ /))
    .map((cells) => cells.map((cell) => cell.trim()).filter((cell, index) => index > 0 || cell !== ''));
}

test('docs/settings.md has every setting that is read, and none else', () => {
  const files = ['runtime/api/settings.ts', 'runtime/api/database-settings.ts'];
  const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const read = [...source.matchAll(/'((?:WORKFLOW_|CRON_)[A-Z_]+)'/g)].map(([, name]) => name!);
  const written = [...readDocument('docs/settings.md').matchAll(/`((?:WORKFLOW_|CRON_)[A-Z_]+)`/g)];
  expect([...new Set(written.map(([, name]) => name!))].toSorted()).toEqual([...new Set(read)].toSorted());
});

test('docs/settings.md tells the defaults that apply', () => {
  const table = new Map(rowsOf(readDocument('docs/settings.md')).map(([name, value]) => [name, value]));
  const settings = readSettings({});
  for (const [name, field] of Object.entries(DEFAULTS)) {
    expect([name, table.get(`\`${name}\``)?.replaceAll('`', '')]).toEqual([
      name,
      JSON.stringify(settings[field]).replaceAll('"', ''),
    ]);
  }
});

test('docs/api.md names every entry point of the package', () => {
  const page = readDocument('docs/api.md');
  const entries = Object.keys(packageJson.exports).filter((path) => !/internal|package\.json|^\.$/.test(path));
  const names = [...page.matchAll(/`(?:workflow)?(\/[a-z/-]+)`/g)].map(([, path]) => path!);
  expect(entries.filter((path) => !names.some((name) => path.endsWith(name)))).toEqual([]);
});

test.each(['README.md', 'llms.txt', 'docs/deploying.md', 'docs/upgrading.md'])(
  '%s names the oldest Node that the package runs on',
  (file) => {
    const [, oldest] = /^>=(.+)$/.exec(packageJson.engines.node)!;
    const named = [...readDocument(file).matchAll(/\b(?:Node|version from) (\d+\.\d+)/g)].map(([, version]) => version);
    expect(new Set(named)).toEqual(new Set([oldest]));
  },
);

test('documents name the versions of the AI SDK that the package works with', () => {
  const majors = [...packageJson.peerDependencies['ai']!.matchAll(/\d+(?=\.0\.0)/g)].map(([major]) => major);
  const named = DOCUMENTS.flatMap(({ text }) => [...text.matchAll(/AI SDK\s+(\d+), (\d+) (?:and|or) (\d+)/g)]);
  expect(new Set(named.map(([, ...versions]) => versions.join()))).toEqual(new Set([majors.join()]));
});

test('docs/cli.md names the versions of TypeScript that the tests use', () => {
  const names = Object.keys(packageJson.devDependencies).filter((name) => /^typescript-\d+$/.test(name));
  const others = names.map((name) => name.replace('typescript-', ''));
  const newest = /\d+/.exec(packageJson.devDependencies['typescript']!)![0];
  const [, ...named] = /TypeScript of the project \((\d+)\.\d+, (\d+) or (\d+)\)/.exec(readDocument('docs/cli.md'))!;
  expect(named).toEqual([...others, newest]);
});

test('the changelog has an entry for the version of the package', () => {
  expect(VERSION).toBe(packageJson.version);
  expect(readDocument('CHANGELOG.md')).toContain(VERSION);
});

test('the pages of frameworks install the packed file of the version of the package', () => {
  const pages = globSync('docs/frameworks/*.md', { cwd: ROOT });
  const installed = pages.flatMap((page) => readDocument(page).match(/^npm install \S*workflow\S*$/gm) ?? []);
  expect(installed).toEqual(installed.map(() => `npm install ../workflow-${packageJson.version}.tgz`));
  expect(installed).toHaveLength(pages.length - 1);
});

test.each([
  ['Nitro', 'nitro', /^nitro(?:pack)?$/],
  ['Nuxt', 'nuxt', /^nuxt$/],
  ['NestJS', 'nest', /^@nestjs\/core$/],
  ['Next', 'next', /^next$/],
  ['SvelteKit', 'sveltekit', /^@sveltejs\/kit$/],
  ['Astro', 'astro', /^astro$/],
  ['Vite', 'vite', /^vite$/],
  ['React Router', 'react-router', /^react-router$/],
])('docs/frameworks/README.md names the versions of %s that the tests install', (framework, folder, name) => {
  const row = rowsOf(readDocument('docs/frameworks/README.md')).find(([title]) => title?.startsWith(framework));
  expect(row?.[1]).toBe(testedVersions(folder, name).join(', '));
});

/** Major versions of a package in the projects of a folder of `test/frameworks`, in order. */
function testedVersions(folder: string, name: RegExp): string[] {
  const projects = globSync(`test/frameworks/${folder}/template*/package.json`, { cwd: ROOT });
  const wanted = projects.flatMap((project) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, project), 'utf8')) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return Object.entries({ ...dependencies, ...devDependencies }).filter(([key]) => name.test(key));
  });
  const majors = wanted.map(([, version]) => /\d+/.exec(version)![0]);
  return [...new Set(majors)].toSorted((a, b) => Number(a) - Number(b));
}
