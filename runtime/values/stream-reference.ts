/** A stream of a run as a value: it crosses as its name and the run that it belongs to. */
import { createValueError } from './messages.ts';

/** The property under which a stream object keeps what it stands for. */
const REFERENCE: unique symbol = Symbol.for('workflow.stream-reference') as never;

export interface StreamReference {
  /** The run that the stream belongs to, which is not always the one that the value is in. */
  run: string;
  stream: string;
  /** Present when it is passed for reading; otherwise it is passed for writing. */
  read?: true;
}

/** Notes on a stream object which stream of which run it stands for; returns it. */
export const markStream = <Stream extends object>(stream: Stream, reference: StreamReference): Stream =>
  Object.defineProperty(stream, REFERENCE, { value: reference, configurable: true });

/** What a stream object stands for; `null` for one that belongs to no run. */
export function toStreamReference(value: object): StreamReference | null {
  const reference = (value as { [REFERENCE]?: StreamReference })[REFERENCE];
  return reference === undefined ? null : { ...reference };
}

/**
 * Reads a stored reference.
 * @param run The run that the value is in: references of the first format name none and mean that one.
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

/** The name of a run's stream; users' namespaces never meet the names of the runtime's own streams, which begin with `$`. */
export const toStreamName = (namespace: string | undefined): string =>
  namespace === undefined ? DEFAULT_STREAM : `${NAMESPACE_PREFIX}${namespace}`;

/** Whether `getWritable()` gives it; all others are the runtime's own. */
export const isUserStream = (stream: string): boolean =>
  stream === DEFAULT_STREAM || stream.startsWith(NAMESPACE_PREFIX);

/** What `getWritable({ namespace })` was given for a stream of this name; one of the runtime's own keeps its name. */
export function toNamespace(stream: string): string | undefined {
  if (stream === DEFAULT_STREAM) return undefined;
  return stream.startsWith(NAMESPACE_PREFIX) ? stream.slice(NAMESPACE_PREFIX.length) : stream;
}
