import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { frameworkLine } from './framework-line.ts';

test.each([
  [{ dependencies: { nuxt: '4', vite: '8' } }, 'workflow/nuxt'],
  [{ dependencies: { next: '16' } }, 'withWorkflow'],
  [{ devDependencies: { '@sveltejs/kit': '3', vite: '8' } }, 'workflowPlugin()'],
  [{ devDependencies: { vite: '8' } }, 'workflow/vite'],
  [{ dependencies: { express: '5' } }, '--import workflow/register'],
])('the line for %j names %s', (settings, expected) => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-line-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(settings));
  mkdirSync(join(dir, 'src'));
  expect(frameworkLine(join(dir, 'src'))).toContain(expected);
});
