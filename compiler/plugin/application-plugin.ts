/** The plugin that gives an application its view of files with directives, in whatever bundler it is built with. */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type UnpluginFactory, type UnpluginInstance, createUnplugin } from 'unplugin';
import { DEFAULT_OUT_DIR } from '../build/output-files.ts';
import { CHANGED_TEXTS, toDisplayName } from '../build/source-files.ts';
import { compilePlain, compileModule, type CompileOptions } from '../compile-module.ts';
import { CompileFailure } from '../diagnostics.ts';
import { toModuleId } from '../module-id.ts';
import type { LayerModules, ViewResult } from '../views/view-builder.ts';
import { isStepList, withoutBundle } from '../build/list-step-files.ts';
import { provideSteps, SERVER_IMPORT, STEP_TEXTS } from './application-steps.ts';
import { refuseDirectives } from './component-file.ts';
import { type DirectiveFile, firstDirective } from './directive-file.ts';
import { builtPackages, innerPackages } from './inner-packages.ts';
import { reportFailure } from './report-failure.ts';
import { serverBundle } from './server-bundle.ts';

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

/** The options of adapters, which build as well. */
export interface ApplicationPluginOptions extends WorkflowPluginOptions {
  /**
   * Called for each file with directives that code for a server imports. The bundler waits for the promise. An error is
   * one of the file.
   */
  onDirectives?(file: DirectiveFile): Promise<void> | undefined;
  /** Returns the folders of the packages that have files with directives. Default: those of the build in `outDir`. */
  packages?(rootDir: string): ReadonlySet<string>;
  /**
   * Whether steps run in what is compiled, as far as it is for a server. Called with the context of the bundler's
   * plugin. Default: never.
   */
  runsSteps?(context: object): boolean;
  /** The modules of the layer of code that runs steps, if the application has layers. Default: it has none. */
  layerModules?(): LayerModules | undefined;
  /** Whether `workflow/server` is told of the steps in the bundle, because no adapter loads them. Default: false. */
  tellsServer?: boolean;
  /** Whether files that code names beside itself become part of it: the bundle lies elsewhere. Default: true. */
  embedsFiles?: boolean;
}

/** The part of Vite's plugin context that tells for whom a module is compiled. */
interface ViteContext {
  environment?: { config?: { consumer?: string } };
}

/** Modules with a path of their own; a query may follow. Virtual modules begin with a zero character. */
const MODULE_ID = /^[^\0?]+\.[cm]?[jt]sx?(?:\?|$)/;
/** Components as they are on disk: parts of them have a query. */
const COMPONENT_ID = /^[^\0?]+\.(?:vue|svelte|astro)$/;

/**
 * Compiles files with directives to the view of the application; others cost one search for a text. Warnings are left
 * to the builder, which sees each file once: a bundler may compile one for several targets.
 */
const createPlugin: UnpluginFactory<ApplicationPluginOptions | undefined, false> = (options = {}, { framework }) => {
  let root: string | null = null;
  /** Bundlers name modules by their real paths. A plugin may be made before the folder is known to be there. */
  const rootOf = (): string => (root ??= realpathSync(resolve(options.rootDir ?? '.')));
  const outDirOf = (): string => resolve(rootOf(), options.outDir ?? DEFAULT_OUT_DIR);
  const runsSteps = (context: object): boolean => !isForBrowser(context) && (options.runsSteps?.(context) ?? false);
  const transform = {
    // Before plugins that strip types: positions and directives are those of the user's text.
    order: 'pre' as const,
    filter: { id: [MODULE_ID, COMPONENT_ID], code: [...CHANGED_TEXTS, ...(options.runsSteps ? STEP_TEXTS : [])] },
    handler(this: Parameters<typeof reportFailure>[0], code: string, id: string) {
      const path = resolve(id.replace(/\?.*$/s, ''));
      if (isStepList(code)) return runsSteps(this) ? { code: withoutBundle(code), map: null } : null;
      if (path.startsWith(outDirOf() + sep)) return null;
      try {
        if (COMPONENT_ID.test(path)) {
          const refusal = refuseDirectives({ path, code, rootDir: rootOf() });
          if (refusal) throw refusal;
          return null;
        }
        const { view, index } = compile({
          path,
          code,
          rootDir: rootOf(),
          embedsFiles: options.embedsFiles ?? true,
          ...(runsSteps(this) ? { view: 'application', layerModules: options.layerModules?.() } : { view: 'client' }),
        });
        const own = view && { code: view.code, map: view.map.toString() };
        const isServer = options.tellsServer && SERVER_IMPORT.test(code) && runsSteps(this);
        const result = isServer ? provideSteps({ path, code }, own, outDirOf()) : own;
        if (index === null || isForBrowser(this)) return result;
        const noted = options.onDirectives?.({ path, code, rootDir: rootOf(), index });
        return noted ? noted.then(() => result) : result;
      } catch (error) {
        if (!(error instanceof CompileFailure)) throw error;
        reportFailure(this, { failure: error, code, framework });
        return null;
      }
    },
  };
  let built: ReadonlySet<string> | null = null;
  const packages = innerPackages((context) => {
    // Browsers have forms of packages for themselves, and no package is left outside.
    if (isForBrowser(context)) return NONE;
    if (options.packages) return options.packages(rootOf());
    return options.runsSteps?.(context) ? (built ??= builtPackages(rootOf(), outDirOf())) : NONE;
  });
  return {
    name: 'workflow',
    enforce: 'pre',
    transform,
    rollup: { ...packages.rollup, onLog },
    rolldown: { ...packages.rolldown, onLog },
    esbuild: { ...packages.esbuild, onLoadFilter: MODULE_ID },
    vite: {
      ...packages.vite,
      onLog,
      configResolved(config) {
        if (options.rootDir === undefined) root = realpathSync(config.root);
      },
    },
  };
};

/** Lists of files with steps name them all, also those that the application imports itself. */
const LISTED_TWICE =
  /is dynamically imported by \S*(?:steps\.mjs|workflow:shared-modules) but also statically imported/;

const onLog = (_: unknown, { message }: { message: string }): false | undefined =>
  LISTED_TWICE.test(message) ? false : undefined;

const NONE: ReadonlySet<string> = new Set();

const isForBrowser = (context: object): boolean => (context as ViteContext).environment?.config?.consumer === 'client';

/** For adapters. */
export const applicationView: UnpluginInstance<ApplicationPluginOptions | undefined, false> =
  createUnplugin(createPlugin);

/** For users of bundlers, in whose bundles the steps run: `workflow/rollup` and its sisters. */
export const bundlerPlugin: UnpluginInstance<WorkflowPluginOptions | undefined, false> = createUnplugin(
  (options, meta) => {
    const { isForNode, hooks } = serverBundle();
    const plugin = createPlugin({ ...options, runsSteps: isForNode, tellsServer: true }, meta);
    return {
      ...plugin,
      ...hooks,
      rollup: { ...plugin.rollup, ...hooks.rollup },
      rolldown: { ...plugin.rolldown, ...hooks.rolldown },
      esbuild: { ...plugin.esbuild, ...hooks.esbuild },
    };
  },
);

interface ClientView {
  /** `null`: the file stays as it is. */
  view: ViewResult | null;
  /** Index of the first workflow or step; `null`: there is none. */
  index: number | null;
}

interface CompiledFile extends Pick<CompileOptions, 'path' | 'code' | 'view' | 'embedsFiles' | 'layerModules'> {
  rootDir: string;
}

function compile({ rootDir, ...file }: CompiledFile): ClientView {
  const { path } = file;
  const options: CompileOptions = {
    ...file,
    name: toDisplayName(rootDir, path),
    moduleId: toModuleId({ path, rootDir }),
  };
  const compiled = compileModule(options);
  return { view: compiled ?? compilePlain(options), index: compiled && firstDirective(compiled.info) };
}
