import { expect, test } from 'vitest';
import { stopAtStart } from '../../compiler/stop-at-start.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const FLOWS = `export async function declared({ id } = { id: '{' }) { 'use workflow'; return 'declared ' + id; }
export class Shop { static async sell(n) { 'use workflow'; return 'sold ' + n; } }
export const arrow = async (n) => { 'use workflow'; return 'arrow ' + n; };
export const short = { held: async (n) => { 'use workflow'; return 'held ' + n; } };
export default async function () { 'use workflow'; return 'default'; }
`;

test.each([
  ['declared', 'declared '],
  ['Shop.sell', 'sold '],
  ['arrow', 'arrow '],
  ['short/held', 'held '],
  ['default', 'default'],
])('a debugger stops where the workflow %s begins, and no line moves', async (name, said) => {
  const project = await createTempProject({ 'workflows/flows.ts': FLOWS });
  await builderOf(project).build();
  const { code } = await readBundle(project);
  const stopped = stopAtStart(code, `workflow//./workflows/flows//${name}`);
  expect(stopped.split('\n').length).toBe(code.split('\n').length);
  expect(stopped.replaceAll('debugger;', '')).toBe(code);
  expect(/debugger;\s*return ["'](\w+ ?)/.exec(stopped)?.[1]).toBe(said);
});

test('a workflow that the bundle does not have changes nothing', async () => {
  const project = await createTempProject({ 'workflows/flows.ts': FLOWS });
  await builderOf(project).build();
  const { code } = await readBundle(project);
  expect(stopAtStart(code, 'workflow//./workflows/flows//gone')).toBe(code);
});
