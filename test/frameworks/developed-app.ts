/** The application on a framework's development server, in a project of its own whose files can be edited. */
import { rmSync } from 'node:fs';
import { vi } from 'vitest';
import { HANGS_AFTER_MS } from '../time-limits.ts';
import { AppClient } from './app-client.ts';
import type { Command, Framework } from './framework.ts';
import { InstalledProject } from './installed-project.ts';
import { serve } from './server-command.ts';
import { findFreePort, type ServerProcess } from './server-process.ts';

/** A framework that has a development server. */
export type DevelopedFramework = Framework & { develop(port: number): Command };

interface Parts {
  project: InstalledProject;
  server: ServerProcess;
  client: AppClient;
  effectsFile: string;
}

export class DevelopedApp {
  readonly project: InstalledProject;
  readonly server: ServerProcess;
  readonly client: AppClient;
  readonly #effectsFile: string;

  private constructor({ project, server, client, effectsFile }: Parts) {
    this.project = project;
    this.server = server;
    this.client = client;
    this.#effectsFile = effectsFile;
  }

  /** Resolves when the application has answered, because some servers compile it for the first request. */
  static async start(framework: DevelopedFramework): Promise<DevelopedApp> {
    const project = await InstalledProject.create(framework);
    const port = await findFreePort();
    // Outside of the project, whose files are watched.
    const effectsFile = `${project.dir}-effects.jsonl`;
    const server = serve({ command: framework.develop(port), dir: project.dir, port, effectsFile });
    const client = new AppClient({ url: server.url, base: framework.base ?? '', effectsFile });
    const app = new DevelopedApp({ project, server, client, effectsFile });
    try {
      await server.start();
      // Nitro may replace its process once more just after the start, and refuses requests when that takes long.
      const greet = async (): Promise<unknown> =>
        await client.resultBetweenRestarts(await client.start('greet', 'Ann'));
      await vi.waitFor(greet, { timeout: HANGS_AFTER_MS });
      return app;
    } catch (error) {
      await app.end();
      throw new Error(`The first request failed. The server said:\n${server.output}`, { cause: error });
    }
  }

  async end(): Promise<void> {
    await this.server.end('SIGKILL');
    this.project.remove();
    rmSync(this.#effectsFile, { force: true });
  }
}
