/** Compiles one file into one of its three views. */
import type { SourceMap } from 'magic-string';
import { AnalysisCache } from './analyze/analyze-module.ts';
import type { ModuleAnalysis } from './analyze/module-analysis.ts';
import type { Diagnostic } from './diagnostics.ts';
import { checkDirectives } from './views/check-directives.ts';
import { writeClientView } from './views/client-view.ts';
import { registerClasses } from './views/mark-function.ts';
import { importInSteps } from './views/late-packages.ts';
import { writeStepView } from './views/step-view.ts';
import { ViewBuilder } from './views/view-builder.ts';
import { writeWorkflowView } from './views/workflow-view.ts';
import type { LeaveOut } from './workflow-code/keep-units.ts';
import type { WorkflowCode } from './workflow-code/workflow-code.ts';

/**
 * - `client`: what the application imports
 * - `step`: where steps run
 * - `workflow`: what runs in the sandbox
 */
export type View = 'client' | 'step' | 'workflow';

/**
 * The workflows, steps and classes of a file. `name` is the name path (`checkout`, `Orders.charge`, `outer/inner`),
 * `index` a place in the source.
 */
export interface ModuleInfo {
  /** In source order, as are the others. */
  workflows: { name: string; workflowId: string; index: number }[];
  steps: { name: string; stepName: string; index: number }[];
  classes: { name: string; classId: string; index: number }[];
}

/** A view of a file, in the language of the file: TypeScript stays TypeScript. */
export interface CompiledModule {
  code: string;
  /** Back to the source text, exact to the column. */
  map: SourceMap;
  info: ModuleInfo;
  analysis: ModuleAnalysis;
  /** Which code the workflow view holds; `null` in other views. */
  workflowCode: WorkflowCode | null;
  warnings: Diagnostic[];
}

/** A file and the view that is wanted of it. */
export interface CompileOptions {
  /** Absolute path. */
  path: string;
  /** Path for people: relative to the project root, with `/`. */
  name: string;
  /** The `<module>` part of ids: `./workflows/order`. */
  moduleId: string;
  code: string;
  view: View;
  /** For the workflow view, see `findWorkflowCode`. */
  leaveOut?: LeaveOut;
}

type Writer = (builder: ViewBuilder, leaveOut?: LeaveOut) => WorkflowCode | void;

const WRITERS: Readonly<Record<View, Writer>> = {
  client: writeClientView,
  step: writeStepView,
  workflow: writeWorkflowView,
};

const cache = new AnalysisCache();

/**
 * Compiles a file to a view. The three views share one analysis, which is kept for the next call.
 * @returns `null` when the file holds no directive, no class whose instances can be passed, and gives agents nothing
 * that hosts make.
 * @throws CompileFailure with every error in the file.
 */
export function compileModule(options: CompileOptions): CompiledModule | null {
  const analysis = cache.analyze(options);
  if (!analysis) return null;
  const builder = new ViewBuilder(analysis);
  const marks = [...analysis.fileDirectives, ...analysis.functions.flatMap(({ directives }) => directives)];
  for (const span of marks) builder.edits.remove(span);
  const workflowCode = WRITERS[options.view](builder, options.leaveOut) ?? null;
  registerClasses(builder, options.view === 'step' ? 'registerStepClass' : 'registerClass');
  if (options.view === 'client') importInSteps(builder);
  checkDirectives(builder, options.view);
  return { ...builder.finish(), info: moduleInfo(analysis), analysis, workflowCode, warnings: analysis.warnings };
}

function moduleInfo({ functions, classes }: ModuleAnalysis): ModuleInfo {
  const info: ModuleInfo = {
    workflows: [],
    steps: [],
    classes: classes.map(({ name, classId, node }) => ({ name, classId, index: node.span.start })),
  };
  for (const { kind, path, id, node } of functions) {
    const index = node.span.start;
    if (kind === 'workflow') info.workflows.push({ name: path, workflowId: id, index });
    else info.steps.push({ name: path, stepName: id, index });
  }
  return info;
}
