/** Loads the modules of a finished bundle, as each run does, and says what throws. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadFailure, WorkflowBundle } from '../../runtime/contract/build.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { BundleProblem } from './bundle-problems.ts';
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
  const path = own?.path ?? (innermost ? importerOf(graph, innermost.path) : null) ?? innermost?.path ?? null;
  const where = innermost && isInstalled(innermost.path) ? ` In the package "${packageOf(innermost.path)}".` : '';
  const message = compileError('compile_module_throws', { error, where });
  return {
    diagnostic: path === null ? unplaced(rootDir, graph, message) : placed(rootDir, path, own, message),
    modules: known.map((place) => place.path),
    reason: `it throws there: ${error}`,
  };
}

function placed(
  rootDir: string,
  path: string,
  at: { line: number; column: number } | undefined,
  error: ReturnType<typeof compileError>,
): Diagnostic {
  const file = readSourceFile(rootDir, path);
  const index = at ? file.positions.indexAt({ line: at.line, column: at.column - 1 }) : 0;
  return createDiagnostic(file, index, error);
}

/** Without any place it is shown at the first file of the project that is in the bundle. */
function unplaced(rootDir: string, graph: ModuleGraph, error: ReturnType<typeof compileError>): Diagnostic {
  const path = [...graph.keys()].find((id) => !id.startsWith('\0') && !isInstalled(id) && existsSync(id));
  if (path === undefined) throw error;
  return placed(rootDir, path, undefined, error);
}

/** The user's module from which the fewest imports lead to a module of a package. */
function importerOf(graph: ModuleGraph, module: string): string | null {
  const reached = new Set([module]);
  for (const id of reached) {
    for (const [importer, imported] of graph) {
      if (!imported.includes(id)) continue;
      if (!importer.startsWith('\0') && !isInstalled(importer)) return importer;
      reached.add(importer);
    }
  }
  return null;
}
