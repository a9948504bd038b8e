/** Pages that Vite has beside Nitro's server: each step runs in the modules of the code that leads to it. */
import { nitro } from 'nitro/vite';
import { createBuilder, createServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { WAIT } from '../../test/time-limits.ts';
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

/** Serves the application in development. */
async function serve(project: TempProject) {
  vi.stubEnv('WORKFLOW_WORLD', 'memory');
  const server = await createServer({
    root: project.dir,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
    plugins: [workflow(), nitro({ serverDir: './', logLevel: 0 })],
  });
  await server.listen();
  const origin = server.resolvedUrls!.local[0]!;
  return {
    ask: async (path: string): Promise<unknown> => {
      const response = await fetch(new URL(path, origin), { headers: { accept: 'application/json' } });
      return response.ok ? await response.json() : response.status;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

test('in development, too, also after edits that replace a module or move a step', async () => {
  const project = await createTempProject(FILES);
  const edit = async (file: string, ...changes: [from: string, to: string][]): Promise<void> => {
    let text = await project.read(file);
    for (const [from, to] of changes) text = text.replace(from, to);
    await project.write({ [file]: text });
  };
  await using server = await serve(project);
  await vi.waitFor(async () => expect(await server.ask('/')).toEqual([1, 2, 3]), WAIT);
  expect(await server.ask('/order')).toEqual([1, 2, 3]);
  expect(await server.ask('/by-id')).toEqual([4, 5, 6]);
  expect(await server.ask('/mails')).toEqual([7, 1, 8]);

  const again = [`throw new Error`, 'void new Error'] satisfies [string, string];
  await edit('lib/orders.ts', again, ['calls = 0', 'calls = 10']);
  const isReplaced = async (): Promise<void> => {
    const [before, step] = (await server.ask('/order')) as [number, number];
    expect(before).toBeGreaterThan(10);
    expect(step).toBe(before + 1);
  };
  await vi.waitFor(isReplaced, WAIT);

  await edit('lib/mails.ts', again);
  // Now the pages lead to the file.
  const imports = `import { count as mails } from './lib/mails.ts';\nimport './workflows/mails.ts';\n`;
  await edit(
    'entry-server.ts',
    ['export default', `${imports}export default`],
    ['await run(url)', '`[${await run(url)}, ${mails()}]`'],
  );
  const isMoved = async (): Promise<void> => {
    const [[, step], own] = (await server.ask('/mails')) as [number[], number];
    expect(own).toBe(step! + 1);
  };
  await vi.waitFor(isMoved, WAIT);
});
