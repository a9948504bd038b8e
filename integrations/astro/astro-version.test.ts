import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkAstroVersion } from './astro-version.ts';

/** Checks a site in which this version of Astro is installed; `null`: none can be found from there. */
function check(version: string | null): void {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-astro-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  if (version !== null) {
    mkdirSync(join(dir, 'node_modules/astro'), { recursive: true });
    writeFileSync(join(dir, 'node_modules/astro/package.json'), JSON.stringify({ name: 'astro', version }));
  }
  checkAstroVersion(pathToFileURL(`${dir}/`));
}

test.each(['5.18.2', '4.0.0'])('Astro %s is refused by name', (version) => {
  expect(() => check(version)).toThrow(`needs Astro 6 or newer, but ${version} is installed`);
});

test.each(['6.4.8', '7.3.5', '8.0.0-beta.1', null])('Astro %s is taken', (version) => {
  expect(() => check(version)).not.toThrow();
});
