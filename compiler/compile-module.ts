/** Compiles one file into one of its three views. */
import type { SourceMap } from 'magic-string';
import { AnalysisCache } from './analyze/analyze-module.ts';
import { type ErrorClassCode, findErrorCode, mayHoldErrorClass } from './analyze/error-classes.ts';
import { bindFile } from './analyze/inspect-module.ts';
import type { ModuleAnalysis, ParsedModule, PassableClass } from './analyze/module-analysis.ts';
import { CompileFailure, type Diagnostic, createSourceFile } from './diagnostics.ts';
import { isInstalled } from './build/source-files.ts';
import { isOwnFile } from './own-code.ts';
import { parseModule } from './parse-module.ts';
import { checkDirectives } from './views/check-directives.ts';
import { writeClientView } from './views/client-view.ts';
import { writeErrorClasses } from './views/error-classes.ts';
import { registerClasses } from './views/mark-function.ts';
import { importInSteps } from './views/late-packages.ts';
import { writeStepView } from './views/step-view.ts';
import { ViewBuilder, type ViewResult } from './views/view-builder.ts';
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
 * The workflows, steps and classes of a file; `calledClasses` are those that only static steps need. `name` is the name
 * path (`checkout`, `Orders.charge`, `outer/inner`), `index` a place in the source.
 */
export interface ModuleInfo {
  /** In source order, as are the others. */
  workflows: { name: string; workflowId: string; index: number }[];
  steps: { name: string; stepName: string; index: number }[];
  classes: { name: string; classId: string; index: number }[];
  calledClasses: { name: string; classId: string; index: number }[];
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

/** A file. */
export interface SourceOptions {
  /** Absolute path. */
  path: string;
  /** Path for people: relative to the project root, with `/`. */
  name: string;
  /** The `<module>` part of ids: `./workflows/order`. */
  moduleId: string;
  code: string;
}

/** A file and the view that is wanted of it. */
export interface CompileOptions extends SourceOptions {
  view: View;
  /** The names that settings give to what makes JSX elements, see `configuredJsxFactories`. */
  jsxFactories?: readonly string[];
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
  registerClasses(builder, options.view);
  if (mayHoldErrorClass(options.code)) {
    writeErrorClasses(builder, options.view, findErrorCode(analysis, options.moduleId));
  }
  if (options.view === 'client') importInSteps(builder);
  checkDirectives(builder, options.view);
  return { ...builder.finish(), info: moduleInfo(analysis), analysis, workflowCode, warnings: analysis.warnings };
}

const toClassInfo = ({ name, classId, node }: PassableClass) => ({ name, classId, index: node.span.start });

/**
 * One view of any file.
 * @returns `null` when the file stays as it is.
 * @throws CompileFailure with every error in the file.
 */
export const compileView = (options: CompileOptions): ViewResult | null =>
  compileModule(options) ?? compileErrorClasses(options);

/**
 * The view of a file that {@link compileModule} leaves as it is: errors keep their classes wherever these are declared.
 * @returns `null` when the file has no such class, belongs to an installed package (hosts load these as they are), or
 * cannot be parsed, which is for the bundler to say.
 */
export function compileErrorClasses(options: CompileOptions): ViewResult | null {
  const parsed = parseForErrors(options);
  if (!parsed) return null;
  const found = findErrorCode(parsed, options.moduleId);
  if (found.classes.length + found.questions.length === 0) return null;
  const nothing = { functions: [], classes: [], calledClasses: [], fileDirectives: [], directives: [], warnings: [] };
  const builder = new ViewBuilder({ ...parsed, ...nothing });
  writeErrorClasses(builder, options.view, found);
  return builder.finish();
}

/** The classes of errors that a file declares or makes, whatever else it holds. */
export function errorClassesIn(options: SourceOptions): readonly ErrorClassCode[] {
  const parsed = parseForErrors(options);
  return parsed ? findErrorCode(parsed, options.moduleId).classes : [];
}

function parseForErrors({ path, name, code }: SourceOptions): ParsedModule | null {
  if (!mayHoldErrorClass(code) || isInstalled(path) || isOwnFile(path)) return null;
  try {
    const file = createSourceFile({ path, name, code });
    return bindFile(file, parseModule(file));
  } catch (error) {
    if (error instanceof CompileFailure) return null;
    throw error;
  }
}

function moduleInfo({ functions, classes, calledClasses }: ModuleAnalysis): ModuleInfo {
  const info: ModuleInfo = {
    workflows: [],
    steps: [],
    classes: classes.map(toClassInfo),
    calledClasses: calledClasses.map(toClassInfo),
  };
  for (const { kind, path, id, node } of functions) {
    const index = node.span.start;
    if (kind === 'workflow') info.workflows.push({ name: path, workflowId: id, index });
    else info.steps.push({ name: path, stepName: id, index });
  }
  return info;
}
