/** Loads the modules of a finished bundle, as each run does, and says what throws. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadFailure, WorkflowBundle } from '../../runtime/contract/build.ts';
import { text } from '../ast.ts';
import { createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { BundleProblem } from './bundle-problems.ts';
import { type ImportSite, importLiterals } from './import-chain.ts';
import type { ModuleGraph } from './module-graph.ts';
import type { BuildProject } from './project.ts';
import { isInstalled, packageOf, readSourceFile } from './source-files.ts';

/** One problem for each error, whichever workflows it hits. */
export async function findLoadProblems(
  project: BuildProject,
  bundle: WorkflowBundle,
  graph: ModuleGraph,
): Promise<BundleProblem[]> {
  const failures = (await project.tryBundle?.(bundle)) ?? [];
  const problems = failures.map((failure) => toProblem(project, failure, graph));
  return [...new Map(problems.map((problem) => [problem.diagnostic.text, problem])).values()];
}

/** At the innermost line of the user's; an error inside a package is shown where the user's code imports it. */
function toProblem({ rootDir }: BuildProject, { error, places }: LoadFailure, graph: ModuleGraph): BundleProblem {
  const known = places
    .map((place) => ({ ...place, path: resolve(rootDir, place.source) }))
    .filter(({ path }) => existsSync(path));
  const [innermost] = known;
  const own = known.find(({ path }) => !isInstalled(path));
  const site = own ? toSite(rootDir, own) : innermost ? importOf(rootDir, graph, innermost.path) : null;
  const where = innermost && isInstalled(innermost.path) ? ` In the package "${packageOf(innermost.path)}".` : '';
  const message = compileError('compile_module_throws', { error, where });
  const shown = site ?? anySite(rootDir, graph, message);
  return {
    diagnostic: createDiagnostic(shown.file, shown.index, message),
    modules: known.map((place) => place.path),
    reason: `it throws there: ${error}`,
  };
}

function toSite(rootDir: string, { path, line, column }: { path: string; line: number; column: number }): ImportSite {
  const file = readSourceFile(rootDir, path);
  return { file, index: file.positions.indexAt({ line, column: column - 1 }) };
}

/** Without any place it is shown at the first file of the project that is in the bundle. */
function anySite(rootDir: string, graph: ModuleGraph, error: ReturnType<typeof compileError>): ImportSite {
  const path = [...graph.keys()].find((id) => !id.startsWith('\0') && !isInstalled(id) && existsSync(id));
  if (path === undefined) throw error;
  return { file: readSourceFile(rootDir, path), index: 0 };
}

/** Where the user's code imports a module of a package: the place from which the fewest imports lead to it. */
function importOf(rootDir: string, graph: ModuleGraph, module: string): ImportSite {
  const reached = new Set([module]);
  for (const id of reached) {
    for (const [importer, imported] of graph) {
      if (!imported.includes(id)) continue;
      if (!importer.startsWith('\0') && !isInstalled(importer)) return importSite(rootDir, importer, id);
      reached.add(importer);
    }
  }
  return { file: readSourceFile(rootDir, module), index: 0 };
}

/** The import in a file that names the package of a module; the start of the file when its text does not show it. */
function importSite(rootDir: string, importer: string, imported: string): ImportSite {
  const file = readSourceFile(rootDir, importer);
  const name = packageOf(imported);
  const literal = importLiterals(file).find((one) => `${text(one)}/`.startsWith(`${name}/`));
  return { file, index: literal?.span.start ?? 0 };
}
