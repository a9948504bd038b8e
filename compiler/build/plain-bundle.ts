/** Makes a bundle of one file of the user's as the plain code that it is, for `workflow compare`. */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { BuildModules } from './build-modules.ts';
import { createKeptModules } from './builder.ts';
import { lowerClasses } from './lower-classes.ts';
import { type BuilderOptions, resolveProject } from './project.ts';
import { runBundler } from './run-bundler.ts';
import { isInstalled } from './source-files.ts';
import { takeStepFiles } from './step-files.ts';
import { keepPackageImports } from './step-imports.ts';
import { inputOptions } from './step-bundle.ts';
import { compileView } from './view-plugin.ts';
import { virtualModules } from './virtual-modules.ts';

/** A file, and what is known of the build that it belongs to. */
export interface PlainRequest {
  /** Absolute path. */
  file: string;
  /** Absolute paths of all files with directives. */
  modules: readonly string[];
  /** Absolute paths of the modules that stand for others, by what imports name them. */
  standIns: Readonly<Record<string, string>>;
}

/**
 * Bundles the file with all that it imports; packages stay imports, as they do in the step bundle.
 * @returns The text of an ES module for the output folder.
 * @throws CompileFailure
 */
export async function bundlePlain(options: BuilderOptions, request: PlainRequest): Promise<string> {
  const project = resolveProject(options);
  const { rootDir, outDir: dir } = project;
  const modules = new BuildModules(rootDir, createKeptModules(project));
  const plugins = [
    virtualModules(new Map()),
    standIn(request.standIns),
    keepPackageImports(project, new Set(request.modules.filter(isInstalled)), new Set()),
    compileView(modules, 'plain'),
    takeStepFiles({ rootDir, modules, problems: [] }),
    lowerClasses(),
  ];
  const input = { ...inputOptions(project, plugins), input: request.file, treeshake: false };
  const output = { format: 'esm', codeSplitting: false, keepNames: true, dir } as const;
  const { chunk } = await runBundler({ rootDir, modules, view: 'plain' }, { input, output });
  return chunk.code;
}

/** They stay imports, so that all bundles of a process have the same ones. */
const standIn = (standIns: PlainRequest['standIns']): Plugin => ({
  name: 'workflow:stand-ins',
  resolveId: {
    order: 'pre',
    handler: (source) =>
      Object.hasOwn(standIns, source) ? { id: pathToFileURL(standIns[source]!).href, external: true } : null,
  },
});
