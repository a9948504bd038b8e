/** `AbortSignal` and `AbortController`. */
import type { CodecEnvironment, SignalReference } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { defineValueType, type ValueType } from './value-type.ts';
import { isInstance, requireClass, web } from './web-values.ts';

interface SignalData {
  /** Written before `aborted`, so that it is decoded first. */
  reason?: unknown;
  aborted: boolean;
  /** The signal that it follows. Never together with `reason`. */
  source?: SignalReference;
}

const controllers = new WeakMap<AbortSignal, AbortController>();

/**
 * The type of `AbortSignal`. A signal is stored as it is at the moment: whether it is aborted, and why. One that is not
 * aborted is stored with a reference where there is one, so that a later abort reaches its copies.
 */
export function createSignalTypes(environment: CodecEnvironment): ValueType[] {
  return [createSignalType(environment), controllerType];
}

/** The copy follows the original, and cannot abort it: whoever tried would believe that it had. */
const controllerType: ValueType = defineValueType<{ signal: AbortSignal }>({
  tag: 'AbortController',
  matches: (value) => isInstance(value, web.AbortController),
  encode: ({ signal }: AbortController) => ({ signal }),
  decode: ({ signal }) =>
    Object.defineProperties(new (requireClass(web.AbortController, 'AbortController'))(), {
      signal: { value: signal },
      abort: {
        value: () => {
          throw createValueError('value_controller_copy', {});
        },
      },
    }),
});

function createSignalType({ signals }: CodecEnvironment): ValueType {
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
