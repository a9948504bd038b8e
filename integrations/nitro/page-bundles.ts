/**
 * The bundles that Vite makes for pages, before Nitro's server. They share no modules with it, so the steps that their
 * code leads to run in them.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { listFiles, type ListedFile } from '../../compiler/build/list-step-files.ts';
import { mapOf, STEPS_FILE } from '../../compiler/build/output-files.ts';
import { COMPILED_MODULE } from '../../compiler/views/view-builder.ts';
import { filesWithSteps, graphOf, type Reached } from '../shared/divided-steps.ts';
import type { NitroProject } from './options.ts';

/** One of them. */
export interface PageBundle {
  /** Its modules, by their ids in the bundler: of files, their absolute paths. */
  ids: ReadonlySet<string>;
  /** The files with steps that it leads to. Known when the hook has returned. */
  files: readonly ListedFile[];
  /** The absolute path of its folder, and its chunk that exports `loadSteps` for these files; `null`: there is none. */
  output: { dir: string; chunk: string } | null;
}

type WrittenBundle = PageBundle & { output: object };

/** The last build, and the ids of the server's own modules. */
interface ServerBundle {
  result: BuildResult;
  ids: ReadonlySet<string>;
}

declare module 'nitro/types' {
  interface NitroHooks {
    /** Called in production for each bundle of pages whose modules are known. */
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
  add(bundle: PageBundle, { manifest, imports }: BuildResult): void {
    const files = filesWithSteps(this.#project.rootDir, manifest);
    bundle.files = files.filter((file) => graphOf(file, [[bundle, bundle.ids]], imports));
    this.#bundles.push(bundle);
  }

  /** Whether a file is part of one. */
  has(path: string): boolean {
    return this.#written.some(({ output }) => path.startsWith(output.dir + sep));
  }

  /** The plugin for Nitro's server. @param server Asked when all its modules are known. */
  plugin(server: () => ServerBundle): Plugin {
    const steps = join(this.#project.outDir, STEPS_FILE);
    return {
      name: 'workflow:page-bundles',
      load: {
        order: 'pre',
        handler: async (id) => {
          if (id === steps && this.#written.length > 0) return this.#codeOf(server());
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

  #codeOf({ result: { manifest, imports }, ids }: ServerBundle): string {
    const { rootDir, outDir } = this.#project;
    const pages = this.#written;
    const reached: Reached<PageBundle | null> = [[null, ids], ...pages.map((one) => [one, one.ids] as const)];
    const divided = Map.groupBy(filesWithSteps(rootDir, manifest), (file) => {
      const graph = graphOf(file, reached, imports);
      return graph?.files.some(({ path }) => path === file.path) ? graph : null;
    });
    const ofPages = pages.map((one) => {
      const files = (divided.get(one) ?? []).map(({ file, stepNames }) => ({ file, stepNames }));
      const chunk = join(one.output.dir, one.output.chunk);
      return `\n  { files: ${JSON.stringify(files)}, load: () => import(${JSON.stringify(chunk)}) },`;
    });
    return `// Steps of the server and of pages.
import { loadStepFiles, stepFileLoader } from '${COMPILED_MODULE}';
const files = ${listFiles(outDir, divided.get(null) ?? [])};
const pages = [${ofPages.join('')}\n];
export async function loadSteps(options) {
  const steps = await loadStepFiles({ version: '', files }, null, options);
  const loadFile = stepFileLoader(steps, options);
  for (const { files, load } of pages)
    for (const one of files)
      await loadFile(one, async () => {
        const { loadSteps } = await load();
        for (const [name, step] of await loadSteps({ ...options, only: new Set([one.file]) })) steps.set(name, step);
      });
  return steps;
}
`;
  }
}
