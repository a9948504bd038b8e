/** Projects of agents as users have them: built, with the package installed, on each major version of the AI SDK. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBuilder } from '../../compiler/build/builder.ts';
import type * as api from '../../runtime/entries/api.ts';
import type * as runtime from '../../runtime/entries/runtime.ts';
import type { World } from '../../runtime/world/world.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const modules = (name: string): string => join(REPOSITORY, 'node_modules', name);

export type SdkMajor = 5 | 6 | 7;

/** The installed packages by their names, on each major version. */
const PACKAGES: Record<SdkMajor, Record<string, string>> = {
  5: {
    ai: 'ai-5',
    '@ai-sdk/openai': 'openai-2',
    '@ai-sdk/anthropic': 'anthropic-2',
    '@ai-sdk/openai-compatible': 'openai-compatible-1',
  },
  6: {
    ai: 'ai',
    '@ai-sdk/openai': '@ai-sdk/openai',
    '@ai-sdk/anthropic': '@ai-sdk/anthropic',
    '@ai-sdk/openai-compatible': '@ai-sdk/openai-compatible',
  },
  7: {
    ai: 'ai-7',
    '@ai-sdk/openai': 'openai-4',
    '@ai-sdk/anthropic': 'anthropic-4',
    '@ai-sdk/openai-compatible': 'openai-compatible-3',
  },
};
/** Of our own package; the rest is for build and editor. */
const USED_PARTS = ['agent', 'runtime'];
/** Dependencies of our own package, and packages that workflows of tests import. */
const SHARED = ['devalue', 'eventsource-parser', 'ms', 'zod', '@modelcontextprotocol/sdk'];

/** See `scripts/vitest-setup.ts`. A program that records has a folder of its own. */
const BUILDS = process.env['TEST_BUILDS'] ?? mkdtempSync(join(tmpdir(), 'workflow-builds-'));

export interface AgentProject {
  dir: string;
  /** `workflow/api` and `workflow/runtime` as the project has them. */
  api: typeof api;
  runtime: typeof runtime;
  remove(): Promise<void>;
}

/** Writes and builds a project; its workflows are in `workflows/`. */
export async function buildAgentProject(files: Record<string, string>, sdk: SdkMajor = 6): Promise<AgentProject> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'workflow-agent-')));
  cpSync(await buildOnce(files, sdk), dir, { recursive: true, verbatimSymlinks: true });
  return {
    dir,
    api: await importFrom(dir, 'node_modules/workflow/dist/runtime/entries/api.js'),
    runtime: await importFrom(dir, 'node_modules/workflow/dist/runtime/entries/runtime.js'),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** @returns The folder of the built project, which all files of a run of the tests share: nothing may change in it. */
async function buildOnce(files: Record<string, string>, sdk: SdkMajor): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([sdk, files]))
    .digest('hex');
  const built = join(BUILDS, key);
  if (existsSync(built)) return built;
  const dir = `${built}.${process.pid}`;
  await install(dir, sdk);
  for (const [name, content] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  await createBuilder({ rootDir: dir, outDir: '.workflow' }).build();
  // Another process may have been faster.
  await rename(dir, built).catch(() => rm(dir, { recursive: true }));
  return built;
}

/** A copy, because packages look for others from where they really are. */
async function install(dir: string, sdk: SdkMajor): Promise<void> {
  const installed = join(dir, 'node_modules/workflow');
  await mkdir(join(dir, 'node_modules/@ai-sdk'), { recursive: true });
  await mkdir(join(dir, 'node_modules/@modelcontextprotocol'), { recursive: true });
  for (const part of USED_PARTS) {
    await cp(join(REPOSITORY, 'dist', part), join(installed, 'dist', part), { recursive: true });
  }
  await cp(join(REPOSITORY, 'package.json'), join(installed, 'package.json'));
  const packages = { ...Object.fromEntries(SHARED.map((name) => [name, name])), ...PACKAGES[sdk] };
  for (const [name, source] of Object.entries(packages))
    await symlink(modules(source), join(dir, 'node_modules', name));
}

const importFrom = async (dir: string, file: string): Promise<any> =>
  await import(/* @vite-ignore */ pathToFileURL(join(dir, file)).href);

export interface RunningProject extends AgentProject {
  world: World;
  /** Of the workflow of this name in `workflows/<file>.ts`. */
  workflowIdOf(name: string): string;
  /** Starts the workflow of this name. */
  start(name: string, ...args: unknown[]): ReturnType<typeof api.start>;
  idOf(name: string): string;
}

interface RunOptions {
  sdk?: SdkMajor;
  /** Default `'memory'`. */
  world?: 'memory' | 'sqlite' | undefined;
  /** Folder of an SQLite store whose copy the project begins with. */
  store?: string | undefined;
}

/** Builds a project and runs it in this process, on a World of its own. */
export async function runAgentProject(
  files: Record<string, string>,
  { sdk = 6, world, store }: RunOptions = {},
): Promise<RunningProject> {
  const project = await buildAgentProject(files, sdk);
  if (store) await cp(store, join(project.dir, 'data'), { recursive: true });
  const { createWorld, getWorld, registerBuild, setWorld } = project.runtime;
  const opened = await createWorld(
    world === 'sqlite' ? { kind: 'sqlite', dataDir: join(project.dir, 'data') } : { kind: 'memory' },
  );
  setWorld(opened);
  const { bundle } = await importFrom(project.dir, '.workflow/workflows.mjs');
  const { loadSteps } = await importFrom(project.dir, '.workflow/steps.mjs');
  const manifest = JSON.parse(await readFile(join(project.dir, '.workflow/manifest.json'), 'utf8'));
  await registerBuild({ bundle, steps: await loadSteps(), manifest });
  await getWorld().start?.();
  const ids = Object.values(manifest.workflows as Record<string, Record<string, { workflowId: string }>>)
    .flatMap((workflows) => Object.entries(workflows))
    .map(([name, { workflowId }]) => [name, workflowId] as const);
  const idOf = new Map(ids);
  return {
    ...project,
    world: opened,
    idOf: (name) => idOf.get(name)!,
    workflowIdOf: (name) => idOf.get(name)!,
    start: (name, ...args) => project.api.start({ workflowId: idOf.get(name)! }, args as never),
    async remove() {
      await getWorld().close();
      await project.remove();
    },
  };
}
