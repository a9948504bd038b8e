/** Asks the build what is wrong with the workflows of a project: only a bundler knows what is left of packages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OUT_DIR } from '../../../compiler/build/output-files.ts';
import { type BuilderOptions, createBuilder } from '../../../compiler/build/builder.ts';
import type { Diagnostic } from '../../../compiler/diagnostics.ts';
import { type BuildAnswer, type BuildQuestion, sourcesToBuild, textsWithNewImports } from '../project/build-sources.ts';
import type { Project } from '../project/project.ts';

/** Nothing is written there: the build that is made here is only looked at. */

interface InspectedProject extends Pick<BuildQuestion, 'rootDir' | 'dirs'> {
  sources: () => BuildQuestion['sources'];
  unsaved: () => BuildQuestion['unsaved'];
}

/** How a build tries out the bundle: see `BuilderOptions`. */
type Trial = Required<Pick<BuilderOptions, 'tryBundle'>>;

/**
 * @param project `sources` and `unsaved` are called for each build.
 * @returns A function that builds the files on disk. Whatever stays the same is kept for the next call.
 */
export function createInspector({
  rootDir,
  dirs,
  sources,
  unsaved,
  tryBundle,
}: InspectedProject & Trial): () => Promise<BuildAnswer> {
  let texts = new Map<string, string>();
  const found = dirs ? { dirs } : { sources };
  const builder = createBuilder({ rootDir, outDir: DEFAULT_OUT_DIR, tryBundle, unsaved: () => texts, ...found });
  return async () => {
    // Without workflows and steps there is nothing to build.
    texts = new Map(Object.entries(unsaved()));
    const built = texts;
    const problems = sources().length > 0 ? (await builder.inspect()).filter(isCertain(rootDir)) : [];
    const paths = [...new Set(problems.map(({ file }) => file))];
    return { problems, texts: Object.fromEntries(paths.map((path) => [path, built.get(path) ?? readBuilt(path)])) };
  };
}

/** A project that can be asked for what a build says of it. */
export class BuildInspector {
  readonly #project: Project;
  readonly #inspect: () => Promise<BuildAnswer>;

  /** @param open The files that an editor may have changed, see `textsWithNewImports`. Default: none. */
  constructor(project: Project, { tryBundle, open = () => [] }: Trial & { open?: () => Iterable<string> }) {
    const { rootDir, dirs } = project;
    this.#project = project;
    this.#inspect = createInspector({
      rootDir,
      dirs,
      sources: () => sourcesToBuild(project),
      unsaved: () => textsWithNewImports(project, open()),
      tryBundle,
    });
  }

  /** Gives the project the problems that a build would report now. */
  async inspect(): Promise<void> {
    this.#project.keepBuildProblems(await this.#inspect());
  }
}

/** Empty for a file that is gone: then the problem is gone as well. */
function readBuilt(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const UNRESOLVED = /^"([^"]+)" cannot be found/;
const OF_FILE = /^[./]/;
const OF_PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?([a-z\d][\w.-]*)(?:\/|$)/;

/**
 * Frameworks tell their builds of names that only they know: aliases such as `components/price`, and modules without a
 * file such as `#imports`. Those may be right.
 */
function isCertain(rootDir: string): (problem: Diagnostic) => boolean {
  return ({ code, message }) => {
    const specifier = code === 'compile_import_unresolved' ? UNRESOLVED.exec(message)?.[1] : undefined;
    if (specifier === undefined || OF_FILE.test(specifier)) return true;
    const name = OF_PACKAGE.exec(specifier)?.[1];
    return name !== undefined && !['', 'src', 'app'].some((folder) => existsSync(join(rootDir, folder, name)));
  };
}
