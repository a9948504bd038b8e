import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isModuleMissing } from './missing-module.ts';

/** The error of Node when it loads a module with this text. */
async function failureOf(text: string): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-missing-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'module.mjs');
  writeFileSync(file, text);
  return await import(/* @vite-ignore */ pathToFileURL(file).href).catch((error: unknown) => error);
}

test('a package that is not installed is told from one that is broken', async () => {
  const name = '@not-installed/some-package';
  expect(isModuleMissing(await failureOf(`import '${name}';`), name)).toBe(true);
  expect(isModuleMissing(await failureOf(`import '${name}-of-another';`), name)).toBe(false);
  expect(isModuleMissing(await failureOf(`throw new Error('${name} is broken');`), name)).toBe(false);
  const require = createRequire(import.meta.url);
  expect(() => require(name)).toThrow(expect.toSatisfy((error) => isModuleMissing(error, name)));
});
