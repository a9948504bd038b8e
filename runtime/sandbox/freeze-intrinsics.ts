/**
 * Makes the realm's built-ins immutable, so that runs that share a realm cannot affect each other through them.
 *
 * Freezing a prototype has a known side effect: assigning an inherited name to an instance (`error.name = 'X'`,
 * `this.toString = …`) throws. So the data properties of the prototypes on which code does that become accessors whose
 * setter defines the property on the instance.
 */
type Key = string | symbol;

function letInstancesOverride(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype) as Key[]) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, key)!;
    if (!descriptor.configurable || !('value' in descriptor)) continue;
    const { value } = descriptor;
    Object.defineProperty(prototype, key, {
      configurable: false,
      enumerable: descriptor.enumerable ?? false,
      get: () => value,
      set(this: unknown, assigned: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to "${String(key)}" of a built-in in a workflow.`);
        Object.defineProperty(this as object, key, {
          value: assigned,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
    });
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

/** Libraries make byte arrays of their own of them, as they did before there were classes. */
const bytePrototypes = (): object[] => [Object.getPrototypeOf(Uint8Array.prototype) as object, Uint8Array.prototype];

const errorPrototypes = (): object[] =>
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    (type) => type.prototype as object,
  );

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Freezes everything that can be reached from `roots` and the realm's hidden built-ins. */
export function freezeIntrinsics(roots: unknown[]): void {
  const derived = [Object.prototype, Function.prototype, Iterator.prototype, ...bytePrototypes(), ...errorPrototypes()];
  for (const prototype of derived) letInstancesOverride(prototype);
  const seen = new Set<unknown>();
  const queue: unknown[] = [...roots, ...hiddenIntrinsics()];
  while (queue.length > 0) {
    const value = queue.pop();
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: field, get, set } = Reflect.getOwnPropertyDescriptor(value, key)!;
      queue.push(field, get, set);
    }
    if (value === Error) freezeExcept(Error, 'stackTraceLimit');
    else if (!ArrayBuffer.isView(value)) Object.freeze(value);
  }
}

/** Libraries assign this property freely, so its users reset it. */
function freezeExcept(value: object, open: string): void {
  for (const key of Reflect.ownKeys(value)) {
    const isData = 'value' in Reflect.getOwnPropertyDescriptor(value, key)!;
    Object.defineProperty(value, key, { configurable: false, ...(isData && { writable: key === open }) });
  }
  Object.preventExtensions(value);
}
