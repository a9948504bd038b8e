/**
 * Decides which code of a module runs in workflows. The build writes the workflow view by it, and the editor looks for mistakes in
 * the same code.
 */
import { type Node, child } from '../ast.ts';
import type { ModuleAnalysis, ParsedModule } from '../analyze/module-analysis.ts';
import { findRemovedCode } from './host-code.ts';
import { type KeptUnits, keepUnits } from './keep-units.ts';
import { type ModuleUses, type Unit, findUses } from './module-units.ts';

/** Which code of a module runs in workflows. */
export interface WorkflowCode extends ModuleUses, KeptUnits {
  /** `null` for a module that every view leaves as it is. */
  analysis: ModuleAnalysis | null;
}

/** Decides for a parsed module. @param analysis `null` when the module holds no directive, class or agent. */
export function findWorkflowCode(
  module: Pick<ParsedModule, 'items' | 'bindings'>,
  analysis: ModuleAnalysis | null,
): WorkflowCode {
  if (!analysis || !hasHostCode(analysis)) {
    const uses = findUses(module, new Set());
    return { ...uses, ...keepAll(module, uses), analysis: null };
  }
  const uses = findUses(module, findRemovedCode(analysis));
  return { ...uses, ...keepUnits(analysis, uses), analysis };
}

/** True for a file with directives or agents. In any other file nobody says that code runs elsewhere, so no view drops any. */
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
  return { kept: new Set(units.filter(isKept)), registering: new Set() };
}

/** The texts that name the modules which are evaluated with this one: of its imports and re-exports. */
export function importedTexts({ kept }: WorkflowCode): Node[] {
  const items = new Set([...kept].map(({ item }) => item));
  return [...items].flatMap((item) => child(item, 'source') ?? []);
}
