/** Web values without a body of their own: addresses, headers, signals. */
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/** Asks for a constructor of this realm when a value needs it. @throws {WorkflowError} when this side has none */
export function requireConstructor<Constructor>(constructor: Constructor | undefined, kind: string): Constructor {
  if (constructor === undefined) throw createValueError('value_reference_unsupported', { kind });
  return constructor;
}

export const isInstance = (value: object, constructor: (abstract new (...args: never[]) => object) | undefined): boolean =>
  constructor !== undefined && value instanceof constructor;

export function createWebTypes(environment: CodecEnvironment): ValueType[] {
  const web = environment.constructors ?? {};
  return [
    defineValueType<URL, [string]>({
      tag: 'URL',
      matches: (value) => isInstance(value, web.URL),
      encode: (url) => [url.href],
      decode: ([href]) => new (requireConstructor(web.URL, 'URL'))(href),
    }),
    defineValueType<URLSearchParams, [string]>({
      tag: 'URLSearchParams',
      matches: (value) => isInstance(value, web.URLSearchParams),
      encode: (params) => [params.toString()],
      decode: ([text]) => new (requireConstructor(web.URLSearchParams, 'URLSearchParams'))(text),
    }),
    defineValueType<Headers, [string, string][]>({
      tag: 'Headers',
      matches: (value) => isInstance(value, web.Headers),
      encode: (headers) => [...headers],
      decode: (entries) => new (requireConstructor(web.Headers, 'Headers'))(entries),
    }),
    createSignalType(environment),
  ];
}

interface SignalData {
  reason?: unknown;
  aborted: boolean;
}

/**
 * An `AbortSignal` as it is at this moment: whether it is aborted, and why. The copy does not follow the original:
 * an abort that comes later does not reach it (a live link is a later milestone).
 */
function createSignalType(environment: CodecEnvironment): ValueType {
  const web = environment.constructors ?? {};
  const controllers = new WeakMap<AbortSignal, AbortController>();
  return defineValueType<AbortSignal, SignalData>({
    tag: 'AbortSignal',
    matches: (value) => isInstance(value, web.AbortSignal),
    encode: (signal) => (signal.aborted ? { reason: signal.reason, aborted: true } : { aborted: false }),
    decode() {
      const controller = new (requireConstructor(web.AbortController, 'AbortSignal'))();
      controllers.set(controller.signal, controller);
      return controller.signal;
    },
    cyclic: {
      lastPart: 'aborted',
      complete(signal: AbortSignal, data) {
        if (data.aborted) controllers.get(signal)!.abort(data.reason);
      },
    },
  });
}
