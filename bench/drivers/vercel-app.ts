/**
 * An application of Vercel's `workflow`: built by its standalone builder, its handlers served over
 * HTTP by this process, which is what its queue delivers to. All of it lives in a directory of its own: the builder
 * writes beside the sources, and the import of "workflow" must not find ours.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { directoryBytes } from '../disk-usage.ts';
import { listenLocally } from '../../scripts/listen-locally.ts';

export interface VercelRun {
  returnValue: Promise<unknown>;
  completedAt: Promise<Date>;
  readable: AsyncIterable<unknown>;
}

/** The part of the package that is used, as `entry.mjs` exports it. */
interface VercelPackage {
  start(workflow: { workflowId: string }, args: readonly unknown[]): Promise<VercelRun>;
  getHookByToken(token: string): Promise<unknown>;
  resumeHook(token: string, payload: unknown): Promise<unknown>;
  getWorld(): { start?(): Promise<void>; close?(): Promise<void> };
}

export interface VercelApp extends Pick<VercelPackage, 'getHookByToken' | 'resumeHook'> {
  start(workflowId: string, args: readonly unknown[]): Promise<VercelRun>;
  storedBytes(): number;
  close(): Promise<void>;
}

type FetchHandler = (request: Request) => Promise<Response>;

const ENTRY = `
export { getHookByToken, start, resumeHook } from 'workflow/api';
export { getWorld } from 'workflow/runtime';
`;
const BUILD = `
import { StandaloneBuilder } from '@workflow/builders';
await new StandaloneBuilder({
  buildTarget: 'standalone',
  dirs: ['workflows'],
  workingDir: process.cwd(),
  workflowsBundlePath: './flow.cjs',
  stepsBundlePath: './step.cjs',
  webhookBundlePath: './webhook.mjs',
}).build();
`;

/**
 * Makes the application and opens it; the process has no other.
 * @param workflows Files of its folder `workflows`, with their contents.
 * @param store Variables that name another store. Default: its local one, in files.
 */
export async function openVercelApp(
  dir: string,
  workflows: Readonly<Record<string, string>>,
  store?: Readonly<Record<string, string>>,
): Promise<VercelApp> {
  const app = join(dir, 'app');
  const data = join(dir, 'data');
  mkdirSync(join(app, 'workflows'), { recursive: true });
  mkdirSync(data);
  for (const [file, source] of Object.entries(workflows)) writeFileSync(join(app, 'workflows', file), source);
  symlinkSync(fileURLToPath(new URL('../peers/node_modules', import.meta.url)), join(app, 'node_modules'));
  writeFileSync(join(app, 'entry.mjs'), ENTRY);
  process.chdir(app);
  Object.assign(process.env, store ?? { WORKFLOW_TARGET_WORLD: 'local', WORKFLOW_LOCAL_DATA_DIR: data });

  build(app);
  const vercel: VercelPackage = await import(pathToFileURL(join(app, 'entry.mjs')).href);
  const server = await serve({
    '/.well-known/workflow/v1/flow': await loadHandler(join(app, 'flow.cjs')),
    '/.well-known/workflow/v1/step': await loadHandler(join(app, 'step.cjs')),
    '/.well-known/workflow/v1/webhook/': await loadHandler(join(app, 'webhook.mjs')),
  });
  process.env.WORKFLOW_LOCAL_BASE_URL = server.url;
  await vercel.getWorld().start?.();
  return {
    start: (workflowId, args) => vercel.start({ workflowId }, args),
    getHookByToken: (token) => vercel.getHookByToken(token),
    resumeHook: (token, payload) => vercel.resumeHook(token, payload),
    storedBytes: () => directoryBytes(data),
    async close() {
      await vercel.getWorld().close?.();
      server.close();
    },
  };
}

/** In a process of its own, so that its memory is not counted. */
function build(app: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: app });
  if (status !== 0) throw new Error(stderr.toString());
}

async function loadHandler(path: string): Promise<FetchHandler> {
  const module: { POST?: FetchHandler; default?: { POST: FetchHandler } } = await import(pathToFileURL(path).href);
  return module.POST ?? module.default!.POST;
}

async function serve(routes: Record<string, FetchHandler>): Promise<{ url: string; close(): void }> {
  const findRoute = (url: string) =>
    routes[url] ?? Object.entries(routes).find(([prefix]) => isBelow(url, prefix))?.[1];
  const server = createServer((request, response) => void answer(request, response, findRoute(request.url ?? '')));
  const port = await listenLocally(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Whether an address is below a route whose name ends with a slash. */
const isBelow = (url: string, route: string): boolean => route.endsWith('/') && url.startsWith(route);

async function answer(request: IncomingMessage, response: ServerResponse, handler?: FetchHandler): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const url = `http://${request.headers.host}${request.url}`;
  const reply = handler
    ? await handler(new Request(url, { method: request.method!, headers, body: Buffer.concat(chunks) })).catch(
        (error: unknown) => new Response(String(error), { status: 500 }),
      )
    : new Response(null, { status: 404 });
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
}
