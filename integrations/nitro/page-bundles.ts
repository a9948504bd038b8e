/**
 * The bundles that Vite makes for pages, before Nitro's server. They share no modules with it, so the steps that their
 * code leads to run in them.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { mapOf, STEPS_FILE } from '../../compiler/build/output-files.ts';
import type { NitroProject } from './options.ts';
import { filesReached, type PageGraph, type ServerGraph, serverSteps } from './server-steps.ts';

/** One of them. */
export interface PageBundle extends Omit<PageGraph, 'importSteps'> {
  /** The absolute path of its folder, and its chunk that exports `loadSteps` for these files; `null`: there is none. */
  output: { dir: string; chunk: string } | null;
}

type WrittenBundle = PageBundle & { output: object };

declare module 'nitro/types' {
  interface NitroHooks {
    /** Called in production for each bundle of pages whose modules are known. It sets `files`. */
    'workflow:pages': (bundle: PageBundle) => Promise<void>;
  }
}

/** The bundles of one production build. */
export class PageBundles {
  readonly #project: NitroProject;
  readonly #bundles: PageBundle[] = [];

  constructor(project: NitroProject) {
    this.#project = project;
  }

  /** Tells which files a bundle brings along. @param result The build with all files with directives in it. */
  add(bundle: PageBundle, result: BuildResult): void {
    bundle.files = filesReached(this.#project, result, bundle.ids);
    this.#bundles.push(bundle);
  }

  /** Whether a file is part of one. */
  has(path: string): boolean {
    return this.#written.some(({ output }) => path.startsWith(output.dir + sep));
  }

  /** The plugin for Nitro's server. @param server Asked when all its modules are known. */
  plugin(server: () => ServerGraph): Plugin {
    const steps = join(this.#project.outDir, STEPS_FILE);
    return {
      name: 'workflow:page-bundles',
      load: {
        order: 'pre',
        handler: async (id) => {
          if (id === steps && this.#written.length > 0)
            return serverSteps(this.#project, server(), this.#written.map(toGraph));
          return this.has(id) && existsSync(mapOf(id))
            ? { code: await readFile(id, 'utf8'), map: await readFile(mapOf(id), 'utf8') }
            : null;
        },
      },
    };
  }

  /** A framework may build the same pages twice. */
  get #written(): WrittenBundle[] {
    const written = this.#bundles.filter((bundle): bundle is WrittenBundle => bundle.output !== null);
    return [...new Map(written.map((bundle) => [bundle.output.dir, bundle])).values()];
  }
}

const toGraph = ({ ids, files, output }: WrittenBundle): PageGraph => ({
  ids,
  files,
  importSteps: `import(${JSON.stringify(join(output.dir, output.chunk))})`,
});
