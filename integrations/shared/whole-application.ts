/**
 * Waits for the graph of an application that a bundler reads, before it reads what depends on the graph. Only then is
 * it known which files the application imports, by whatever path, alias or plugin.
 */
import { isAbsolute, sep } from 'node:path';
import type { Plugin, PluginContext } from 'rolldown';

/** The build that waits, and how it is completed. */
interface WaitingBuild extends Pick<WaitingModules, 'complete'> {
  /** Returns the absolute path of the folder of the build, once it is known. */
  outDir(): string;
  /** The id of a module without a file that waits, too. Default: none. */
  beside?: string;
}

/** The build of the workflows waits for all other modules, see {@link afterApplication}. */
export const wholeApplication = ({ outDir, beside, complete }: WaitingBuild): Plugin =>
  afterApplication({ waits: (id) => id === beside || id.startsWith(outDir() + sep), complete });

/** The modules that wait, and how they are made. */
interface WaitingModules {
  /** Whether a module waits. */
  waits(id: string): boolean;
  /**
   * Makes the modules that wait. Called once for each bundle, when all others are known.
   * @param ids All others.
   */
  complete(ids: ReadonlySet<string>): Promise<unknown> | void;
}

/**
 * A plugin for Rolldown, Rollup and Vite. It belongs before all plugins that load the modules that wait.
 *
 * While the first of these is loaded, the others are loaded from the entries on, as the bundler itself does it. To load
 * a module is not to load its imports, so nothing waits in a circle.
 */
export function afterApplication({ waits, complete }: WaitingModules): Plugin {
  let graph = new ApplicationGraph([], waits);
  let completed: Promise<unknown> | null = null;
  const forRollup = {
    /** The plugin for CommonJS waits for the imports of modules in the cache: none that waits may be among them. */
    shouldTransformCachedModule: {
      order: 'pre' as const,
      handler: ({ resolvedSources }: { resolvedSources: Record<string, { id: string }> }) =>
        Object.values(resolvedSources).some(({ id }) => waits(id)) || null,
    },
  };
  return {
    ...forRollup,
    name: 'workflow:whole-application',
    buildStart({ input }) {
      graph = new ApplicationGraph(Object.values(input), waits);
      completed = null;
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (importer === undefined || !isRolldown(this)) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (found) graph.note(found.id, { isExternal: Boolean(found.external) });
        return found;
      },
    },
    load: {
      order: 'pre',
      async handler(id) {
        if (!waits(id)) return null;
        await (completed ??= graph.loadAll(this).then(complete));
        return null;
      },
    },
  };
}

const isRolldown = ({ meta }: Pick<PluginContext, 'meta'>): boolean => 'rolldownVersion' in meta;

class ApplicationGraph {
  readonly #entries: readonly string[];
  readonly #waits: (id: string) => boolean;
  /** The answers of plugins. To load a module that is external is a fatal error of Rolldown, which tells of none. */
  readonly #isExternal = new Map<string, boolean>();
  readonly #visited = new Set<string>();
  readonly #loaded = new Set<string>();

  constructor(entries: readonly string[], waits: (id: string) => boolean) {
    this.#entries = entries;
    this.#waits = waits;
  }

  note(id: string, { isExternal }: { isExternal: boolean }): void {
    this.#isExternal.set(id, isExternal);
  }

  /** Loads all modules that the entries lead to, except for those that wait. */
  async loadAll(context: PluginContext): Promise<ReadonlySet<string>> {
    const resolve = (entry: string) => context.resolve(entry, undefined, { isEntry: true });
    const entries = (await Promise.all(this.#entries.map(resolve))).filter((entry) => entry !== null);
    for (const { id, external } of entries) this.note(id, { isExternal: Boolean(external) });
    await Promise.all(entries.map(({ id }) => this.#visit(context, id)));
    return this.#loaded;
  }

  /** A module that cannot be loaded is for the bundler to report. */
  async #visit(context: PluginContext, id: string): Promise<void> {
    if (this.#visited.has(id)) return;
    this.#visited.add(id);
    if (this.#waits(id) || this.#isLeftOut(context, id)) return;
    const isLoaded = await context.load({ id, resolveDependencies: true }).then(
      () => true,
      () => false,
    );
    const module = isLoaded ? context.getModuleInfo(id) : null;
    if (!module) return;
    this.#loaded.add(id);
    const imports = [...module.importedIds, ...module.dynamicallyImportedIds];
    await Promise.all(imports.map((imported) => this.#visit(context, imported)));
  }

  #isLeftOut(context: PluginContext, id: string): boolean {
    if (!isRolldown(context))
      return (context.getModuleInfo(id) as { isExternal?: boolean } | null)?.isExternal ?? false;
    // No plugin is asked about names that an option makes external.
    return this.#isExternal.get(id) ?? !isAbsolute(id);
  }
}
