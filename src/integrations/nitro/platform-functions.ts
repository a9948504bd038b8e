/**
 * On the hosting platform, the routes are functions of their own in its build output: steps may then run longer than the
 * functions that answer visitors, on a server runtime of their own.
 */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import type { NitroProject } from './options.ts';

const PLATFORM_PRESET = 'vercel';
const FUNCTION_CONFIG_FILE = '.vc-config.json';

/** A function by its path below the prefix, and what a request's path must match to reach it. */
const FUNCTIONS = [
  { path: 'flow', pattern: 'flow' },
  { path: 'step', pattern: 'step' },
  { path: 'webhook/[token]', pattern: 'webhook/[^/]+' },
];

interface PlatformRoute {
  src?: string;
  dest?: string;
}

/** Works on what Nitro's preset has written: its server function is the code of ours, and its configuration their default. */
export function emitPlatformFunctions(nitro: Nitro, { runtime }: NitroProject): void {
  if (nitro.options.dev || nitro.options.preset !== PLATFORM_PRESET) return;
  nitro.hooks.hook('compiled', async ({ options: { output, baseURL } }) => {
    const functionsDir = join(output.dir, 'functions');
    for (const { path } of FUNCTIONS) {
      const dir = join(functionsDir, `${ROUTE_PREFIX}/${path}.func`);
      await copyFunction(output.serverDir, dir);
      await editJson(join(dir, FUNCTION_CONFIG_FILE), (config) => ({
        maxDuration: 'max',
        ...config,
        ...(runtime !== null && { runtime }),
      }));
    }
    await editJson(join(output.dir, 'config.json'), (config) => ({
      ...config,
      routes: [...platformRoutes(baseURL), ...((config['routes'] as PlatformRoute[] | undefined) ?? [])],
    }));
  });
}

/** Before all others: a page that answers any path must not get them. */
function platformRoutes(baseURL: string): PlatformRoute[] {
  const base = baseURL.replace(/\/+$/, '');
  const literal = (text: string): string => text.replaceAll('.', String.raw`\.`);
  return FUNCTIONS.map(({ path, pattern }) => ({
    src: `^${literal(base + ROUTE_PREFIX)}/${pattern}$`,
    dest: `${ROUTE_PREFIX}/${path}`,
  }));
}

/** Nitro may have made a link in its place. */
async function copyFunction(source: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await cp(source, target, { recursive: true });
}

type JsonObject = Record<string, unknown>;

async function editJson(file: string, edit: (content: JsonObject) => JsonObject): Promise<void> {
  const content: JsonObject = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, `${JSON.stringify(edit(content), null, 2)}\n`);
}
