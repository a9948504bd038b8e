/** The application of the framework tests as the functions of a hosting platform, with its runs in PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppClient, SECRET } from '../../frameworks/app-client.ts';
import { astro as astroSite } from '../../frameworks/astro/astro.ts';
import type { Command, Framework } from '../../frameworks/framework.ts';
import { InstalledProject } from '../../frameworks/installed-project.ts';
import { nitro as nitroServer } from '../../frameworks/nitro/nitro.ts';
import { turbopack } from '../../frameworks/next/next.ts';
import { nuxt as nuxtSite } from '../../frameworks/nuxt/nuxt.ts';
import { cleanEnvironment } from '../../frameworks/server-process.ts';
import { sveltekit2 } from '../../frameworks/sveltekit/sveltekit.ts';
import { WAIT } from '../../time-limits.ts';
import { postgresUrl, query } from '../../world/postgres-queries.ts';
import { CRON_SECRET } from '../application.ts';
import { addProjectFiles } from '../build-output.ts';
import { PlatformHost } from '../platform-host.ts';

/** A framework whose build is functions. */
export interface FunctionFramework extends Pick<Framework, 'name' | 'template' | 'appDir'> {
  build: Command;
  /** The folder of the output. */
  output: string;
  /** The integration adds its routes and the cron to the output. Else the project names the cron. */
  isOutputOurs: boolean;
}

const ONTO_PLATFORM = { NITRO_PRESET: 'vercel', VERCEL: '1' };

/** @param folder Its package.json, and its configuration for the platform. */
function asFunctions(
  framework: Pick<FunctionFramework, 'name' | 'template' | 'appDir' | 'build'>,
  folder: string,
): FunctionFramework {
  const { name, template, appDir = '', build } = framework;
  const overlay = join(import.meta.dirname, '../templates', folder);
  const env = { ...build.env, ...ONTO_PLATFORM };
  return {
    name,
    appDir,
    template: [template, overlay].flat(),
    build: { ...build, env },
    output: '.vercel/output',
    isOutputOurs: true,
  };
}

export const nitro = asFunctions(nitroServer, 'nitro');
export const nuxt = asFunctions(nuxtSite, 'nuxt');
export const sveltekit = asFunctions(sveltekit2, 'sveltekit');
export const astro = asFunctions(astroSite, 'astro');
const onAdapter = {
  ...turbopack.build,
  env: { ...turbopack.build.env, NEXT_ADAPTER_PATH: '@next-community/adapter-vercel' },
};
export const next: FunctionFramework = {
  ...asFunctions({ ...turbopack, build: onAdapter }, 'next'),
  output: '.next/output',
  isOutputOurs: false,
};

/** A workflow that sleeps: between its steps no process is there. */
const NAP = `
import { sleep } from 'workflow';
import { noteEffect } from '../effects.ts';

export async function nap(ms: number): Promise<string> {
  'use workflow';
  await note('begin');
  await sleep(ms);
  await note('end');
  return 'rested';
}

async function note(name: string) {
  'use step';
  noteEffect(name);
}
`;

/** Builds the application. @returns The output, outside the project, and the messages of the build. */
export async function buildFunctions({ build, output, ...framework }: FunctionFramework) {
  const project = await InstalledProject.create(framework);
  try {
    await project.write(project.appFile('workflows/nap.ts'), NAP);
    const { ok, output: printed } = await project.run(build);
    if (!ok) throw new Error(printed);
    const folder = mkdtempSync(join(tmpdir(), 'workflow-functions-'));
    const dir = join(folder, 'output');
    addProjectFiles(project.path(output), project.dir);
    renameSync(project.path(output), dir);
    if (!framework.isOutputOurs) addCrons(dir, await project.read('vercel.json'));
    const place = framework.appDir === '' ? '' : `${framework.appDir}/`;
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    return { dir, printed, napId: `workflow//./${place}workflows/nap//nap`, remove };
  } finally {
    project.remove();
  }
}

/** As the platform does with the crons of a project. */
function addCrons(outputDir: string, settings: string): void {
  const file = join(outputDir, 'config.json');
  const config = { ...JSON.parse(readFileSync(file, 'utf8')), ...JSON.parse(settings) };
  writeFileSync(file, JSON.stringify(config));
}

/** Serves a build, one process for each call, with a store of its own. @param env Takes precedence. */
export async function serveFunctions(outputDir: string, env: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-functions-'));
  const effectsFile = join(dir, 'effects.jsonl');
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(postgresUrl());
  // The address takes precedence over the name that the World gives.
  url.searchParams.set('application_name', schema);
  const host = new PlatformHost({
    outputDir,
    env: {
      ...cleanEnvironment(),
      NODE_ENV: 'production',
      VERCEL: '1',
      WORKFLOW_WORLD: 'postgres',
      DATABASE_URL: url.href,
      WORKFLOW_DATABASE_SCHEMA: schema,
      WORKFLOW_SECRET: SECRET,
      CRON_SECRET,
      EFFECTS_FILE: effectsFile,
      ...env,
    },
    betweenWrites: (act) => act(),
    oneProcessPerCall: true,
  });
  await host.start();
  return {
    host,
    // Each call starts a process.
    client: new AppClient({ url: host.url, effectsFile, answerLimitMs: WAIT.timeout }),
    /** Connections of all functions to the database. */
    async countConnections(): Promise<number> {
      const rows = await query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name = '${schema}'`,
      );
      return rows[0]!.n;
    },
    async remove() {
      await host.close();
      await query(`drop schema if exists ${schema} cascade`);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
