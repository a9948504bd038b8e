/** Web values that hold no bytes: headers and signals. `URL` and `URLSearchParams` devalue knows by itself. */
import { createValueError } from './messages.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/**
 * The Web classes of this realm. They are looked up when they are needed, because the realm of workflows gets them after
 * this module was evaluated.
 */
export const web: Partial<typeof globalThis> = globalThis;

/** Asks for a class that a stored value needs. @throws {WorkflowError} when this realm has none */
export function requireClass<Class>(cls: Class | undefined, kind: string): Class {
  if (cls === undefined) throw createValueError('value_reference_unsupported', { kind });
  return cls;
}

/** `instanceof` that is false for a class which this realm does not have. */
export const isInstance = <Instance extends object>(
  value: object,
  cls: { readonly prototype: Instance } | undefined,
): value is Instance => typeof cls === 'function' && value instanceof cls;

export const headersType: ValueType = defineValueType<[string, string][]>({
  tag: 'Headers',
  matches: (value) => isInstance(value, web.Headers),
  encode: (headers: Headers) => [...headers],
  decode: (entries) => new (requireClass(web.Headers, 'Headers'))(entries),
});

interface SignalData {
  /** Written before `aborted`, so that it is there when `aborted` is. */
  reason?: unknown;
  aborted: boolean;
}

const controllers = new WeakMap<AbortSignal, AbortController>();

/**
 * An `AbortSignal` as it is at this moment: whether it is aborted, and why. The copy does not follow the original: an
 * abort that comes later does not reach it.
 */
export const signalType: ValueType = defineValueType<SignalData>({
  tag: 'AbortSignal',
  matches: (value) => isInstance(value, web.AbortSignal),
  encode: (signal: AbortSignal) => (signal.aborted ? { reason: signal.reason, aborted: true } : { aborted: false }),
  decode() {
    const controller = new (requireClass(web.AbortController, 'AbortSignal'))();
    controllers.set(controller.signal, controller);
    return controller.signal;
  },
  fill(signal: AbortSignal, data) {
    if (data.aborted) controllers.get(signal)!.abort(data.reason);
  },
});
