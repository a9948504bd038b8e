/**
 * Refuses what devalue would take for a built-in value and store in part: an object whose class extends `Map` comes
 * back as a `Map`, without its fields and methods, and one that only says it is a `Map` as whatever it lists.
 */
import { describeValue } from './describe-value.ts';
import { createValueError } from './messages.ts';
import { EncodeFailure } from './value-type.ts';

const getterOf = (prototype: object, name: string): ((this: unknown) => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, name)!.get!;

const readMap = getterOf(Map.prototype, 'size');
const readSet = getterOf(Set.prototype, 'size');
const readRegExp = getterOf(RegExp.prototype, 'source');
const readBuffer = getterOf(ArrayBuffer.prototype, 'byteLength');

/** Read the inside of each built-in value, in whatever realm it was made; they throw for anything else. */
const INSIDES: Record<string, (value: unknown) => unknown> = {
  Map: (value) => readMap.call(value),
  Set: (value) => readSet.call(value),
  RegExp: (value) => readRegExp.call(value),
  ArrayBuffer: (value) => readBuffer.call(value),
  Date: (value) => Date.prototype.getTime.call(value),
  Number: (value) => Number.prototype.valueOf.call(value),
  String: (value) => String.prototype.valueOf.call(value),
  Boolean: (value) => Boolean.prototype.valueOf.call(value),
  BigInt: (value) => BigInt.prototype.valueOf.call(value),
};
const HAVE_FIELDS: ReadonlySet<string> = new Set(['Map', 'Set', 'RegExp', 'Date']);
const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array) as { readonly prototype: object };

/** Most values: of a class of this realm, with nothing in between. */
const ORDINARY = new Map<object, string>(
  [Map, Set, RegExp, Date].map((cls): [object, string] => [cls.prototype as object, cls.name]),
);

/** @throws {EncodeFailure} for a value that devalue would store in part. */
export function refuseLoss(value: object): void {
  const prototype = Object.getPrototypeOf(value) as object;
  if (prototype === Array.prototype) return;
  // A tag of its own is a symbol, and so is a key of `arguments`.
  if (prototype === Object.prototype && Object.getOwnPropertySymbols(value).length === 0) return;
  const kind = ORDINARY.get(prototype);
  if (kind !== undefined) return refuseFields(value, kind);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (Array.isArray(value)) refuseSubclass(value, 'Array', 2);
  else if (tag === 'Object') return;
  else if (tag.startsWith('Temporal.')) refuseTemporal(value, tag.slice('Temporal.'.length));
  else if (Object.hasOwn(INSIDES, tag)) refuseAltered(value, tag);
  else if (ArrayBuffer.isView(value)) refuseAlteredView(value, tag);
  else if (tag === 'URL' || tag === 'URLSearchParams') refuseSubclass(value, tag, 2);
  else if (tag === 'Arguments') refuse(value, 'the arguments of a function', 'pass an array: [...arguments].');
}

function refuseAltered(value: object, tag: string): void {
  try {
    INSIDES[tag]!(value);
  } catch {
    refuse(value, describeValue(value));
  }
  if (tag === 'ArrayBuffer') refuseMoved(value as ArrayBuffer, value);
  refuseSubclass(value, tag, 2);
  if (HAVE_FIELDS.has(tag)) refuseFields(value, tag);
}

function refuseFields(value: object, tag: string): void {
  const [field] = Object.keys(value);
  if (field === undefined) return;
  refuse(value, `a ${tag} with the field ${JSON.stringify(field)}`, 'pass the field beside it, in an object.');
}

function refuseAlteredView(value: ArrayBufferView, tag: string): void {
  refuseMoved(value.buffer as ArrayBuffer, value);
  refuseSubclass(value, tag, value instanceof DataView || !isTypedArray(value) ? 2 : 3);
}

const isTypedArray = (value: object): boolean => value instanceof (TYPED_ARRAY as unknown as typeof Uint8Array);

function refuseMoved(buffer: ArrayBuffer, owner: object): void {
  if (buffer.detached) refuse(owner, 'bytes that were transferred elsewhere', 'pass them before, or pass a copy.');
}

/** The text of a value is read by the `Temporal` of the other side, which is there only where Node has one. */
function refuseTemporal(value: object, kind: string): void {
  const { Temporal } = globalThis as { Temporal?: Record<string, unknown> };
  const cls = Temporal?.[kind];
  if (typeof cls === 'function' && isNative(cls) && value instanceof cls) return;
  refuse(value, `a Temporal.${kind} of a package`, 'pass its text, String(value), and read it with from() there.');
}

const isNative = (cls: object): boolean => /\[native code\]\s*\}$/.test(Function.prototype.toString.call(cls));

function refuseSubclass(value: object, tag: string, depth: number): void {
  if (isSubclass(value, tag, depth)) refuse(value, describeValue(value));
}

/**
 * Whether a class stands between the value and the built-in one. Values of other realms have prototypes of their own,
 * so the number of prototypes counts; and fake clocks give dates a class that calls itself `Date`.
 */
function isSubclass(value: object, tag: string, depth: number): boolean {
  let found = 0;
  for (let at: unknown = Object.getPrototypeOf(value); at !== null; at = Object.getPrototypeOf(at)) found += 1;
  if (found <= depth) return false;
  const { constructor: cls } = value as { constructor?: unknown };
  return typeof cls !== 'function' || cls.name !== tag;
}

function refuse(value: object, found: string, fix = PLAIN): never {
  throw new EncodeFailure(value, (path) => createValueError('value_not_serializable', { path, found, fix }));
}

const PLAIN = 'pass plain data, or give its class static [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE] methods.';
