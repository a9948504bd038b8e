/** The layers of an application whose bundler evaluates its modules once in each of them, as that of Next does. */

/** The key (of `Symbol.for`) of the global set of all {@link Layer}s. */
export const LAYERS = 'workflow.layers';

type Holder = { [key: symbol]: Set<Layer> | undefined };

/** All that the process has evaluated; the newest comes last. */
export const knownLayers = (): Set<Layer> => ((globalThis as Holder)[Symbol.for(LAYERS)] ??= new Set());

/** One evaluation of the application's modules. */
export interface Layer {
  /** The classes that may be classes of errors, by id. */
  errors: Map<string, unknown>;
}
