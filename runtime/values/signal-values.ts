/** `AbortSignal`. */
import type { CodecEnvironment, SignalReference } from './codec-environment.ts';
import { defineValueType, type ValueType } from './value-type.ts';
import { isInstance, requireClass, web } from './web-values.ts';

interface SignalData {
  /** Written before `aborted`, so that it is there when `aborted` is. */
  reason?: unknown;
  aborted: boolean;
  /** Where the abort will come from. Never together with `reason`. */
  source?: SignalReference;
}

const controllers = new WeakMap<AbortSignal, AbortController>();

/**
 * An `AbortSignal` as it is at this moment: whether it is aborted, and why. A signal of a workflow that is not aborted
 * yet crosses as a reference as well, so that a later abort reaches the steps that have it; copies of all others do not
 * follow the original.
 */
export function createSignalType({ signals }: CodecEnvironment): ValueType {
  return defineValueType<SignalData>({
    tag: 'AbortSignal',
    matches: (value) => isInstance(value, web.AbortSignal),
    encode(signal: AbortSignal) {
      if (signal.aborted) return { reason: signal.reason, aborted: true };
      const source = signals?.toReference(signal) ?? null;
      return source === null ? { aborted: false } : { aborted: false, source };
    },
    decode({ source }) {
      if (source !== undefined && signals !== undefined) return signals.fromReference(source);
      const controller = new (requireClass(web.AbortController, 'AbortSignal'))();
      controllers.set(controller.signal, controller);
      return controller.signal;
    },
    fill(signal: AbortSignal, data) {
      if (data.aborted) controllers.get(signal)!.abort(data.reason);
    },
  });
}
