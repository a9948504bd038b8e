/** Makes the graphs of all workflows of a build. */
import type { WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import type { Imported, ResolveImport } from './call-targets.ts';
import { drawWorkflow } from './draw-workflow.ts';
import { type ExportedFunctions, exportedFunctions } from './exported-functions.ts';

/** The absolute path of the module that an import leads to; `null`: unknown. */
export type ResolveModule = (importer: string, source: string) => string | null;

interface Drawn {
  /** The results of resolving imports while the module was drawn. */
  answers: ReadonlyMap<string, { imported: Imported; found: DirectiveFunction | null }>;
  graphs: readonly (readonly [workflowId: string, graph: WorkflowGraph])[];
}

/** Files that did not change are drawn again only when their imports turn out to be something else. */
const drawnModules = new WeakMap<ModuleAnalysis, Drawn>();

/**
 * The graphs by workflow id.
 * @param modules All modules with directives.
 */
export function drawModules(
  modules: readonly ModuleAnalysis[],
  resolveModule: ResolveModule,
): ReadonlyMap<string, WorkflowGraph> {
  const resolveImport = createImportResolver(modules, resolveModule);
  return new Map(modules.flatMap((analysis) => drawModule(analysis, resolveImport).graphs));
}

function drawModule(analysis: ModuleAnalysis, resolveImport: ResolveImport): Drawn {
  const known = drawnModules.get(analysis);
  if (known && [...known.answers.values()].every(({ imported, found }) => resolveImport(imported)?.id === found?.id)) {
    return known;
  }
  const answers = new Map<string, { imported: Imported; found: DirectiveFunction | null }>();
  const remember: ResolveImport = (imported) => {
    const found = resolveImport(imported);
    answers.set(JSON.stringify(imported), { imported, found });
    return found;
  };
  const workflows = analysis.functions.filter(({ kind }) => kind === 'workflow');
  const graphs = workflows.map((workflow) => [workflow.id, drawWorkflow(analysis, workflow, remember)] as const);
  const drawn = { answers, graphs };
  drawnModules.set(analysis, drawn);
  return drawn;
}

function createImportResolver(modules: readonly ModuleAnalysis[], resolveModule: ResolveModule): ResolveImport {
  const byPath = new Map(modules.map((analysis) => [analysis.file.path, exportedFunctions(analysis)]));
  const onlyOne = functionsWithUniqueName([...byPath.values()]);
  return (imported) => {
    let { importer, source, name } = imported;
    // Modules may pass on to each other what none of them has.
    for (const seen = new Set<string>(); ;) {
      const path = resolveModule(importer, source);
      if (path === null || seen.has(path)) return null;
      seen.add(path);
      const exported = byPath.get(path);
      // A module without directives may pass on what others export; nobody looked into it.
      if (!exported) return onlyOne.get(name) ?? null;
      const found = exported.get(name);
      if (!found || 'kind' in found) return found ?? null;
      ({ source, name } = found);
      importer = path;
    }
  };
}

function functionsWithUniqueName(modules: readonly ExportedFunctions[]): Map<string, DirectiveFunction> {
  const byName = new Map<string, Set<DirectiveFunction>>();
  for (const exported of modules) {
    for (const [name, found] of exported) {
      if ('kind' in found) byName.set(name, (byName.get(name) ?? new Set()).add(found));
    }
  }
  const unique = [...byName].filter(([name, found]) => found.size === 1 && name !== 'default');
  return new Map(unique.map(([name, [only]]) => [name, only!]));
}
