/** A project with the module set up for a test: nothing is built, and no server runs. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createNitro } from 'nitro/builder';
import type { Nitro, NitroConfig } from 'nitro/types';
import type { Plugin } from 'rolldown';
import { onTestFinished } from 'vitest';
import type { BundlerConfig } from '../../../integrations/nitro/application-view.ts';
import { workflow } from '../../../integrations/nitro/nitro.ts';

const PACKAGE = join(import.meta.dirname, '../../..');

/** Contents by path. */
export type Files = Record<string, string>;

/** A folder that is deleted when the test has ended. */
export function makeProject(files: Files = {}): string {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-nitro-')));
  onTestFinished(() => rmSync(rootDir, { recursive: true, force: true }));
  mkdirSync(join(rootDir, 'routes'));
  mkdirSync(join(rootDir, 'node_modules'));
  symlinkSync(PACKAGE, join(rootDir, 'node_modules/workflow'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(rootDir, file)), { recursive: true });
    writeFileSync(join(rootDir, file), content);
  }
  return rootDir;
}

/** Sets the module up in a project. @param files Of a new project, unless the configuration names a `rootDir`. */
export async function setUp(config: NitroConfig, files?: Files): Promise<Nitro> {
  const rootDir = config.rootDir ?? makeProject(files);
  const nitro = await createNitro({
    rootDir,
    serverDir: './',
    buildDir: '.nitro',
    logLevel: 0,
    modules: [workflow],
    ...config,
  });
  onTestFinished(() => nitro.close());
  return nitro;
}

/** The plugins and watch options that the application's bundler gets. */
export async function bundlerConfigOf(nitro: Nitro): Promise<BundlerConfig> {
  const config: BundlerConfig = { plugins: [{ name: 'of-the-user' }] };
  await nitro.hooks.callHook('rollup:before', nitro, config);
  return config;
}

export const pluginNames = ({ plugins }: BundlerConfig): string[] => plugins.map(({ name }) => name);

/** One hook of a plugin, which is an object with filters. */
export function handlerOf(plugin: Plugin, name: 'transform' | 'resolveId'): (...args: any[]) => any {
  return (plugin[name] as { handler: (...args: any[]) => any }).handler;
}
