/** The analysis of one module, which its three views share. */
import { CompileFailure, type SourceFile, createSourceFile } from '../diagnostics.ts';
import { mayHoldDirective } from '../directives.ts';
import { requireDurableName } from '../module-id.ts';
import { parseModule } from '../parse-module.ts';
import { mayMakeAgents } from './agent-options.ts';
import { bindFile, inspectModule } from './inspect-module.ts';
import type { ModuleAnalysis } from './module-analysis.ts';
import { mayHoldSerializableClass } from './serializable-classes.ts';

/**
 * Finds all workflows and steps of a file.
 * @param jsxFactories See `configuredJsxFactories`.
 * @returns `null` when it has no directive, no class whose instances can be passed, and gives no agent what hosts make.
 * @throws CompileFailure with everything that is wrong, in source order, and then the warnings about other code.
 */
export function analyzeModule(
  file: SourceFile,
  moduleId: string,
  jsxFactories: readonly string[] = [],
): ModuleAnalysis | null {
  const { analysis, problems } = inspectModule(bindFile(file, parseModule(file), jsxFactories), moduleId);
  if (problems.length > 0) {
    const wrong = new Set(problems.map(({ index }) => index));
    const warnings = analysis?.warnings.filter(({ index }) => !wrong.has(index)) ?? [];
    throw new CompileFailure([...problems, ...warnings]);
  }
  if (analysis) requireDurableName(file.path);
  return analysis;
}

interface AnalyzeOptions {
  path: string;
  name: string;
  moduleId: string;
  code: string;
  /** See `configuredJsxFactories`. */
  jsxFactories?: readonly string[];
}

interface Entry {
  code: string;
  name: string;
  moduleId: string;
  jsxFactories: string;
  result: ModuleAnalysis | CompileFailure | null;
}

const FILES_MAX = 500;

/** A build asks for the views of a file at different times; the text is parsed once for all. */
export class AnalysisCache {
  readonly #entries = new Map<string, Entry>();

  /** @throws CompileFailure */
  analyze(options: AnalyzeOptions): ModuleAnalysis | null {
    if (!mayBeCompiled(options.code)) return null;
    const entry = this.#find(options) ?? this.#add(options);
    if (entry.result instanceof CompileFailure) throw entry.result;
    return entry.result;
  }

  #find({ path, code, name, moduleId, jsxFactories }: AnalyzeOptions): Entry | undefined {
    const entry = this.#entries.get(path);
    if (entry?.code !== code || entry.name !== name || entry.moduleId !== moduleId) return undefined;
    return entry.jsxFactories === String(jsxFactories ?? '') ? entry : undefined;
  }

  #add(options: AnalyzeOptions): Entry {
    const { path, code, name, moduleId, jsxFactories } = options;
    const entry = { code, name, moduleId, jsxFactories: String(jsxFactories ?? ''), result: analyze(options) };
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    const oldest = this.#entries.size > FILES_MAX ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}

const mayBeCompiled = (code: string): boolean =>
  mayHoldDirective(code) || mayHoldSerializableClass(code) || mayMakeAgents(code);

function analyze(options: AnalyzeOptions): Entry['result'] {
  try {
    return analyzeModule(createSourceFile(options), options.moduleId, options.jsxFactories);
  } catch (error) {
    if (error instanceof CompileFailure) return error;
    throw error;
  }
}
