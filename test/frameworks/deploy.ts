/** Builds the application on a framework and serves the output, without the sources. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Framework } from './framework.ts';
import { copyTree, InstalledProject } from './installed-project.ts';
import { recordResult, sizeOf } from './results.ts';
import { serve } from './server-command.ts';
import type { ServerProcess } from './server-process.ts';

/** Where the steps of a deployed application note their effects. */
export const effectsFileOf = (outputDir: string): string => join(outputDir, 'effects.jsonl');

/** The output of a build, ready to be served any number of times. */
export interface Deployment {
  /** A server on this port, which is not started. @param env Settings of this server. */
  serve(port: number, env?: Record<string, string>): ServerProcess;
}

/** Builds, and moves the output to an empty directory. */
export async function deploy(framework: Framework, outputDir: string): Promise<Deployment> {
  const project = await InstalledProject.create(framework);
  try {
    const begin = performance.now();
    for (const command of [framework.build ?? []].flat()) {
      const { ok, output } = await project.run(command);
      if (!ok) throw new Error(output);
    }
    const buildMs = Math.round(performance.now() - begin);
    const dir = join(outputDir, 'app');
    for (const path of framework.production.output) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await copyTree(project.path(path), join(dir, path));
    }
    const bundled = framework.production.output.filter((path) => path !== 'node_modules');
    await recordResult(framework.name, { buildMs, outputBytes: await sizeOf(bundled.map((path) => join(dir, path))) });
    const effectsFile = effectsFileOf(outputDir);
    return {
      serve(port, env = {}) {
        const command = framework.production.serve(port);
        return serve({ command: { ...command, env: { ...command.env, ...env } }, dir, port, effectsFile });
      },
    };
  } finally {
    project.remove();
  }
}
