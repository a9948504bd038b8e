/** Compiles one file into one of its views. */
import type { SourceMap } from 'magic-string';
import { type Node, contains } from './ast.ts';
import { AnalysisCache } from './analyze/analyze-module.ts';
import { findErrorCode, mayHoldErrorClass } from './analyze/error-classes.ts';
import { bindFile } from './analyze/inspect-module.ts';
import {
  type ModuleAnalysis,
  type ParsedModule,
  type PassableClass,
  withoutDirectives,
} from './analyze/module-analysis.ts';
import { CompileFailure, type Diagnostic, createSourceFile } from './diagnostics.ts';
import { isOfProject } from './build/source-files.ts';
import { parseModule } from './parse-module.ts';
import { checkDirectives } from './views/check-directives.ts';
import { writeApplicationView } from './views/application-view.ts';
import { writeClientView } from './views/client-view.ts';
import { embedFiles } from './views/embedded-files.ts';
import { writeErrorClasses } from './views/error-classes.ts';
import { registerClasses } from './views/mark-function.ts';
import { importInSteps } from './views/late-packages.ts';
import { writePlainView } from './views/plain-view.ts';
import { type LayerModules, ViewBuilder } from './views/view-builder.ts';
import { writeWorkflowView } from './views/workflow-view.ts';
import type { KeepOptions } from './workflow-code/keep-units.ts';
import type { WorkflowCode } from './workflow-code/workflow-code.ts';

/**
 * - `application`: what the application imports, and where its steps run
 * - `client`: what an application imports whose steps run elsewhere, as in browsers
 * - `workflow`: what runs in the sandbox
 * - `plain`: what runs without any of this, to compare
 */
export type View = 'application' | 'client' | 'workflow' | 'plain';

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
  /** For the application view: whether files that steps name beside themselves become part of it. Default: false. */
  embedsFiles?: boolean;
  /** For the application view: the modules of its layers. Default: it has none. */
  layerModules?: LayerModules | undefined;
  /** The names that settings give to what makes JSX elements, see `configuredJsxFactories`. */
  jsxFactories?: readonly string[];
  /** For the workflow view. */
  leaveOut?: KeepOptions['leaveOut'];
  /** For the workflow view: the ids of classes of errors that stay although nothing uses them. Default: none. */
  wantedErrors?: ReadonlySet<string> | undefined;
}

type Writer = (builder: ViewBuilder, options: KeepOptions) => WorkflowCode | void;

const WRITERS: Readonly<Record<View, Writer>> = {
  application: writeApplicationView,
  client: writeClientView,
  workflow: writeWorkflowView,
  plain: writePlainView,
};

const cache = new AnalysisCache();

/**
 * Compiles a file to a view. All views share one analysis, which is kept for the next call.
 * @returns `null` when the file holds no directive, no class whose instances can be passed, and gives agents nothing
 * that hosts make.
 * @throws CompileFailure with every error in the file.
 */
export function compileModule(options: CompileOptions): CompiledModule | null {
  const analysis = cache.analyze(options);
  return analysis && writeView(analysis, options);
}

/**
 * The view of a file that {@link compileModule} leaves as it is. Errors keep their classes wherever these are declared,
 * and workflows load no code of the project that needs the host.
 * @returns `null` when the file stays as it is, belongs to an installed package (hosts load these as they are), or
 * cannot be parsed, which is for the bundler to say.
 */
export function compilePlain(options: CompileOptions): CompiledModule | null {
  if (options.view !== 'workflow' && !mayHoldErrorClass(options.code)) return null;
  const parsed = parsePlain(options);
  if (!parsed) return null;
  const compiled = writeView(withoutDirectives(parsed), options);
  return compiled.code === options.code && !compiled.workflowCode?.analysis ? null : compiled;
}

/**
 * One view of any file.
 * @returns `null` when the file stays as it is.
 * @throws CompileFailure with every error in the file.
 */
export const compileView = (options: CompileOptions): CompiledModule | null =>
  compileModule(options) ?? compilePlain(options);

function writeView(analysis: ModuleAnalysis, options: CompileOptions): CompiledModule {
  const { code, moduleId, view, embedsFiles, layerModules, leaveOut, wantedErrors } = options;
  const builder = new ViewBuilder(analysis, layerModules);
  const marks = [...analysis.fileDirectives, ...analysis.functions.flatMap(({ directives }) => directives)];
  for (const span of marks) builder.edits.remove(span);
  const errors = view !== 'plain' && mayHoldErrorClass(code) ? findErrorCode(analysis, moduleId) : null;
  const wanted = errors?.classes.filter(({ id }) => wantedErrors?.has(id)).map(({ node }) => node);
  const workflowCode = WRITERS[view](builder, { leaveOut, wanted }) ?? null;
  if (view !== 'plain') registerClasses(builder, view);
  if (view !== 'plain' && errors) {
    const evaluated = [...(workflowCode?.evaluated ?? [])];
    const isKept = ({ span }: Node): boolean => evaluated.some(({ node }) => contains(node.span, span));
    writeErrorClasses(builder, view === 'workflow' ? view : 'host', errors, isKept);
  }
  if (view === 'client' || view === 'application') importInSteps(builder);
  if (view === 'application' && embedsFiles && analysis.functions.length > 0) embedFiles(builder);
  checkDirectives(builder, view);
  return { ...builder.finish(), info: moduleInfo(analysis), analysis, workflowCode, warnings: analysis.warnings };
}

const toClassInfo = ({ name, classId, node }: PassableClass) => ({ name, classId, index: node.span.start });

function parsePlain({ path, name, code, jsxFactories }: CompileOptions): ParsedModule | null {
  if (!isOfProject(path)) return null;
  try {
    const file = createSourceFile({ path, name, code });
    return bindFile(file, parseModule(file), jsxFactories);
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
