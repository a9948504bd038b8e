/** An application that is deployed again and again: each deployment is a real build, and takes the last one's place. */
import { onTestFinished } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import { loadBuild } from '../../integrations/shared/load-build.ts';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { start } from '../../runtime/api/start.ts';
import type { Run } from '../../runtime/api/run.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { ParkReason, RunPage, World } from '../../runtime/world/world.ts';
import { readStoredTypes } from '../../ts-plugin/analysis/hosts/read-stored-types.ts';
import { linkTypeScript } from '../analysis/typed-project.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
    lib: ['es2022'],
    skipLibCheck: true,
  },
});
const KEY = Symbol.for('workflow.runtime');

export class DeployedApp {
  readonly world: World;
  readonly #project: TempProject;
  readonly #env: Record<string, string>;
  #deployments = 0;

  private constructor(world: World, project: TempProject, env: Record<string, string>) {
    this.world = world;
    this.#project = project;
    this.#env = env;
  }

  /**
   * @param env Environment variables of all deployments.
   * @param isTyped Whether the project has a TypeScript, so that builds know the types of what steps take and give.
   */
  static async create(env: Record<string, string> = {}, { isTyped = false } = {}): Promise<DeployedApp> {
    const world = await createWorld({ kind: 'memory' });
    const project = await createTempProject(isTyped ? { 'tsconfig.json': TSCONFIG } : {});
    if (isTyped) linkTypeScript(project.dir, '7.0');
    return new DeployedApp(world, project, env);
  }

  /**
   * Builds `workflows/order.js` into a folder of its own, as a server with this build, and ends the server before.
   * @param code That file, or all that have changed.
   * @param env More environment variables.
   */
  async deploy(code: string | Record<string, string>, env: Record<string, string> = {}): Promise<Runtime> {
    const outDir = `.workflow-${(this.#deployments += 1)}`;
    await this.#project.write(typeof code === 'string' ? { 'workflows/order.js': code } : code);
    const rootDir = this.#project.dir;
    await createBuilder({ rootDir, outDir, readTypes: (files) => readStoredTypes(rootDir, files) }).build();
    const runtime = new Runtime(readSettings({ WORKFLOW_LIVE_RUNS: '0', ...this.#env, ...env }));
    // The store outlives its servers.
    runtime.setWorld(
      new Proxy(this.world, { get: (world, name) => (name === 'close' ? async () => {} : bound(world, name)) }),
    );
    await (globalThis as { [KEY]?: Runtime })[KEY]?.close();
    (globalThis as { [KEY]?: Runtime })[KEY] = runtime;
    onTestFinished(() => runtime.close());
    await runtime.useBuild(await loadBuild(this.#project.path(outDir)));
    await runtime.start();
    return runtime;
  }

  /** Starts `order`, and waits until it waits for the hook `go`. */
  async begin(...args: unknown[]): Promise<Run> {
    const run = await start({ workflowId: 'workflow//./workflows/order//order' }, args as never);
    await this.#until(async () => (await this.world.findHook('go')) ?? undefined);
    return run;
  }

  /** Lets the run go on. */
  async go(): Promise<void> {
    await this.world.deliverToHook('go', '["go"]', Date.now());
  }

  /** Why the run is parked, as soon as it is. */
  async parked({ runId }: { runId: string }): Promise<ParkReason> {
    return await this.#until(async () => (await this.world.readRun(runId as RunId))?.parked ?? undefined);
  }

  /** The reasons why runs are put aside from now on. */
  watchParked(): ParkReason[] {
    const reasons: ParkReason[] = [];
    const commit = this.world.commit.bind(this.world);
    this.world.commit = async (request) => {
      if (request.parked) reasons.push(request.parked);
      return await commit(request);
    };
    return reasons;
  }

  /** The runs that fit, as soon as there is one. */
  async untilListed(filter: { parent: string }): Promise<RunPage> {
    return await this.#until(async () => {
      const page = await this.world.listRuns({ parent: filter.parent as RunId, limit: 10 });
      return page.runs.length > 0 ? page : undefined;
    });
  }

  async #until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const stop = this.world.subscribe(() => {
          stop();
          resolve();
        });
      });
      const found = await look();
      if (found !== undefined) return found;
      await changed;
    }
  }
}

function bound(world: World, name: string | symbol): unknown {
  const value: unknown = Reflect.get(world, name);
  return typeof value === 'function' ? value.bind(world) : value;
}
