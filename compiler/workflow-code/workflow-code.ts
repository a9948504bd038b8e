/**
 * Decides which code of a module runs in workflows. The build writes the workflow view by it, and the editor looks for
 * mistakes in the same code.
 */
import { type Node, child, text } from '../ast.ts';
import type { ModuleAnalysis, ParsedModule } from '../analyze/module-analysis.ts';
import { deferredValue } from './evaluated-units.ts';
import { isOwnSource } from './foreign-values.ts';
import { findRemovedCode } from './host-code.ts';
import { type KeptUnits, type LeaveOut, keepUnits } from './keep-units.ts';
import { type ModuleUses, type Unit, findUses } from './module-units.ts';

/** Which code of a module runs in workflows. */
export interface WorkflowCode extends ModuleUses, KeptUnits {
  /** `null` for a module that every view leaves as it is. */
  analysis: ModuleAnalysis | null;
}

/**
 * Decides for a parsed module.
 * @param analysis `null` when the module holds no directive, class or agent.
 * @param leaveOut Default: only the parts whose own module shows that they need the host are left out.
 */
export function findWorkflowCode(
  module: Pick<ParsedModule, 'items' | 'bindings'>,
  analysis: ModuleAnalysis | null,
  leaveOut: LeaveOut = () => false,
): WorkflowCode {
  if (!analysis || !hasHostCode(analysis)) {
    const uses = findUses(module, new Set());
    return { ...uses, ...keepAll(module, uses), analysis: null };
  }
  const uses = findUses(module, findRemovedCode(analysis));
  return { ...uses, ...keepUnits(analysis, uses, leaveOut), analysis };
}

/**
 * True for a file with directives or agents. In any other file nobody says that code runs elsewhere, so no view drops
 * any.
 */
export function hasHostCode({ directives, functions }: ModuleAnalysis): boolean {
  return directives.length > 0 || functions.length > 0;
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

/**
 * The modules that load with this one: those that are imported for their effects, or for names that code outside of
 * steps uses. The others are imported for steps alone, or for values that a bundler may drop.
 */
export function loadedSources(code: WorkflowCode): Set<string> {
  const used = new Set<Node>();
  for (const [unit, references] of code.references) {
    if (!code.kept.has(unit) || deferredValue(code, unit)) continue;
    for (const { binding } of references) for (const node of binding?.declarations ?? []) used.add(node);
  }
  const loads = ({ kind, item, node }: Unit): boolean => kind === 'export' || node === item || used.has(node);
  const items = code.units.filter((unit) => code.kept.has(unit) && loads(unit)).map(({ item }) => item);
  return new Set(items.flatMap((item) => child(item, 'source') ?? []).map((source) => text(source)));
}

/**
 * The imports of the project's own files of which only steps use names. The files load with this one in plain code, so
 * they count for what they do then.
 */
export function stepImports(code: WorkflowCode): Node[] {
  const used = code.units.filter(({ kind, node, item }) => kind === 'import' && node !== item && isUsed(code, node));
  const items = new Set(used.map(({ item }) => item));
  const loaded = loadedSources(code);
  return [...items].filter((item) => {
    const source = text(child(item, 'source')!);
    return item.type === 'ImportDeclaration' && isOwnSource(source) && !loaded.has(source);
  });
}

/** False for a name that stands for a type only. */
function isUsed({ analysis }: WorkflowCode, specifier: Node): boolean {
  const binding = analysis?.bindings.root.bindings.get(text(child(specifier, 'local')!));
  return (binding?.references.length ?? 0) > 0;
}

/** The texts that name the modules which are evaluated with this one: of its imports and re-exports. */
export function importedTexts({ kept }: WorkflowCode): Node[] {
  const items = new Set([...kept].map(({ item }) => item));
  return [...items].flatMap((item) => child(item, 'source') ?? []);
}
