/** The application on all supported versions of Nitro and with all of its builders. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const HOST = '127.0.0.1';
const VITE = 'node_modules/vite/bin/vite.js';

const production: Framework['production'] = {
  output: ['.output'],
  serve: (port) => ({
    script: '.output/server/index.mjs',
    env: { NITRO_PORT: String(port), NITRO_HOST: HOST },
  }),
};

/** @param script Nitro's command. @param templates Folders beside this file. */
function onNitro(name: string, script: string, templates: string[]) {
  const address = (port: number): string[] => ['--host', HOST, '--port', String(port)];
  return {
    name,
    template: templates.map((template) => join(import.meta.dirname, template)),
    sharesModules: true,
    sharesInDevelopment: 'all',
    watchesPackages: true,
    build: { script, args: ['build'] },
    production,
    develop: (port: number): Command => ({ script, args: ['dev', ...address(port)] }),
  } satisfies Framework;
}

const CLI = 'node_modules/nitro/dist/cli/index.mjs';
const CLI_2 = 'node_modules/nitropack/dist/cli/index.mjs';
/** Also true of Nuxt, which is built on version 2. */
export const dropsArrivals =
  'Nitro 2 and 3.0.0 leave requests without an answer that come while they replace their process.';
/** The base in the templates' configurations. */
const base = '/v2';

export const nitro = onNitro('Nitro 3 (beta)', CLI, ['template']);
export const nitroVite = onNitro('Nitro 3 (beta, Vite)', VITE, ['template', 'template-vite']);
export const nitroVitePlugin = onNitro('Nitro 3 (beta, Vite plugin)', VITE, ['template', 'template-vite-plugin']);
export const nitroSoak = onNitro('Nitro 3 (beta), many edits', CLI, ['template', 'template-soak']);
export const nitro30 = { ...onNitro('Nitro 3.0.0', CLI, ['template-3.0']), dropsArrivals };
export const nitro2 = { ...onNitro('Nitro 2', CLI_2, ['template-2']), dropsArrivals };
export const nitroBelow = { ...onNitro('Nitro 3 (beta) below a path', CLI, ['template', 'template-base']), base };
export const nitro2Below = {
  ...nitro2,
  ...onNitro('Nitro 2 below a path', CLI_2, ['template-2', 'template-2-base']),
  base,
};
