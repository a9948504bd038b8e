/** The files of the project that the steps have a copy of, as the manifest lists them. */
import { expect, test } from 'vitest';
import { type BuilderOptions, createBuilder } from '../../compiler/build/builder.ts';
import { createTempProject } from './temp-project.ts';

const FILES = {
  'workflows/pay.ts': `import { pool } from '../src/database.ts';
import { currency } from '../src/settings.ts';
import type { Order } from '../src/order.ts';
import { refund } from './refund.ts';
export async function pay(order: Order) { 'use workflow'; await charge(order); await refund(currency); }
async function charge(order: Order) { 'use step'; return pool.query(order); }
`,
  'workflows/refund.ts': `export async function refund(currency: string) { 'use step'; return currency; }\n`,
  'src/database.ts': `import { host } from './host.ts';\nexport const pool = { host, query: (order: object) => order };\n`,
  'src/host.ts': `export const host = process.env['HOST'];\n`,
  'src/settings.ts': `export const currency = 'EUR';\n`,
  'src/order.ts': `export interface Order { id: string }\n`,
};

async function copiesIn(files: Record<string, string>, more: Partial<BuilderOptions> = {}) {
  const { dir } = await createTempProject(files);
  const { manifest } = await createBuilder({ rootDir: dir, outDir: '.workflow', ...more }).build();
  return manifest.stepCopies;
}

test('are those that steps load, without types, workflows and steps', async () => {
  expect(await copiesIn(FILES)).toEqual(['src/database.ts', 'src/host.ts']);
});

test('are none where the host gives steps what the application has loaded', async () => {
  expect(await copiesIn(FILES, { loadedFile: (source) => source })).toBeUndefined();
});
