/**
 * Decides which code of a module runs in workflows. The build writes the workflow view by it, and the editor looks for
 * mistakes in the same code.
 */
import { type Node, child, text } from '../ast.ts';
import { type ModuleAnalysis, type ParsedModule, withoutDirectives } from '../analyze/module-analysis.ts';
import { isOfProject } from '../build/source-files.ts';
import { isModuleSyntax } from '../globals/bound-code.ts';
import { deferredValue } from './evaluated-units.ts';
import { isOwnSource } from './foreign-values.ts';
import { findRemovedCode } from './host-code.ts';
import { type KeptUnits, type KeepOptions, keepUnits } from './keep-units.ts';
import { type ModuleUses, type Unit, findUses } from './module-units.ts';

/** Which code of a module runs in workflows. */
export interface WorkflowCode extends ModuleUses, KeptUnits {
  /** `null` for a module that is kept as it is. */
  analysis: ModuleAnalysis | null;
}

/**
 * Decides for a parsed module.
 * @param analysis `null` when the module holds no directive, class or agent.
 */
export function findWorkflowCode(
  module: ParsedModule,
  analysis: ModuleAnalysis | null,
  options: KeepOptions = {},
): WorkflowCode {
  if (!isCut(module, analysis)) {
    const uses = findUses(module, new Set());
    return { ...uses, ...keepAll(module, uses), analysis: null };
  }
  const cut = analysis ?? withoutDirectives(module);
  const uses = findUses(cut, findRemovedCode(cut));
  return { ...uses, ...keepUnits(cut, uses, options), analysis: cut };
}

/**
 * True for the modules of the project, and for those of packages with directives or agents: of other packages nobody
 * says that code runs elsewhere. CommonJS names its exports by code that runs.
 */
function isCut({ file, items }: ParsedModule, analysis: ModuleAnalysis | null): boolean {
  if (analysis && analysis.directives.length + analysis.functions.length > 0) return true;
  return isOfProject(file.path) && items.some(isModuleSyntax);
}

/** TypeScript drops an imported name that no code uses: it may be a type. */
function keepAll({ bindings }: Pick<ParsedModule, 'bindings'>, { units }: ModuleUses): KeptUnits {
  const used = new Set(
    [...bindings.root.bindings.values()].flatMap(({ declarations, references }) =>
      references.length > 0 ? declarations : [],
    ),
  );
  const isKept = ({ kind, item, node }: Unit): boolean => kind !== 'import' || node === item || used.has(node);
  return { kept: new Set(units.filter(isKept)), evaluated: new Set(), optional: [] };
}

const toItem = ({ item }: Unit): Node => item;

/**
 * The modules that load with this one: those that are imported for their effects, or for names that code outside of
 * steps uses. The others are imported for steps alone, or are packages for values that a bundler may drop.
 */
export function loadedSources(code: WorkflowCode): ReadonlySet<string> {
  let sources = knownSources.get(code);
  if (!sources) knownSources.set(code, (sources = findLoadedSources(code)));
  return sources;
}

const knownSources = new WeakMap<WorkflowCode, ReadonlySet<string>>();

function findLoadedSources(code: WorkflowCode): Set<string> {
  const used = new Set<Node>();
  const usedLater = new Set<Node>();
  for (const [unit, references] of code.references) {
    if (!code.kept.has(unit)) continue;
    const users = deferredValue(code, unit) ? usedLater : used;
    for (const { binding } of references) for (const node of binding?.declarations ?? []) users.add(node);
  }
  return new Set(
    code.units.flatMap((unit) => {
      const { kind, item, node } = unit;
      const source = kind === 'import' || kind === 'export' ? child(item, 'source') : null;
      if (!source || !code.kept.has(unit)) return [];
      const loads = kind === 'export' || node === item || used.has(node);
      return loads || (usedLater.has(node) && isOwnSource(text(source))) ? [text(source)] : [];
    }),
  );
}

/**
 * The imports of the project's own files of which only steps use names, or nothing does. The files load with this one
 * in plain code, so they count for what they do then. TypeScript drops imports of types alone later.
 */
export function stepImports(code: WorkflowCode): Node[] {
  const items = new Set(code.units.filter(({ kind, node, item }) => kind === 'import' && node !== item).map(toItem));
  const loaded = loadedSources(code);
  return [...items].filter((item) => {
    const source = text(child(item, 'source')!);
    return item.type === 'ImportDeclaration' && isOwnSource(source) && !loaded.has(source);
  });
}

/** The texts that name the modules which are evaluated with this one: of its imports and re-exports. */
export function importedTexts({ kept }: WorkflowCode): Node[] {
  const items = new Set([...kept].map(toItem));
  return [...items].flatMap((item) => child(item, 'source') ?? []);
}
