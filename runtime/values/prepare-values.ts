/** Reads bodies and stores streams, which must be awaited before a value can be encoded. */
import { isBodyHolder, readHostBody } from './body-values.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import type { SizeLimit } from './value-size.ts';
import { createValueError } from './messages.ts';
import { EncodeFailure } from './value-type.ts';
import { findValue } from './walk-values.ts';
import { isInstance, web } from './web-values.ts';

/** Results by the object that they belong to. A failure is kept, because it does not matter in a field of an error. */
export interface Prepared {
  /** `null`: there is no body. */
  bodies: ReadonlyMap<object, Uint8Array | null | EncodeFailure>;
  /** References to the streams of runs that now hold the content. */
  streams: ReadonlyMap<object, object | EncodeFailure>;
}

/** For values that need no preparation. */
export const NOTHING_PREPARED: Prepared = { bodies: new Map(), streams: new Map() };

/**
 * Prepares everything in `root`, one value after the other: when two values share a source, their order matters.
 * @throws {ValueTooLarge}
 */
export async function prepareValues(
  root: unknown,
  environment: CodecEnvironment,
  limit: SizeLimit | undefined,
): Promise<Prepared> {
  const bodies = new Map<object, Uint8Array | null | EncodeFailure>();
  const streams = new Map<object, object | EncodeFailure>();
  for (const value of findObjects(root)) {
    if (isBodyHolder(value)) bodies.set(value, await orFailure(() => readHostBody(value)));
    else if (isInstance(value, web.ReadableStream)) {
      const reference = await orFailure(() => storeStream(value, environment, limit));
      if (reference !== null) streams.set(value, reference);
    }
  }
  return { bodies, streams };
}

function findObjects(root: unknown): object[] {
  const found: object[] = [];
  findValue(root, (value) => {
    if (typeof value === 'object' && value !== null) found.push(value);
    return false;
  });
  return found;
}

async function storeStream(
  stream: ReadableStream,
  { streams }: CodecEnvironment,
  limit: SizeLimit | undefined,
): Promise<object | null> {
  if (streams?.store === undefined || streams.toReference(stream) !== null) return null;
  if (stream.locked) {
    throw new EncodeFailure(stream, (path) => createValueError('value_body_used', { path, kind: 'ReadableStream' }));
  }
  return await streams.store(stream, limit?.bytesMax ?? Infinity);
}

async function orFailure<Result>(action: () => Promise<Result>): Promise<Result | EncodeFailure> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof EncodeFailure) return error;
    throw error;
  }
}
