/**
 * Makes the realm's built-ins immutable, so that runs that share a realm cannot affect each other through them.
 *
 * Freezing a prototype has a known side effect: assigning an inherited name to an instance or to the prototype of a
 * subclass (`error.name = 'X'`, `this.get = …`) throws. So the data properties of prototypes become accessors whose
 * setter defines the property there.
 */
type Key = string | symbol;

/**
 * V8 works faster in the whole process while these are what they were: iteration, and what arrays and promises make of
 * themselves.
 */
const isFixed = (prototype: object, key: Key): boolean =>
  key === Symbol.iterator ||
  (key === 'constructor' && (prototype === Array.prototype || prototype === Promise.prototype)) ||
  (key === 'then' && prototype === Promise.prototype);

function letInstancesOverride(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype) as Key[]) {
    const { value, writable, configurable, enumerable } = Reflect.getOwnPropertyDescriptor(prototype, key)!;
    if (!writable || !configurable || isFixed(prototype, key)) continue;
    const get = (): unknown => value;
    // Libraries that take built-ins out of their descriptors know accessors of this kind by it.
    get.originalValue = value as unknown;
    const { set } = {
      // A method has no prototype, which runs could share.
      set(this: unknown, assigned: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to "${String(key)}" of a built-in in a workflow.`);
        const own = { value: assigned, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(this as object, key, own);
      },
    };
    const accessors = { get: Object.freeze(get), set: Object.freeze(set) };
    Object.defineProperty(prototype, key, { configurable: false, enumerable: enumerable ?? false, ...accessors });
  }
}

const hiddenIntrinsics = (): unknown[] => [
  async () => {},
  function* () {},
  async function* () {},
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ''[Symbol.iterator](),
  'a'.matchAll(/a/g),
  Object.getPrototypeOf(Uint8Array),
];

/** Their instances are no objects, or V8 asks whether their prototype is the one that it knows. */
const NOT_EXTENDED: readonly unknown[] = [String, Number, Boolean, Symbol, BigInt, RegExp];

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Freezes everything that can be reached from `roots` and the realm's hidden built-ins. */
export function freezeIntrinsics(roots: unknown[]): void {
  const reached = reachFrom([...roots, ...hiddenIntrinsics()]);
  for (const value of reached) {
    const prototype: unknown = Reflect.getOwnPropertyDescriptor(value, 'prototype')?.value;
    if (typeof value === 'function' && isObject(prototype) && !NOT_EXTENDED.includes(value))
      letInstancesOverride(prototype);
  }
  for (const value of reached) {
    if (value === Error) freezeExcept(Error, 'stackTraceLimit');
    else if (!ArrayBuffer.isView(value)) Object.freeze(value);
  }
}

function reachFrom(roots: unknown[]): Set<object> {
  const reached = new Set<object>();
  const add = (value: unknown): void => {
    if (isObject(value)) reached.add(value);
  };
  roots.forEach(add);
  // A set gives what is added while it is walked.
  for (const value of reached) {
    add(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const field = Reflect.getOwnPropertyDescriptor(value, key)!;
      add(field.value);
      add(field.get);
      add(field.set);
    }
  }
  return reached;
}

/** Libraries assign this property freely, so its users reset it. */
function freezeExcept(value: object, open: string): void {
  for (const key of Reflect.ownKeys(value)) {
    const isData = 'value' in Reflect.getOwnPropertyDescriptor(value, key)!;
    Object.defineProperty(value, key, { configurable: false, ...(isData && { writable: key === open }) });
  }
  Object.preventExtensions(value);
}
