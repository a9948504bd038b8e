/** Bodies that were read before their request is encoded, which then needs no wait and no copy of them. */
const bodies = new WeakMap<object, Uint8Array>();

/** The parts of a stored request that differ from the request that came. */
export interface StoredParts {
  headers: Headers;
  /** Belong to the copy from now on. Empty: the request has no body. */
  bytes: Uint8Array;
}

/**
 * A copy of a request to store, whose body was read. The copy is only for encoding: it does not have the body itself.
 */
export function toStorableRequest({ url, method }: Request, { headers, bytes }: StoredParts): Request {
  const copy = new Request(url, { method, headers });
  bodies.set(copy, bytes);
  return copy;
}

/** The bytes of a body that was read; `null`: there is none; `undefined`: it has to be read. */
export function readBodyOf(holder: object): Uint8Array | null | undefined {
  const bytes = bodies.get(holder);
  return bytes?.byteLength === 0 ? null : bytes;
}
