/** A stream of a run as a value: it crosses as its name. */

/** The property under which a stream object keeps the name of the stream it writes to. */
export const STREAM_NAME: unique symbol = Symbol.for('workflow.stream-name') as never;

export interface StreamReference {
  stream: string;
}

export const isStreamReference = (value: object): value is StreamReference =>
  typeof (value as Partial<StreamReference>).stream === 'string';

/** The stream of `getWritable()` without a namespace. */
const DEFAULT_STREAM = 'default';

/** The name of a run's stream; users' namespaces never meet the names of the runtime's own streams, which begin with `$`. */
export const toStreamName = (namespace: string | undefined): string =>
  namespace === undefined ? DEFAULT_STREAM : `ns:${namespace}`;

/** The reference of an object that carries a stream's name; `null` for any other. */
export function toStreamReference(value: object): StreamReference | null {
  const stream = (value as { [STREAM_NAME]?: unknown })[STREAM_NAME];
  return typeof stream === 'string' ? { stream } : null;
}
