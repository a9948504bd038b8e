/**
 * Writes of workflow code to streams of runs. They are commands, so that the commit of the turn appends each chunk
 * once.
 */
import type { RunId } from '../contract/ids.ts';
import type { StreamWrite } from '../journal/commands.ts';
import type { StreamReference } from '../values/stream-reference.ts';
import { encodeValue } from './realm-codec.ts';
import { requireScope, type RunScope } from './run-scope.ts';

/**
 * Appends values to a stream of a run as they are now: values are encoded, and bytes copied, before this returns. A
 * stream that has ended ignores them.
 * @throws `value_not_serializable`; then none of the values is written.
 */
export function appendToStream(reference: StreamReference, values: readonly unknown[]): void {
  appendChunks(
    reference,
    values.map((value) => toChunk(value)),
  );
}

/** Closes a stream of a run for all writers. */
export function closeStream(reference: StreamReference): void {
  const scope = requireScope();
  scope.ask({ type: 'stream_closed', ...nameOf(scope, reference) });
}

/**
 * Like {@link appendToStream}, for encoded values, and for bytes that nobody changes any more.
 * @param first See {@link StreamWrite}.
 */
export function appendChunks(
  reference: StreamReference,
  chunks: readonly (string | Uint8Array)[],
  first?: number,
): void {
  if (chunks.length === 0) return;
  const scope = requireScope();
  const name = nameOf(scope, reference);
  const last = scope.commands.at(-1);
  if (last?.type === 'stream_written' && isSame(last, name)) for (const chunk of chunks) last.content.push(chunk);
  else scope.ask({ type: 'stream_written', ...name, content: [...chunks], ...(first !== undefined && { first }) });
}

const toChunk = (value: unknown): string | Uint8Array =>
  value instanceof Uint8Array ? new Uint8Array(value) : encodeValue(value, 'chunk');

type StreamName = Pick<StreamWrite, 'stream' | 'streamRunId'>;

const nameOf = ({ identity }: RunScope, { run, stream }: StreamReference): StreamName =>
  run === identity.runId ? { stream } : { stream, streamRunId: run as RunId };

const isSame = (one: StreamName, other: StreamName): boolean =>
  one.stream === other.stream && one.streamRunId === other.streamRunId;
