import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { createTempProject } from '../../test/compiler-build/temp-project.ts';
import { standInModules } from './stand-in-modules.ts';

/** Bundles a server in which a stand-in replaces `answer.js` where `server.js` imports it. */
async function bundle(files: Record<string, string>): Promise<unknown> {
  const project = await createTempProject(files);
  const plugin = standInModules({
    standIns: () => ({
      answer: {
        source: /^\.\/answer\.js$/,
        importer: /server\.js$/,
        code: (original) =>
          `export * from ${JSON.stringify(original)};
           import { answer as originalAnswer } from ${JSON.stringify(original)};
           export const answer = () => 'ours, then ' + originalAnswer();`,
      },
    }),
    onMissing: (name) => new Error(`nobody imports "${name}"`),
  });
  const built = await rolldown({ input: project.path('server.js'), plugins: [plugin] });
  const { output } = await built.generate({ format: 'esm' });
  await built.close();
  await project.write({ 'bundle.mjs': output[0].code });
  return await project.run(`console.log(JSON.stringify((await import('./bundle.mjs')).default))`);
}

const ANSWER = `export const answer = () => 'theirs'; export const other = 'other';`;

test('a module is replaced where a framework imports it, and its other exports are passed on', async () => {
  const server = `import { answer, other } from './answer.js'; import { twice } from './twice.js';
    export default [answer(), other, twice];`;
  const twice = `import { answer } from './answer.js'; export const twice = answer() + answer();`;
  expect(await bundle({ 'server.js': server, 'answer.js': ANSWER, 'twice.js': twice })).toEqual([
    'ours, then theirs',
    'other',
    'theirstheirs',
  ]);
});

test('a module with several importers is replaced once', async () => {
  const server = `import { answer } from './answer.js'; import * as again from './answer.js';
    export default answer === again.answer;`;
  expect(await bundle({ 'server.js': server, 'answer.js': ANSWER })).toBe(true);
});

test('a missing import of a module to replace fails the build instead of being ignored', async () => {
  await expect(bundle({ 'server.js': 'export default 1;' })).rejects.toThrow('nobody imports "answer"');
});
