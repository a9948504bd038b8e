import { expect, test } from 'vitest';
import { createTempProject } from '../../test/compiler-build/temp-project.ts';
import { createBuilder } from './builder.ts';
import type { ModuleState } from './project.ts';

const FILES = {
  'rates.js': 'export const rate = 2;',
  'workflows/mail.js': `export async function send() { 'use step'; return 'sent'; }`,
  'workflows/order.js': `import { rate } from '../rates.js';
import { send } from './mail.js';
export async function charge() { 'use step'; return rate; }
export async function order() { 'use workflow'; return [await charge(), await send()]; }`,
};

/** Builds for an application that has the modules in these states. @returns Where the code of each is. */
async function build(states: Record<string, ModuleState>) {
  const project = await createTempProject(FILES);
  let current: Record<string, ModuleState> = {};
  const builder = createBuilder({
    rootDir: project.dir,
    outDir: 'out',
    loadsSources: true,
    isBundled: true,
    stateOf: (path) => current[path.slice(project.dir.length + 1)] ?? 'loaded',
  });
  await builder.build();
  const loaded = await project.read('out/steps.mjs');
  for (const file of Object.keys(states).filter((name) => states[name] === 'edited'))
    await project.write({ [file]: `${FILES[file as keyof typeof FILES]}\nexport const edited = 1;` });
  current = states;
  const { apart } = await builder.build();
  return {
    loaded,
    list: await project.read('out/steps.mjs'),
    apart: [...apart].map((path) => path.slice(project.dir.length + 1)),
  };
}

test('a module that the application lacks is apart, and one that imports it is not', async () => {
  const { loaded, list, apart } = await build({ 'workflows/mail.js': 'absent' });
  expect(apart).toEqual(['workflows/mail.js']);
  expect(loaded).not.toContain('steps.apart.mjs');
  expect(list).toContain('workflows/order.js');
  expect(list).not.toContain('workflows/mail.js');
  expect(list).toContain('isAhead: false');
});

test('a module that was edited is apart, with those that import it', async () => {
  const { list, apart } = await build({ 'rates.js': 'edited' });
  expect(apart.sort()).toEqual(['rates.js', 'workflows/order.js']);
  expect(list).toContain('workflows/mail.js');
  expect(list).not.toContain('workflows/order.js');
  expect(list).toContain('isAhead: true');
});
