/**
 * The loader of Next's two bundlers: compiles files with directives to the view of the application, and adds the start
 * of the runtime.
 */
import { basename, dirname, join, resolve, sep } from 'node:path';
import { specifierFrom } from '../../compiler/build/output-files.ts';
import { mayBeChanged, toDisplayName } from '../../compiler/build/source-files.ts';
import { compilePlain, compileModule, type CompileOptions } from '../../compiler/compile-module.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import { isAgentFile, isOwnFile } from '../../compiler/own-code.ts';
import { firstDirective } from '../../compiler/plugin/directive-file.ts';
import { mapOfView } from './view-map.ts';
import { tellOfFile } from './application-file.ts';
import { bootStatement } from './boot-file.ts';
import { layerOfEntry } from './generated-entries.ts';
import { LAYER_FILE, type LayerName, REGISTRY_FILE, stepsFileOf } from './layers.ts';
import { nextError } from './messages.ts';
import { keepView, type LoadedView, readLastGoodView } from './last-good-view.ts';

/** Passed by Next's configuration; plain data, because Turbopack serialises it. */
export interface LoaderOptions {
  /** Root of the project. */
  rootDir: string;
  /** Absolute path of the build's folder. */
  outDir: string;
  /** In development, the last good view replaces a file that does not compile. */
  mode: 'development' | 'production';
  /** The target: Node, or a browser or the edge runtime, which cannot have the runtime. */
  target: 'node' | 'other';
  /** Version of this package. Turbopack caches loader results for the next build, keyed by the loader's options. */
  version: string;
  /** Id of the build of the workflows; left out in development, where it changes. `null`: there is none. */
  buildId?: string | null;
}

/** The parts of a bundler's loader context that are used. */
interface LoaderContext {
  /** Absolute path of the file, without a query. */
  resourcePath: string;
  getOptions(): LoaderOptions;
  callback(error: Error | null, code?: string, map?: unknown): void;
}

const INSTRUMENTATION_NAME = /^instrumentation\.[^\\/]+$/;

/** The loader. Errors of compiling go to the bundler, with places in the user's file. */
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
  if (isForeign(source)) return null;
  if (source.target !== 'node') return refuseDirectives(source);
  if (isInstrumentation(source)) return append(bootStatement(dirname(source.path), source.outDir), source);
  const layer = layerOfEntry(source.code);
  return layer ? append(provideStatement(source, layer), source) : compileView(source);
}

/** Code that is compiled already, and this package, which mentions the directives. Its agents have steps. */
function isForeign({ path, outDir }: SourceText): boolean {
  return path.startsWith(outDir + sep) || (isOwnFile(path) && !isAgentFile(path));
}

/** `null` when there is nothing to compile. */
function compileView(source: SourceText): LoadedView | null {
  const { path, code, rootDir, outDir, mode } = source;
  if (!mayBeChanged(code)) return null;
  try {
    const options = optionsOf(source);
    const compiled = compileModule(options);
    const index = compiled && firstDirective(compiled.info);
    if (index !== null) tellOfFile({ path, code, rootDir, index }, source);
    const written = compiled ?? compilePlain(options);
    const view = written && { code: written.code, map: mapOfView(written) };
    if (view && mode === 'development') keepView(outDir, path, view);
    return view;
  } catch (error) {
    const lastGood = mode === 'development' && error instanceof CompileFailure ? readLastGoodView(outDir, path) : null;
    if (!lastGood) throw error;
    // The builder reports the error; one broken file must not take all routes down.
    return lastGood;
  }
}

/** Refuses workflows and steps; a file of classes works without us. @throws `integration_next_target`. */
function refuseDirectives(source: SourceText): null {
  const info = compileModule(optionsOf(source))?.info;
  if (!info || info.workflows.length + info.steps.length === 0) return null;
  throw nextError('integration_next_target', { file: toDisplayName(source.rootDir, source.path) });
}

function optionsOf({ path, code, rootDir, outDir, target }: SourceText): CompileOptions {
  const file = { path, code, name: toDisplayName(rootDir, path), moduleId: toModuleId({ path, rootDir }) };
  if (target === 'other') return { ...file, view: 'client' };
  const [layer, registry] = [LAYER_FILE, REGISTRY_FILE].map((name) => specifierFrom(dirname(path), join(outDir, name)));
  return { ...file, view: 'application', embedsFiles: true, layerModules: { layer: layer!, registry: registry! } };
}

/** Bundlers print the stack of an error. Here only places in the user's files count, and the message has them. */
function toShownError({ message }: Error): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

function isInstrumentation({ path, rootDir, mode }: SourceText): boolean {
  const isInPlace = [rootDir, resolve(rootDir, 'src')].includes(dirname(path));
  return mode === 'production' && isInPlace && INSTRUMENTATION_NAME.test(basename(path));
}

/** Appended, so positions do not move and the user's exports do not matter. */
function append(statement: string, source: SourceText): LoadedView {
  const { code, map } = compileView(source) ?? { code: source.code, map: undefined };
  return { code: `${code}\n${statement}\n`, map };
}

/** Where the `package.json` says `"sideEffects": false`, bundlers drop an import whose names nothing uses. */
function provideStatement({ path, outDir }: SourceText, layer: LayerName): string {
  const specifier = JSON.stringify(specifierFrom(dirname(path), join(outDir, stepsFileOf(layer))));
  return `import { provide } from ${specifier};\nprovide();`;
}
