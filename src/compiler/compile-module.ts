/** Compiles one file into one of its three views. */
import type { SourceMap } from 'magic-string';
import { AnalysisCache } from './analysis-cache.ts';
import type { ModuleAnalysis } from './analyze/module-analysis.ts';
import { CompileFailure, type Diagnostic, createDiagnostic } from './diagnostics.ts';
import { compileError } from './messages.ts';
import { writeClientView } from './views/client-view.ts';
import { writeStepView } from './views/step-view.ts';
import { ViewBuilder } from './views/view-builder.ts';
import { writeWorkflowView } from './views/workflow-view.ts';

/**
 * - `client`: what the application imports
 * - `step`: where steps run
 * - `workflow`: what runs in the sandbox
 */
export type View = 'client' | 'step' | 'workflow';

/** What was found in a file. `name` is the name path (`checkout`, `Orders.charge`, `outer/inner`), `index` a place in the source. */
export interface ModuleInfo {
  /** In source order, as are the others. */
  workflows: { name: string; workflowId: string; index: number }[];
  steps: { name: string; stepName: string; index: number }[];
  classes: { name: string; classId: string }[];
}

/** A view of a file, in the language of the file: TypeScript stays TypeScript. */
export interface CompiledModule {
  code: string;
  /** Back to the source text, exact to the column. */
  map: SourceMap;
  info: ModuleInfo;
  warnings: Diagnostic[];
}

export interface CompileOptions {
  /** Absolute path. */
  path: string;
  /** Path for people: relative to the project root, with `/`. */
  name: string;
  /** The `<module>` part of ids: `./workflows/order`. */
  moduleId: string;
  code: string;
  view: View;
}

const WRITERS: Readonly<Record<View, (builder: ViewBuilder) => void>> = {
  client: writeClientView,
  step: writeStepView,
  workflow: writeWorkflowView,
};

const cache = new AnalysisCache();

/**
 * Compiles a file to a view. The three views share one analysis, which is kept for the next call.
 * @returns `null` when the file holds nothing to compile.
 * @throws CompileFailure with every error in the file.
 */
export function compileModule(options: CompileOptions): CompiledModule | null {
  const analysis = cache.analyze(options);
  if (!analysis) return null;
  const builder = new ViewBuilder(analysis);
  for (const { span } of analysis.directives) builder.edits.remove(span);
  WRITERS[options.view](builder);
  checkDirectives(builder, options.view);
  return { ...builder.finish(), info: moduleInfo(analysis), warnings: analysis.warnings };
}

/** No directive may be left: code that looks durable and is not would be worse than an error. */
function checkDirectives({ analysis, edits }: ViewBuilder, view: View): void {
  const left = analysis.directives.filter(({ span }) => !edits.isGone(span));
  const diagnostics = left.map(({ kind, span }) => {
    const error = compileError('compile_directive_unprocessed', { directive: `use ${kind}`, view });
    return createDiagnostic(analysis.file, span.start, error);
  });
  if (diagnostics.length > 0) throw new CompileFailure(diagnostics);
}

function moduleInfo({ functions, classes }: ModuleAnalysis): ModuleInfo {
  const info: ModuleInfo = {
    workflows: [],
    steps: [],
    classes: classes.map(({ name, classId }) => ({ name, classId })),
  };
  for (const { kind, path, id, node } of functions) {
    const index = node.span.start;
    if (kind === 'workflow') info.workflows.push({ name: path, workflowId: id, index });
    else info.steps.push({ name: path, stepName: id, index });
  }
  return info;
}
