/** A project with one configuration of Astro after the other. */
import { rm } from 'node:fs/promises';
import { AppClient } from '../app-client.ts';
import type { Command } from '../framework.ts';
import { InstalledProject, type Outcome } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { astro } from './astro.ts';

const STANDALONE = `node({ mode: 'standalone' })`;

export interface SiteConfig {
  /** Fields of Astro's configuration, as code. */
  fields?: string;
  /** As code, `null`: none. */
  adapter?: string | null;
  /** Options of the integration, as code. */
  options?: string;
}

export class SiteProject {
  readonly files: InstalledProject;
  readonly client: AppClient;
  readonly #port: number;
  readonly #effectsFile: string;
  #server: ServerProcess | null = null;

  private constructor(files: InstalledProject, port: number) {
    this.files = files;
    this.#port = port;
    this.#effectsFile = `${files.dir}-effects.jsonl`;
    this.client = new AppClient({ url: `http://127.0.0.1:${port}`, effectsFile: this.#effectsFile });
  }

  static async create(): Promise<SiteProject> {
    return new SiteProject(await InstalledProject.create(astro), await findFreePort());
  }

  async configure({ fields = '', adapter = STANDALONE, options = '' }: SiteConfig): Promise<void> {
    await this.files.replace(
      'astro.config.mjs',
      `import node from '@astrojs/node';
       import { workflow } from 'workflow/astro';
       export default {
         ${adapter === null ? '' : `adapter: ${adapter},`}
         integrations: [workflow(${options})],
         ${fields}
       };`,
    );
  }

  async build(config: SiteConfig): Promise<Outcome> {
    await this.configure(config);
    return await this.files.run(astro.build);
  }

  /** Builds a server that can be started. @param command Given the port. Default: what Astro has built. */
  async buildServer(
    config: SiteConfig,
    command: (port: number) => Command = astro.production.serve,
  ): Promise<ServerProcess> {
    const { ok, output } = await this.build(config);
    if (!ok) throw new Error(output);
    return await this.#serve(command);
  }

  /** A development server that can be started. */
  async developmentServer(config: SiteConfig): Promise<ServerProcess> {
    await this.configure(config);
    return await this.#serve(astro.develop);
  }

  /** All servers share one address; the one before has ended. */
  async #serve(command: (port: number) => Command): Promise<ServerProcess> {
    await this.#server?.end('SIGKILL');
    const { dir } = this.files;
    this.#server = serve({ command: command(this.#port), dir, port: this.#port, effectsFile: this.#effectsFile });
    return this.#server;
  }

  async remove(): Promise<void> {
    await this.#server?.end('SIGKILL');
    this.files.remove();
    await rm(this.#effectsFile, { force: true });
  }
}
