/**
 * Takes packages that have files with directives into the bundle, also where hosts leave packages outside: there
 * nothing would compile them, and they would be loaded a second time beside those files.
 */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { UnpluginOptions } from 'unplugin';
import type { Manifest } from '../../runtime/contract/build.ts';
import { isOwnFile } from '../own-code.ts';
import { MANIFEST_FILE } from '../build/output-files.ts';
import { isInstalled, packageFolder, packageOf } from '../build/source-files.ts';

/** The name of a package, or a path that the host has found for one. */
const CANDIDATE = /^[@\w/]/;
const NAME = /^(?:@[^/]+\/)?[^/]+/;

/** The hooks of bundlers that leave packages outside. */
type InnerPackageHooks = Required<Pick<UnpluginOptions, 'rollup' | 'rolldown' | 'vite'>> & {
  esbuild: NonNullable<UnpluginOptions['esbuild']>;
};

/**
 * @param foldersFor Returns the folders of the packages. Called for each import that may name one, with the context of
 * the bundler's plugin.
 */
export function innerPackages(foldersFor: (context: object) => ReadonlySet<string>): InnerPackageHooks {
  async function find(this: object, source: string, importer: string | undefined): Promise<string | null> {
    const folders = foldersFor(this);
    const isInner = (path: string): boolean => isInstalled(path) && folders.has(packageFolder(path));
    if (isAbsolute(source)) return isInner(source) ? source : null;
    const name = NAME.exec(source)![0];
    if (importer === undefined || ![...folders].some((folder) => packageOf(folder) === name)) return null;
    const { ResolverFactory } = await import('rolldown/experimental');
    const resolver = new ResolverFactory({ conditionNames: ['node', 'import', 'module', 'default'] });
    const { path } = resolver.sync(dirname(importer), source);
    return path !== undefined && isInner(path) ? path : null;
  }
  const resolveId = { order: 'pre' as const, filter: { id: CANDIDATE }, handler: find };
  return {
    rollup: { resolveId },
    rolldown: { resolveId },
    vite: { resolveId },
    esbuild: {
      setup: (build) =>
        build.onResolve({ filter: CANDIDATE }, async ({ path, importer }) => {
          const found = await find.call(build, path, importer);
          return found === null ? null : { path: found };
        }),
    },
  };
}

/** The folders of the packages that have some of the files, without this one. @param paths Absolute. */
export const packagesOf = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.filter((path) => isInstalled(path) && !isOwnFile(path)).map(packageFolder));

/** The same for a build in a folder; none without a build. @param rootDir Of the project. */
export function builtPackages(rootDir: string, outDir: string): ReadonlySet<string> {
  try {
    const manifest = JSON.parse(readFileSync(join(outDir, MANIFEST_FILE), 'utf8')) as Manifest;
    const files = [manifest.workflows, manifest.steps, manifest.classes].flatMap(Object.keys);
    return packagesOf(files.map((file) => resolve(rootDir, file)));
  } catch {
    return new Set();
  }
}
