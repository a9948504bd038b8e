/** Defines a property as built-ins have theirs: writable, configurable and not enumerable. */
export function defineBuiltin(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: false, configurable: true });
}
