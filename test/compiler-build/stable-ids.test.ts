/** Ids of a whole project: they must not depend on where and how it lies on a disk. */
import { cp, realpath, rename, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import { type TempProject, createTempProject } from './temp-project.ts';

const FLOW = `import { mail } from 'mailer';
export async function flow() { 'use workflow'; return [await mail(), await charge()]; }
async function charge() { 'use step'; return 1; }`;
const MAILER = "export async function mail() { 'use step'; return 'sent'; }";

function createShop(version: string): Promise<TempProject> {
  return createTempProject({
    'workflows/order/flow.ts': FLOW,
    'node_modules/mailer/package.json': `{ "name": "mailer", "version": "${version}", "type": "module", "exports": "./mail.js" }`,
    'node_modules/mailer/mail.js': MAILER,
  });
}

async function idsOf(rootDir: string): Promise<string[]> {
  const { manifest } = await createBuilder({ rootDir, outDir: '.workflow' }).build();
  return [...new Set(JSON.stringify(manifest).match(/(?:workflow|step)\/\/[^"]+/g))].sort();
}

const IDS = [
  'step//./workflows/order/flow//charge',
  'step//mailer/mail//mail',
  'workflow//./workflows/order/flow//flow',
];

test('an upgrade of a package keeps the ids of its steps', async () => {
  for (const version of ['1.0.0', '2.3.4']) expect(await idsOf((await createShop(version)).dir)).toEqual(IDS);
});

test('a package that is linked from a workspace has an id of its own place, which is the same on every machine', async () => {
  const project = await createShop('1.0.0');
  await cp(project.path('node_modules/mailer'), project.path('packages/mailer'), { recursive: true });
  await rename(project.path('node_modules/mailer'), project.path('unused'));
  await symlink(await realpath(project.path('packages/mailer')), project.path('node_modules/mailer'), 'dir');
  const ids = await idsOf(project.dir);
  expect(ids).toContain('step//./packages/mailer/mail//mail');
  expect(ids).toContain('step//./workflows/order/flow//charge');
});
