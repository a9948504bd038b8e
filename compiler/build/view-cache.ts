/** Keeps the views of modules from build to build. */
import { type CompiledModule, type CompileOptions, type View, compileView } from '../compile-module.ts';
import { type SourceFile, createSourceFile } from '../diagnostics.ts';

/** One view of a module. */
export interface CompiledView extends Omit<CompiledModule, 'map'> {
  source: SourceFile;
  /** Source map (version 3, JSON text). */
  map: string;
  /**
   * Changes with everything that a bundle takes from the view. Source texts and places are left out for the workflow
   * bundle, which has no source texts and whose places can be moved.
   */
  version: string;
  /** Mappings of the map. */
  mappings: string;
}

interface Entry {
  code: string;
  compiled: CompiledView | null;
  /** Which optional parts of the module were left out, in the order of the text, and which classes are wanted. */
  choice: string;
  /** Names that make JSX elements. */
  jsxFactories: string;
}

/** Compiles views, and remembers each by path until the text of its file changes. */
export class ViewCache {
  #kept = new Map<string, Entry>();
  #used = new Map<string, Entry>();

  /** Forgets the views that were not asked for since the last call. */
  forgetUnused(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }

  /** The view that was asked for last; `null` for none. */
  last(path: string, view: View): CompiledView | null {
    return this.#used.get(keyOf({ path, view }))?.compiled ?? null;
  }

  /** `null` when a module can stay as it is. @throws CompileFailure */
  compile(options: CompileOptions): CompiledView | null {
    const key = keyOf(options);
    const known = this.#used.get(key) ?? this.#kept.get(key);
    const entry = known && isCurrent(known, options) ? known : compileEntry(options);
    this.#used.set(key, entry);
    return entry.compiled;
  }
}

const isCurrent = ({ code, compiled, choice, jsxFactories }: Entry, options: CompileOptions): boolean =>
  code === options.code &&
  jsxFactories === String(options.jsxFactories ?? '') &&
  choice === choiceOf(compiled, options);

function compileEntry(options: CompileOptions): Entry {
  const compiled = compile(options);
  const { code, jsxFactories } = options;
  return { code, compiled, choice: choiceOf(compiled, options), jsxFactories: String(jsxFactories ?? '') };
}

function choiceOf(compiled: CompiledView | null, { leaveOut, wantedErrors = new Set() }: CompileOptions): string {
  const parts = compiled?.workflowCode?.optional ?? [];
  const left = leaveOut ? parts.map((part) => (leaveOut(part) ? '-' : '+')) : [];
  return [...left, ...wantedErrors].join('');
}

const keyOf = ({ view, path }: { view: View; path: string }): string => `${view} ${path}`;

function compile(options: CompileOptions): CompiledView | null {
  const compiled = compileView(options);
  if (!compiled) return null;
  const { map } = compiled;
  const { path, name, view } = options;
  const source = createSourceFile({ path, name, code: options.code });
  const version = versionOf(compiled, view);
  return { ...compiled, source, map: map.toString(), version, mappings: map.mappings };
}

/** Also of the code that a workflow view leaves out: workflows may miss it. */
function versionOf({ code, map, workflowCode }: CompiledModule, view: View): string {
  if (view !== 'workflow') return JSON.stringify([code, map]);
  const leftOut = workflowCode?.optional.filter(({ host }) => host !== null) ?? [];
  return JSON.stringify([code, map.names, leftOut.map(({ key }) => key)]);
}
