/** The application on Next, with each of its bundlers. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/next/dist/bin/next';
const HOST = '127.0.0.1';
/** Next ends its process by itself when its server is closed: as if the signal had. */
const exitCode = 143;
const env = { NEXT_TELEMETRY_DISABLED: '1' };

/** @param flag Selects the bundler in Next's commands. */
function on(bundler: string, flag: string) {
  return {
    name: `Next 16 (${bundler})`,
    template: join(import.meta.dirname, 'template'),
    sharesModules: true,
    sharesInDevelopment: 'all',
    build: { script: CLI, args: ['build', flag], env },
    production: {
      output: ['.next', 'node_modules', 'next.config.mjs', 'package.json'],
      serve: (port: number): Command => ({ script: CLI, args: ['start', '-H', HOST, '-p', String(port)], env }),
      exitCode,
    },
    develop: (port: number): Command => ({ script: CLI, args: ['dev', flag, '-H', HOST, '-p', String(port)], env }),
  } satisfies Framework;
}

export const turbopack = on('Turbopack', '--turbopack');
export const webpack = on('webpack', '--webpack');

/**
 * A project with Next's features: TypeScript, `src`, an `instrumentation` file, a proxy, a base path, trailing slashes.
 */
const whole = {
  template: join(import.meta.dirname, 'template-whole'),
  appDir: 'src',
  base: '/v2',
  production: {
    output: ['.next/standalone'],
    serve: (port: number): Command => ({
      script: '.next/standalone/server.js',
      env: { ...env, PORT: String(port), HOSTNAME: HOST },
    }),
    exitCode,
  },
};

export const wholeTurbopack = {
  ...turbopack,
  ...whole,
  name: 'Next 16 (Turbopack, standalone)',
} satisfies Framework;
export const wholeWebpack = { ...webpack, ...whole, name: 'Next 16 (webpack, standalone)' } satisfies Framework;
