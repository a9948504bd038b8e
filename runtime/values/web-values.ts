/** The Web classes of a realm, and the values that need nothing but them. `URL` and `URLSearchParams` devalue knows by itself. */
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
