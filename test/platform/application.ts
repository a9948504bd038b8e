/** The application of the framework tests, built for the hosting platform. */
import { mkdtempSync, rmSync } from 'node:fs';
import { glob, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Manifest } from '../../runtime/contract/build.ts';
import { AppClient, SECRET } from '../frameworks/app-client.ts';
import { InstalledProject, type Outcome } from '../frameworks/installed-project.ts';
import type { nitro } from '../frameworks/nitro/nitro.ts';
import { cleanEnvironment } from '../frameworks/server-process.ts';
import { PlatformHost } from './platform-host.ts';

export const CRON_SECRET = 'a secret of the cron';
const LEASE_MS = 2_000;
const OUTPUT = '.vercel/output';
const CONFIG = 'nitro.config.ts';
/** A line that the configurations of all versions have. */
const MODULES = `modules: ['workflow/nitro'],`;

/** A version of Nitro. */
export type NitroFramework = typeof nitro;

/** More workflows for these tests: a sleep of any length, and a step that runs until a file exists. */
const WORKFLOWS = `
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sleep } from 'workflow';
import { noteEffect } from '../effects.ts';

export async function nap(ms: number): Promise<string> {
  'use workflow';
  await begin();
  await sleep(ms);
  return await end();
}

export async function hold(file: string): Promise<number> {
  'use workflow';
  return await untilThere(file);
}

async function begin() {
  'use step';
  noteEffect('begin');
}

async function end() {
  'use step';
  noteEffect('end');
  return 'rested';
}

async function untilThere(file: string): Promise<number> {
  'use step';
  noteEffect('hold');
  while (!existsSync(file)) await pause(20);
  return process.pid;
}
`;

export interface PlatformBuildOptions {
  /** Settings of the module, as code. */
  workflow?: string;
  /** More lines of the configuration. */
  config?: string;
  env?: Record<string, string>;
}

/** A project that is built again and again. */
export class PlatformApplication {
  readonly #framework: NitroFramework;
  readonly #project: InstalledProject;
  readonly #outputs = mkdtempSync(join(tmpdir(), 'workflow-platform-'));
  #builds = 0;

  private constructor(framework: NitroFramework, project: InstalledProject) {
    this.#framework = framework;
    this.#project = project;
  }

  static async create(framework: NitroFramework): Promise<PlatformApplication> {
    const project = await InstalledProject.create(framework);
    await project.write('workflows/halting.ts', WORKFLOWS);
    return new PlatformApplication(framework, project);
  }

  /** @returns The directory of the output, outside the project, and the build's messages. */
  async build({ workflow = '', config = '', env = {} }: PlatformBuildOptions = {}): Promise<Outcome & { dir: string }> {
    const plain = await this.#project.read(CONFIG);
    await this.#project.edit(CONFIG, MODULES, `${MODULES}\n  workflow: { ${workflow} },\n  ${config}`);
    const outcome = await this.#project.run({ ...this.#framework.build, args: ['build', '--preset', 'vercel'], env });
    await this.#project.write(CONFIG, plain);
    if (!outcome.ok) throw new Error(outcome.output);
    const dir = join(this.#outputs, String((this.#builds += 1)));
    await rename(this.#project.path(OUTPUT), dir);
    return { ...outcome, dir };
  }

  /** The ids of the workflows by their names. */
  async workflowIds(): Promise<Record<string, string>> {
    const { workflows } = JSON.parse(await this.#project.read(await this.#findManifest())) as Manifest;
    const entries = Object.values(workflows).flatMap((file) => Object.entries(file));
    return Object.fromEntries(entries.map(([name, { workflowId }]) => [name, workflowId]));
  }

  /** Versions differ in where they build. */
  async #findManifest(): Promise<string> {
    const manifests = glob('{node_modules/,}.nitro/workflow/manifest.json', { cwd: this.#project.dir });
    for await (const file of manifests) return file;
    throw new Error('The build has no manifest.');
  }

  remove(): void {
    this.#project.remove();
    rmSync(this.#outputs, { recursive: true, force: true });
  }
}

export interface Deployment {
  host: PlatformHost;
  client: AppClient;
  /** A directory for the test's files. */
  dir: string;
  remove(): Promise<void>;
}

/** Serves a build with a new store. @param env Environment of its functions, besides the secrets. */
export async function deploy(outputDir: string, env: Record<string, string> = {}, base = ''): Promise<Deployment> {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-deployment-'));
  const effectsFile = join(dir, 'effects.jsonl');
  const host = new PlatformHost({
    outputDir,
    env: {
      ...cleanEnvironment(),
      VERCEL: '1',
      WORKFLOW_DATA_DIR: dir,
      WORKFLOW_LEASE_MS: String(LEASE_MS),
      WORKFLOW_SECRET: SECRET,
      CRON_SECRET,
      EFFECTS_FILE: effectsFile,
      ...env,
    },
    // A process halted during a write would keep the embedded store locked for all others.
    betweenWrites(act) {
      using store = new DatabaseSync(join(dir, 'workflow.db'), { timeout: 5_000 });
      store.exec('BEGIN IMMEDIATE');
      act();
    },
  });
  await host.start();
  return {
    host,
    client: new AppClient({ url: host.url, base, effectsFile }),
    dir,
    async remove() {
      await host.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
