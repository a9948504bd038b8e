/**
 * The Web classes of a realm, and the types that need nothing else. devalue itself handles `URL` and `URLSearchParams`.
 */
import { createValueError } from './messages.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/**
 * The Web classes of this realm. They are looked up at each use, because the realm of workflows gets them after this
 * module is evaluated.
 */
export const web: Partial<typeof globalThis> = globalThis;

/** Returns a class that a stored value needs. @throws {WorkflowError} when this realm does not have it */
export function requireClass<Class>(cls: Class | undefined, kind: string): Class {
  if (cls === undefined) throw createValueError('value_reference_unsupported', { kind });
  return cls;
}

/** Like `instanceof`, but false for a class that this realm does not have. */
export const isInstance = <Instance extends object>(
  value: object,
  cls: { readonly prototype: Instance } | undefined,
): value is Instance => typeof cls === 'function' && value instanceof cls;

/** The type of `Headers`. */
export const headersType: ValueType = defineValueType<[string, string][]>({
  tag: 'Headers',
  matches: (value) => isInstance(value, web.Headers),
  encode: (headers: Headers) => [...headers],
  decode: (entries) => new (requireClass(web.Headers, 'Headers'))(entries),
});
