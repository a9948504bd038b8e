/**
 * The layers of an application: a bundler such as that of Next evaluates its modules once in each of them, and a step
 * bundle brings copies of modules along.
 */

/** The key (of `Symbol.for`) of the global set of all {@link Layer}s. */
export const LAYERS = 'workflow.layers';

type Holder = { [key: symbol]: Set<Layer> | undefined };

/** All that the process has evaluated; the newest comes last. */
export const knownLayers = (): Set<Layer> => ((globalThis as Holder)[Symbol.for(LAYERS)] ??= new Set());

/** One evaluation of the application's modules. */
export interface Layer {
  /** The classes that may be classes of errors, by id. */
  errors: Map<string, unknown>;
  /** Whether it is a step bundle: the steps have copies of the modules that they import. Default: false. */
  isCopy?: boolean;
}
