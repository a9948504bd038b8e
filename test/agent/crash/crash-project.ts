/** The project of the crash tests, and the world outside of it: a model and the service of its tools. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ModelServer, startModelServer } from '../../../agent/testing/model-server.ts';
import type { Build, StepsModule } from '../../../runtime/contract/build.ts';
import { type AgentProject, buildAgentProject } from '../agent-project.ts';
import { createScript, type ScriptOptions } from './script.ts';
import { ToolService } from './tool-service.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

export const WORKFLOW_ID = 'workflow//./workflows/answer//answer';

export const buildCrashProject = (): Promise<AgentProject> =>
  buildAgentProject({
    'workflows/answer.ts': read('../projects/crash/workflows/answer.ts'),
    'child.mjs': read('child.mjs'),
  });

/** A module of the project, or of a package as the project has it. */
export const importOf = async <Module>({ dir }: AgentProject, file: string): Promise<Module> =>
  (await import(/* @vite-ignore */ pathToFileURL(join(dir, file)).href)) as Module;

export async function loadBuild(project: AgentProject): Promise<Build> {
  const { bundle } = await importOf<Pick<Build, 'bundle'>>(project, '.workflow/workflows.mjs');
  const { loadSteps } = await importOf<StepsModule>(project, '.workflow/steps.mjs');
  const steps = await loadSteps();
  return { bundle, steps, manifest: JSON.parse(readFileSync(join(project.dir, '.workflow/manifest.json'), 'utf8')) };
}

export interface Outside {
  models: ModelServer;
  service: ToolService;
  /** Where the project finds them. */
  env: { MODEL_URL: string; SERVICE_URL: string };
  close(): Promise<void>;
}

/** @param toolHolds See {@link ToolService.start}. */
export async function openOutside(options: ScriptOptions = {}, toolHolds: readonly string[] = []): Promise<Outside> {
  const script = createScript(options);
  const [models, service] = await Promise.all([startModelServer({ script }), ToolService.start(toolHolds)]);
  return {
    models,
    service,
    env: { MODEL_URL: models.url, SERVICE_URL: service.url },
    async close() {
      service.close();
      await models.close();
    },
  };
}
