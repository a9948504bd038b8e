import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nitro } from 'nitro/vite';
import {
  build,
  createServer,
  DevEnvironment,
  type InlineConfig,
  type Plugin,
  preview,
  type ResolvedConfig,
  type ViteDevServer,
} from 'vite';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { getRun, start } from '../../runtime/entries/api.ts';
import { getWorld } from '../../runtime/entries/runtime.ts';
import { workflow, type WorkflowViteOptions } from './vite.ts';

vi.stubEnv('WORKFLOW_WORLD', 'memory');
vi.stubEnv('WORKFLOW_PUBLIC_MANIFEST', '1');
// Other files are run by the same process, and the runtime reads its settings once.
afterAll(async () => {
  vi.unstubAllEnvs();
  await leaveRuntime();
});

const MANIFEST = '/.well-known/workflow/v1/manifest.json';
const GREETING = `
import { createWebhook } from 'workflow';
export async function greet() { 'use workflow'; return await salute(); }
async function salute() { 'use step'; return 'Hello'; }
export async function receive() { 'use workflow'; using hook = createWebhook(); return hook.url; }
`;
const BROKEN = GREETING.replace('async function salute', 'function salute');
const ID = 'workflow//./workflows/greeting//greet';

const createProject = (files: Record<string, string> = {}): Promise<TempProject> =>
  createTempProject({ 'workflows/greeting.ts': GREETING, ...files });

const inlineConfig = (project: TempProject, config: InlineConfig): InlineConfig => ({
  configFile: false,
  root: project.dir,
  logLevel: 'silent',
  plugins: [workflow()],
  ...config,
});

/** A development server that listens. */
async function serve(project: TempProject, config: InlineConfig = {}): Promise<{ server: ViteDevServer; url: string }> {
  const { server: options, ...others } = config;
  const server = await createServer(
    inlineConfig(project, { ...others, server: { host: '127.0.0.1', port: 0, ...options } }),
  );
  onTestFinished(() => server.close());
  await server.listen();
  const url = `http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}`;
  // An answer means that the first build is there.
  await fetch(url);
  return { server, url };
}

const startById = (workflowId: string) => start({ workflowId }, []);
const resultOf = async (workflowId: string): Promise<unknown> => (await startById(workflowId)).returnValue;
const workflowsAt = async (url: string): Promise<string[]> => {
  const { workflows } = (await (await fetch(url)).json()) as { workflows: object };
  return Object.keys(workflows);
};

describe('a development server', () => {
  test('runs workflows, and an edit is live without a restart', async () => {
    const project = await createProject();
    const { url } = await serve(project);
    expect(await workflowsAt(url + MANIFEST)).toEqual(['workflows/greeting.ts']);
    expect(await resultOf(ID)).toBe('Hello');
    await project.write({ 'workflows/greeting.ts': GREETING.replace('Hello', 'Welcome') });
    await expect.poll(() => resultOf(ID)).toBe('Welcome');
  });

  test('loads steps through Vite, so they can import modules that only Vite resolves', async () => {
    const virtual: Plugin = {
      name: 'virtual',
      resolveId: (id) => (id === 'virtual:word' ? '\0word' : null),
      load: (id) => (id === '\0word' ? `export const word = 'from a virtual module';` : null),
    };
    const project = await createProject({
      'workflows/greeting.ts': GREETING.replace(`return 'Hello'`, 'return word').replace(
        'import',
        `import { word } from 'virtual:word';\nimport`,
      ),
    });
    await serve(project, { plugins: [workflow(), virtual] });
    expect(await resultOf(ID)).toBe('from a virtual module');
  });

  test('evaluates the steps itself where another runtime evaluates the application', async () => {
    const createEnvironment = (name: string, config: ResolvedConfig) =>
      new DevEnvironment(name, config, { hot: false });
    await serve(await createProject(), { environments: { ssr: { dev: { createEnvironment } } } });
    expect(await resultOf(ID)).toBe('Hello');
  });

  test('answers on our routes before the host and origin checks, which would stop webhooks', async () => {
    const { url } = await serve(await createProject());
    const init = { headers: { host: 'tunnel.example', origin: 'https://bank.example' } };
    expect(await fetch(`${url}/.well-known/workflow/v1/flow`, { ...init, method: 'OPTIONS' })).toMatchObject({
      status: 405,
    });
  });

  test('puts the base of the application into webhook URLs', async () => {
    const { url } = await serve(await createProject(), { base: '/v2/' });
    expect(await resultOf('workflow//./workflows/greeting//receive')).toMatch(
      new RegExp(`^${url}/v2/\\.well-known/workflow/v1/webhook/`),
    );
  });

  test('works inside another server and learns its address there', async () => {
    const project = await createProject();
    const vite = await createServer(inlineConfig(project, { server: { middlewareMode: true, ws: false } }));
    onTestFinished(() => vite.close());
    const host = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
    onTestFinished(() => void host.close());
    await once(host, 'listening');
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    expect(await workflowsAt(url + MANIFEST)).toEqual(['workflows/greeting.ts']);
    expect(await resultOf('workflow//./workflows/greeting//receive')).toContain(url);
  });

  test('restarts without ending the runtime: runs continue, and one build follows', async () => {
    const project = await createProject();
    const { server, url } = await serve(project);
    const close = vi.spyOn(getWorld(), 'close');
    const run = await startById(ID);
    await server.restart();
    await fetch(url);
    expect(await getRun(run.runId).returnValue).toBe('Hello');
    expect(close).not.toHaveBeenCalled();
    await project.write({ 'workflows/greeting.ts': GREETING.replace('Hello', 'Welcome') });
    await expect.poll(() => resultOf(ID)).toBe('Welcome');
    await server.close();
    expect(close).toHaveBeenCalled();
  });

  test('of a test runner is left alone', async () => {
    const { url } = await serve(await createProject(), { plugins: [workflow(), { name: 'vitest' }] });
    expect(await fetch(url + MANIFEST, { headers: { accept: 'application/json' } })).toMatchObject({ status: 404 });
  });
});

describe('the overlay in the browser', () => {
  interface Message {
    type: string;
    err?: { message: string; frame: string; loc: object };
  }

  /** The messages that a page gets, one after the other. */
  async function openPage(url: string): Promise<(type: string) => Promise<Message>> {
    const socket = new WebSocket(url.replace('http', 'ws'), 'vite-hmr');
    onTestFinished(() => socket.close());
    const messages: Message[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data as string) as Message));
    await once(socket as never, 'open');
    return async (type) => {
      await expect.poll(() => messages.map((message) => message.type)).toContain(type);
      return messages.find((message) => message.type === type)!;
    };
  }

  test('shows a compile error with its place and frame until it is fixed, also on pages opened later', async () => {
    const project = await createProject();
    const { url } = await serve(project);
    const next = await openPage(url);
    await project.write({ 'workflows/greeting.ts': BROKEN });
    const { err } = await next('error');
    expect(err).toMatchObject({
      message: expect.stringContaining('Step "salute" must be async'),
      frame: expect.stringContaining('function salute'),
      loc: { file: project.path('workflows/greeting.ts'), line: 4, column: 0 },
    });
    expect((await (await openPage(url))('error')).err).toEqual(err);
    expect(await resultOf(ID)).toBe('Hello');
    await project.write({ 'workflows/greeting.ts': GREETING });
    await next('update');
  });

  test('also shows it if Nitro builds the server', async () => {
    const project = await createProject({ 'workflows/greeting.ts': BROKEN, 'index.html': '<p>The application' });
    // Nitro is not installed in the project.
    const server = { fs: { strict: false } };
    const { url } = await serve(project, { server, plugins: [workflow(), nitro()] });
    const next = await openPage(url);
    expect((await next('error')).err).toMatchObject({ frame: expect.stringContaining('function salute') });
    await project.write({ 'workflows/greeting.ts': GREETING });
    await next('update');
  });
});

describe('a production build', () => {
  const entry = { 'server.ts': `export { greet } from './workflows/greeting.ts';` };

  test('writes the workflows to ".workflow", whatever Vite builds, and git ignores them', async () => {
    const project = await createProject({ ...entry, 'index.html': '<p>The application' });
    await build(inlineConfig(project, {}));
    expect(JSON.parse(await project.read('.workflow/manifest.json'))).toMatchObject({
      workflows: { 'workflows/greeting.ts': { greet: { workflowId: ID } } },
    });
    expect(await project.read('.workflow/.gitignore')).toBe('*\n');
  });

  test('gives a server references to the workflows', async () => {
    const project = await createProject(entry);
    await build(inlineConfig(project, { build: { ssr: 'server.ts' } }));
    expect(await project.run(`console.log(JSON.stringify((await import('./dist/server.js')).greet.workflowId))`)).toBe(
      ID,
    );
  });

  const PAGES = {
    'state.ts': 'let visits = 0;\nexport const visit = () => ++visits;\n',
    'workflows/visits.ts': `import { visit } from '../state.ts';
export async function seen() { 'use workflow'; return await look(); }
async function look() { 'use step'; return visit(); }
`,
    'pages.ts': `import { start } from 'workflow/api';
import { visit } from './state.ts';
export const show = async () => {
  visit();
  const { returnValue } = await start({ workflowId: 'workflow//./workflows/visits//seen' }, []);
  return [await returnValue, visit()];
};
`,
  };
  const serverWith = (first: string): string => `process.env.WORKFLOW_WORLD = 'memory';
const said = [];
for (const level of ['info', 'warn']) console[level] = (text) => said.push(text);
const { createHandler } = await import('workflow/server');
const pages = () => import('./dist/pages.js');
${first}
const handler = createHandler({ skipBuild: true });
await handler.ready;
console.log(JSON.stringify([await (await pages()).show(), said]));
await handler.close();
`;

  test.each([
    ['before it takes the build', 'await pages();'],
    ['when a request needs it', ''],
  ])('shares its modules with steps for a server beside it that imports it %s', async (_, first) => {
    const project = await createProject(PAGES);
    await build(inlineConfig(project, { build: { ssr: 'pages.ts' } }));
    expect(await project.run(serverWith(first))).toEqual([[2, 3], []]);
  });

  test('that runs the workflows shares its own modules, whatever else is bundled', async () => {
    const project = await createProject({
      ...PAGES,
      'server.ts': `import { createHandler } from 'workflow/server';
import { show } from './pages.ts';
const handler = createHandler({ skipBuild: true });
await handler.ready;
console.log(JSON.stringify(await show()));
await handler.close();
`,
    });
    for (const name of ['server', 'pages']) {
      const rolldownOptions = { external: [/^workflow/] };
      await build(inlineConfig(project, { build: { ssr: `${name}.ts`, outDir: `dist/${name}`, rolldownOptions } }));
    }
    const run = `process.env.WORKFLOW_WORLD = 'memory';\nawait import('./dist/server/server.js');`;
    expect(await project.run(run)).toEqual([2, 3]);
  });

  test('in one file cannot bring them, so that server names what is there twice', async () => {
    const project = await createProject(PAGES);
    const output = { codeSplitting: false };
    await build(inlineConfig(project, { build: { ssr: 'pages.ts', rolldownOptions: { output } } }));
    const twice = expect.stringContaining('is there twice, with two states:\n  state.ts\n');
    expect(await project.run(serverWith(''))).toEqual([[1, 2], [twice]]);
  });

  test('leaves a server alone that has nothing to do with workflows', async () => {
    const project = await createProject({ 'server.ts': `export const hello = 'Hello';` });
    await build(inlineConfig(project, { build: { ssr: 'server.ts' } }));
    expect(await readdir(project.path('dist'))).toEqual(['server.js']);
  });

  test('fails with the place of an error in a workflow file', async () => {
    const project = await createProject({ 'server.ts': 'export {};', 'workflows/greeting.ts': BROKEN });
    await expect(build(inlineConfig(project, { build: { ssr: 'server.ts' } }))).rejects.toThrow(
      'workflows/greeting.ts:4:1: Step "salute" must be async',
    );
  });

  test('is served by "vite preview"', async () => {
    const project = await createProject({ 'index.html': '<p>The application' });
    await build(inlineConfig(project, {}));
    const server = await preview(inlineConfig(project, { preview: { host: '127.0.0.1', port: 0 } }));
    onTestFinished(() => server.close());
    const url = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`;
    expect(await workflowsAt(url + MANIFEST)).toEqual(['workflows/greeting.ts']);
  });
});

describe('options', () => {
  test.each([
    [{ dirs: 'workflows' }, 'integration_option_invalid'],
    [{ outDir: 1 }, 'integration_option_invalid'],
    [{ folders: ['workflows'] }, 'integration_option_unknown'],
  ])('%j are refused at once', (options, code) => {
    expect(() => workflow(options as WorkflowViteOptions)).toThrow(expect.objectContaining({ code }));
  });

  test.each([{ dirs: ['flows'] }, { rootDir: 'nowhere' }])('%j must name an existing folder', async (options) => {
    const project = await createProject({ 'index.html': '' });
    await expect(build(inlineConfig(project, { plugins: [workflow(options)] }))).rejects.toMatchObject({
      code: 'integration_folder_missing',
    });
  });

  test('"dirs", "rootDir" and "outDir" choose the sources and the output folder', async () => {
    const project = await createProject({ 'app/index.html': '', 'flows/own.ts': GREETING });
    const options = { rootDir: project.dir, dirs: ['flows'], outDir: 'built' };
    await build(inlineConfig(project, { root: project.path('app'), plugins: [workflow(options)] }));
    expect(Object.keys(JSON.parse(await project.read('built/manifest.json')).workflows)).toEqual(['flows/own.ts']);
  });
});
