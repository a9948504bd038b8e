/** Ours, as an application has it: the built package, its workflows compiled by its own builder. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Build, Manifest, StepsModule } from '../../runtime/contract/build.ts';
import { createServer } from 'node:http';
import type * as ServerEntry from '../../integrations/server/server.ts';
import type * as Api from '../../runtime/entries/api.ts';
import type * as RuntimeEntry from '../../runtime/entries/runtime.ts';
import type { World } from '../../runtime/world/world.ts';
import type { System, WorkflowName } from '../system.ts';
import { listenLocally } from '../../scripts/listen-locally.ts';

/** An entry of the built package; its type comes from its source, because types are checked before it is built. */
const importBuilt = (entry: string) => import(`workflow/${entry}`);
const { getHookByToken, resumeHook, start }: typeof Api = await importBuilt('api');
const { createHandler, getWorld, registerBuild, setWorld }: typeof RuntimeEntry = await importBuilt('runtime');
/** Makes the World of a store. */
export const { createWorld }: typeof RuntimeEntry = await importBuilt('runtime');
const { toNodeHandler }: typeof ServerEntry = await importBuilt('server');

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A store of ours, and the figures that only it knows. */
export interface OurStore extends Pick<System, 'diskBytes' | 'settings'> {
  world: World;
  close(): Promise<void>;
}

/** Opens the application on a store. */
export async function openApplication(dir: string, store: OurStore): Promise<System> {
  const app = join(dir, 'app');
  // The workload before on this store may have left it.
  if (!existsSync(app)) compileApp(app);
  const build = await loadBuild(join(app, 'build'));
  const { world } = store;
  const commits = countCommits(world);
  // The address that webhooks are given is read at the first use of the runtime.
  const server = createServer((request, response) => answer(request, response));
  process.env['PORT'] = String(await listenLocally(server));
  const answer = toNodeHandler(createHandler());
  setWorld(world);
  await registerBuild(build);
  await getWorld().start();

  return {
    async start(workflow, args) {
      const run = await start({ workflowId: findWorkflowId(build.manifest, workflow) }, [...args]);
      return { result: () => run.returnValue, chunks: () => run.readable };
    },
    isOpen: (token) =>
      getHookByToken(token).then(
        () => true,
        () => false,
      ),
    resume: async (token, payload) => void (await resumeHook(token, payload)),
    commits,
    diskBytes: () => store.diskBytes(),
    settings: () => store.settings(),
    async close() {
      server.close();
      server.closeAllConnections();
      await getWorld().close();
      await store.close();
    },
  };
}

/** Counts how often the engine asks the store to make something of a run durable. */
function countCommits(world: World): () => number {
  let count = 0;
  const counted =
    <Args extends unknown[], Result>(write: (...args: Args) => Result) =>
    (...args: Args): Result => {
      count += 1;
      return write(...args);
    };
  world.createRun = counted(world.createRun.bind(world));
  world.commit = counted(world.commit.bind(world));
  return () => count;
}

/** In a process of its own, so that the compiler's memory is not counted. */
function compileApp(app: string): void {
  mkdirSync(join(app, 'workflows'), { recursive: true });
  mkdirSync(join(app, 'node_modules'));
  copyFileSync(here('../workflows/bench.ts'), join(app, 'workflows/bench.ts'));
  symlinkSync(here('../..'), join(app, 'node_modules/workflow'));
  const { status, stderr } = spawnSync(process.execPath, [here('../compile-app.ts'), app]);
  if (status !== 0) throw new Error(stderr.toString());
}

async function loadBuild(dir: string): Promise<Build> {
  const load = (file: string) => import(pathToFileURL(join(dir, file)).href);
  const { bundle }: Pick<Build, 'bundle'> = await load('workflows.mjs');
  const { loadSteps }: StepsModule = await load('steps.mjs');
  const manifest: Manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
  return { bundle, steps: await loadSteps({ refuses: () => true }), manifest };
}

function findWorkflowId({ workflows }: Manifest, name: WorkflowName): string {
  const workflow = workflows['workflows/bench.ts']?.[name];
  if (!workflow) throw new Error(`The build has no workflow "${name}".`);
  return workflow.workflowId;
}
