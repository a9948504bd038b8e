/** `workflow/eslint` in oxlint, on the packed package. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PackedPackage, packPackage } from '../package/packed-package.ts';
import { FOUND, type ForeignProject, ORDER, createForeignProject } from './foreign-project.ts';

const OXLINT = join(import.meta.dirname, '../../node_modules/.bin/oxlint');

let packed: PackedPackage;
let project: ForeignProject;

beforeAll(async () => {
  packed = await packPackage();
  const rules = { 'workflow/check': 'error', 'workflow/warnings': 'warn' };
  const config = { jsPlugins: ['workflow/eslint'], categories: { correctness: 'off' }, rules };
  project = createForeignProject({ '.oxlintrc.json': JSON.stringify(config) });
  mkdirSync(join(project.dir, 'node_modules'));
  symlinkSync(packed.packageDir, join(project.dir, 'node_modules/workflow'), 'junction');
});
afterAll(() => {
  project?.[Symbol.dispose]();
  packed?.remove();
});

interface OxlintReport {
  diagnostics: {
    message: string;
    code: string;
    severity: string;
    filename: string;
    labels: { span: { line: number } }[];
  }[];
}

async function lint(...args: string[]): Promise<string[]> {
  const { output } = await project.run(process.execPath, OXLINT, '--format', 'json', ...args);
  const { diagnostics } = JSON.parse(output) as OxlintReport;
  return diagnostics
    .map(({ severity, message, labels }) => `${severity} ${/\[(\w+)\]$/.exec(message)?.[1]} ${labels[0]!.span.line}`)
    .toSorted();
}

test('oxlint reports what needs no types, with the messages and places of the editor', async () => {
  expect(await lint()).toEqual(FOUND);
});

test('oxlint --fix corrects what needs no decision, and leaves the rest as it is', async () => {
  await lint('--fix');
  const before = createForeignProject();
  expect(project.read(ORDER)).toBe(before.read(ORDER).replace('use setp', 'use step'));
  before[Symbol.dispose]();
});
