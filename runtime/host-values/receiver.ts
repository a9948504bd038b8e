/**
 * Whose classes a value gets that is decoded: those of the layer of the step that runs, or of the code that started the
 * run.
 */
import { knownLayers, type Layer } from '../contract/layers.ts';
import { stepContext } from './step-context.ts';

/** `null`: code without a layer, or nobody knows which, because it named a run by its id. */
export type Receiver = Layer | null;

const KEY = Symbol.for('workflow.receiver');
type Holder = { [KEY]?: { layers: WeakMap<object, Layer>; current: Receiver } };

/** Shared by all copies of this package in a process. */
const shared = ((globalThis as Holder)[KEY] ??= { layers: new WeakMap(), current: null });

/** A workflow is part of a layer. */
export const noteLayer = (workflow: object, layer: Layer): void => void shared.layers.set(workflow, layer);

/** The code that has a workflow which is started. @param workflow The function, or a reference by its id. */
export const receiverOf = (workflow: unknown): Receiver =>
  (typeof workflow === 'function' && shared.layers.get(workflow)) || null;

/** The receiver of what is decoded now. */
function currentReceiver(): Receiver {
  const step = stepContext.getStore();
  return step ? (step.layer ?? null) : shared.current;
}

/**
 * Looks for a class where the running code would find it: in the layer of the receiver, then in code without a layer,
 * which `null` stands for, then in the layers in use, the newest first.
 */
export function findInLayers<Found>(find: (layer: Receiver) => Found | undefined): Found | undefined {
  for (const layer of [currentReceiver(), null, ...[...knownLayers()].toReversed()]) {
    const found = find(layer);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Decodes or encodes for a receiver, outside of its steps. */
export function withReceiver<Result>(receiver: Receiver, action: () => Result): Result {
  const before = shared.current;
  shared.current = receiver;
  try {
    return action();
  } finally {
    shared.current = before;
  }
}
