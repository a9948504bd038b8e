/** The package asks for the versions that its tests run with, so that npm tells users of other ones. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The patch number of a Nitro 3 beta is its date, and a range accepts only betas of the patch that it names. */
const WITHOUT_RANGE = { nitro: '*' };

interface PackageJson {
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const own = readPackage('package.json');

test('peer ranges are the tested major versions', () => {
  const tested = versionsOfTests();
  const ranges = Object.keys(own.peerDependencies!).map((name) => [name, toRange(tested.get(name) ?? [])]);
  expect(own.peerDependencies).toEqual({ ...Object.fromEntries(ranges), ...WITHOUT_RANGE });
});

test('all peers are optional', () => {
  const optional = Object.keys(own.peerDependencies!).map((name) => [name, { optional: true }]);
  expect(own.peerDependenciesMeta).toEqual(Object.fromEntries(optional));
});

/** The versions in framework templates and in this repository's own dependencies, by package. */
function versionsOfTests(): Map<string, string[]> {
  const templates = globSync('test/frameworks/*/template*/package.json', { cwd: ROOT }).map(readPackage);
  const entries = [own, ...templates]
    .flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }))
    .map(([name, range]) => /^npm:(?<name>.+)@(?<range>[^@]+)$/.exec(range)?.groups ?? { name, range })
    .map(({ name, range }) => [name!, range!.replace(/^[~^]/, '')] as const);
  const versions = new Map<string, string[]>();
  for (const [name, version] of entries) versions.set(name, [...(versions.get(name) ?? []), version]);
  return versions;
}

/**
 * Each major version. A package whose version begins with 0 counts its minor versions: from the oldest to the newest.
 */
function toRange(versions: string[]): string {
  const numbers = versions.map((version) => version.split('.').map(Number) as [major: number, minor: number]);
  const majors = [...new Set(numbers.map(([major]) => major))].sort((a, b) => a - b);
  if (majors.length !== 1 || majors[0] !== 0) return majors.map((major) => `^${major}.0.0`).join(' || ');
  const minors = numbers.map(([, minor]) => minor);
  return `>=0.${Math.min(...minors)}.0 <0.${Math.max(...minors) + 1}.0`;
}

function readPackage(path: string): PackageJson {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as PackageJson;
}
