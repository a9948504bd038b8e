/** The application on NestJS: two versions, two servers, two kinds of modules, two compilers. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/@nestjs/cli/bin/nest.js';

interface Variant {
  name: string;
  /** Version 12 consists of ES modules, version 11 of CommonJS modules. */
  modules: 'esm' | 'commonjs';
  server: 'express' | 'fastify';
  /** Default: TypeScript's own. */
  compiler?: 'swc';
}

function createFramework({ name, modules, server, compiler }: Variant): Framework {
  const layers = [
    'template',
    `template-${modules}`,
    `template-${server}`,
    ...(compiler ? [`template-${compiler}`] : []),
  ];
  const moduleType = modules === 'esm' ? 'es6' : modules;
  return {
    name,
    template: layers.map((layer) => join(import.meta.dirname, layer)),
    appDir: 'src',
    build: [
      { script: CLI, args: ['build'] },
      { script: 'build-workflows.mjs', args: [moduleType] },
    ],
    production: {
      output: ['dist', '.nestjs', 'node_modules', 'package.json'],
      serve: (): Command => ({ script: 'dist/main.js', env: { NODE_ENV: 'production' } }),
    },
  };
}

export const nest12Express = {
  ...createFramework({ name: 'Nest 12, Express', modules: 'esm', server: 'express' }),
  // The process is not restarted, so only the option `watch` makes edits live.
  develop: (): Command => ({ script: CLI, args: ['start'] }),
};
export const nest12Fastify = createFramework({ name: 'Nest 12, Fastify', modules: 'esm', server: 'fastify' });
export const nest11Express = createFramework({
  name: 'Nest 11, Express, CommonJS',
  modules: 'commonjs',
  server: 'express',
});
export const nest11Fastify = {
  ...createFramework({ name: 'Nest 11, Fastify, CommonJS', modules: 'commonjs', server: 'fastify' }),
  develop: (): Command => ({ script: CLI, args: ['start', '--watch'] }),
  dropsRequests: '"nest start --watch" starts the application again after each edit',
  watchesPackages: true,
};
export const nest11Swc = createFramework({
  name: 'Nest 11, Express, CommonJS by swc',
  modules: 'commonjs',
  server: 'express',
  compiler: 'swc',
});
/** With tests for Jest, which take the compiled application. */
export const nest11Jest = {
  ...nest11Express,
  template: [nest11Express.template, join(import.meta.dirname, 'template-jest')].flat(),
};
