/**
 * Whose classes a value gets that is decoded outside of a step: those of the code that started the run, where an
 * application has several evaluations of its modules.
 */
import type { Layer } from '../contract/layers.ts';

/** The layer of that code; `application`: it has none; `null`: nobody knows it, because it named a run by its id. */
export type Receiver = Layer | 'application' | null;

const KEY = Symbol.for('workflow.receiver');
type Holder = { [KEY]?: { layers: WeakMap<object, Layer>; current: Receiver } };

/** Shared by all copies of this package in a process. */
const shared = ((globalThis as Holder)[KEY] ??= { layers: new WeakMap(), current: null });

/** A workflow is part of a layer. */
export const noteLayer = (workflow: object, layer: Layer): void => void shared.layers.set(workflow, layer);

/** The code that has a workflow which is started. @param workflow The function, or a reference by its id. */
export const receiverOf = (workflow: unknown): Receiver =>
  typeof workflow === 'function' ? (shared.layers.get(workflow) ?? 'application') : null;

/** The receiver of what is decoded now. */
export const currentReceiver = (): Receiver => shared.current;

/** Decodes for a receiver. */
export function decodeFor<Value>(receiver: Receiver, decode: () => Value): Value {
  const before = shared.current;
  shared.current = receiver;
  try {
    return decode();
  } finally {
    shared.current = before;
  }
}
