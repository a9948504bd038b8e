/** The analysis of one module, shared by its three views. */
import { CompileFailure, type SourceFile } from '../diagnostics.ts';
import { requireDurableName } from '../module-id.ts';
import { parseModule } from '../parse-module.ts';
import { bindFile, inspectModule } from './inspect-module.ts';
import type { ModuleAnalysis } from './module-analysis.ts';

/**
 * Finds all workflows and steps of a file.
 * @returns `null` when it has no directive, no class whose instances can be passed, and gives no agent what hosts make.
 * @throws CompileFailure with everything that is wrong, in source order.
 */
export function analyzeModule(file: SourceFile, moduleId: string): ModuleAnalysis | null {
  const { analysis, problems } = inspectModule(bindFile(file, parseModule(file)), moduleId);
  if (problems.length > 0) throw new CompileFailure(problems);
  if (analysis) requireDurableName(file.path);
  return analysis;
}
