/** The plugin that gives an application its view of files with directives, in whatever bundler it is built with. */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type UnpluginInstance, createUnplugin } from 'unplugin';
import { CHANGED_TEXTS, toDisplayName } from '../build/source-files.ts';
import { compileView } from '../compile-module.ts';
import { CompileFailure } from '../diagnostics.ts';
import { toModuleId } from '../module-id.ts';
import type { ViewResult } from '../views/view-builder.ts';
import { reportFailure } from './report-failure.ts';

/** The options of the bundler plugins; each has a default. */
export interface WorkflowPluginOptions {
  /**
   * Root of the project, the same that the builder has: ids of workflows are paths from here. Default: the root that
   * Vite is configured with, elsewhere the working directory.
   */
  rootDir?: string;
  /** Folder of the builder's files, relative to `rootDir`. They are compiled already and pass through as they are. */
  outDir?: string;
}

/** Modules with a path of their own; a query may follow. Virtual modules begin with a zero character. */
const MODULE_ID = /^[^\0?]+\.[cm]?[jt]sx?(?:\?|$)/;

/**
 * Compiles files with directives to their client view; others cost one search for a text. Warnings are left to the
 * builder, which sees each file once: a bundler may compile one for several targets.
 */
export const clientView: UnpluginInstance<WorkflowPluginOptions | undefined, false> = createUnplugin(
  (options = {}, { framework }) => {
    let root: string | null = null;
    /** Bundlers name modules by their real paths. A plugin may be made before the folder is known to be there. */
    const rootOf = (): string => (root ??= realpathSync(resolve(options.rootDir ?? '.')));
    const isBuilt = (path: string): boolean =>
      options.outDir !== undefined && path.startsWith(resolve(rootOf(), options.outDir) + sep);
    const transform = {
      // Before plugins that strip types: positions and directives are those of the user's text.
      order: 'pre' as const,
      filter: { id: MODULE_ID, code: [...CHANGED_TEXTS] },
      handler(this: Parameters<typeof reportFailure>[0], code: string, id: string) {
        const path = resolve(id.replace(/\?.*$/s, ''));
        if (isBuilt(path)) return null;
        try {
          const compiled = compileClientView({ path, code, rootDir: rootOf() });
          return compiled && { code: compiled.code, map: compiled.map.toString() };
        } catch (error) {
          if (!(error instanceof CompileFailure)) throw error;
          reportFailure(this, { failure: error, code, framework });
          return null;
        }
      },
    };
    return {
      name: 'workflow',
      enforce: 'pre',
      transform,
      esbuild: { onLoadFilter: MODULE_ID },
      vite: {
        configResolved(config) {
          if (options.rootDir === undefined) root = realpathSync(config.root);
        },
      },
    };
  },
);

function compileClientView(options: { path: string; code: string; rootDir: string }): ViewResult | null {
  const { path, code, rootDir } = options;
  return compileView({
    path,
    code,
    name: toDisplayName(rootDir, path),
    moduleId: toModuleId({ path, rootDir }),
    view: 'client',
  });
}
