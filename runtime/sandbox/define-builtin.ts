/** Defines a property like those of built-ins: writable, configurable and not enumerable. */
export function defineBuiltin(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: false, configurable: true });
}
