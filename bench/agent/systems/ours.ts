/** Ours, as an application has it: the built package on SQLite, every commit fsynced. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Build, StepsModule } from '../../../runtime/contract/build.ts';
import type * as Api from '../../../runtime/entries/api.ts';
import type * as RuntimeEntry from '../../../runtime/entries/runtime.ts';
import { databaseBytes } from '../../disk-usage.ts';
import type { OpenAgentSystem } from '../agent-system.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Of the built package; its types come from its sources, because types are checked before it is built. */
const importBuilt = (entry: string) => import(`workflow/${entry}`);

export const open: OpenAgentSystem = async (dir) => {
  const app = join(dir, 'app');
  const dataDir = join(dir, 'data');
  compileApp(app);
  const { start }: typeof Api = await importBuilt('api');
  const { createWorld, getWorld, registerBuild, setWorld }: typeof RuntimeEntry = await importBuilt('runtime');
  const build = await loadBuild(join(app, 'build'));
  setWorld(await createWorld({ kind: 'sqlite', dataDir, durability: 'commit' }));
  await registerBuild(build);
  await getWorld().start();
  return {
    async talk(kind, prompt, rounds) {
      const { workflowId } = build.manifest.workflows['workflows/talk.ts']![kind]!;
      const run = await start({ workflowId }, [prompt, rounds]);
      await run.returnValue;
    },
    storedBytes: () => databaseBytes(join(dataDir, 'workflow.db')),
    close: () => getWorld().close(),
  };
};

/** In a process of its own, so that the compiler's memory is not in this one. */
function compileApp(app: string): void {
  mkdirSync(join(app, 'workflows'), { recursive: true });
  mkdirSync(join(app, 'node_modules'));
  copyFileSync(here('../workflows/talk.ts'), join(app, 'workflows/talk.ts'));
  symlinkSync(here('../../..'), join(app, 'node_modules/workflow'));
  for (const name of ['@ai-sdk', 'zod'])
    symlinkSync(here(`../../../node_modules/${name}`), join(app, 'node_modules', name));
  const { status, stderr } = spawnSync(process.execPath, [here('../../compile-app.ts'), app]);
  if (status !== 0) throw new Error(stderr.toString());
}

async function loadBuild(dir: string): Promise<Build> {
  const load = (file: string) => import(pathToFileURL(join(dir, file)).href);
  const { bundle }: Pick<Build, 'bundle'> = await load('workflows.mjs');
  const { loadSteps }: StepsModule = await load('steps.mjs');
  return {
    bundle,
    steps: await loadSteps({ refuses: () => true }),
    manifest: JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')),
  };
}
