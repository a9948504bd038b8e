/** What must be awaited before a value can be encoded: bodies to read, streams to store. */
import { isBodyHolder, readHostBody } from './body-values.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { EncodeFailure } from './value-type.ts';
import { findValue } from './walk-values.ts';
import { isInstance, web } from './web-values.ts';

/** By the object that they belong to. What failed is kept as the failure: in a field of an error it must not matter. */
export interface Prepared {
  /** `null`: there is no body. */
  bodies: ReadonlyMap<object, Uint8Array | null | EncodeFailure>;
  /** References to the streams of runs that now hold the content. */
  streams: ReadonlyMap<object, object | EncodeFailure>;
}

export const NOTHING_PREPARED: Prepared = { bodies: new Map(), streams: new Map() };

/** Reads and stores what `root` holds, one after the other: where two are made of one source, their order counts. */
export async function prepareValues(root: unknown, environment: CodecEnvironment): Promise<Prepared> {
  const bodies = new Map<object, Uint8Array | null | EncodeFailure>();
  const streams = new Map<object, object | EncodeFailure>();
  for (const value of findObjects(root)) {
    if (isBodyHolder(value)) bodies.set(value, await orFailure(() => readHostBody(value)));
    else if (isInstance(value, web.ReadableStream)) {
      const reference = await orFailure(() => storeStream(value, environment));
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

async function storeStream(stream: ReadableStream, { streams }: CodecEnvironment): Promise<object | null> {
  if (streams?.store === undefined || streams.toReference(stream) !== null) return null;
  if (stream.locked) {
    throw new EncodeFailure(stream, (path) => createValueError('value_body_used', { path, kind: 'ReadableStream' }));
  }
  return await streams.store(stream);
}

async function orFailure<Result>(action: () => Promise<Result>): Promise<Result | EncodeFailure> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof EncodeFailure) return error;
    throw error;
  }
}
