/**
 * Popular packages in workflow code, used as their READMEs show it. The programs in `works` give in a workflow what
 * they give in Node; those in `refused` are refused by the build, which says what to take instead.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { unsuitedPackage } from '../../compiler/unsuited-packages.ts';
import { installFromSources } from '../compiler-build/temp-project.ts';
import { readDocument } from '../docs/documents.ts';
import { installLibraries } from './installed-libraries.ts';
import type { ProgramResult } from './run-programs.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const results = new Map<string, ProgramResult>();

const programsIn = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder)).map((file) => basename(file, '.ts'));

beforeAll(async () => {
  const dir = mkdtempSync(join(await installLibraries(), 'run-'));
  try {
    await installFromSources(dir);
    for (const folder of ['works', 'refused']) {
      cpSync(join(import.meta.dirname, folder), join(dir, folder), { recursive: true });
      for (const result of await runPrograms(join(dir, folder))) results.set(`${folder}/${result.name}`, result);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}, 600_000);

/** In the zone of workflows: the dates of plain programs are those of the machine. */
async function runPrograms(folder: string): Promise<ProgramResult[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'run-programs.ts'), folder],
    { env: { ...process.env, TZ: 'UTC', NODE_OPTIONS: '--no-warnings' }, maxBuffer: OUTPUT_BYTES_MAX },
  );
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"name"'));
  return lines.map((line) => JSON.parse(line) as ProgramResult);
}

describe('gives in a workflow what it gives in Node, live and with a replay at every suspension:', () => {
  test.each(programsIn('works'))('%s', (name) => {
    const { plain, errors, warnings, live, replayed } = results.get(`works/${name}`)!;
    expect(plain).toHaveProperty('value');
    expect({ errors, live, replayed }).toEqual({ errors: [], live: plain, replayed: plain });
    expect(warnings.filter((warning) => !warning.includes('What the package "'))).toEqual([]);
  });
});

describe('is refused by the build, which names the package and says what to take instead:', () => {
  test.each(programsIn('refused'))('%s', (name) => {
    const { errors, live } = results.get(`refused/${name}`)!;
    const imported = importsOf('refused', name)[0]!.replace(/\.js$/, '');
    expect(live).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`package "${imported}"`);
    expect(errors[0]).toContain(`Fix: ${unsuitedPackage(imported)?.instead ?? `move it into a 'use step' function`}`);
  });
});

test('docs/libraries.md names each package where it belongs', () => {
  const [works, refused] = readDocument('docs/libraries.md').split('## What is refused') as [string, string];
  const missingIn = (text: string, folder: string): string[] =>
    programsIn(folder)
      .flatMap((name) => importsOf(folder, name).map(packageOf))
      .filter((name) => !text.includes(`\`${name}\``));
  expect(missingIn(works, 'works')).toEqual([]);
  expect(missingIn(refused, 'refused')).toEqual([]);
});

/** The imports of packages in a program. */
function importsOf(folder: string, name: string): string[] {
  const code = readFileSync(join(import.meta.dirname, folder, `${name}.ts`), 'utf8');
  return Array.from(code.matchAll(/^import (?:[^']* from )?'([^.'][^']*)'/gm), ([, specifier]) => specifier!);
}

/** Its name on npm: two versions of one package have different names here. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  return parts.join('/').replace(/^zod-3$/, 'zod');
}
