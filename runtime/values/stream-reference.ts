/** References to streams of runs: the name of the stream, and the run that it belongs to. */
import { anyText, type OptionTable } from './read-options.ts';
import { createValueError } from './messages.ts';

/** The property in which a stream object keeps its reference. */
const REFERENCE: unique symbol = Symbol.for('workflow.stream-reference') as never;

/** The stored form of a stream. */
export interface StreamReference {
  /** The run that the stream belongs to; not always the run of the value. */
  run: string;
  stream: string;
  /** Present when the stream is passed for reading; otherwise it is passed for writing. */
  read?: true;
}

/** The stored form of a stream that was read to its end where no run could hold it: what it gives. */
export interface StreamContent {
  /** Chunks; or one `Uint8Array`, which the stream gives in pieces. */
  content: readonly unknown[] | Uint8Array;
}

/** Whether a stored stream is its content. */
export const isStreamContent = (data: object): data is StreamContent => 'content' in data;

/** Stores a reference in a stream object; returns the object. */
export const markStream = <Stream extends object>(stream: Stream, reference: StreamReference | StreamContent): Stream =>
  Object.defineProperty(stream, REFERENCE, { value: reference, configurable: true });

/** The reference of a stream object; `null` when it belongs to no run. */
export function toStreamReference(value: object): StreamReference | StreamContent | null {
  const reference = (value as { [REFERENCE]?: StreamReference | StreamContent })[REFERENCE];
  return reference === undefined ? null : { ...reference };
}

/**
 * Reads a stored reference.
 * @param run The run of the value: references of the first format name no run and mean this one.
 * @throws {WorkflowError} `value_payload_invalid`
 */
export function readStreamReference(data: object, run: string): StreamReference {
  const { stream, run: owner = run, read } = data as Partial<StreamReference>;
  if (typeof stream === 'string' && typeof owner === 'string') return { run: owner, stream, ...(read && { read }) };
  throw createValueError('value_payload_invalid', { reason: 'it refers to a stream without a name' });
}

/** The stream of `getWritable()` without a namespace. */
const DEFAULT_STREAM = 'default';

const NAMESPACE_PREFIX = 'ns:';

/** The checks of the options of `getWritable()`. */
export const writableOptions: OptionTable<{ namespace: string }> = { namespace: anyText };

/**
 * The name of a stream by its namespace. It never collides with the runtime's own streams, whose names begin with `$`.
 */
export const toStreamName = (namespace: string | undefined): string =>
  namespace === undefined ? DEFAULT_STREAM : `${NAMESPACE_PREFIX}${namespace}`;

/** Whether the stream comes from `getWritable()`; all others are the runtime's own. */
export const isUserStream = (stream: string): boolean =>
  stream === DEFAULT_STREAM || stream.startsWith(NAMESPACE_PREFIX);

/** The namespace of a stream, as for `getWritable({ namespace })`; the runtime's own streams keep their names. */
export function toNamespace(stream: string): string | undefined {
  if (stream === DEFAULT_STREAM) return undefined;
  return stream.startsWith(NAMESPACE_PREFIX) ? stream.slice(NAMESPACE_PREFIX.length) : stream;
}
