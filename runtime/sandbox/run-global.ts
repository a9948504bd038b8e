/** The `globalThis` of one run: it sees the realm's globals and keeps the run's own assignments. */

/**
 * Makes the prototype of all runs' global objects. Its accessors read the realm's globals; an assignment defines the
 * property on the run's own object, so neither the realm nor another run sees it.
 */
export function createRunGlobalPrototype(realmGlobals: Record<string, unknown>): object {
  const prototype = Object.create(null) as object;
  for (const [name, value] of Object.entries(realmGlobals)) {
    const get = name === 'Reflect' ? ownReflect : () => value;
    Object.defineProperty(prototype, name, {
      enumerable: false,
      configurable: false,
      get,
      set(this: object, assigned: unknown) {
        Object.defineProperty(this, name, { value: assigned, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  Object.defineProperty(prototype, 'globalThis', {
    enumerable: false,
    get(this: object) {
      return this;
    },
  });
  return Object.freeze(prototype);
}

/** Gives the run a `Reflect` of its own, because libraries for metadata add functions to it. */
function ownReflect(this: object): unknown {
  const value: unknown = Object.create(Reflect);
  Object.defineProperty(this, 'Reflect', { value, writable: true, enumerable: false, configurable: true });
  return value;
}
