/** Plain JSON. */

/** A value that JSON can say. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/**
 * A value of a run, for people. A value that JSON lacks is an object with `__type`: `Map`, `Set`, `Error`,
 * `Uint8Array`, an instance of a class. A time is a text. `unreadable`: the value cannot be decoded here, and why.
 */
export type ShownValue = { value: JsonValue } | { unreadable: ErrorItem };

/** An error, as plain JSON. */
export interface ErrorItem {
  name: string;
  message: string;
  /** Of errors of this package, and of errors that have one; `null`: none. */
  code: string | number | null;
  /** Where in the user's source it was made, such as `workflows/order.ts:13:22`; `null`: that is not known. */
  at: string | null;
}
