/** Pages that Vite bundles beside Nitro's server: each step runs in the modules of the code that leads to it. */
import { nitro } from 'nitro/vite';
import { createBuilder } from 'vite';
import { expect, test } from 'vitest';
import { createTempProject } from '../../test/compiler-build/temp-project.ts';
import { workflow } from '../vite/vite.ts';

/** Like a metric or a model of a database, each module of a name may be loaded once in a process. */
const counter = (name: string): string => `const registry = ((globalThis as any).registry ??= new Set());
if (registry.has('${name}')) throw new Error('${name} is already registered');
registry.add('${name}');
let calls = 0;
export const count = (): number => ++calls;
`;
const flow = (name: string, step: string): string => `import { count } from '../lib/${name}.ts';
export async function flow(): Promise<number> { 'use workflow'; return await ${step}(); }
export async function ${step}(): Promise<number> { 'use step'; return count(); }
`;
const answer = (imports: string, workflow: string): string => `import { start } from 'workflow/api';
${imports}
const run = async () => JSON.stringify([count(), await (await start(${workflow}, [])).returnValue, count()]);
`;

const FILES = {
  'lib/visits.ts': counter('visits'),
  'lib/orders.ts': counter('orders'),
  'lib/mails.ts': counter('mails'),
  'workflows/visits.ts': flow('visits', 'look'),
  'workflows/orders.ts': `import { pay } from '../steps/pay.ts';
export async function flow(): Promise<number> { 'use workflow'; return await pay(); }
`,
  'steps/pay.ts': `import { count } from '../lib/orders.ts';
export async function pay(): Promise<number> { 'use step'; return count(); }
`,
  // Nothing imports it: it runs where the module is that it imports.
  'workflows/by-id.ts': flow('visits', 'again'),
  // Neither the server nor the pages have any of it.
  'workflows/mails.ts': flow('mails', 'send'),
  'entry-server.ts': `${answer(
    `import { count } from './lib/visits.ts'; import { flow } from './workflows/visits.ts';`,
    `url.endsWith('/') ? flow : { workflowId: 'workflow//./workflows' + new URL(url).pathname + '//flow' }`,
  ).replace('async () =>', 'async (url: string) =>')}
export default { fetch: async ({ url }: Request) => new Response(await run(url)) };
`,
  'routes/order.ts': `${answer(
    `import { count } from '../lib/orders.ts'; import { flow } from '../workflows/orders.ts';`,
    'flow',
  )}
export default run;
`,
};

/** Builds the application, and asks its server for each path. */
async function ask(files: Record<string, string>, ...paths: string[]): Promise<unknown> {
  const project = await createTempProject(files);
  const builder = await createBuilder({
    root: project.dir,
    configFile: false,
    logLevel: 'silent',
    plugins: [workflow(), nitro({ preset: 'standard', serverDir: './', logLevel: 0 })],
  });
  await builder.buildApp();
  return await project.run(`process.env.WORKFLOW_WORLD = 'memory';
const { default: app } = await import('./.output/server/index.mjs');
const answers = [];
for (const path of ${JSON.stringify(paths)}) {
  const response = await app.fetch(new Request('http://localhost' + path));
  answers.push(response.ok ? await response.json() : response.status);
}
console.log(JSON.stringify(answers));
process.exit();`);
}

test('steps run in the modules of the pages or of the server', async () => {
  expect(await ask(FILES, '/', '/order', '/by-id', '/mails')).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [4, 5, 6],
    [7, 1, 8],
  ]);
});

test('pages that cannot be loaded take along no steps but their own', async () => {
  const broken = `throw new Error('no licence');\n${FILES['entry-server.ts']}`;
  expect(await ask({ ...FILES, 'entry-server.ts': broken }, '/', '/order')).toEqual([500, [1, 2, 3]]);
});
