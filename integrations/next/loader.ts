/** The loader of Next's two bundlers: compiles files with directives to their client view, and starts servers at boot. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { STEPS_FILE, STEPS_MAP_FILE } from '../../compiler/build/output-files.ts';
import { COMPILED_TEXTS, toDisplayName } from '../../compiler/build/source-files.ts';
import { type CompiledModule, compileModule } from '../../compiler/compile-module.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import { isOwnFile } from '../../compiler/own-code.ts';
import { bootStatement } from './boot-file.ts';
import { nextError } from './messages.ts';
import { keepView, type LoadedView, readLastGoodView } from './last-good-view.ts';

export interface LoaderOptions {
  /** Root of the project. */
  rootDir: string;
  /** Folder of the built workflows. */
  outDir: string;
  /** In development the last good view of a file stands in for one that does not compile. */
  mode: 'development' | 'production';
  /** What the file is bundled for: Node, or a browser or the edge runtime, where the runtime cannot be. */
  target: 'node' | 'other';
  /** Of this package. Turbopack keeps what loaders made for the next build, and asks a loader again when its options differ. */
  version: string;
}

/** What of a bundler's loader context is used. */
interface LoaderContext {
  /** Absolute path of the file, without a query. */
  resourcePath: string;
  getOptions(): LoaderOptions;
  callback(error: Error | null, code?: string, map?: unknown): void;
}

const INSTRUMENTATION_NAME = /^instrumentation\.[^\\/]+$/;

export default function workflowLoader(this: LoaderContext, code: string, map?: unknown): void {
  let loaded: LoadedView;
  try {
    loaded = load({ path: this.resourcePath, code, ...this.getOptions() }) ?? { code, map };
  } catch (error) {
    return this.callback(toShownError(error as Error));
  }
  this.callback(null, loaded.code, loaded.map);
}

interface SourceText extends LoaderOptions {
  path: string;
  code: string;
}

/** `null` when the file stays as it is. */
function load(source: SourceText): LoadedView | null {
  if (source.path === join(source.outDir, STEPS_FILE)) return withMap(source);
  if (isForeign(source)) return null;
  const view = source.target === 'node' ? compileClientView(source) : refuseDirectives(source);
  return isInstrumentation(source) ? addBoot(source, view) : view;
}

/** The built steps with the map that lies beside them, which bundlers do not look for. */
function withMap({ code, outDir }: SourceText): LoadedView {
  const map = JSON.parse(readFileSync(join(outDir, STEPS_MAP_FILE), 'utf8')) as { sources: string[] };
  return { code, map: { ...map, sources: map.sources.map((source) => resolve(outDir, source)) } };
}

/** What is compiled already: the built workflows, and this package, which names the directives. */
function isForeign({ path, outDir }: SourceText): boolean {
  return path.startsWith(outDir + sep) || isOwnFile(path);
}

/** `null` when there is nothing to compile. */
function compileClientView(source: SourceText): LoadedView | null {
  const { path, code, outDir, mode } = source;
  if (!COMPILED_TEXTS.some((text) => code.includes(text))) return null;
  try {
    const compiled = compile(source);
    const view = compiled && { code: compiled.code, map: JSON.parse(compiled.map.toString()) as object };
    if (view && mode === 'development') keepView(outDir, path, view);
    return view;
  } catch (error) {
    const lastGood = mode === 'development' && error instanceof CompileFailure ? readLastGoodView(outDir, path) : null;
    if (!lastGood) throw error;
    // The builder tells of it in the terminal; one file that does not compile must not take all routes down.
    return lastGood;
  }
}

/** A file of classes only works without us. @throws `integration_next_target`. */
function refuseDirectives(source: SourceText): null {
  const info = compile(source)?.info;
  if (!info || info.workflows.length + info.steps.length === 0) return null;
  throw nextError('integration_next_target', { file: toDisplayName(source.rootDir, source.path) });
}

function compile({ path, code, rootDir }: SourceText): CompiledModule | null {
  const moduleId = toModuleId({ path, rootDir });
  return compileModule({ path, code, name: toDisplayName(rootDir, path), moduleId, view: 'client' });
}

/** Bundlers print the stack of an error; here only places in the user's files count, and the message has them. */
function toShownError({ message }: Error): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

function isInstrumentation({ path, rootDir, mode, target }: SourceText): boolean {
  const isInPlace = [rootDir, resolve(rootDir, 'src')].includes(dirname(path));
  return mode === 'production' && target === 'node' && isInPlace && INSTRUMENTATION_NAME.test(basename(path));
}

/** At the end, where it moves no position and does not depend on what the user's file exports. */
function addBoot({ path, code, outDir }: SourceText, view: LoadedView | null): LoadedView {
  const { code: text, map } = view ?? { code, map: undefined };
  return { code: `${text}\n${bootStatement(dirname(path), outDir)}`, map };
}
