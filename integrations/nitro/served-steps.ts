/**
 * The steps of a development server whose modules Vite serves: they run in the modules of the server, or in those of
 * pages beside it, which the same process evaluates.
 */
import { join, sep } from 'node:path';
import type { Plugin, PluginContext } from 'rolldown';
import type { DevEnvironment, Plugin as VitePlugin } from 'vite';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import { SOURCE_FILE } from '../../compiler/build/source-files.ts';
import { createBuildQueue } from '../shared/build-queue.ts';
import { SettledChanges } from '../shared/settled-changes.ts';
import type { SourceWatcherOptions, WatchedSources } from '../shared/watch-sources.ts';
import type { NitroProject } from './options.ts';
import { modulesOfPages, servedModules } from './served-modules.ts';
import { filesReached, type PageGraph, serverSteps } from './server-steps.ts';

/** Vite's event that tells the server of a build. */
export const BUILT_EVENT = 'workflow:built';

/** Pages, and the environment of Vite that has their modules. */
export interface ServedPages extends PageGraph {
  environment: DevEnvironment;
  /** The replacements of names, or of their beginnings, in imports. */
  alias: Readonly<Record<string, string>>;
}

declare module 'nitro/types' {
  interface NitroHooks {
    /** Called in development while modules are set up. @param pages Known when Vite's server is configured. */
    'workflow:served': (pages: Promise<readonly ServedPages[]>) => void;
  }
}

/** The list of the steps of one server. */
export class ServedSteps {
  readonly #project: NitroProject;
  /** Of the list. */
  readonly #path: string;
  readonly #server = Promise.withResolvers<DevEnvironment>();
  #pages: Promise<readonly ServedPages[]> = Promise.resolve([]);
  #result: BuildResult | null = null;
  #code: string | null = null;
  #listed: Promise<void> = Promise.resolve();
  #changes: SettledChanges | null = null;
  #inputs: ReadonlySet<string> = new Set();

  constructor(project: NitroProject) {
    this.#project = project;
    this.#path = join(project.outDir, STEPS_FILE);
  }

  /** Call it before the first build. */
  add(pages: Promise<readonly ServedPages[]>): void {
    this.#pages = pages;
  }

  /** Follows changes as Vite does: it has dropped what it knew of a file before that is built. */
  watch({ onChange }: Pick<SourceWatcherOptions, 'onChange'>): WatchedSources {
    const changes = (this.#changes = new SettledChanges(onChange));
    return { watchFiles: (files) => void (this.#inputs = new Set(files)), close: () => changes.close() };
  }

  /** The plugin for the environment of the server. */
  plugin(): Plugin {
    const begin = (environment: DevEnvironment): void => {
      this.#server.resolve(environment);
      // A file may have changed since the first build.
      this.#changes?.note(null);
    };
    const [path, lastCode] = [this.#path, () => this.#lastCode()];
    const root = this.#project.rootDir + sep;
    /** Vite watches its root, and what it has loaded. */
    const outside = (): string[] => [...this.#inputs].filter((file) => !file.startsWith(root));
    const plugin: Plugin & Pick<VitePlugin, 'hotUpdate' | 'perEnvironmentStartEndDuringDev'> = {
      name: 'workflow:served-steps',
      // Without it Vite calls the next hook for browsers alone.
      perEnvironmentStartEndDuringDev: true,
      buildStart() {
        begin((this as PluginContext & { environment: DevEnvironment }).environment);
      },
      hotUpdate: ({ file }) => {
        // Vite also sees the files of the store.
        if (SOURCE_FILE.test(file) || this.#inputs.has(file)) this.#changes?.note(file);
      },
      load: {
        order: 'pre',
        async handler(id) {
          if (id !== path) return null;
          for (const file of outside()) this.addWatchFile(file);
          return await lastCode();
        },
      },
    };
    return plugin;
  }

  /** Lists the steps of a build, and makes the server load them again. */
  update(result: BuildResult): void {
    this.#result = result;
    this.#listed = this.#list();
    // Whoever loads the list gets the error.
    this.#listed.catch(() => {});
  }

  /** `null`: no build succeeded yet. */
  async #lastCode(): Promise<string | null> {
    for (let listed = null; listed !== this.#listed;) {
      listed = this.#listed;
      await listed;
    }
    return this.#code;
  }

  readonly #list = createBuildQueue(async () => {
    const [server, pages] = await Promise.all([this.#server.promise, this.#pages]);
    // Without pages all steps are the server's.
    const ids = pages.length > 0 ? await servedModules(server) : new Set<string>();
    for (const page of pages) page.ids = await modulesOfPages(this.#project.rootDir, page);
    // Another build may be there, because the modules led to other files with directives.
    const result = this.#result!;
    for (const page of pages) page.files = filesReached(this.#project, result, page.ids);
    this.#code = serverSteps(this.#project, { result, ids }, pages);
    for (const { moduleGraph } of [server, ...pages.map(({ environment }) => environment)])
      for (const module of moduleGraph.getModulesByFile(this.#path) ?? []) moduleGraph.invalidateModule(module);
    server.hot.send(BUILT_EVENT);
  });
}
