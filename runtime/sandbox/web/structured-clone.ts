import { SandboxBlob, SandboxFile } from './blob.ts';
import { SandboxDOMException } from './dom-exception.ts';
import { assertArguments, isObject, toIterable, type Constructor } from './web-idl.ts';

interface CloneOptions {
  transfer?: unknown;
}

/**
 * Makes `structuredClone`.
 * @param interfaces The Web types. This module knows which of them can be cloned; all others are refused.
 */
export function createStructuredClone(interfaces: readonly Constructor[]) {
  return function structuredClone(value: unknown, options: CloneOptions | null = {}): unknown {
    assertArguments(arguments.length, 1, 'structuredClone');
    const buffers = readTransfer(options?.transfer ?? []);
    const copy = new Cloner(interfaces).clone(value);
    // The copies exist already; a transfer also detaches the originals.
    for (const buffer of buffers) buffer.transfer();
    return copy;
  };
}

function readTransfer(transfer: unknown): ArrayBuffer[] {
  const buffers = [...toIterable(transfer, 'structuredClone: "transfer" must be iterable.')];
  buffers.forEach((buffer, index) => {
    if (!(buffer instanceof ArrayBuffer))
      throw dataCloneError('In a workflow, only an ArrayBuffer can be transferred.');
    if (buffer.detached) throw dataCloneError('An ArrayBuffer is detached and could not be transferred.');
    if (buffers.indexOf(buffer) !== index) throw dataCloneError('An ArrayBuffer occurs twice in the transfer list.');
  });
  return buffers as ArrayBuffer[];
}

const dataCloneError = (message: string): SandboxDOMException => new SandboxDOMException(message, 'DataCloneError');

type ErrorConstructor = new (message?: string) => Error;

const ERRORS: Record<string, ErrorConstructor> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Built-ins whose content cannot be read. */
const OPAQUE = [Promise, WeakMap, WeakSet, Iterator, Symbol] as unknown as Constructor[];
const BOXED = [Boolean, Number, String, BigInt] as unknown as Constructor[];

class Cloner {
  readonly #copies = new Map<object, object>();
  readonly #interfaces: readonly Constructor[];

  constructor(interfaces: readonly Constructor[]) {
    this.#interfaces = interfaces;
  }

  clone(value: unknown): unknown {
    if (typeof value === 'symbol' || typeof value === 'function')
      throw dataCloneError(`${String(value)} could not be cloned.`);
    if (!isObject(value)) return value;
    return this.#copies.get(value) ?? this.#cloneObject(value);
  }

  #cloneObject(value: object): object {
    if (Array.isArray(value)) return this.#cloneArray(value);
    if (value instanceof Map) return this.#cloneMap(value);
    if (value instanceof Set) return this.#cloneSet(value);
    if (value instanceof Date) return this.#remember(value, new Date(value.getTime()));
    if (value instanceof RegExp) return this.#remember(value, new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return this.#remember(value, copyBuffer(value));
    if (ArrayBuffer.isView(value)) return this.#cloneView(value);
    if (value instanceof SandboxDOMException) return this.#remember(value, copyException(value));
    if (value instanceof Error) return this.#cloneError(value);
    if (value instanceof SandboxBlob) return this.#remember(value, copyBlob(value));
    if (BOXED.some((type) => value instanceof type)) return this.#remember(value, Object(value.valueOf()) as object);
    if (this.#isOpaque(value)) throw dataCloneError(`${Object.prototype.toString.call(value)} could not be cloned.`);
    return this.#cloneFields(value, {});
  }

  #isOpaque(value: object): boolean {
    return [...OPAQUE, ...this.#interfaces].some((type) => value instanceof type);
  }

  #remember<Copy extends object>(value: object, copy: Copy): Copy {
    this.#copies.set(value, copy);
    return copy;
  }

  #cloneArray(array: unknown[]): object {
    const copy: unknown[] = [];
    copy.length = array.length;
    return this.#cloneFields(array, copy);
  }

  #cloneFields(value: object, copy: object): object {
    this.#remember(value, copy);
    for (const key of Object.keys(value)) {
      // A getter of an earlier field may have removed it.
      if (Object.hasOwn(value, key)) setField(copy, key, this.clone((value as Record<string, unknown>)[key]));
    }
    return copy;
  }

  #cloneMap(map: Map<unknown, unknown>): Map<unknown, unknown> {
    const copy = this.#remember(map, new Map<unknown, unknown>());
    for (const [key, value] of Array.from(map)) copy.set(this.clone(key), this.clone(value));
    return copy;
  }

  #cloneSet(set: Set<unknown>): Set<unknown> {
    const copy = this.#remember(set, new Set<unknown>());
    for (const value of Array.from(set)) copy.add(this.clone(value));
    return copy;
  }

  #cloneView(view: ArrayBufferView): object {
    const buffer = this.clone(view.buffer) as ArrayBuffer;
    if (view instanceof DataView) return this.#remember(view, new DataView(buffer, view.byteOffset, view.byteLength));
    const array = view as Uint8Array;
    return this.#remember(view, new (builtInConstructor(array))(buffer, array.byteOffset, array.length));
  }

  #cloneError(error: Error): Error {
    const copy = this.#remember(error, new (ERRORS[error.name] ?? Error)());
    hide(copy, 'stack', error.stack);
    const message = Object.getOwnPropertyDescriptor(error, 'message');
    if (message && 'value' in message) hide(copy, 'message', String(message.value));
    if (Object.hasOwn(error, 'cause')) hide(copy, 'cause', this.clone(error.cause));
    return copy;
  }
}

/** Like an assignment, also for the key `__proto__`. */
function setField(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function hide(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: false, configurable: true });
}

function copyBuffer(buffer: ArrayBuffer): ArrayBuffer {
  if (buffer.detached) throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
  if (!buffer.resizable) return buffer.slice(0);
  const copy = new ArrayBuffer(buffer.byteLength, { maxByteLength: buffer.maxByteLength });
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** The built-in class of a typed array, also when it is an instance of a subclass. */
function builtInConstructor(array: Uint8Array): Uint8ArrayConstructor {
  const name = Reflect.get(TypedArrayPrototype, Symbol.toStringTag, array) as 'Uint8Array';
  return globalThis[name];
}

function copyException(exception: SandboxDOMException): SandboxDOMException {
  const copy = new SandboxDOMException(exception.message, exception.name);
  hide(copy, 'stack', exception.stack);
  return copy;
}

function copyBlob(blob: SandboxBlob): SandboxBlob {
  const { type } = blob;
  if (!(blob instanceof SandboxFile)) return new SandboxBlob([blob], { type });
  return new SandboxFile([blob], blob.name, { type, lastModified: blob.lastModified });
}
