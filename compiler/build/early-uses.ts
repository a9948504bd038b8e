/**
 * Finds names that a module uses while it loads, before the module that declares them has run: modules that import each
 * other. Plain code throws there. In a bundle, where each workflow loads its modules when it begins, the name is
 * `undefined`.
 */
import { type Node, child, isFunction, parentOf, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type Binding, functionOf, type Reference, referenceOf } from '../analyze/scope.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { codeInside } from '../walk-code.ts';
import { findExported, wantedExport } from '../workflow-code/exported-binding.ts';
import { runsLater } from '../workflow-code/load-effects.ts';
import { findUses } from '../workflow-code/module-units.ts';
import { importedAs, type ModuleGraph } from './module-graph.ts';
import { parseLeniently } from './parse-leniently.ts';
import { isInstalled, SOURCE_FILE, toDisplayName } from './source-files.ts';
import type { ResolvedImports } from './view-plugin.ts';
import { ENTRY } from './virtual-modules.ts';

interface Context {
  rootDir: string;
  graph: ModuleGraph;
  resolvedImports: ResolvedImports;
}

/** A warning for each use, at its place. */
export function warnOfEarlyUses(context: Context): Diagnostic[] {
  const found = findOpenImports(context.graph).flatMap((pair) => earlyUses(context, pair));
  return [...new Map(found.map((diagnostic) => [diagnostic.text, diagnostic])).values()];
}

/** A module that runs while a module that it imports waits for it. */
interface OpenImport {
  importer: string;
  imported: string;
}

/** Walks the modules of each workflow in the order in which they load. */
function findOpenImports(graph: ModuleGraph): OpenImport[] {
  const found: OpenImport[] = [];
  for (const loader of graph.get(`\0${ENTRY}`) ?? []) {
    const begun = new Set<string>();
    const open = new Set<string>();
    const load = (id: string): void => {
      if (begun.has(id)) return;
      begun.add(id);
      open.add(id);
      const imports = graph.get(id) ?? [];
      for (const imported of imports) load(imported);
      if (isOwnSource(id)) {
        const waiting = imports.filter((imported) => imported !== id && open.has(imported) && isOwnSource(imported));
        found.push(...waiting.map((imported) => ({ importer: id, imported })));
      }
      open.delete(id);
    };
    load(loader);
  }
  return found;
}

const isOwnSource = (id: string): boolean => SOURCE_FILE.test(id) && !isInstalled(id);

function earlyUses({ rootDir, graph, resolvedImports }: Context, { importer, imported }: OpenImport): Diagnostic[] {
  const module = parseLeniently(rootDir, importer);
  const other = parseLeniently(rootDir, imported);
  if (!module || !other) return [];
  const leadsThere = (source: string): boolean =>
    (resolvedImports.get(importer)?.get(source) ?? importedAs(source, graph.get(importer) ?? [])) === imported;
  return usesOnLoad(module)
    .filter(({ binding }) => binding !== null && isSetOnLoad(binding, other, leadsThere))
    .map(({ name, node }) => {
      const warning = compileError('compile_name_early', { name, file: toDisplayName(rootDir, imported) });
      return createDiagnostic(module.file, node.span, warning, 'warning');
    });
}

/** Whether a name is imported from the other module, and has no value before that module has run. */
function isSetOnLoad(binding: Binding, other: ParsedModule, leadsThere: (source: string) => boolean): boolean {
  if (binding.kind !== 'import') return false;
  const specifier = binding.declarations[0]!;
  const item = parentOf(specifier);
  const source = item && child(item, 'source');
  if (!source || !leadsThere(text(source))) return false;
  const exported = findExported(other, wantedExport(specifier));
  return exported?.kind === 'class' || (exported?.kind === 'variable' && !exported.declarations.some(isVar));
}

/** A `var` is `undefined` in plain code, too. */
const isVar = (declarator: Node): boolean => parentOf(declarator)?.['kind'] === 'var';

/** The uses of names in code that runs when the module loads, also in functions of the module that this code calls. */
function usesOnLoad(module: ParsedModule): Reference[] {
  const found: Reference[] = [];
  const called = new Set<Node>();
  const look = (node: Node): void => {
    for (const inner of codeInside(node, (one) => one !== node && runsLater(one))) {
      const reference = referenceOf(inner);
      if (reference) found.push(reference);
      const callee = inner.type === 'CallExpression' ? referenceOf(child(inner, 'callee')!) : undefined;
      const target = callee?.binding ? functionOf(callee.binding) : null;
      if (!target || called.has(target)) continue;
      called.add(target);
      look(target);
    }
  };
  for (const { kind, node } of findUses(module, new Set()).units) {
    if (kind !== 'import' && node.type !== 'ExportNamedDeclaration' && !isFunction(node)) look(node);
  }
  return found;
}
